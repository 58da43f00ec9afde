"""Given / when / then. `given(...)` arranges a position at the start of seat 0's turn by a history of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    QUESTS,
    RESIDENCES,
    SOLO_CARDS,
    STORAGE,
    TIER_ONE_IMPROVEMENTS,
    TIER_ONE_LOCATIONS,
    TIER_TWO,
    TILES,
    VALUE_TILES,
)
from domain.pirates_of_maracaibo.decide import advance, decide
from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.evolve import evolve
from domain.pirates_of_maracaibo.flow import close
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import market_size, resolve
from domain.pirates_of_maracaibo.state import Jordan, State, to_act
from domain.pirates_of_maracaibo.values import Back, LaidCard, Who
from domain.recorder import Recorder
from tests.support import scenario
from tests.support.scenario import Attempt, Dice

from .invariants import check_all, check_change

T = TypeVar("T")
QUIET = (c.Decline, c.IgnoreCard, c.FinishEffects, c.FinishActions, c.FinishRubies, c.EndTurn)


class Table(scenario.Table[State]):
    """A position of Pirates of Maracaibo."""

    rules = scenario.Rules(decide, evolve, legal_commands, to_act, check_all)

    @property
    def jordan(self) -> Jordan:
        assert self.state.jordan is not None
        return self.state.jordan

    @property
    def decision(self) -> str:
        """What is asked now, by its name."""
        return str(type(self.top).__struct_config__.tag)

    def all_of(self, *commands: c.Command) -> Attempt:
        """Gives all these commands; returns what the last one led to."""
        for command in commands:
            attempt = self.when(command)
            assert attempt.events
        return attempt

    def quietly(self, *dice: int) -> Attempt:
        """Gives a legal command that declines, ignores or finishes; without one, the first legal command."""
        legal = self.legal()
        return self.when(next((command for command in legal if isinstance(command, QUIET)), legal[0]), *dice)

    def quiet_turn(self, space: str) -> Attempt:
        """The seat sails there and declines all it can, up to the next seat's turn or the end of the game."""
        attempt = self.when(c.SailTo(space))
        while not attempt.count(e.TurnEnded):
            attempt = self.quietly()
        return attempt

    def effects(self, source: str, *dice: int, optional: bool = True) -> Attempt:
        """Seat 0 resolves the effects of a source, as if its turn had just led there."""
        effects = e.FrameOpened(f.ResolveEffects(0, source, optional))
        return self._skips_to("end", effects, chance=Dice(dice))

    def jordan_acts(self, *dice: int, draws: Sequence[int] = ()) -> Attempt:
        """The human's turn ends, and Jordan plays a turn."""
        return self._skips_to("over", chance=Dice(dice, draws))

    def _skips_to(self, step: str, *events: e.Event, chance: Dice) -> Attempt:
        """The turn goes on with this step and these events."""
        recorder = Recorder(evolve, self.state)
        while not isinstance(recorder.state.stack[-1], f.CaptainTurn):
            close(recorder)
        for event in (e.StepReached(step), *events):
            recorder.emit(event)
        advance(recorder, chance)
        return Attempt(self.goes_on(recorder, chance))

    def goes_on(self, recorder: Recorder[State, e.Event], chance: Dice) -> Sequence[e.Event]:
        assert recorder.events
        check_change(self.state, recorder.state)
        events = super().goes_on(recorder, chance)
        assert self.state.result is not None or 0 < len(self.legal()) < 200
        return events


