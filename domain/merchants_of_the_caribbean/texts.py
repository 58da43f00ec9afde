"""Commands and events as sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.game import Json
from domain.kit.words import listed, plural

from . import commands as c
from . import events as e
from .cards import Card, ExpeditionRequest, LootBonus, Person, Ship, card_names, deck
from .loot_and_hire import TAKES_BY_SHIP_TYPES, fee, price
from .odds import bust_chance
from .state import ActiveTake, OtherTake, person, request, ship, trader_bonus
from .view import MerchantsView, SeatView


def card_of(instance: str) -> Card:
    """The card behind an instance, in the newest deck that has it: good for names, not for figures."""
    return card_names()[instance.rpartition(":")[0]]


def name(instance: str) -> str:
    """A card's name, with what tells it from others of that name."""
    match card_of(instance):
        case Ship() as card:
            return f"{card.name} ({plural(card.coins, 'coin')})"
        case Person(skill=LootBonus(ship_type=ship_type)) as card:
            return f"{ship_type.capitalize()} {card.name}"
        case ExpeditionRequest() as card:
            return f"{card.name} for {listed([plural(number, s.capitalize()) for s, number in card.requires.items()])}"
        case card:
            return card.name


def names(instances: Sequence[str]) -> str:
    return listed([name(instance) for instance in instances])


