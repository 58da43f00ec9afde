"""Three Chests (RULES.md): bid with hidden cards for chests of unknown worth. Three seats, three turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from tradewinds import (
    Area,
    Beat,
    BeatPiece,
    Board,
    Bots,
    Counted,
    Drawing,
    Face,
    Features,
    Gain,
    Game,
    Gate,
    Group,
    Hidden,
    Lookahead,
    Moment,
    Move,
    NoOptions,
    Outcome,
    Picture,
    Piece,
    Promise,
    Recorder,
    Refusals,
    Rng,
    Rules,
    Scenario,
    Secret,
    Show,
    Story,
    Tale,
    Turn,
    Types,
    Word,
    Words,
    clockwise,
    listed,
    shares_of,
    shuffled,
)
from tradewinds import tell as tell_each

T = TypeVar("T")

SEATS, HAND, CARDS, TURNS = 3, 4, range(1, 15), 3
REFUSALS = Refusals(
    {
        "not_your_turn": "It is for {awaited_seat:who} to lay a card.",
        "card_not_in_hand": "This card is not in your hand.",
        "game_is_over": "The game is over.",
    }
)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The position with everything that is hidden."""

    hands: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    """Cards that were not dealt (TC-001)."""
    captain: int
    turn: int = 0
    chest: int = 0
    """Gold."""
    laid: tuple[int | None, ...] = (None,) * SEATS
    gone: tuple[int, ...] = ()
    """Cards that were turned up in earlier turns."""
    gold: tuple[int, ...] = (0,) * SEATS
    over: bool = False

    @property
    def asked(self) -> int | None:
        """The seat that lays the next card (TC-004)."""
        if self.over:
            return None
        return next((seat for seat in clockwise(self.captain, SEATS) if self.laid[seat] is None), None)


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as somebody sees it."""

    hand: tuple[int, ...] | Hidden
    """Its cards; to others only their number."""
    laid: int | Secret | None
    """The card that it laid in this turn, face down, so that only the seat sees it; null: none yet."""
    gold: int
    """From the chests that it took."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody sees of the game."""

    seats: tuple[SeatView, ...]
    """By their numbers."""
    out: Hidden | tuple[int, ...]
    """The cards that were not dealt. Nobody sees them before the end."""
    captain: int
    """The seat whose turn it is."""
    turn: int
    """From 1 to 3."""
    chest: int
    """The gold in the chest of this turn."""
    gone: tuple[int, ...]
    """The cards that were turned up in earlier turns."""
    over: bool
    """Whether the last chest is taken."""


class LayCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="lay_card"):
    """Lay a card of your hand face down."""

    card: Annotated[int, msgspec.Meta(ge=1, le=14)] | Secret
    """Its number; hidden from others until all have laid."""


class CardsDealt(msgspec.Struct, frozen=True, tag="cards_dealt"):
    """Every seat was dealt four cards."""

    hands: tuple[tuple[int, ...] | Hidden, ...]
    """By the numbers of the seats; each seat sees its own."""
    out: tuple[int, ...] | Hidden
    """The cards that nobody was dealt."""
    captain: int
    """The seat that is captain first."""


class ChestFound(msgspec.Struct, frozen=True, tag="chest_found"):
    """A turn began."""

    turn: int
    """From 1 to 3."""
    captain: int
    """The number of the seat."""
    chest: int
    """The gold in it."""


class CardLaid(msgspec.Struct, frozen=True, tag="card_laid"):
    """A seat laid a card face down."""

    seat: int
    """Its number."""
    card: int | Secret
    """Hidden from others."""


class ChestTaken(msgspec.Struct, frozen=True, tag="chest_taken"):
    """All cards were turned up, and the highest took the chest."""

    seat: int
    """The number of the seat that took it."""
    chest: int
    """The gold in it."""
    cards: tuple[int, ...]
    """By the numbers of the seats that laid them."""


class LastChestTaken(msgspec.Struct, frozen=True, tag="last_chest_taken"):
    """The game is over."""

    winners: tuple[int, ...]
    """The seats with most gold."""


Event: TypeAlias = CardsDealt | ChestFound | CardLaid | ChestTaken | LastChestTaken


def _find_chest(recorder: Recorder[State, Event], captain: int, rng: Rng) -> None:
    recorder.emit(ChestFound(recorder.state.turn + 1, captain, 1 + rng.below(6)))


