"""Sentences about set-up, sailing, meeting others, rounds and the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Hidden
from domain.kit.words import listed, plural

from ... import events as e
from ...content import QUESTS
from ...values import GULF, MARACAIBO
from .. import names as n
from ..scores import PARTS
from .story import Narrate, Story

# Set-up


def game_set_up(story: Story, event: e.GameSetUp) -> str:
    first = story.who(event.first_seat)
    if event.seats == 1:
        return f"{first} sets sail against Jordan."
    return f"{plural(event.seats, 'captain')} set sail; {first} begins."


def quests_dealt(story: Story, event: e.QuestsDealt) -> str:
    """One sentence for the Quests of all seats, which are dealt at once."""
    dealt = [event, *story.take_all(e.QuestsDealt)]
    if event.who == "jordan":
        return "Jordan is dealt a Quest."
    number = event.quests.count if isinstance(event.quests, Hidden) else len(event.quests)
    seen = [f"; {story.who(each.who)} sees {story.quests(each.quests)}" for each in dealt if isinstance(each.quests, tuple)]
    return f"Every captain is dealt {plural(number, 'Quest')}{''.join(seen)}."


def quest_returned(story: Story, event: e.QuestReturned) -> str:
    return f"{story.who(event.seat)} returns {story.quest(event.quest)}."


def quest_deck_shuffled(story: Story, event: e.QuestDeckShuffled) -> str:
    return "The Quest deck is shuffled."


def quest_market_revealed(story: Story, event: e.QuestMarketRevealed) -> str:
    return f"The Quest Market opens with {story.quests(event.quests)}."


# Sailing


def turn_started(story: Story, event: e.TurnStarted) -> str:
    return f"It is {story.who(event.who)}'s turn."


def place(ended: e.SailingEnded) -> str:
    """`Tobago in column 3, row 1`."""
    card = ended.card
    return f"{'' if card is None else f'{n.laid(card.id, card.back)} in '}{n.cell(ended.space)}"


def ship_sailed(story: Story, event: e.ShipSailed) -> str:
    """One sentence for all steps up to the next other event."""
    who = story.who(event.who)
    story.here = event.to
    if event.to == MARACAIBO:
        story.take(e.SailingEnded)
        gained = story.take(e.VpGained, lambda other: other.cause == MARACAIBO)
        return f"{who} reaches Maracaibo{'' if gained is None else f' for {gained.amount} VP'}."
    if event.to == GULF:
        return f"{who} sails into the Gulf."
    way = [event, *story.take_all(e.ShipSailed, lambda other: other.who == event.who and other.to not in n.WATERS)]
    story.here = way[-1].to
    steps = plural(sum(each.steps for each in way), "space")
    ended = story.take(e.SailingEnded)
    return f"{who} sails {steps} to {n.cell(story.here) if ended is None else place(ended)}."


def sailing_ended(story: Story, event: e.SailingEnded) -> str:
    """Nothing, if the sentence about sailing there named the space."""
    if story.here == event.space:
        return ""
    story.here = event.space
    return f"{story.who(event.who)} stops at {place(event)}."


def card_flipped(story: Story, event: e.CardFlipped) -> str:
    flipped = [event, *story.take_all(e.CardFlipped)]
    return f"Turned up: {listed([turned_up(story, each) for each in flipped])}."


def turned_up(story: Story, event: e.CardFlipped) -> str:
    """The card with its tiles, and its space unless a ship has just arrived there."""
    tiles = [f"the {n.treasure(event.value_tile)} Treasure Value tile"] if event.value_tile is not None else []
    tiles += ["Rubies"] if event.ruby else []
    where = "" if event.space == story.here else f" in {n.cell(event.space)}"
    return f"{n.card(event.card)}{where}{f' with {listed(tiles)}' if tiles else ''}"


# Meeting others


def opponent_paid(story: Story, event: e.OpponentPaid) -> str:
    """Jordan has no money, so the supply pays and is paid (PM-277, PM-278)."""
    amount = n.doubloons(event.amount)
    if event.payer is None:
        assert event.receiver is not None
        return f"{story.who(event.receiver)} receives {amount}, because Jordan has come."
    to = ", because Jordan is there" if event.receiver is None else f" to {story.who(event.receiver)}"
    return f"{story.who(event.payer)} pays {amount}{to}."


def combat_fought(story: Story, event: e.CombatFought) -> str:
    rolled = [f"{story.who(who)} {f'{die} + {more} = {die + more}' if more else die}" for who, die, more in event.results]
    fought = f"Combat in {n.cell(event.space)}: {listed(rolled)}."
    if event.winner is None:
        return f"{fought} It ends in a draw."
    losers = listed([story.who(seat) for seat in event.losers])
    taken = f" and takes 1 doubloon from {losers}" if losers else ""
    return f"{fought} {story.who(event.winner)} wins {event.vp} VP{taken}."


def fog_doubloons_added(story: Story, event: e.FogDoubloonsAdded) -> str:
    places = len([event, *story.take_all(e.FogDoubloonsAdded)])
    return f"1 doubloon is laid on {'the' if places == 1 else f'each of {places}'} face-down Location{'s' * (places > 1)}."


def fog_doubloons_removed(story: Story, event: e.FogDoubloonsRemoved) -> str:
    found = story.take(e.DoubloonsChanged, lambda other: other.cause == "fog")
    if found is None:
        return f"The supply takes back {n.doubloons(event.amount)} from {n.cell(event.space)}."
    return f"{story.who(found.seat)} finds {n.doubloons(event.amount)}."


# Turns, rounds, the end


def turn_ended(story: Story, event: e.TurnEnded) -> str:
    lost = f"{event.lost_power} Raiding Power of {story.who(event.who)} is lost." if event.lost_power else ""
    if story.comes(e.TurnStarted, e.IncomePaid):
        return lost
    return lost or f"{story.who(event.who)}'s turn is over."


def round_ended(story: Story, event: e.RoundEnded) -> str:
    over = f"Round {event.round} is over; {story.who(event.by)} reached Maracaibo first."
    return over if event.next is None else f"{over} {story.who(event.next)} begins round {event.round + 1}."


def income_paid(story: Story, event: e.IncomePaid) -> str:
    gains = [n.doubloons(event.doubloons)] if event.doubloons else []
    gains += [f"{event.vp} VP"] if event.vp else []
    gains += [f"{n.doubloons(event.whale)} for the Whale"] if event.whale else []
    return f"{story.who(event.seat)} has {f'an income of {listed(gains)}' if gains else 'no income'}."


def quests_revealed(story: Story, event: e.QuestsRevealed) -> str:
    """Jordan's Quests count whatever their lines say."""
    if not event.quests:
        return f"{story.who(event.who)} has no Quests."
    if event.who == "jordan":
        return f"Jordan reveals {story.quests(event.quests)}, which score {event.vp[0]} VP each."
    scored = [quest_scored(*each) for each in zip(event.quests, event.lines, event.vp, strict=True)]
    return f"The Quests of {story.who(event.who)} score {listed(scored)}."


