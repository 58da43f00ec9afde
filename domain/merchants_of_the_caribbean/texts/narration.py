"""Events as beats and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from domain.kit import narration
from domain.kit.narration import Told
from domain.kit.words import listed, plural
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Show, Tale, Turn, unseen
from domain.values import Hidden

from .. import events as e
from ..content import Ship
from ..options import Options
from .names import card_of, figures, name

Story: TypeAlias = narration.Story[e.Event]
Beats: TypeAlias = Iterable[Beat]


def tell(events: Sequence[e.Event], names: Sequence[str], options: Options) -> Tale:
    """The events of a command or a whole turn as beats, with sentences that have the players' names."""
    return narration.tell(narration.Story(events, names), TELLINGS)


def _panel(seat: int) -> str:
    return f"seat/{seat}"


def _face_up(cards: Sequence[str], area: str) -> tuple[BeatPiece, ...]:
    """Cards that come into sight in an area."""
    return tuple([_open(card, area) for card in cards])


@cache
def _open(card: str, area: str) -> BeatPiece:
    return BeatPiece(id=card, inside=area, face=card.rpartition(":")[0])


def _game_set_up(story: Story, event: e.GameSetUp) -> str:
    order = event.deck_order
    cards = order.count if isinstance(order, Hidden) else len(order)
    return f"{plural(event.seats, 'player')} sit down to {plural(cards, 'card')}; {story.names[event.starting_seat]} starts."


def _round_started(story: Story, event: e.RoundStarted) -> Beats:
    yield Turn(f"Round {event.round}", round=event.round, text=f"Round {event.round} begins.")


def _turn_started(story: Story, event: e.TurnStarted) -> Beats:
    player = story.names[event.seat]
    yield Move(("marker/turn",), f"{_panel(event.seat)}/markers", weight=0)
    yield Turn(
        narration.turn_title(player, event.seat),
        by=_panel(event.seat),
        seat=event.seat,
        round=event.round,
        text=f"It is {player}'s turn.",
    )


def _card_revealed(story: Story, event: e.CardRevealed) -> Beats:
    text = f"{story.names[event.seat]} reveals: {figures(event.card)}."
    yield Show(_face_up((event.card,), "revealed"), by=_panel(event.seat), source="draw_deck", text=text)


def _harbour_card_placed(story: Story, event: e.HarbourCardPlaced) -> Beats:
    """Only a Ship that was kept has a sentence: other cards are placed by their reveal, which has one."""
    before = next(story.before(), None)
    kept = before is None or isinstance(before, e.RepelDecisionOpened)
    text = f"{story.names[event.seat]} keeps the {name(event.card)}." if kept else ""
    yield Move((event.card,), "harbour", weight=1 if kept else 0, text=text)


def _repel_decision_opened(story: Story, event: e.RepelDecisionOpened) -> Beats:
    busts = " Keeping it would be a bust." if event.keeping_busts else ""
    yield Moment(seat=event.seat, at=(event.card,), text=f"{story.names[event.seat]} could repel it.{busts}")


def _ship_repelled(story: Story, event: e.ShipRepelled) -> Beats:
    yield Move((event.card,), "discard_pile", text=f"{story.names[event.seat]} repels the {name(event.card)}.")


def _request_posted(story: Story, event: e.RequestPosted) -> Beats:
    text = f"The {name(event.card)} lies open."
    if isinstance(next(story.before(), None), e.CardRevealed):
        yield Move((event.card,), "requests", text=text)
    else:  # It lies open from the start.
        yield Show(_face_up((event.card,), "requests"), source="draw_deck", text=text)


def _tax_increase_started(story: Story, event: e.TaxIncreaseStarted) -> Beats:
    nobody = "" if story.comes(e.TaxLevied) else "Nobody has enough coins to be taxed."
    yield Moment("Tax Increase", at=(event.card,), weight=2, text=nobody)


def _tax_levied(story: Story, event: e.TaxLevied) -> Beats:
    text = f"{story.names[event.seat]} is taxed {event.amount} of {event.coins_before} coins."
    yield Gain(_panel(event.seat), "coins", -event.amount, text=text)
    if event.cards:
        yield _coins_discarded(event.seat, event.cards)