def setup(options: NoOptions, seats: int, rng: Rng) -> Recorder[State, Event]:
    deck = shuffled(CARDS, rng)
    hands = tuple(tuple(sorted(deck[seat * HAND : (seat + 1) * HAND])) for seat in range(SEATS))
    recorder: Recorder[State, Event] = Recorder.begun(
        evolve, CardsDealt(hands, tuple(sorted(deck[SEATS * HAND :])), rng.below(SEATS))
    )
    _find_chest(recorder, recorder.state.captain, rng)
    return recorder


def check(state: State, seat: int, command: LayCard) -> None:
    REFUSALS.require(not state.over, "game_is_over")
    REFUSALS.require(seat == state.asked, "not_your_turn", awaited_seat=state.asked)
    REFUSALS.require(command.card in state.hands[seat], "card_not_in_hand")


def decide(state: State, seat: int, command: LayCard, rng: Rng) -> Recorder[State, Event]:
    check(state, seat, command)
    recorder: Recorder[State, Event] = Recorder(evolve, state)
    laid = recorder.emit(CardLaid(seat, command.card)).laid
    cards = tuple(card for card in laid if card is not None)
    if len(cards) == SEATS:
        recorder.emit(ChestTaken(cards.index(max(cards)), state.chest, cards))
        if state.turn == TURNS:
            recorder.emit(LastChestTaken(winners(recorder.state)))
        else:
            _find_chest(recorder, (state.captain + 1) % SEATS, rng)
    return recorder


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, CardsDealt):
        hands = tuple(hand for hand in event.hands if not isinstance(hand, Hidden))
        return State(hands=hands, out=event.out if isinstance(event.out, tuple) else (), captain=event.captain)
    assert state is not None
    match event:
        case ChestFound():
            return replace(state, turn=event.turn, captain=event.captain, chest=event.chest)
        case CardLaid(seat=seat, card=int() as card):
            left = tuple(each for each in state.hands[seat] if each != card)
            return replace(state, hands=_with(state.hands, seat, left), laid=_with(state.laid, seat, card))
        case ChestTaken(seat=seat):
            gold = _with(state.gold, seat, state.gold[seat] + event.chest)
            return replace(state, gold=gold, laid=(None,) * SEATS, gone=(*state.gone, *event.cards))
        case _:
            return replace(state, over=True)


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def legal_commands(state: State, seat: int) -> list[LayCard]:
    return [LayCard(card) for card in state.hands[seat]] if seat == state.asked else []


def winners(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if state.gold[seat] == max(state.gold))


def outcome(state: State) -> Outcome | None:
    return Outcome(winners(state), state.gold, "three_chests_taken") if state.over else None


def shown(state: State, sees: Sequence[int]) -> View:
    """What is seen by who sees the cards of these seats."""
    seats = tuple(
        SeatView(
            hand=state.hands[seat] if seat in sees else Hidden(len(state.hands[seat])),
            laid=state.laid[seat] if seat in sees or state.laid[seat] is None else Secret(),
            gold=state.gold[seat],
        )
        for seat in range(SEATS)
    )
    out = state.out if len(sees) == SEATS else Hidden(len(state.out))
    return View(
        seats=seats,
        out=out,
        captain=state.captain,
        turn=state.turn,
        chest=state.chest,
        gone=state.gone,
        over=state.over,
    )


def redact(event: Event, viewer: int | None) -> Event:
    match event:
        case CardsDealt(hands=hands, out=out):
            kept = tuple(
                hand if seat == viewer or isinstance(hand, Hidden) else Hidden(len(hand)) for seat, hand in enumerate(hands)
            )
            return replace(event, hands=kept, out=out if isinstance(out, Hidden) else Hidden(len(out)))
        case CardLaid(seat=seat) if seat != viewer:
            return replace(event, card=Secret())
        case _:
            return event


def redact_command(command: LayCard, seat: int, viewer: int | None) -> LayCard:
    return command if seat == viewer else LayCard(Secret())


def determinize(view: View, viewer: int | None, rng: Rng) -> State:
    """Deals all cards at random that the viewer does not see."""
    seen = {*view.gone}
    for seat in view.seats:
        seen |= {*seat.hand} if isinstance(seat.hand, tuple) else set()
        seen |= {seat.laid} if isinstance(seat.laid, int) else set()
    unseen = list(shuffled([card for card in CARDS if card not in seen], rng))
    hands: list[tuple[int, ...]] = []
    laid: list[int | None] = []
    for seat in view.seats:
        dealt = seat.hand if isinstance(seat.hand, tuple) else tuple(sorted(unseen.pop() for _ in range(seat.hand.count)))
        hands.append(dealt)
        laid.append(unseen.pop() if isinstance(seat.laid, Secret) else seat.laid)
    return State(
        hands=tuple(hands),
        out=tuple(sorted(unseen)),
        captain=view.captain,
        turn=view.turn,
        chest=view.chest,
        laid=tuple(laid),
        gone=view.gone,
        gold=tuple(seat.gold for seat in view.seats),
        over=view.over,
    )


