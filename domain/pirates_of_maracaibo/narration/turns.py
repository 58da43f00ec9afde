"""Set-up, sailing, meeting others, rounds and the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.game import Hidden
from domain.kit.narration import Told, turn_title
from domain.kit.words import listed, plural
from domain.scenes import BeatPiece, Moment, Move, Roll, Show, Turn, whole

from .. import events as e
from ..content import QUESTS
from ..drawing import pieces as p
from ..drawing.ids import panel
from ..state import ROUNDS
from ..texts import names as n
from ..texts.scores import PARTS
from ..values import GULF, MARACAIBO, START, Die
from .beats import Beats, dice_lie, die, drawn, face_up, gain, side
from .story import Narrate, Story

# Set-up


def game_set_up(story: Story, event: e.GameSetUp) -> str:
    first = story.who(event.first_seat)
    if event.seats == 1:
        return f"{first} sets sail against Jordan."
    return f"{plural(event.seats, 'captain')} set sail; {first} begins."


def quests_dealt(story: Story, event: e.QuestsDealt) -> Beats:
    """One sentence for the Quests of all seats, which are dealt at once."""
    dealt = [event, *story.take_all(e.QuestsDealt)]
    text = "Jordan is dealt a Quest."
    if event.who != "jordan":
        number = event.quests.count if isinstance(event.quests, Hidden) else len(event.quests)
        seen = [
            f"; {story.who(each.who)} sees {story.quests(each.quests)}" for each in dealt if isinstance(each.quests, tuple)
        ]
        text = f"Every captain is dealt {plural(number, 'Quest')}{''.join(seen)}."
    for each in dealt:
        area = f"{panel(each.who)}/quests"
        yield Move(drawn(area, each.quests), area, source="quest_deck", text=text if each is event else "")


def quest_returned(story: Story, event: e.QuestReturned) -> Beats:
    text = f"{story.who(event.seat)} returns {story.quest(event.quest)}."
    yield Move(drawn("quest_deck", event.quest), "quest_deck", source=f"{panel(event.seat)}/quests", text=text)


def quest_deck_shuffled(story: Story, event: e.QuestDeckShuffled) -> str:
    return "The Quest deck is shuffled."


def quest_market_revealed(story: Story, event: e.QuestMarketRevealed) -> Beats:
    text = f"The Quest Market opens with {story.quests(event.quests)}."
    yield Show(face_up("quest_market", *event.quests), source="quest_deck", text=text)


# Sailing


def turn_started(story: Story, event: e.TurnStarted) -> Beats:
    player = story.who(event.who)
    yield Turn(
        turn_title(player, 0 if event.who == "jordan" else event.who),
        by=panel(event.who),
        seat=None if event.who == "jordan" else event.who,
        round=event.round,
        text=f"It is {player}'s turn.",
    )


def place(ended: e.SailingEnded) -> str:
    """`Tobago in column 3, row 1`."""
    card = ended.card
    return f"{'' if card is None else f'{n.laid(card.id, card.back)} in '}{n.cell(ended.space)}"


def ship_sailed(story: Story, event: e.ShipSailed) -> Beats:
    """One sentence for all steps up to the next other event."""
    who, ship = story.who(event.who), (f"ship/{event.who}",)
    story.here = event.to
    if event.to == MARACAIBO:
        story.take(e.SailingEnded)
        gained = story.take(e.VpGained, lambda other: other.cause == MARACAIBO)
        for_vp = "" if gained is None else f" for {gained.amount} VP"
        yield Move(ship, MARACAIBO, text=f"{who} reaches Maracaibo{for_vp}.")
        if gained is not None:
            yield gain(event.who, "vp", gained.amount)
        return
    if event.to == GULF:
        yield Move(ship, GULF, text=f"{who} sails into the Gulf.")
        return
    way = [event, *story.take_all(e.ShipSailed, lambda other: other.who == event.who and other.to not in n.WATERS)]
    story.here = way[-1].to
    for step in way[:-1]:
        yield Move(ship, step.to, weight=0)
    steps = plural(sum(each.steps for each in way), "space")
    ended = story.take(e.SailingEnded)
    to = n.cell(story.here) if ended is None else place(ended)
    yield Move(ship, story.here, text=f"{who} sails {steps} to {to}.")


def sailing_ended(story: Story, event: e.SailingEnded) -> Beats:
    """Nothing, if the sentence about sailing there named the space."""
    if story.here != event.space:
        story.here = event.space
        yield Moment(at=(f"ship/{event.who}",), text=f"{story.who(event.who)} stops at {place(event)}.")


def card_flipped(story: Story, event: e.CardFlipped) -> Beats:
    flipped = [event, *story.take_all(e.CardFlipped)]
    fronts = tuple([piece for each in flipped for piece in _front(each)])
    yield Show(fronts, text=f"Turned up: {listed([turned_up(story, each) for each in flipped])}.")
    if found := tuple([each.card for each in flipped if each.ruby]):
        yield Moment("Rubies found", at=found, weight=2)


def _front(event: e.CardFlipped) -> Iterator[BeatPiece]:
    """The card and the tiles on it."""
    space = event.space
    yield BeatPiece(id=event.card, inside=space, was=f"{space}/card", face=event.card)
    if event.value_tile is not None:
        yield whole(p.value_tile(space, event.value_tile))
    if event.ruby:
        yield whole(p.ruby_supply(space))


def turned_up(story: Story, event: e.CardFlipped) -> str:
    """The card with its tiles, and its space unless a ship has just arrived there."""
    tiles = [f"the {n.treasure(event.value_tile)} Treasure Value tile"] if event.value_tile is not None else []
    tiles += ["Rubies"] if event.ruby else []
    where = "" if event.space == story.here else f" in {n.cell(event.space)}"
    return f"{n.card(event.card)}{where}{f' with {listed(tiles)}' if tiles else ''}"


# Meeting others


def opponent_paid(story: Story, event: e.OpponentPaid) -> Beats:
    """Jordan has no money, so the supply pays and is paid (PM-277, PM-278)."""
    amount = n.doubloons(event.amount)
    if event.payer is None:
        assert event.receiver is not None
        text = f"{story.who(event.receiver)} receives {amount}, because Jordan has come."
        yield gain(event.receiver, "doubloons", event.amount, text)
        return
    to = ", because Jordan is there" if event.receiver is None else f" to {story.who(event.receiver)}"
    yield gain(event.payer, "doubloons", -event.amount, f"{story.who(event.payer)} pays {amount}{to}.")
    if event.receiver is not None:
        yield gain(event.receiver, "doubloons", event.amount)


def combat_fought(story: Story, event: e.CombatFought) -> Beats:
    """The dice first, then who wins."""
    best = max(pips + more for _, pips, more in event.results)
    rolled = [
        f"{story.who(who)} {f'{pips} + {more} = {pips + more}' if more else pips}" for who, pips, more in event.results
    ]
    yield Roll(
        "Combat",
        tuple(
            [
                side(f"ship/{who}", die(pips, counts=pips + more == best), bonus=more, total=pips + more)
                for who, pips, more in event.results
            ]
        ),
        winner=None if event.winner is None else f"ship/{event.winner}",
        text=f"Combat in {n.cell(event.space)}: {listed(rolled)}.",
    )
    yield from dice_lie([Die(who, pips) for who, pips, _ in event.results])
    ships = tuple([f"ship/{who}" for who, _, _ in event.results])
    if event.winner is None:
        yield Moment("The combat is a draw", at=ships, weight=2, text="It ends in a draw.")
        return
    losers = listed([story.who(seat) for seat in event.losers])
    taken = f" and takes 1 doubloon from {losers}" if losers else ""
    lost = event.winner == "jordan"
    yield Moment(
        "Combat lost" if lost else "Combat won",
        tone="bad" if lost else "good",
        seat=0 if event.winner == "jordan" else event.winner,
        at=(f"ship/{event.winner}",),
        weight=2,
        text=f"{story.who(event.winner)} wins {event.vp} VP{taken}.",
    )
    yield gain(event.winner, "vp", event.vp)
    for seat in event.losers:
        yield gain(seat, "doubloons", -1)
    if event.losers:
        yield gain(event.winner, "doubloons", len(event.losers))


def fog_doubloons_added(story: Story, event: e.FogDoubloonsAdded) -> Beats:
    spaces = [event.space, *[each.space for each in story.take_all(e.FogDoubloonsAdded)]]
    where = "the" if len(spaces) == 1 else f"each of {len(spaces)}"
    text = f"1 doubloon is laid on {where} face-down Location{'s' * (len(spaces) > 1)}."
    yield Moment(at=tuple(spaces), text=text)


def fog_doubloons_removed(story: Story, event: e.FogDoubloonsRemoved) -> Beats:
    found = story.take(e.DoubloonsChanged, lambda other: other.cause == "fog")
    if found is None:
        text = f"The supply takes back {n.doubloons(event.amount)} from {n.cell(event.space)}."
        yield Moment(at=(event.space,), text=text)
    else:
        text = f"{story.who(found.seat)} finds {n.doubloons(event.amount)}."
        yield gain(found.seat, "doubloons", found.amount, text)


# Turns, rounds, the end


def turn_ended(story: Story, event: e.TurnEnded) -> str:
    lost = f"{event.lost_power} Raiding Power of {story.who(event.who)} is lost." if event.lost_power else ""
    if story.comes(e.TurnStarted, e.IncomePaid):
        return lost
    return lost or f"{story.who(event.who)}'s turn is over."


def round_ended(story: Story, event: e.RoundEnded) -> Beats:
    """The ships return, and another round begins, if it was not the last one."""
    if not any(isinstance(each, e.IncomePaid) for each in story.before()):
        yield round_is_over(story, event)
    if event.next is None:
        return
    last = event.round + 1 == ROUNDS
    yield Move(tuple([f"ship/{who}" for who in story.all]), START, weight=0)
    yield Turn(
        "Last round" if last else f"Round {event.round + 1}",
        round=event.round + 1,
        weight=2 if last else 1,
        text=f"{story.who(event.next)} begins round {event.round + 1}.",
    )


def round_is_over(story: Story, event: e.RoundEnded) -> Moment:
    return Moment(
        f"Round {event.round} is over",
        at=(f"ship/{event.by}",),
        weight=2,
        text=f"Round {event.round} is over; {story.who(event.by)} reached Maracaibo first.",
    )


def income_paid(story: Story, event: e.IncomePaid) -> Beats:
    """The first income is paid because a round is over, which is told before."""
    if not any(isinstance(each, e.IncomePaid) for each in story.before()):
        yield from [round_is_over(story, each) for each in story.after() if isinstance(each, e.RoundEnded)]
    gains = [n.doubloons(event.doubloons)] if event.doubloons else []
    gains += [f"{event.vp} VP"] if event.vp else []
    gains += [f"{n.doubloons(event.whale)} for the Whale"] if event.whale else []
    text = f"{story.who(event.seat)} has {f'an income of {listed(gains)}' if gains else 'no income'}."
    yield gain(event.seat, "doubloons", event.doubloons + event.whale, text)
    if event.vp:
        yield gain(event.seat, "vp", event.vp)


def quests_revealed(story: Story, event: e.QuestsRevealed) -> Told:
    """Jordan's Quests count whatever their lines say."""
    if not event.quests:
        return f"{story.who(event.who)} has no Quests."
    area = f"{panel(event.who)}/quests"
    if event.who == "jordan":
        text = f"Jordan reveals {story.quests(event.quests)}, which score {event.vp[0]} VP each."
        return [Show(face_up(area, *event.quests), by="jordan", weight=2, text=text)]
    scored = [quest_scored(*each) for each in zip(event.quests, event.lines, event.vp, strict=True)]
    shown = [whole(p.scored_quest(area, quest, vp)) for quest, vp in zip(event.quests, event.vp, strict=True)]
    text = f"The Quests of {story.who(event.who)} score {listed(scored)}."
    return [Show(tuple(shown), by=panel(event.who), weight=2, text=text)]


def quest_scored(quest: str, line: str, vp: int) -> str:
    card = QUESTS[quest]
    if line == "none":
        return f"{vp} VP without {n.asked(card.bottom if vp else card.top)}"
    return f"{vp} VP for {n.asked(card.top if line == 'top' else card.bottom)}"


def game_scored(story: Story, event: e.GameScored) -> Beats:
    more = sum(part.vp for part in event.parts)
    parts = [f"{part.vp} for {PARTS[part.what]}" for part in event.parts if part.vp]
    text = f"{story.who(event.who)} scores {event.total} VP: {listed([f'{event.total - more} before the end', *parts])}."
    yield gain(event.who, "vp", more, text)


def game_ended(story: Story, event: e.GameEnded) -> Beats:
    winners = listed([story.who(who) for who in event.winners])
    if len(event.winners) > 1:
        text = f"{winners} share the victory."
    else:
        text = f"{winners} wins the game{' with more buried Treasures' if event.tie_break else ''}."
    yield Moment("The game is over", at=tuple(map(panel, event.winners)), weight=2, text=text)


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