def given(
    *,
    seats: int = 2,
    layout: str = "standard",
    modules: Sequence[str] = (),
    b_cards: int | None = None,
    solo_deck: Sequence[str] = (),
    number: int = 1,
    at: Mapping[Who, str] | None = None,
    sea: Mapping[str, str] | None = None,
    next_cards: Sequence[str] = (),
    face_down: Sequence[str] = (),
    doubloons: int | Mapping[int, int] = 10,
    improvements: Sequence[str] | Mapping[Who, Sequence[str]] = (),
    upgrades: Sequence[str] | Mapping[Who, Sequence[str]] = (),
    figurehead: str | Mapping[Who, str] = "",
    figurehead_market: Sequence[str] = (),
    explorers: Mapping[Who, str] | None = None,
    rivers: Sequence[int] | Mapping[Who, Sequence[int]] = (),
    stored: Sequence[str] | Mapping[Who, Sequence[str]] = (),
    buried: Sequence[str] | Mapping[Who, Sequence[str]] = (),
    tiles: Mapping[str, str] | Mapping[int, Mapping[str, str]] | None = None,
    tile_sides: Mapping[str, str] | None = None,
    quests: Sequence[str] | Mapping[Who, Sequence[str]] = (),
    market: Sequence[str] = (),
    next_quests: Sequence[str] = (),
    no_more_quests: bool = False,
    value_tiles: Mapping[str, str] | None = None,
    islands: Mapping[str, int] | None = None,
    built: Mapping[str, Sequence[Who]] | None = None,
    rubies: Mapping[Who, int] | None = None,
    ruby_market: Sequence[str] = (),
    vp: Mapping[Who, int] | None = None,
    track: int = 1,
) -> Table:
    """Without a seat, things belong to seat 0. Seats take turns in their order; the last one closes the game.

    `sea` puts cards on spaces, an empty name Open Water; the other spaces hold what Tier I cards are left, Residences and
    Locations last. `face_down` are Tier II cards that lie so. `stored` names storage places (`gold:plain`, `HGS1`), `buried`
    spaces (`HGB1`; of Poseidon with the type: `FGS1:gold`), `tiles` the Location under each. `no_more_quests` puts the rest
    of the Quest deck into the hand of the last seat. `ruby_market` are spaces that Rubies of seat 0 lie on, `track` is the
    position of Jordan's marker.
    """
    owned = _by_seat(improvements)
    options = resolve(Options(layout=layout, b_cards=b_cards, **dict.fromkeys(modules, True)), seats)  # type: ignore[arg-type]
    laid = _sea(options, sea or {}, [card for cards in owned.values() for card in cards], next_cards)
    laid |= {space: LaidCard(card.id, card.back, False) for space, card in laid.items() if card.id in face_down}
    fitted = {0: figurehead} if isinstance(figurehead, str) else figurehead
    hands = _by_seat(quests)
    held = [quest for hand in hands.values() for quest in hand]
    shown = (*market, *(quest for quest in QUESTS if quest not in (*market, *held, *next_quests)))[: market_size(options)]
    deck = [*held, *shown, *next_quests]
    deck += [quest for quest in QUESTS if quest not in deck]
    state = evolve(
        None,
        e.GameSetUp(
            seats=seats,
            options=options,
            first_seat=0,
            closing_seat="jordan" if seats == 1 else seats - 1,
            doubloons=tuple(doubloons if isinstance(doubloons, int) else doubloons.get(seat, 10) for seat in range(seats)),
            sea=tuple(laid.values()),
            tier_two=tuple(LaidCard(card, "tier_2", card not in face_down) for card in _deck(laid, owned, next_cards)),
            value_tiles=tuple(_value_tiles(value_tiles or {}).items()),  # type: ignore[arg-type]
            quest_deck=tuple(deck),
            figurehead_market=_figureheads([each for each in fitted.values() if each], figurehead_market, seats),
            tile_sides={**dict.fromkeys(TILES, "front"), **(tile_sides or {})},  # type: ignore[dict-item]
            solo_deck=(tuple(solo_deck) or tuple(SOLO_CARDS)[:6]) if seats == 1 else (),
        ),
    )
    history = [_held(seat, quest) for seat, hand in hands.items() for quest in hand]
    history.append(e.QuestMarketRevealed(shown))
    left = len(QUESTS) - len(held) - len(shown)
    if no_more_quests:
        history += [e.QuestGained(seats - 1, "deck", quest) for quest in deck[-left:]]
    for island, markers in (islands or {}).items():
        history.append(e.MarkerPlaced(island, markers - state.islands[island], "start"))  # type: ignore[arg-type,index]
    for seat, cards in owned.items():
        history += [e.ImprovementAcquired(seat, "deck" if card in TIER_TWO else "", card, 0) for card in cards]
    history += [e.UpgradePlaced(seat, slot) for seat, slots in _by_seat(upgrades).items() for slot in slots]
    history += [e.FigureheadGained(seat, card) for seat, card in fitted.items() if card]
    for seat, space in (explorers or {}).items():
        history.append(e.ExplorerMoved(seat, "S", space, 1, 0, ()))
    for seat, crossed in _by_seat(rivers).items():
        at_space = (explorers or {}).get(seat, "S")
        history.append(e.ExplorerMoved(seat, at_space, at_space, 1, 0, tuple(crossed)))
    history += _treasures(_by_seat(stored), _by_seat(buried))
    spaces = {card.id: space for space, card in laid.items()}
    placed: Any = tiles or {}
    for seat, own in (placed if all(isinstance(key, int) for key in placed) else {0: placed}).items():
        history += [e.BlackMarketTilePlaced(seat, tile, spaces[location], 0) for tile, location in own.items()]
    for residence, tokens in (built or {}).items():
        history += [e.ResidenceConstructed(seat, spaces[residence], residence, 0, False) for seat in tokens]
    history += [e.RubyGained(seat) for seat, amount in (rubies or {}).items() for _ in range(amount)]
    history += [event for space in ruby_market for event in (e.RubyGained(0), e.RubySold(0, space))]
    history += [e.JordanTrackAdvanced(position) for position in range(2, track + 1)]
    history += [e.VpGained(seat, amount, "start") for seat, amount in (vp or {}).items()]
    history += [e.RoundEnded(before, 0, 0) for before in range(1, number)]
    history += [e.ShipSailed(seat, "start", space, 1) for seat, space in (at or {}).items()]
    history += [e.TurnStarted(0, number), e.FrameOpened(f.CaptainTurn(0))]
    recorder = Recorder(evolve, _fold(history, state))
    advance(recorder, Dice(()))
    check_all(recorder.state)
    return Table(recorder.state)