def _coins_discarded(seat: int, cards: Sequence[str]) -> Move:
    """They turn face up."""
    return Move(_face_up(cards, "discard_pile"), "discard_pile", source=f"{_panel(seat)}/coins", weight=0)


def _bust_occurred(story: Story, event: e.BustOccurred) -> Beats:
    cleared = (each.cards for each in story.after() if isinstance(each, e.HarbourCleared))
    twins = [card for card in next(cleared, ()) if card != event.card and _is_ship(card, event.ship_type)]
    yield Moment(
        "Bust!",
        tone="bad",
        seat=event.seat,
        at=(event.card, *twins),
        weight=2,
        text=f"A second {name(event.card)}: bust!",
    )


def _is_ship(card: str, ship_type: str) -> bool:
    ship = card_of(card)
    return isinstance(ship, Ship) and ship.type == ship_type


def _harbour_cleared(story: Story, event: e.HarbourCleared) -> Beats:
    if event.reason == "bust":
        text = f"The whole harbour is lost, {plural(len(event.cards), 'card')}."
    else:
        text = f"Left over and discarded: {listed([*map(figures, event.cards)])}."
    yield Move(event.cards, "discard_pile", weight=0, text=text)


def _bust_window_opened(story: Story, event: e.BustWindowOpened) -> Beats:
    yield Moment(seat=event.seat, text=f"{story.names[event.seat]} may still complete requests.")


def _discovery_stopped(story: Story, event: e.DiscoveryStopped) -> Beats:
    types = plural(event.ship_types, "type")
    text = f"{story.names[event.seat]} stops with {types} of Ship{_automatically(event.automatic)}."
    yield Moment(seat=event.seat, at=("harbour",), text=text)


def _ship_looted(story: Story, event: e.ShipLooted) -> Beats:
    yield Move((event.card,), "discard_pile", text=f"{story.names[event.seat]} loots the {name(event.card)}.")


def _person_hired(story: Story, event: e.PersonHired) -> Beats:
    hired = f"{story.names[event.seat]} hires the {figures(event.card)} for {plural(event.price, 'coin')}"
    text = f"{hired} and has {plural(event.influence_after, 'influence point')}."
    yield Move((event.card,), f"{_panel(event.seat)}/persons", text=text)
    yield Gain(_panel(event.seat), "influence")


GAIN_REASONS = {
    "start": "to start with",
    "loot": "from the Ship",
    "expedition": "for the expedition",
    "admiral": "from Admirals",
    "jester": "from Jesters",
}
BONUSES = {"most_strength": "for the most strength", "fewest_influence": "for the fewest influence points"}


def _coins_gained(story: Story, event: e.CoinsGained) -> Beats:
    lost = f"; {event.missing} more are not to be had" if event.missing else ""
    reason = _bonus(story) if event.reason == "tax_bonus" else GAIN_REASONS[event.reason]
    text = f"{story.names[event.seat]} draws {plural(event.amount, 'coin')} {reason}{lost}."
    if event.amount:
        yield Move((unseen(event.amount),), f"{_panel(event.seat)}/coins", source="draw_deck", weight=0)
    yield Gain(_panel(event.seat), "coins", event.amount, text=text)


def _coins_paid(story: Story, event: e.CoinsPaid) -> Beats:
    yield Gain(_panel(event.seat), "coins", -event.amount)
    yield _coins_discarded(event.seat, event.cards)


def _bonus(story: Story) -> str:
    """The criterion of the Tax Increase that pays this bonus."""
    return next(BONUSES[event.criterion] for event in story.before() if isinstance(event, e.TaxIncreaseStarted))


def _fee_paid(story: Story, event: e.FeePaid) -> Beats:
    payer, payee = _panel(event.from_seat), _panel(event.to_seat)
    text = f"{story.names[event.from_seat]} pays {story.names[event.to_seat]} a fee of {plural(event.amount, 'coin')}."
    yield Move((unseen(event.amount),), f"{payee}/coins", source=f"{payer}/coins", text=text)
    yield Gain(payer, "coins", -event.amount)
    yield Gain(payee, "coins", event.amount)


def _taking_finished(story: Story, event: e.TakingFinished) -> str:
    if event.taken:
        return "" if any(story.before()) else f"{story.names[event.seat]} takes no more cards."
    return f"{story.names[event.seat]} takes nothing{_automatically(event.automatic)}."


