"""Lantern Market: cards in hand, guesses and secret bets. Two to four seats, as many as the option says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

import tradewinds as tw

T = TypeVar("T")
LOWEST, HIGHEST, MOST_BET, HAND = 1, 12, 3, 2
REFUSALS = tw.Refusals(
    {
        "player_count_not_allowed": "Two to four play, or as many as the option says.",
        "not_asked": "It is for {awaited_seats:who}.",
        "wrong_moment": "This cannot be done now.",
        "no_other_seat": "Name another seat.",
        "card_in_own_hand": "You hold the {card} yourself.",
        "bet_too_high": "A bet is at most {most}.",
        "game_is_over": "The game is over.",
    }
)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be agreed before."""

    players: Literal[2, 3, 4] | None = None
    """How many play; null: two or three."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    """How often everybody bets."""
    lanterns: bool = False
    """Whether a right guess brings two points."""


class Guess(msgspec.Struct, frozen=True):
    """A guess that waits for the seat that it is about."""

    seat: int
    """Who guesses."""
    target: int
    """About whose hand."""
    card: int
    """The card that is said to be in it."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The position with everything that is hidden."""

    options: Options
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    gone: tuple[int, ...] = ()
    """Cards that everybody has seen."""
    bets: tuple[int | None, ...]
    protected: tuple[bool, ...]
    points: tuple[int, ...]
    active: int
    round: int = 1
    turn: int = 1
    betting: bool = False
    guess: Guess | None = None
    over: bool = False

    @property
    def seats(self) -> int:
        return len(self.hands)


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as somebody sees it."""

    hand: tuple[int, ...] | tw.Hidden
    """Its cards; others see their number."""
    bet: int | tw.Secret | None
    """Its bet until all are opened; null: none yet."""
    protected: bool
    """Whether it has let a guess pass in this round."""
    points: int
    """From guesses and bets."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody sees."""

    options: Options
    """What was agreed."""
    seats: tuple[SeatView, ...]
    """By their numbers."""
    deck: tuple[int, ...] | tw.Hidden
    """The cards that nobody has drawn."""
    gone: tuple[int, ...]
    """Cards that everybody has seen."""
    active: int
    """The seat whose turn it is."""
    round: int
    """From 1."""
    turn: int
    """From 1."""
    betting: bool
    """Whether all seats bet."""
    guess: Guess | None
    """The guess that waits for an answer."""
    over: bool
    """Whether the game is over."""


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Draw the top card of the deck, if there is one."""


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exchange"):
    """Give another seat your lowest card for its highest one."""

    target: Annotated[int, msgspec.Meta(ge=0, le=3)]
    """The number of the seat."""


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="name"):
    """Say that another seat has this card."""

    target: Annotated[int, msgspec.Meta(ge=0, le=3)]
    """The number of the seat."""
    card: Annotated[int, msgspec.Meta(ge=1, le=12)]
    """The number of the card."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """Let the guess about your hand pass, or buy it off for a point that you have."""

    buy_off: bool
    """Whether you pay."""


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bet"):
    """Bet secretly that your highest card is the highest of all."""

    amount: Annotated[int, msgspec.Meta(ge=0)] | tw.Secret
    """Up to three points; hidden from others until all have bet."""


Command: TypeAlias = Draw | Exchange | Name | Answer | Bet


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Everybody was dealt two cards."""

    options: Options
    """What was agreed."""
    hands: tuple[tuple[int, ...] | tw.Hidden, ...]
    """By the numbers of the seats; each sees its own."""
    deck: tuple[int, ...] | tw.Hidden
    """The other cards."""
    first: int
    """The seat that begins."""


class CardDrawn(msgspec.Struct, frozen=True, tag="card_drawn"):
    """A seat drew the top card."""

    seat: int
    """Its number."""
    card: int | tw.Secret
    """Hidden from others."""