def evaluate(view: View, seat: int, command: LayCard) -> float:
    """High cards for full chests, low ones for the rest."""
    card = command.card if isinstance(command.card, int) else 0
    return float(card if view.chest > 3 else -card)


def features(state: State, seat: int) -> list[float]:
    """What may decide about a seat's gold at the end. A card that is laid still counts."""
    laid = state.laid[seat]
    cards = state.hands[seat] if laid is None else (*state.hands[seat], laid)
    return [state.gold[seat], sum(cards), max(cards, default=0)]


FEATURES = Features(
    names=("gold", "cards", "highest_card"), of=features, phases=1, phase=lambda state: (0, (state.turn - 1) / TURNS)
)
PROMISE = Promise(FEATURES, "three_chests_bots", "promise.json")


def win_shares(state: State) -> list[float]:
    """Before the end an estimate by weights that `python -m bench.fit` made."""
    return shares_of(winners(state), SEATS) if state.over else PROMISE.shares(state, PROMISE.of_all(state, SEATS))


Told: TypeAlias = tuple[Beat, ...]


def tell(events: Sequence[Event], names: Sequence[str], options: NoOptions) -> Tale:
    return tell_each(Story(events, names), TELLINGS)


def _dealt(story: Story[Event], event: CardsDealt) -> Told:
    return (Moment(text="Everybody is dealt four cards."),)


def _found(story: Story[Event], event: ChestFound) -> Told:
    text = f"{story.names[event.captain]} finds a chest with {event.chest} gold."
    chest = BeatPiece(id="treasure", inside="chest", name="Treasure", facts=(("gold", event.chest),))
    return (Turn(f"Chest {event.turn}", by=f"seat/{event.captain}", seat=event.captain, text=text), Show((chest,), weight=0))


def _laid(story: Story[Event], event: CardLaid) -> Told:
    """For others than its owner a card without a face."""
    who, hand = story.names[event.seat], f"seat/{event.seat}/hand"
    if isinstance(event.card, int):
        return (Move((f"card/{event.card}",), "laid", text=f"{who} lays {event.card}."),)
    card = BeatPiece(id=f"laid/{event.seat}", inside="laid", seat=event.seat, down=True)
    return (Move((card,), "laid", source=hand, text=f"{who} lays a card."),)


def _taken(story: Story[Event], event: ChestTaken) -> Told:
    who, panel = story.names[event.seat], f"seat/{event.seat}"
    cards = tuple(
        BeatPiece(id=f"card/{card}", inside="laid", was=f"laid/{seat}", face=str(card), seat=seat)
        for seat, card in enumerate(event.cards)
    )
    return (
        Show(cards, text=f"The cards are {listed([str(card) for card in event.cards])}."),
        Moment("The chest is taken", tone="good", seat=event.seat, at=(panel,), weight=2, text=f"{who} takes the chest."),
        Gain(panel, "gold", event.chest),
        Move(("treasure",), weight=0),
        Move(tuple(f"card/{card}" for card in event.cards), "gone", weight=0),
    )


def _over(story: Story[Event], event: LastChestTaken) -> Told:
    who = listed([story.names[seat] for seat in event.winners])
    text = f"{who} {'wins' if len(event.winners) == 1 else 'share the victory'}."
    return (Moment("The game is over", at=tuple(f"seat/{seat}" for seat in event.winners), weight=2, text=text),)


TELLINGS: Mapping[type[Event], Callable[[Story[Event], Any], Told]] = {
    CardsDealt: _dealt,
    ChestFound: _found,
    CardLaid: _laid,
    ChestTaken: _taken,
    LastChestTaken: _over,
}


LAST_CHEST = Scenario(
    title="The last chest",
    text="Two chests were taken, and the captain lays a card for the third.",
    seats=SEATS,
    seed=1,
    commands=tuple((seat, LayCard(card)) for seat, card in ((2, 2), (0, 1), (1, 4), (0, 8), (1, 6), (2, 3))),
)


