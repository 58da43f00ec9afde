"""Given / when / then. `given(...)` tells a history of events that leads to a position at `take_action` of seat 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.commands import EndTurn, Pass
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    DEMAND_TOKENS,
    EVENT_CARDS,
    GLORY_INSTANCES,
    GOODS,
    MERCHANT_TOKENS,
    MISSIONS,
    MODIFICATION_TOKENS,
    PORTS,
    RUMORS,
    ZONES,
)
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import resolve
from domain.merchants_and_marauders.state import State, afloat, home_port, to_act
from domain.merchants_and_marauders.texts import preview
from domain.merchants_and_marauders.view import view
from domain.recorder import Recorder
from tests.support import scenario
from tests.support.scenario import Attempt, Dice

from .invariants import check_all
from .timings import WINDOW_TIMINGS

SKULL = 0


class Table(scenario.Table[State]):
    """A position of Merchants & Marauders."""

    rules = scenario.Rules(decide, evolve, legal_commands, to_act, check_all)
    _passing: frozenset[tuple[int, str]] = frozenset()

    def hull(self, who: int | str = 0) -> int:
        return afloat(self.state, who).hull

    def foreseen(self, command: Any, seat: int = 0) -> Mapping[str, Any]:
        """The preview of a command."""
        return preview(view(self.state, seat), seat, command)

    def passing(self, *seats: int, timings: Sequence[str] = WINDOW_TIMINGS) -> Table:
        """From now on just these seats pass, and without being asked, in all windows of these timings."""
        self._passing = frozenset(product(seats, timings))
        return self

    def goes_on(self, recorder: Recorder[State, e.Event], chance: Dice) -> Sequence[e.Event]:
        """Seats that pass do so right after the command."""
        events = [*recorder.events]
        while isinstance(react := _top(recorder.state), f.React) and (react.seat, react.timing) in self._passing:
            recorder = decide(recorder.state, react.seat, Pass(), chance)
            events += recorder.events
        super().goes_on(recorder, chance)
        return events

    def end_round(self, draws: Sequence[int] = ()) -> Attempt:
        """All captains end their turns; the last of these commands leads into the next round or ends the game."""
        number = self.state.round
        while True:
            attempt = self.when(EndTurn(), draws=draws)
            if self.state.round != number or self.state.result is not None:
                return attempt


def _top(state: State) -> f.Frame | None:
    return state.stack[-1] if state.stack else None


def _deck(cards: Sequence[str], top: Sequence[str]) -> tuple[str, ...]:
    return (*top, *(card for card in cards if card not in top))


def given(
    *,
    seats: int = 2,
    captains: Sequence[str] = ("francis_wright", "felipe_de_los_reyes", "luc_garrigue", "joost_verhage"),
    ships: Sequence[str] = ("sloop", "sloop", "sloop", "sloop"),
    at_sea: Mapping[int, str] | None = None,
    in_port: Mapping[int, str] | None = None,
    gold: int = 0,
    stash: int = 0,
    points: Mapping[int, int] | None = None,
    cargo: Sequence[str] = (),
    glory: Mapping[int, Sequence[str]] | None = None,
    next_glory: Sequence[str] = (),
    next_cargo: Sequence[str] = (),
    next_events: Sequence[str] = (),
    next_captains: Sequence[str] | None = None,
    bounties: Mapping[int, Mapping[str, int]] | None = None,
    npcs: Mapping[str, tuple[str, str]] | None = None,
    modifications: Mapping[int, Sequence[str]] | None = None,
    damage: Mapping[int | str, Sequence[str]] | None = None,
    weapons: Sequence[str] | Mapping[int, Sequence[str]] = (),
    rumor: str = "",
    mission: str = "",
    laid_out: Sequence[str] = (),
    demand: Mapping[str, str] | None = None,
    merchants: Mapping[str, str] | None = None,
    event: str = "",
    drawn: tuple[str, ...] = (),
    wars: Sequence[tuple[str, str]] = (),
    specialists: Sequence[str] | Mapping[int, Sequence[str]] = (),
    dead: Sequence[int] = (),
    windows: str = "holders_only",
    open_gold: bool = False,
    final_comparison: str = "points",
    number: int = 1,
) -> Table:
    """`npcs` maps an NPC to its card and zone. Every captain starts in his home port unless placed elsewhere.

    `next_captains` are all that is left of the captain deck; without it all other captains are.
    Weapons and specialists are those of seat 0 unless seats are named; the captains of the `dead` seats have died.
    """
    employed = _by_seat(specialists)
    in_play = [*(card for card, _ in (npcs or {}).values()), *([event] if event else [])]
    in_hand = [card for held in (glory or {}, employed) for hand in held.values() for card in hand]
    wanted = {**dict(zip(PORTS, _demand_order(demand or {}), strict=False))}
    pool = list(DEMAND_TOKENS)
    for good in wanted.values():
        pool.remove(good)
    named = list(MERCHANT_TOKENS)
    tokens = dict.fromkeys(ZONES, "")
    for zone, nation in (merchants or {}).items():
        named.remove(nation)
        tokens[zone] = nation
    for zone in ZONES:
        tokens[zone] = tokens[zone] or named.pop()
    history: list[e.Event] = [
        e.GameSetUp(
            seats=seats,
            options=resolve(
                Options(windows=windows, open_gold=open_gold, final_comparison=final_comparison),  # type: ignore[arg-type]
                seats,
            ),
            demand=wanted,
            demand_pool=tuple(pool),
            merchants=tuple(tokens.values()),
            modifications=MODIFICATION_TOKENS,
            event_deck=_deck(tuple(EVENT_CARDS), [*in_play, *(card for card in next_events if card not in in_play)]),
            glory_deck=_deck(GLORY_INSTANCES, [*in_hand, *next_glory]),
            captain_deck=_deck(tuple(CAPTAINS) if next_captains is None else next_captains, captains[:seats]),
            cargo_deck=_deck(tuple(CARGO), [*cargo, *next_cargo]),
            rumor_deck=_deck(tuple(RUMORS), [rumor] if rumor else []),
            mission_deck=_deck(tuple(MISSIONS), [*([mission] if mission else []), *laid_out]),
        )
    ]
    if mission:
        spaces = sum(step.spaces for step in MISSIONS[mission].steps)
        history += [e.MissionLaidOut(mission, MISSIONS[mission].port), e.MissionClaimed(0, mission, spaces)]
    free = [card for card in MISSIONS if card != mission and card not in laid_out]
    history += [e.MissionLaidOut(card, MISSIONS[card].port) for card in [*laid_out, *free][:2]]
    history += [e.CaptainDealt(seat, captains[seat]) for seat in range(seats)]
    history.append(e.FrameOpened(f.StartingShips(tuple(range(seats)))))
    history += [e.ShipChosen(seat, ships[seat], secret=True) for seat in range(seats)]
    history.append(e.FrameClosed("starting_ships", None))
    homes = [CAPTAINS[captain].home_port for captain in captains]
    history.append(e.CaptainsRevealed(tuple(e.Arrival(n, captains[n], ships[n], homes[n]) for n in range(seats))))
    history += [e.TurnOrderDrawn(tuple(range(seats))), e.FrameOpened(f.Round(number, "turns", 1)), e.RoundStarted(number)]
    history += [e.WarStarted(pair) for pair in wars]
    for npc, (card, zone) in (npcs or {}).items():
        war = any(npc in pair for pair in wars)
        usual = "sloop" if npc == "pirate_sloop" else "frigate"
        history += [e.EventDrawn(card), e.NpcPlaced(npc, card, zone, "man_o_war" if war else usual)]
    if event:
        history += [e.EventDrawn(event), e.EventInForce(event, drawn), e.EventDiscarded(event)]
    state = _fold(history)
    history = []
    for seat, hand in (glory or {}).items():
        history += [e.GloryDrawn(seat, card) for card in hand]
    for seat, cards in employed.items():
        history += [e.SpecialistHired(seat, card, 0, from_hand=False) for card in cards]
    for seat, total in (points or {}).items():
        history.append(e.GloryGained(seat, "battle", total))
    if gold + stash:
        history.append(e.GoldChanged(0, gold + stash, "start"))
    if stash:
        history.append(e.GoldStashed(0, stash))
    if rumor:
        history.append(e.RumorDrawn(0, rumor))
    for seat, tokens_held in _by_seat(weapons).items():
        history += [e.WeaponGained(seat, weapon) for weapon in tokens_held]
    for seat, counts in (bounties or {}).items():
        history += [e.BountyChanged(seat, nation, count, count) for nation, count in counts.items()]
    for seat, fitted in (modifications or {}).items():
        history += [e.ModificationGained(seat, token, _port_of(token, seat, modifications or {})) for token in fitted]
    for seat, port in (in_port or {}).items():
        history += [e.ShipMoved(seat, "", PORTS[port].zone), e.PortEntered(seat, port, "open")]
    for seat, zone in (at_sea or {}).items():
        history += [e.PortLeft(seat, homes[seat]), e.ShipMoved(seat, "", zone)]
    if cargo:
        history += [e.OfferDrawn(0, tuple(cargo), ()), e.CargoTaken(0, tuple(cargo), (), "cargo")]
    state = _fold(history, state)
    for side, places in (damage or {}).items():
        for place in places:
            left = getattr(afloat(state, side), place) - 1
            hit: list[e.Event] = [e.FrameOpened(f.Hits(side, (place,), "storm"))]
            hit.append(e.HitApplied(side, place, False, left, "storm"))
            state = _fold([*hit, e.FrameClosed("hits", None)], state)
    for seat in dead:
        state = _fold([e.CaptainDied(seat, captains[seat]), e.BelongingsLost(seat)], state)
    state = _fold(
        [
            e.FrameOpened(f.CaptainTurn(0, "hire")),
            e.CaptainTurnStarted(0, 1),
            e.FrameOpened(f.TakeAction(0)),
        ],
        state,
    )
    check_all(state)
    assert home_port(state, 0) == homes[0]
    return Table(state)


def _by_seat(things: Sequence[str] | Mapping[int, Sequence[str]]) -> Mapping[int, Sequence[str]]:
    return things if isinstance(things, Mapping) else {0: things}


def _fold(events: Sequence[e.Event], state: State | None = None) -> State:
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def _demand_order(chosen: Mapping[str, str]) -> list[str]:
    tokens = list(DEMAND_TOKENS)
    for good in chosen.values():
        tokens.remove(good)
    assert set(chosen.values()) <= set(GOODS)
    return [chosen[port] if port in chosen else tokens.pop(0) for port in PORTS]


def _port_of(token: str, seat: int, fitted: Mapping[int, Sequence[str]]) -> str:
    """The port whose token is taken: the first for the first seat that has one of this type, the second for the next."""
    places = [port for port, each in zip(PORTS, MODIFICATION_TOKENS, strict=True) if each == token]
    before = sum(token in tokens for other, tokens in fitted.items() if other < seat)
    assert before < len(places), f"there are {len(places)} tokens {token}"
    return places[before]