class Exchanged(msgspec.Struct, frozen=True, tag="exchanged"):
    """Two seats exchanged a card."""

    seat: int
    """Who wanted it."""
    target: int
    """The other seat."""
    gave: int | tw.Secret
    """Seen by both seats alone."""
    took: int | tw.Secret
    """Seen by both seats alone."""


class Named(msgspec.Struct, frozen=True, tag="named"):
    """A seat said what another one has."""

    seat: int
    """Who guesses."""
    target: int
    """The other seat."""
    card: int
    """The card."""


class BoughtOff(msgspec.Struct, frozen=True, tag="bought_off"):
    """The seat paid a point, and the guess was forgotten."""

    seat: int
    """Who paid."""


class GuessRight(msgspec.Struct, frozen=True, tag="guess_right"):
    """The card was there, and is gone."""

    seat: int
    """Who guessed."""
    target: int
    """The other seat."""
    card: int
    """The card."""
    points: int
    """What the guess brought."""


class GuessWrong(msgspec.Struct, frozen=True, tag="guess_wrong"):
    """The card was not there; the seat is protected for this round."""

    seat: int
    """Who guessed."""
    target: int
    """The other seat."""


class TurnPassed(msgspec.Struct, frozen=True, tag="turn_passed"):
    """The next seat has its turn, or all bet."""

    active: int
    """The seat."""
    betting: bool
    """Whether all bet."""


class BetPlaced(msgspec.Struct, frozen=True, tag="bet_placed"):
    """A seat has bet."""

    seat: int
    """Its number."""
    amount: int | tw.Secret
    """Hidden from others."""


class BetsWon(msgspec.Struct, frozen=True, tag="bets_won"):
    """All bets were opened; one seat has the highest card and gets its bet, the others lose theirs."""

    bets: tuple[int, ...]
    """By the numbers of the seats."""
    seat: int
    """Who wins."""


class BetsTied(msgspec.Struct, frozen=True, tag="bets_tied"):
    """All bets were opened, and they were all the same: nobody wins."""

    bets: tuple[int, ...]
    """By the numbers of the seats."""


class MarketClosed(msgspec.Struct, frozen=True, tag="market_closed"):
    """The game is over."""

    winners: tuple[int, ...]
    """The seats with most points."""


Event: TypeAlias = (
    Dealt
    | CardDrawn
    | Exchanged
    | Named
    | BoughtOff
    | GuessRight
    | GuessWrong
    | TurnPassed
    | BetPlaced
    | BetsWon
    | BetsTied
    | MarketClosed
)
COMMANDS = (Draw, Exchange, Name, Answer, Bet)
EVENTS = (
    Dealt,
    CardDrawn,
    Exchanged,
    Named,
    BoughtOff,
    GuessRight,
    GuessWrong,
    TurnPassed,
    BetPlaced,
    BetsWon,
    BetsTied,
    MarketClosed,
)

REVEALING = (Dealt, CardDrawn, Exchanged, GuessRight, GuessWrong, BetsWon, BetsTied)


def seats_of(options: Options) -> Sequence[int]:
    return (2, 3) if options.players is None else (options.players,)


def resolve(options: Options, seats: int) -> Options:
    REFUSALS.require(seats in seats_of(options), "player_count_not_allowed")
    return options


def setup(options: Options, seats: int, rng: tw.Rng) -> tw.Recorder[State, Event]:
    resolve(options, seats)
    cards = tw.shuffled(range(LOWEST, HIGHEST + 1), rng)
    hands = tuple(tuple(sorted(cards[seat * HAND : (seat + 1) * HAND])) for seat in range(seats))
    return tw.Recorder.begun(evolve, Dealt(options, hands, tuple(cards[seats * HAND :]), rng.below(seats)))


def to_act(state: State) -> tuple[int, ...]:
    if state.over:
        return ()
    if state.betting:
        return tuple(seat for seat in range(state.seats) if state.bets[seat] is None)
    return (state.active,) if state.guess is None else (state.guess.target,)