def board(options: NoOptions, names: Sequence[str]) -> Board:
    areas = [
        Area(id="laid", kind="row", name="Cards laid for the chest", main=True),
        Area(id="chest", kind="pile", name="Chest", icon="gem"),
        Area(id="gone", kind="row", name="Cards turned up earlier"),
        Area(id="out", kind="pile", name="Cards not dealt", home=True),
    ]
    for seat, name in enumerate(names):
        hand = Area(id=f"seat/{seat}/hand", kind="row", name="Hand", inside=f"seat/{seat}", seat=seat, private=True)
        areas += [Area(id=f"seat/{seat}", kind="panel", name=name, seat=seat, icon="user"), hand]
    return Board(
        areas=tuple(areas),
        faces={str(card): Face(kind="card", name=f"Card {card}", source="ours") for card in CARDS},
        words={
            "gold": Word("Gold", "coins"),
            "role": Word("Role", "crown"),
            "turn": Word("Turn", "clock"),
            "turns": Word("Turns in all", "clock"),
        },
        colours={},
        groups=(Group("lay", "Lay a card"),),
    )


def picture(view: View, seat: int | None) -> Picture:
    pieces = [] if view.over else [Piece(id="treasure", inside="chest", name="Treasure", facts=(("gold", view.chest),))]
    for number, each in enumerate(view.seats):
        if each.laid is not None:
            laid = (each.laid,) if isinstance(each.laid, int) else Hidden(1)
            pieces += _cards("laid", laid, f"laid/{number}", number)
        pieces += _cards(f"seat/{number}/hand", each.hand, f"hand/{number}")
    pieces += [*_cards("gone", view.gone, ""), *_cards("out", view.out, "out/top")]
    facts = {
        f"seat/{number}": (("gold", each.gold), *((("role", "captain"),) if number == view.captain else ()))
        for number, each in enumerate(view.seats)
    }
    return Picture(pieces=tuple(pieces), facts={"chest": (("turn", view.turn), ("turns", TURNS)), **facts})


def _cards(area: str, cards: tuple[int, ...] | Hidden, hidden: str, seat: int | None = None) -> list[Piece]:
    """A piece for each card that is seen, or one with this id for all that are hidden."""
    if isinstance(cards, Hidden):
        return [Piece(id=hidden, inside=area, seat=seat, down=True, count=cards.count)] if cards.count else []
    return [Piece(id=f"card/{card}", inside=area, seat=seat, face=str(card)) for card in cards]


def candidates(view: View, seat: int) -> list[LayCard]:
    hand = view.seats[seat].hand
    return [LayCard(card) for card in hand] if isinstance(hand, tuple) else []


GAME: Game[NoOptions, State, LayCard, Event, View] = Game(
    name="three-chests",
    title="Three Chests",
    version=1,
    types=Types(
        state=State, commands=(LayCard,), events=(CardsDealt, ChestFound, CardLaid, ChestTaken, LastChestTaken), view=View
    ),
    rules=Rules(
        refusals=REFUSALS.sentences,
        seats=lambda options: (SEATS,),
        setup=setup,
        check=check,
        decide=decide,
        evolve=evolve,
        legal_commands=legal_commands,
        to_act=lambda state: () if state.asked is None else (state.asked,),
        turn=lambda state: state.turn,
        turn_seat=lambda state: state.captain,
        outcome=outcome,
    ),
    gate=Gate(
        view=lambda state, viewer: shown(state, () if viewer is None else (viewer,)),
        open_view=lambda state: shown(state, range(SEATS)),
        redact=redact,
        redact_command=redact_command,
        reveals=lambda event: isinstance(event, CardsDealt | ChestTaken),
    ),
    words=Words(
        describe=lambda view, seat, command, names: f"Lay {command.card}.",
        label=lambda view, seat, command, names: f"Lay {command.card}",
        asked=lambda view, seat, names: f"{names[seat]} lays a card face down.",
        asked_you=lambda view, seat, names: "You lay a card face down.",
        tell=tell,
    ),
    drawing=Drawing(
        board=board,
        picture=picture,
        group=lambda command: "lay",
        targets=lambda view, seat, command: [f"card/{command.card}"],
        counted={"gold": Counted("seat/{seat}", "gold", foretold=False)},
        candidates=candidates,
        table="three_chests_table",
    ),
    bots=Bots(
        determinize=determinize,
        evaluate=evaluate,
        win_shares=win_shares,
        lookahead=Lookahead(turns=1, playouts=60),
        longest_list=HAND,
    ),
    scenarios={"last-chest": LAST_CHEST},
    content=lambda: {"cards": [{"id": card, "source": "ours"} for card in CARDS]},
    content_fields={"cards": "All cards of the game", "id": "The number of the card", "source": "Who made it up"},
)