def _expedition_completed(story: Story, event: e.ExpeditionCompleted) -> Beats:
    discards = listed([*map(name, event.discards)])
    completed = f"{story.names[event.seat]} completes the {name(event.request)} with {discards}"
    panel = _panel(event.seat)
    yield Moment(
        "Expedition completed",
        tone="good",
        seat=event.seat,
        at=(event.request, *event.discards),
        weight=2,
        text=f"{completed} and has {plural(event.influence_after, 'influence point')}.",
    )
    yield Move(event.discards, "discard_pile", weight=0)
    yield Move((event.request,), f"{panel}/requests", weight=0)
    yield Gain(panel, "influence")


def _final_round_triggered(story: Story, event: e.FinalRoundTriggered) -> Beats:
    points = plural(event.influence, "influence point")
    yield Moment(
        "Last round",
        seat=event.seat,
        at=(_panel(event.seat),),
        weight=2,
        text=f"{story.names[event.seat]} has {points}: the game ends with this round.",
    )


def _deck_reshuffled(story: Story, event: e.DeckReshuffled) -> Beats:
    text = f"The discard pile is shuffled into the draw deck, {plural(event.size, 'card')}."
    yield Move((), "draw_deck", source="discard_pile", text=text)


def _turn_ended(story: Story, event: e.TurnEnded) -> str:
    return "Nothing moved in this turn." if event.barren else ""


def _play_stalled(story: Story, event: e.PlayStalled) -> Beats:
    yield Moment(
        "Play has stalled", weight=2, text=f"Play has stalled: {plural(event.barren_turns, 'turn')} without a move."
    )


def _round_limit_reached(story: Story, event: e.RoundLimitReached) -> Beats:
    yield Moment("Last round is over", weight=2, text=f"Round {event.round} was the last one allowed.")


def _game_finished(story: Story, event: e.GameFinished) -> Beats:
    winners = listed([story.names[winner] for winner in event.winners])
    won = "nobody wins" if not winners else f"{winners} {'wins' if len(event.winners) == 1 else 'share the victory'}"
    places = [
        f"{story.names[place.seat]} {plural(place.influence, 'influence point')}, "
        f"{plural(place.completed_requests, 'completed request')} and {plural(place.coins, 'coin')}"
        for place in event.ranking
    ]
    yield Moment(
        "The game is over",
        at=tuple(map(_panel, event.winners)),
        weight=2,
        text=f"The game is over: {won} ({'; '.join(places)}).",
    )


def _automatically(automatic: bool) -> str:
    return ", there being no choice" if automatic else ""


SILENT: Mapping[type[e.Event], str] = {
    e.TakingFinished: "told only if nothing else happened",
    e.TurnEnded: "the next turn or the end is told",
}
"""Events that need no beat, and why."""

TELLINGS: Mapping[type[e.Event], Callable[[Story, Any], Told]] = {
    e.GameSetUp: _game_set_up,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.CardRevealed: _card_revealed,
    e.HarbourCardPlaced: _harbour_card_placed,
    e.RepelDecisionOpened: _repel_decision_opened,
    e.ShipRepelled: _ship_repelled,
    e.RequestPosted: _request_posted,
    e.TaxIncreaseStarted: _tax_increase_started,
    e.TaxLevied: _tax_levied,
    e.TaxIncreaseFinished: lambda story, event: [Move((event.card,), "discard_pile", weight=0)],
    e.BustOccurred: _bust_occurred,
    e.HarbourCleared: _harbour_cleared,
    e.BustWindowOpened: _bust_window_opened,
    e.DiscoveryStopped: _discovery_stopped,
    e.TakingStarted: lambda story, event: [Move(("marker/takes",), f"{_panel(event.seat)}/markers", weight=0)],
    e.ShipLooted: _ship_looted,
    e.PersonHired: _person_hired,
    e.CoinsGained: _coins_gained,
    e.CoinsPaid: _coins_paid,
    e.FeePaid: _fee_paid,
    e.TakingFinished: _taking_finished,
    e.ExpeditionCompleted: _expedition_completed,
    e.FinalRoundTriggered: _final_round_triggered,
    e.DeckReshuffled: _deck_reshuffled,
    e.TurnEnded: _turn_ended,
    e.PlayStalled: _play_stalled,
    e.RoundLimitReached: _round_limit_reached,
    e.GameFinished: _game_finished,
}