def check(state: State, seat: int, command: Command) -> None:
    REFUSALS.require(not state.over, "game_is_over")
    REFUSALS.require(seat in to_act(state), "not_asked", awaited_seats=list(to_act(state)))
    match command:
        case Answer(buy_off=buy_off):
            REFUSALS.require(state.guess is not None and (not buy_off or state.points[seat] > 0), "wrong_moment")
        case Bet(amount=amount):
            REFUSALS.require(state.betting, "wrong_moment")
            REFUSALS.require(isinstance(amount, int) and amount <= MOST_BET, "bet_too_high", most=MOST_BET)
        case Draw():
            REFUSALS.require(state.guess is None and not state.betting, "wrong_moment")
        case Exchange(target=target):
            REFUSALS.require(state.guess is None and not state.betting and state.hands[seat], "wrong_moment")
            REFUSALS.require(target in targets(state, seat) and state.hands[target], "no_other_seat")
        case Name(target=target, card=card):
            REFUSALS.require(state.guess is None and not state.betting, "wrong_moment")
            REFUSALS.require(target in targets(state, seat), "no_other_seat")
            REFUSALS.require(card not in state.hands[seat], "card_in_own_hand", card=card)


def targets(state: State, seat: int) -> list[int]:
    return [other for other in range(state.seats) if other != seat and not state.protected[other]]


def candidates(state: State, seat: int) -> list[Command]:
    others = range(state.seats)
    return [
        Draw(),
        *(Exchange(other) for other in others),
        *(Name(other, card) for other in others for card in range(LOWEST, HIGHEST + 1)),
        *(Answer(buy_off) for buy_off in (False, True)),
        *(Bet(amount) for amount in range(MOST_BET + 1)),
    ]


def legal_commands(state: State, seat: int) -> list[Command]:
    return [each for each in candidates(state, seat) if _is_legal(state, seat, each)]


def _is_legal(state: State, seat: int, command: Command) -> bool:
    try:
        check(state, seat, command)
    except tw.Rejected:
        return False
    return True


def decide(state: State, seat: int, command: Command, rng: tw.Rng) -> tw.Recorder[State, Event]:
    check(state, seat, command)
    recorder: tw.Recorder[State, Event] = tw.Recorder(evolve, state)
    match command:
        case Draw():
            if state.deck:
                recorder.emit(CardDrawn(seat, state.deck[0]))
            _pass(recorder)
        case Exchange(target=target):
            recorder.emit(Exchanged(seat, target, min(state.hands[seat]), max(state.hands[target])))
            _pass(recorder)
        case Name(target=target, card=card):
            recorder.emit(Named(seat, target, card))
        case Answer(buy_off=buy_off):
            _answer(recorder, seat, buy_off)
            _pass(recorder)
        case Bet(amount=int() as amount):
            if None not in recorder.emit(BetPlaced(seat, amount)).bets:
                _open_bets(recorder)
    return recorder


def _answer(recorder: tw.Recorder[State, Event], seat: int, buy_off: bool) -> None:
    guess = recorder.state.guess
    assert guess is not None
    if buy_off:
        recorder.emit(BoughtOff(seat))
    elif guess.card in recorder.state.hands[seat]:
        recorder.emit(GuessRight(guess.seat, seat, guess.card, 2 if recorder.state.options.lanterns else 1))
    else:
        recorder.emit(GuessWrong(guess.seat, seat))


def _pass(recorder: tw.Recorder[State, Event]) -> None:
    following = (recorder.state.active + 1) % recorder.state.seats
    recorder.emit(TurnPassed(following, recorder.state.turn % recorder.state.seats == 0))


def _open_bets(recorder: tw.Recorder[State, Event]) -> None:
    state = recorder.state
    bets = tuple(bet for bet in state.bets if bet is not None)
    if len(set(bets)) == 1:
        recorder.emit(BetsTied(bets))
    else:
        recorder.emit(BetsWon(bets, max(range(state.seats), key=lambda seat: max(state.hands[seat], default=0))))
    if recorder.state.round > state.options.rounds:
        recorder.emit(MarketClosed(winners(recorder.state)))


