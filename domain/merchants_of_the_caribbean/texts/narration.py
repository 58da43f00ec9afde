"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit import narration
from domain.kit.words import listed, plural

from .. import events as e
from .names import figures, name

Story: TypeAlias = narration.Story[e.Event]


def narrate(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """The events of a command or a whole turn as sentences with the players' names; empty if there are no events."""
    return narration.narrate(narration.Story(events, names), SENTENCES)


def _game_set_up(story: Story, event: e.GameSetUp) -> str:
    return (
        f"{plural(event.seats, 'player')} sit down to the deck {event.deck_id}; {story.names[event.starting_seat]} starts."
    )


def _card_revealed(story: Story, event: e.CardRevealed) -> str:
    return f"{story.names[event.seat]} reveals: {figures(event.card)}."


def _harbour_card_placed(story: Story, event: e.HarbourCardPlaced) -> str:
    """Only a Ship that was kept: other cards are placed by their reveal, which has a sentence."""
    before = next(story.before(), None)
    if before is None or isinstance(before, e.RepelDecisionOpened):
        return f"{story.names[event.seat]} keeps the {name(event.card)}."
    return ""


def _repel_decision_opened(story: Story, event: e.RepelDecisionOpened) -> str:
    return f"{story.names[event.seat]} could repel it." + (" Keeping it would be a bust." if event.keeping_busts else "")


def _ship_repelled(story: Story, event: e.ShipRepelled) -> str:
    return f"{story.names[event.seat]} repels the {name(event.card)}."


def _tax_increase_started(story: Story, event: e.TaxIncreaseStarted) -> str:
    return "" if story.comes(e.TaxLevied) else "Nobody has enough coins to be taxed."


def _tax_levied(story: Story, event: e.TaxLevied) -> str:
    return f"{story.names[event.seat]} is taxed {event.amount} of {event.coins_before} coins."


def _bust_occurred(story: Story, event: e.BustOccurred) -> str:
    return f"A second {name(event.card)}: bust!"


def _harbour_cleared(story: Story, event: e.HarbourCleared) -> str:
    if event.reason == "bust":
        return f"The whole harbour is lost, {plural(len(event.cards), 'card')}."
    return f"Left over and discarded: {listed([*map(figures, event.cards)])}."


def _bust_window_opened(story: Story, event: e.BustWindowOpened) -> str:
    return f"{story.names[event.seat]} may still complete requests."


def _discovery_stopped(story: Story, event: e.DiscoveryStopped) -> str:
    types = plural(event.ship_types, "type")
    return f"{story.names[event.seat]} stops with {types} of Ship{_automatically(event.automatic)}."


def _ship_looted(story: Story, event: e.ShipLooted) -> str:
    return f"{story.names[event.seat]} loots the {name(event.card)}."


def _person_hired(story: Story, event: e.PersonHired) -> str:
    return (
        f"{story.names[event.seat]} hires the {figures(event.card)} for {plural(event.price, 'coin')}"
        f" and has {plural(event.influence_after, 'influence point')}."
    )


GAIN_REASONS = {
    "start": "to start with",
    "loot": "from the Ship",
    "expedition": "for the expedition",
    "admiral": "from Admirals",
    "jester": "from Jesters",
}
BONUSES = {"most_strength": "for the most strength", "fewest_influence": "for the fewest influence points"}


def _coins_gained(story: Story, event: e.CoinsGained) -> str:
    lost = f"; {event.missing} more are not to be had" if event.missing else ""
    reason = _bonus(story) if event.reason == "tax_bonus" else GAIN_REASONS[event.reason]
    return f"{story.names[event.seat]} draws {plural(event.amount, 'coin')} {reason}{lost}."


def _bonus(story: Story) -> str:
    """The criterion of the Tax Increase that pays this bonus."""
    return next(BONUSES[event.criterion] for event in story.before() if isinstance(event, e.TaxIncreaseStarted))


def _fee_paid(story: Story, event: e.FeePaid) -> str:
    return f"{story.names[event.from_seat]} pays {story.names[event.to_seat]} a fee of {plural(event.amount, 'coin')}."


def _taking_finished(story: Story, event: e.TakingFinished) -> str:
    if event.taken:
        return "" if any(story.before()) else f"{story.names[event.seat]} takes no more cards."
    return f"{story.names[event.seat]} takes nothing{_automatically(event.automatic)}."


def _expedition_completed(story: Story, event: e.ExpeditionCompleted) -> str:
    return (
        f"{story.names[event.seat]} completes the {name(event.request)} with {listed([*map(name, event.discards)])}"
        f" and has {plural(event.influence_after, 'influence point')}."
    )


def _final_round_triggered(story: Story, event: e.FinalRoundTriggered) -> str:
    return f"{story.names[event.seat]} has {plural(event.influence, 'influence point')}: the game ends with this round."


def _deck_reshuffled(story: Story, event: e.DeckReshuffled) -> str:
    return f"The discard pile is shuffled into the draw deck, {plural(event.size, 'card')}."


def _turn_ended(story: Story, event: e.TurnEnded) -> str:
    return "Nothing moved in this turn." if event.barren else ""


def _game_finished(story: Story, event: e.GameFinished) -> str:
    winners = listed([story.names[winner] for winner in event.winners])
    won = "nobody wins" if not winners else f"{winners} {'wins' if len(event.winners) == 1 else 'share the victory'}"
    places = [
        f"{story.names[place.seat]} {plural(place.influence, 'influence point')}, "
        f"{plural(place.completed_requests, 'completed request')} and {plural(place.coins, 'coin')}"
        for place in event.ranking
    ]
    return f"The game is over: {won} ({'; '.join(places)})."


def _automatically(automatic: bool) -> str:
    return ", there being no choice" if automatic else ""


def _silence(story: Story, event: e.Event) -> str:
    """For events that the sentence of another event covers."""
    return ""


SENTENCES: Mapping[type[e.Event], Callable[[Story, Any], str]] = {
    e.GameSetUp: _game_set_up,
    e.RoundStarted: lambda story, event: f"Round {event.round} begins.",
    e.TurnStarted: lambda story, event: f"It is {story.names[event.seat]}'s turn.",
    e.CardRevealed: _card_revealed,
    e.HarbourCardPlaced: _harbour_card_placed,
    e.RepelDecisionOpened: _repel_decision_opened,
    e.ShipRepelled: _ship_repelled,
    e.RequestPosted: lambda story, event: f"The {name(event.card)} lies open.",
    e.TaxIncreaseStarted: _tax_increase_started,
    e.TaxLevied: _tax_levied,
    e.TaxIncreaseFinished: _silence,
    e.BustOccurred: _bust_occurred,
    e.HarbourCleared: _harbour_cleared,
    e.BustWindowOpened: _bust_window_opened,
    e.DiscoveryStopped: _discovery_stopped,
    e.TakingStarted: _silence,
    e.ShipLooted: _ship_looted,
    e.PersonHired: _person_hired,
    e.CoinsGained: _coins_gained,
    e.CoinsPaid: _silence,
    e.FeePaid: _fee_paid,
    e.TakingFinished: _taking_finished,
    e.ExpeditionCompleted: _expedition_completed,
    e.FinalRoundTriggered: _final_round_triggered,
    e.DeckReshuffled: _deck_reshuffled,
    e.TurnEnded: _turn_ended,
    e.PlayStalled: lambda story, event: f"Play has stalled: {plural(event.barren_turns, 'turn')} without a move.",
    e.RoundLimitReached: lambda story, event: f"Round {event.round} was the last one allowed.",
    e.GameFinished: _game_finished,
}