def ended(**position: Any) -> Table:
    """The game over: the ships of two seats sail from the Gulf to Maracaibo in round 3."""
    table = given(**{"number": 3, "at": {0: "gulf", 1: "gulf"}, **position})
    table.quiet_turn("maracaibo")
    table.quiet_turn("maracaibo")
    assert table.state.result is not None
    return table


def _by_seat(things: Sequence[T] | Mapping[Who, Sequence[T]]) -> Mapping[Who, Sequence[T]]:
    return things if isinstance(things, Mapping) else {0: things}


def _held(who: Who, quest: str) -> e.Event:
    """A Quest from the deck, before the market is opened."""
    return e.JordanQuestTaken("deck", quest, ()) if who == "jordan" else e.QuestGained(who, "deck", quest)


def _fold(events: Sequence[e.Event], state: State) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _sea(options: Options, chosen: Mapping[str, str], owned: Sequence[str], above: Sequence[str]) -> dict[str, LaidCard]:
    """Every space of the layout with its card."""
    named = set(chosen.values())
    improvements = [*TIER_ONE_IMPROVEMENTS, *(card for card in TIER_TWO if card in IMPROVEMENTS and card not in above)]
    residences = [card for card in RESIDENCES if card not in named][: 4 - len(named & set(RESIDENCES))]
    locations = [card for card in TIER_ONE_LOCATIONS if card not in named]
    spaces = [space.id for space in LAYOUTS[options.layout].spaces]
    assert set(chosen) <= set(spaces)
    free = len(spaces) - len(chosen) - len(residences) - len(locations)
    rest = iter(
        [*[card for card in improvements if card not in named and card not in owned][:free], *residences, *locations]
    )
    return {space: _laid(chosen[space] if space in chosen else next(rest), options) for space in spaces}


def _laid(card: str, options: Options) -> LaidCard:
    """The card with the side that it has at the start; Tier II cards are face up."""
    back: Back = "open_water" if not card else "tier_1_residence"
    hidden = False
    if card in TIER_TWO:
        back = "tier_2"
    elif card in LOCATIONS:
        back, hidden = "tier_1_location", options.fog_of_war_locations
    elif card in IMPROVEMENTS:
        back, hidden = "tier_1_improvement", options.fog_of_war_improvements
    return LaidCard(card, back, not hidden, int(hidden and back == "tier_1_location"))


def _deck(laid: Mapping[str, LaidCard], owned: Mapping[Who, Sequence[str]], above: Sequence[str]) -> Iterator[str]:
    """The Tier II cards that seats own are drawn from its top."""
    bought = [card for cards in owned.values() for card in cards if card in TIER_TWO]
    out = {card.id for card in laid.values()}
    yield from bought
    yield from above
    yield from (card for card in TIER_TWO if card not in out and card not in bought and card not in above)


def _value_tiles(chosen: Mapping[str, str]) -> dict[str, str]:
    left = [tile.treasure for tile in VALUE_TILES]
    for treasure in chosen.values():
        left.remove(treasure)  # type: ignore[arg-type]
    marked = [card.id for card in LOCATIONS.values() if card.has_treasure_value_symbol]
    return {location: chosen[location] if location in chosen else left.pop(0) for location in marked}


def _figureheads(fitted: Sequence[str], market: Sequence[str], seats: int) -> tuple[str, ...]:
    """Those fitted were in the market."""
    named = [*fitted, *market]
    size = 3 if seats == 1 else seats + 2
    return (*named, *(card for card in FIGUREHEADS if card not in named))[:size]


def _treasures(stored: Mapping[Who, Sequence[str]], buried: Mapping[Who, Sequence[str]]) -> Iterator[e.Event]:
    """Treasures from the supply; Jordan's lie nowhere."""
    for seat, places in stored.items():
        for place in places:
            kind: Any = STORAGE[place][0] if place in STORAGE else place.split(":")[0]
            if seat == "jordan":
                yield e.JordanTreasureGained(kind, "supply")
                continue
            yield from (e.TreasureGained(seat, kind, "supply"), e.TreasureStored(seat, kind, place))
    for seat, spaces in buried.items():
        assert seat != "jordan"
        for name in spaces:
            space, _, of = name.partition(":")
            treasure: Any = of or BURIED[space][0]
            yield from (e.TreasureGained(seat, treasure, "supply"), e.TreasureStored(seat, treasure, f"{treasure}:plain"))
            yield e.TreasureBuried(seat, treasure, f"{treasure}:plain", space)