def winners(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.seats) if state.points[seat] == max(state.points))


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Dealt):
        hands = tuple(hand for hand in event.hands if isinstance(hand, tuple))
        deck = event.deck if isinstance(event.deck, tuple) else ()
        seats = len(hands)
        return State(
            options=event.options,
            hands=hands,
            deck=deck,
            bets=(None,) * seats,
            protected=(False,) * seats,
            points=(0,) * seats,
            active=event.first,
        )
    assert state is not None
    match event:
        case CardDrawn(seat=seat, card=int() as card):
            hand = tuple(sorted((*state.hands[seat], card)))
            return replace(state, hands=changed(state.hands, seat, hand), deck=without(state.deck, card))
        case Exchanged(seat=seat, target=target, gave=int() as gave, took=int() as took):
            own = tuple(sorted((*without(state.hands[seat], gave), took)))
            other = tuple(sorted((*without(state.hands[target], took), gave)))
            return replace(state, hands=changed(changed(state.hands, seat, own), target, other))
        case Named(seat=seat, target=target, card=card):
            return replace(state, guess=Guess(seat, target, card))
        case BoughtOff(seat=seat):
            return replace(state, guess=None, points=changed(state.points, seat, state.points[seat] - 1))
        case GuessRight(seat=seat, target=target, card=card, points=points):
            left = changed(state.hands, target, without(state.hands[target], card))
            gained = changed(state.points, seat, state.points[seat] + points)
            return replace(state, guess=None, hands=left, gone=(*state.gone, card), points=gained)
        case GuessWrong(target=target):
            return replace(state, guess=None, protected=changed(state.protected, target, True))
        case TurnPassed(active=active, betting=betting):
            return replace(state, active=active, turn=state.turn + 1, betting=betting)
        case BetPlaced(seat=seat, amount=int() as amount):
            return replace(state, bets=changed(state.bets, seat, amount))
        case BetsWon(bets=bets, seat=winner):
            moved = (bet if seat == winner else -bet for seat, bet in enumerate(bets))
            gained = tuple(max(0, points + move) for points, move in zip(state.points, moved, strict=True))
            return _next_round(replace(state, points=gained))
        case BetsTied():
            return _next_round(state)
        case _:
            return replace(state, over=True)


def _next_round(state: State) -> State:
    return replace(
        state,
        bets=(None,) * state.seats,
        protected=(False,) * state.seats,
        round=state.round + 1,
        betting=False,
    )


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(each for each in cards if each != card)


def outcome(state: State) -> tw.Outcome | None:
    return tw.Outcome(winners(state), state.points, "market_closed") if state.over else None


def shown(state: State, sees: Sequence[int]) -> View:
    """What is seen by who sees the cards of these seats."""
    return View(
        options=state.options,
        seats=tuple(
            SeatView(
                hand=state.hands[seat] if seat in sees else tw.Hidden(len(state.hands[seat])),
                bet=state.bets[seat] if seat in sees or state.bets[seat] is None else tw.Secret(),
                protected=state.protected[seat],
                points=state.points[seat],
            )
            for seat in range(state.seats)
        ),
        deck=state.deck if len(sees) == state.seats else tw.Hidden(len(state.deck)),
        gone=state.gone,
        active=state.active,
        round=state.round,
        turn=state.turn,
        betting=state.betting,
        guess=state.guess,
        over=state.over,
    )


def redact(event: Event, viewer: int | None) -> Event:
    match event:
        case Dealt(hands=hands, deck=deck):
            kept = tuple(
                hand if seat == viewer or isinstance(hand, tw.Hidden) else tw.Hidden(len(hand))
                for seat, hand in enumerate(hands)
            )
            return replace(event, hands=kept, deck=deck if isinstance(deck, tw.Hidden) else tw.Hidden(len(deck)))
        case CardDrawn(seat=seat) if seat != viewer:
            return replace(event, card=tw.Secret())
        case Exchanged(seat=seat, target=target) if viewer not in (seat, target):
            return replace(event, gave=tw.Secret(), took=tw.Secret())
        case BetPlaced(seat=seat) if seat != viewer:
            return replace(event, amount=tw.Secret())
        case _:
            return event