def preview(view: MerchantsView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """What a legal command costs and brings, as far as anyone can know (MC-149, MC-140)."""
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    own = view.seats[seat]
    match command:
        case c.RevealCard():
            return {"bust_chance": round(bust_chance(view), 4), "reshuffles": view.draw_deck_size == 0}
        case c.RepelShip(card=instance):
            return {"ship_strength": ship(cards, instance).strength, "seat_strength": own.strength}
        case c.KeepShip(card=instance):
            return {"keeping_busts": ship(cards, instance).type in view.ship_types}
        case c.StopDiscovering():
            takes = TAKES_BY_SHIP_TYPES[len(view.ship_types)]
            return {"ship_types": len(view.ship_types), "takes": takes + own.extra_takes}
        case c.LootShip(card=instance):
            return _preview_loot(view, own, ship(cards, instance))
        case c.HirePerson(card=instance):
            return _preview_hire(view, own, person(cards, instance))
        case c.CompleteExpedition(request=instance, discards=discards):
            given_up = sum(person(cards, discard).influence for discard in discards)
            return _preview_completion(own, request(cards, instance), given_up)
        case c.FinishTaking():
            return {"takes_left": _takes_left(view)}
        case c.EndTurn():
            return {}


def _preview_loot(view: MerchantsView, own: SeatView, card: Ship) -> Mapping[str, Json]:
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    income = card.coins + trader_bonus(cards, own.persons, card.type)
    # The looted Ship itself can be reshuffled and drawn (MC-084).
    available = view.draw_deck_size + len(view.discard_pile) + 1
    return {"price": 0, "fee": fee(view.decision), "income": min(income, available)}


def _preview_hire(view: MerchantsView, own: SeatView, card: Person) -> Mapping[str, Json]:
    return {
        "price": price(card, own.discount),
        "fee": fee(view.decision),
        "income": 0,
        "influence": card.influence,
        "influence_after": own.influence + card.influence,
    }


def _preview_completion(own: SeatView, wanted: ExpeditionRequest, given_up: int) -> Mapping[str, Json]:
    return {
        "reward": wanted.reward.coins,
        "influence": wanted.influence,
        "influence_given_up": given_up,
        "influence_after": own.influence - given_up + wanted.influence,
    }


def _takes_left(view: MerchantsView) -> int:
    decision = view.decision
    return decision.takes_left if isinstance(decision, ActiveTake | OtherTake) else 0


def describe(view: MerchantsView, seat: int, command: c.Command, seats: Sequence[str]) -> str:
    """A legal command as a sentence."""
    facts = preview(view, seat, command)
    match command:
        case c.RevealCard():
            return "Reveal the next card."
        case c.RepelShip(card=card):
            return f"Repel the {name(card)} of strength {facts['ship_strength']}: you have {facts['seat_strength']}."
        case c.KeepShip(card=card):
            if facts["keeping_busts"]:
                return f"Keep the {name(card)}, which is a bust: its type already lies in the harbour."
            return f"Keep the {name(card)}: it goes to the harbour."
        case c.StopDiscovering():
            return f"Stop discovering: you may take up to {plural(_number(facts['takes']), 'card')}."
        case c.LootShip(card=card):
            paid = f", for a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            return f"Loot the {card_of(card).name}: you draw {plural(_number(facts['income']), 'coin')}{paid}."
        case c.HirePerson(card=card):
            paid = f" and a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            points = plural(_number(facts["influence"]), "influence point")
            return f"Hire the {name(card)} for {plural(_number(facts['price']), 'coin')}{paid}: {points}."
        case c.CompleteExpedition(request=card, discards=discards):
            brings = (
                f"{plural(_number(facts['reward']), 'coin')} and {plural(_number(facts['influence']), 'influence point')}"
            )
            return f"Complete the {name(card)}, giving up {names(discards)}: {brings}."
        case c.FinishTaking():
            return "Take no more cards."
        case c.EndTurn():
            return "End the turn."


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def tell(events: Sequence[e.Event], seats: Sequence[str]) -> str:
    """What a command or a whole turn led to, in sentences with the seats' names."""
    told = (_told(before, event, seats) for before, event in zip((None, *events), events, strict=False))
    return " ".join(sentence for sentence in told if sentence)


def _told(before: e.Event | None, event: e.Event, seats: Sequence[str]) -> str:
    """One event's sentence; empty where another event tells the same."""
    match before, event:
        case None | e.RepelDecisionOpened(), e.HarbourCardPlaced(seat=seat, card=card):
            return f"{seats[seat]} keeps the {card_of(card).name}."
        case None, e.TakingFinished(seat=seat, taken=taken) if taken:
            return f"{seats[seat]} takes no more cards."
        case _:
            return SENTENCES[type(event)](event, seats)


def _game_set_up(event: e.GameSetUp, seats: Sequence[str]) -> str:
    return f"{plural(event.seats, 'player')} sit down to the deck {event.deck_id}; {seats[event.starting_seat]} starts."


def _card_revealed(event: e.CardRevealed, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} reveals: {name(event.card)}."


def _repel_decision_opened(event: e.RepelDecisionOpened, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} could repel it." + (" Keeping it would be a bust." if event.keeping_busts else "")


def _ship_repelled(event: e.ShipRepelled, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} repels the {card_of(event.card).name}."


def _tax_increase_started(event: e.TaxIncreaseStarted, seats: Sequence[str]) -> str:
    return "Everyone with too many coins is taxed."


def _tax_levied(event: e.TaxLevied, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} loses {event.amount} of {event.coins_before} coins."


def _bust_occurred(event: e.BustOccurred, seats: Sequence[str]) -> str:
    return f"A second {card_of(event.card).name}: bust!"


def _harbour_cleared(event: e.HarbourCleared, seats: Sequence[str]) -> str:
    if event.reason == "bust":
        return f"The whole harbour is lost, {plural(len(event.cards), 'card')}."
    return f"Left over and discarded: {names(event.cards)}."


def _bust_window_opened(event: e.BustWindowOpened, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} may still complete requests."


def _discovery_stopped(event: e.DiscoveryStopped, seats: Sequence[str]) -> str:
    types = plural(event.ship_types, "type")
    return f"{seats[event.seat]} stops with {types} of Ship{_automatically(event.automatic)}."


def _ship_looted(event: e.ShipLooted, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} loots the {card_of(event.card).name}."


def _person_hired(event: e.PersonHired, seats: Sequence[str]) -> str:
    return (
        f"{seats[event.seat]} hires the {name(event.card)} for {plural(event.price, 'coin')}"
        f" and has {plural(event.influence_after, 'influence point')}."
    )


GAIN_REASONS = {
    "start": "to start with",
    "loot": "from the Ship",
    "expedition": "for the expedition",
    "admiral": "from Admirals",
    "jester": "from Jesters",
    "tax_bonus": "as a bonus",
}


def _coins_gained(event: e.CoinsGained, seats: Sequence[str]) -> str:
    lost = f"; {event.missing} more are not to be had" if event.missing else ""
    return f"{seats[event.seat]} draws {plural(event.amount, 'coin')} {GAIN_REASONS[event.reason]}{lost}."


def _fee_paid(event: e.FeePaid, seats: Sequence[str]) -> str:
    return f"{seats[event.from_seat]} pays {seats[event.to_seat]} a fee of {plural(event.amount, 'coin')}."


def _taking_finished(event: e.TakingFinished, seats: Sequence[str]) -> str:
    if event.taken:
        return ""
    return f"{seats[event.seat]} takes nothing{_automatically(event.automatic)}."


def _expedition_completed(event: e.ExpeditionCompleted, seats: Sequence[str]) -> str:
    return (
        f"{seats[event.seat]} completes the {name(event.request)} with {names(event.discards)}"
        f" and has {plural(event.influence_after, 'influence point')}."
    )


def _final_round_triggered(event: e.FinalRoundTriggered, seats: Sequence[str]) -> str:
    return f"{seats[event.seat]} has {plural(event.influence, 'influence point')}: this is the last round."


def _deck_reshuffled(event: e.DeckReshuffled, seats: Sequence[str]) -> str:
    return f"The discard pile is shuffled into the draw deck, {plural(event.size, 'card')}."


def _turn_ended(event: e.TurnEnded, seats: Sequence[str]) -> str:
    return "Nothing moved in this turn." if event.barren else ""


def _game_finished(event: e.GameFinished, seats: Sequence[str]) -> str:
    if not event.winners:
        return "The game is over; nobody wins."
    won = "wins" if len(event.winners) == 1 else "share the victory"
    return f"The game is over: {listed([seats[winner] for winner in event.winners])} {won}."


def _automatically(automatic: bool) -> str:
    return ", there being no choice" if automatic else ""


def _silence(event: e.Event, seats: Sequence[str]) -> str:
    """Another event of the same command tells it."""
    return ""


SENTENCES: Mapping[type[e.Event], Callable[[Any, Sequence[str]], str]] = {
    e.GameSetUp: _game_set_up,
    e.RoundStarted: lambda event, seats: f"Round {event.round} begins.",
    e.TurnStarted: lambda event, seats: f"It is {seats[event.seat]}'s turn.",
    e.CardRevealed: _card_revealed,
    e.HarbourCardPlaced: _silence,
    e.RepelDecisionOpened: _repel_decision_opened,
    e.ShipRepelled: _ship_repelled,
    e.RequestPosted: lambda event, seats: f"The {name(event.card)} lies open.",
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
    e.PlayStalled: lambda event, seats: f"Play has stalled: {plural(event.barren_turns, 'turn')} without a move.",
    e.RoundLimitReached: lambda event, seats: f"Round {event.round} was the last one allowed.",
    e.GameFinished: _game_finished,
}