def quest_scored(quest: str, line: str, vp: int) -> str:
    card = QUESTS[quest]
    if line == "none":
        return f"{vp} VP without {n.asked(card.bottom if vp else card.top)}"
    return f"{vp} VP for {n.asked(card.top if line == 'top' else card.bottom)}"


def game_scored(story: Story, event: e.GameScored) -> str:
    before = event.total - sum(part.vp for part in event.parts)
    parts = [f"{part.vp} for {PARTS[part.what]}" for part in event.parts if part.vp]
    return f"{story.who(event.who)} scores {event.total} VP: {listed([f'{before} before the end', *parts])}."


def game_ended(story: Story, event: e.GameEnded) -> str:
    winners = listed([story.who(who) for who in event.winners])
    if len(event.winners) > 1:
        return f"{winners} share the victory."
    return f"{winners} wins the game{' with more buried Treasures' if event.tie_break else ''}."


TURNS: Mapping[type[e.Event], Narrate] = {
    e.GameSetUp: game_set_up,
    e.QuestsDealt: quests_dealt,
    e.QuestReturned: quest_returned,
    e.QuestDeckShuffled: quest_deck_shuffled,
    e.QuestMarketRevealed: quest_market_revealed,
    e.TurnStarted: turn_started,
    e.ShipSailed: ship_sailed,
    e.SailingEnded: sailing_ended,
    e.CardFlipped: card_flipped,
    e.OpponentPaid: opponent_paid,
    e.CombatFought: combat_fought,
    e.FogDoubloonsAdded: fog_doubloons_added,
    e.FogDoubloonsRemoved: fog_doubloons_removed,
    e.TurnEnded: turn_ended,
    e.RoundEnded: round_ended,
    e.IncomePaid: income_paid,
    e.QuestsRevealed: quests_revealed,
    e.GameScored: game_scored,
    e.GameEnded: game_ended,
}