def redact_command(command: Command, seat: int, viewer: int | None) -> Command:
    return Bet(tw.Secret()) if isinstance(command, Bet) and seat != viewer else command


def determinize(view: View, viewer: int | None, rng: tw.Rng) -> State:
    """Deals all cards at random that the viewer does not see, and bets anything."""
    seen = {*view.gone}
    for seat in view.seats:
        seen |= {*seat.hand} if isinstance(seat.hand, tuple) else set()
    unseen = list(tw.shuffled([card for card in range(LOWEST, HIGHEST + 1) if card not in seen], rng))
    hands = []
    for seat in view.seats:
        count = seat.hand.count if isinstance(seat.hand, tw.Hidden) else 0
        hands.append(seat.hand if isinstance(seat.hand, tuple) else tuple(sorted(unseen.pop() for _ in range(count))))
    return State(
        options=view.options,
        hands=tuple(hands),
        deck=tuple(unseen),
        gone=view.gone,
        bets=tuple(rng.below(MOST_BET + 1) if isinstance(each.bet, tw.Secret) else each.bet for each in view.seats),
        protected=tuple(each.protected for each in view.seats),
        points=tuple(each.points for each in view.seats),
        active=view.active,
        round=view.round,
        turn=view.turn,
        betting=view.betting,
        guess=view.guess,
        over=view.over,
    )


def evaluate(view: View, seat: int, command: Command) -> float:
    """Bet much with high cards, and take cards."""
    hand = view.seats[seat].hand
    best = max(hand, default=0) if isinstance(hand, tuple) else 0
    match command:
        case Bet(amount=int() as amount):
            return float(amount if best > 9 else -amount)
        case Draw():
            return 1.0
        case _:
            return 0.5


def win_shares(state: State) -> list[float]:
    return tw.shares_of(winners(state), state.seats) if state.over else [1 / state.seats] * state.seats


def describe(view: View, seat: int, command: Command, names: Sequence[str]) -> str:
    return f"{label(view, seat, command, names)}."


def label(view: View, seat: int, command: Command, names: Sequence[str]) -> str:
    match command:
        case Draw():
            return "Draw a card"
        case Exchange(target=target):
            return f"Exchange a card with {names[target]}"
        case Name(target=target, card=card):
            return f"Say that {names[target]} has the {card}"
        case Answer(buy_off=buy_off):
            return "Buy the guess off" if buy_off else "Let the guess pass"
        case Bet(amount=amount):
            return f"Bet {amount}"


def narrate(events: Sequence[Event], names: Sequence[str], options: Options) -> str:
    return " ".join(filter(None, (sentence(event, names) for event in events)))


def sentence(event: Event, names: Sequence[str]) -> str:
    match event:
        case Dealt(first=first):
            return f"Everybody is dealt two cards; {names[first]} begins."
        case CardDrawn(seat=seat, card=card):
            return f"{names[seat]} draws {'a card' if isinstance(card, tw.Secret) else f'the {card}'}."
        case Exchanged(seat=seat, target=target):
            return f"{names[seat]} exchanges a card with {names[target]}."
        case Named(seat=seat, target=target, card=card):
            return f"{names[seat]} says that {names[target]} has the {card}."
        case BoughtOff(seat=seat):
            return f"{names[seat]} buys the guess off."
        case GuessRight(target=target):
            return f"{names[target]} had it."
        case GuessWrong(target=target):
            return f"{names[target]} has it not."
        case TurnPassed(active=active, betting=betting):
            return "All bet." if betting else f"It is the turn of {names[active]}."
        case BetPlaced(seat=seat):
            return f"{names[seat]} bets."
        case BetsWon(bets=bets, seat=seat):
            return f"The bets are {tw.listed([str(bet) for bet in bets])}; {names[seat]} wins."
        case BetsTied():
            return "All bets are the same."
        case _:
            return f"{tw.listed([names[seat] for seat in event.winners])} did best."


def board(options: Options, names: Sequence[str]) -> tw.Board:
    areas = [
        tw.Area(id="gone", kind="row", name="Cards that are gone", main=True),
        tw.Area(id="deck", kind="pile", name="Deck", home=True),
    ]
    for seat, name in enumerate(names):
        hand = tw.Area(id=f"seat/{seat}/hand", kind="row", name="Hand", inside=f"seat/{seat}", seat=seat, private=True)
        areas += [tw.Area(id=f"seat/{seat}", kind="panel", name=name, seat=seat), hand]
    return tw.Board(
        areas=tuple(areas),
        faces={str(card): tw.Face(kind="card", name=f"Card {card}") for card in range(LOWEST, HIGHEST + 1)},
        words={"points": tw.Word("Points"), "bet": tw.Word("Bet"), "round": tw.Word("Round")},
        colours={},
        groups=(tw.Group("turn", "Your turn"), tw.Group("bet", "Bet")),
    )


def picture(view: View, seat: int | None) -> tw.Picture:
    pieces = []
    for number, each in enumerate(view.seats):
        pieces += cards(f"seat/{number}/hand", each.hand, f"hand/{number}")
    pieces += [*cards("gone", view.gone, ""), *cards("deck", view.deck, "deck/top")]
    facts = {f"seat/{number}": (("points", each.points),) for number, each in enumerate(view.seats)}
    return tw.Picture(pieces=tuple(pieces), facts={"deck": (("round", view.round),), **facts})


def cards(area: str, held: tuple[int, ...] | tw.Hidden, hidden: str) -> list[tw.Piece]:
    if isinstance(held, tw.Hidden):
        return [tw.Piece(id=hidden, inside=area, down=True, count=held.count)] if held.count else []
    return [tw.Piece(id=f"card/{card}", inside=area, face=str(card)) for card in held]


def aims(view: View, seat: int, command: Command) -> list[str]:
    match command:
        case Exchange(target=target) | Name(target=target):
            return [f"seat/{target}"]
        case Draw():
            return ["deck"]
        case _:
            return [f"seat/{seat}"]


def question(view: View, seat: int) -> str:
    if view.betting:
        return "bet secretly"
    return "answer the guess" if view.guess is not None else "take the turn"


UPCASTERS: Mapping[int, tw.Upcaster] = {}

GAME: tw.Game[Options, State, Command, Event, View] = tw.Game(
    name="lantern-market",
    title="Lantern Market",
    version=1,
    types=tw.Types(options=Options, state=State, commands=COMMANDS, events=EVENTS, view=View),
    rules=tw.Rules(
        refusals=REFUSALS.sentences,
        seats=seats_of,
        resolve=resolve,
        setup=setup,
        check=check,
        decide=decide,
        evolve=evolve,
        legal_commands=legal_commands,
        to_act=to_act,
        turn=lambda state: state.turn,
        turn_seat=lambda state: state.active,
        outcome=outcome,
    ),
    gate=tw.Gate(
        view=lambda state, viewer: shown(state, () if viewer is None else (viewer,)),
        open_view=lambda state: shown(state, range(state.seats)),
        redact=redact,
        redact_command=redact_command,
        reveals=lambda event: isinstance(event, REVEALING),
    ),
    words=tw.Words(
        describe=describe,
        label=label,
        asked=lambda view, seat, names: f"{names[seat]} has to {question(view, seat)}.",
        asked_you=lambda view, seat, names: f"You have to {question(view, seat)}.",
        narrate=narrate,
    ),
    drawing=tw.Drawing(
        board=board,
        picture=picture,
        group=lambda command: "bet" if isinstance(command, Bet) else "turn",
        targets=aims,
    ),
    bots=tw.Bots(
        determinize=determinize,
        evaluate=evaluate,
        win_shares=win_shares,
        stand_in=lambda view, seat, legal: legal[0],
    ),
    upcasters=UPCASTERS,
)
