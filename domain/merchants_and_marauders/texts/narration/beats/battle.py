"""Beats of battles and of what they bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Literal

from domain.game import Hidden
from domain.scenes import Die, Gain, Moment, Move, Roll, Show, SideRoll, titled, unseen

from .... import events as e
from .... import ids
from ....frames import Side
from ... import names as n
from ..story import Story
from .common import (
    NOTHING,
    Telling,
    Told,
    cargo,
    discarded,
    gold,
    hand,
    is_card,
    location,
    open_cards,
    roller,
    seat_of,
)
from .port import new_ship
from .rounds import open_token
from .voyage import side_roll

DICE = tuple(ids.in_battle(side, what) for side in (0, 1) for what in ("dice", "hits"))
"""Where the dice and hits of a battle lie."""
BOARDS = tuple(ids.in_battle(side, "ship") for side in (0, 1))
"""Where the ships in a battle lie."""
FOUGHT = (*DICE, *BOARDS)
"""Where a battle is shown."""


def battle_started(story: Story, event: e.BattleStarted) -> Told:
    story.settle(*DICE)
    begun = Moment("Battle", at=("battle", roller(event.aggressor), roller(event.defender)))
    ships = [Move(to=area, weight=0) for area in BOARDS]
    if not is_card(event.defender):
        return (begun, *ships)
    area = BOARDS[1]
    card = open_token(f"{area}/card", area, str(event.defender))
    return (begun, Show((card,), weight=0), *ships)


def combat_round_started(story: Story, event: e.CombatRoundStarted) -> Told:
    story.settle(*DICE)
    return NOTHING


def action_declared(story: Story, event: e.ActionDeclared) -> Told:
    action = event.action.capitalize()
    title = titled(f"{n.capital(story.who(event.side))}: {action}", action)
    return (Moment(title, seat=seat_of(event.side), at=(roller(event.side),)),)


def side_helped(story: Story, event: e.SideHelped) -> Told:
    return (Moment(seat=seat_of(event.side), at=(roller(event.side),)),)


def contest_rolled(story: Story, event: e.ContestRolled) -> Told:
    one, two = event.sides
    rolls = (side_roll(one, event.aggressor), side_roll(two, event.defender))
    return (_contest(story, f"Contest, combat round {event.round}", rolls),)


def contest_rerolled(story: Story, event: e.ContestRerolled) -> Told:
    """Grappling Hooks do not say which dice were rolled again."""
    whole = event.means != "grappling_hooks"
    return (_contest(story, "Contest, rolled again", (side_roll(event.side, event.dice, again=whole),)),)


def _contest(story: Story, what: str, rolls: tuple[SideRoll, ...]) -> Roll:
    """The winner is known unless dice are rolled again, or may be in a later commit."""
    story.settle(*DICE)
    decided = next((each for each in story.later() if type(each) in (e.ContestDecided, e.ContestRerolled)), None)
    if isinstance(decided, e.ContestDecided):
        return Roll(what=what, rolls=rolls, winner=None if decided.winner is None else roller(decided.winner))
    return Roll(what=what, rolls=rolls, open=True)


def contest_decided(story: Story, event: e.ContestDecided) -> Told:
    """Said with the dice, if they were rolled in the same commit."""
    if any(type(each) in (e.ContestRolled, e.ContestRerolled) for each in story.earlier()):
        return NOTHING
    at = () if event.winner is None else (roller(event.winner),)
    return (Moment(at=at),)


def locations_rolled(story: Story, event: e.LocationsRolled) -> Told:
    story.settle(*DICE)
    if not event.locations:
        return NOTHING
    dice = tuple(Die(shows=n.location(place), counts=True) for place in event.locations)
    return (Roll(what="Where the hits fall", rolls=(SideRoll(by=roller(event.side), dice=dice),)),)


def location_set(story: Story, event: e.LocationSet) -> Told:
    story.settle(*DICE)
    if event.by == "card":
        return (Moment(seat=seat_of(event.side), at=(roller(event.side),)),)
    dice = (Die(shows=n.location(event.location), counts=True, again=True),)
    return (Roll(what="Where a hit falls, rolled again", rolls=(SideRoll(by=roller(event.side), dice=dice),)),)


def hits_changed(story: Story, event: e.ShotUsed | e.XAssigned) -> Told:
    story.settle(*DICE)
    return NOTHING


def hit_applied(story: Story, event: e.HitApplied) -> Told:
    """On the ship's own board, and on the one that the battle shows of it while it goes on."""
    hit = location(event.side, event.location, -1)
    if story.has(e.BattleStarted, e.BattleEnded):
        return (hit,)
    return (hit, *(Gain(f"{area}/{event.location}", "now", weight=0) for area in BOARDS))


def at_location(story: Story, event: e.HitCancelled | e.HitMoved | e.HitAdded) -> Told:
    return (Moment(seat=seat_of(event.side), at=(_place(event.side, event.location),)),)


def _place(side: Side, place: str) -> str:
    return ids.location(side, place) if isinstance(side, int) else ids.ship(side)


def location_destroyed(story: Story, event: e.LocationDestroyed) -> Told:
    return (
        Moment(
            f"{n.location(event.location)} destroyed",
            tone="neutral" if seat_of(event.side) is None else "bad",
            seat=seat_of(event.side),
            at=(_place(event.side, event.location),),
            weight=2,
        ),
    )


# Crew combat


def boarded(story: Story, event: e.Boarded) -> Told:
    story.settle(*DICE)
    return (Moment("Boarded", seat=seat_of(event.side), at=(roller(event.side),)),)


def crew_round_rolled(story: Story, event: e.CrewRoundRolled) -> Told:
    """Rounds that share a sentence share a roll."""
    story.settle(*DICE)
    run = [each for each in story.run if isinstance(each, e.CrewRoundRolled)]
    if event is not run[0]:
        return NOTHING
    what = f"Crew combat, round {event.round}" if len(run) == 1 else f"Crew combat, rounds {event.round} to {run[-1].round}"
    return (Roll(what=what, rolls=tuple(side for each in run for side in _crews(each))),)


def _crews(event: e.CrewRoundRolled) -> Sequence[SideRoll]:
    return [side_roll(side, dice) for side, dice in zip(event.sides, (event.aggressor, event.defender), strict=True)]


def card_crew_hit(story: Story, event: e.CardCrewHit) -> Told:
    return (Moment(at=("battle/1",)),)


def battle_ended(story: Story, event: e.BattleEnded) -> Told:
    """For a captain who lost to an NPC or a card it is bad; among captains it is told for the winner."""
    if event.winner is None:
        titles = {"sunk": "Both ships sink", "fled": "Escaped"}
        return (Moment(titles.get(event.how, "No winner"), at=("battle",), weight=2),)
    winner = seat_of(event.winner)
    following = takewhile(lambda each: not isinstance(each, e.BattleStarted), story.later())
    died = next((each.seat for each in following if isinstance(each, e.CaptainDied)), None)
    tone: Literal["good", "bad", "neutral"] = "good" if winner is not None else "neutral" if died is None else "bad"
    return (
        Moment(
            "Sunk" if event.how == "sunk" else "Beaten in crew combat",
            tone=tone,
            seat=died if winner is None else winner,
            at=(roller(event.winner), "battle"),
            weight=2,
        ),
    )


# What battles bring


def offer_damaged(story: Story, event: e.OfferDamaged) -> Told:
    return discarded(event.cards, "cargo")


def ship_claimed(story: Story, event: e.ShipClaimed) -> Told:
    claimed = new_ship(story, event.seat, event.ship)
    if not isinstance(event.from_side, int):
        return claimed
    loser = event.from_side
    story.settle(*[ids.of_seat(loser, what) for what in ("ship", "modifications", "returning")])
    return (*claimed, Move((ids.ship(loser),), weight=0))


def plunder_taken(story: Story, event: e.PlunderTaken) -> Told:
    winner, loser = event.seat, event.from_seat
    match event.kind:
        case "gold":
            return (gold(loser, -event.amount), gold(winner, event.amount))
        case "weapon":
            assert isinstance(event.items, tuple)
            area = ids.of_seat(winner, "weapons")
            weapons = [open_token(ids.weapon(winner, w), area, w, was=ids.weapon(loser, w)) for w in event.items]
            return (Move(tuple(weapons), area),)
        case "specialist":
            assert isinstance(event.items, tuple)
            area = ids.of_seat(winner, "specialists")
            return (Move(open_cards(event.items, area), area),)
        case "glory":
            return (_taken(event, "glory", "glory"), hand(loser, -n.size(event.items)), hand(winner, n.size(event.items)))
        case "cargo":
            return (_taken(event, "cargo", "offer"), cargo(loser, -n.size(event.items)))
        case _:
            area = ids.of_seat(winner, "rumors")
            # One that lies face up is seen by all, although the event hides it.
            cards = () if isinstance(event.items, Hidden) else open_cards(event.items, area)
            return (Moment(seat=winner), Move(cards, area, weight=0))


def _taken(event: e.PlunderTaken, what: str, to: str) -> Move:
    area = ids.of_seat(event.seat, to)
    cards = (unseen(event.items.count),) if isinstance(event.items, Hidden) else open_cards(event.items, area)
    return Move(cards, area, source=ids.of_seat(event.from_seat, what))


BATTLE: Mapping[type[e.Event], Telling] = {
    e.BattleStarted: battle_started,
    e.CombatRoundStarted: combat_round_started,
    e.ActionDeclared: action_declared,
    e.SideHelped: side_helped,
    e.ContestRolled: contest_rolled,
    e.ContestRerolled: contest_rerolled,
    e.ContestDecided: contest_decided,
    e.LocationsRolled: locations_rolled,
    e.LocationSet: location_set,
    e.ShotUsed: hits_changed,
    e.XAssigned: hits_changed,
    e.HitApplied: hit_applied,
    e.HitAdded: at_location,
    e.HitCancelled: at_location,
    e.HitMoved: at_location,
    e.LocationDestroyed: location_destroyed,
    e.Boarded: boarded,
    e.CrewRoundRolled: crew_round_rolled,
    e.CardCrewHit: card_crew_hit,
    e.BattleEnded: battle_ended,
    e.OfferDamaged: offer_damaged,
    e.ShipClaimed: ship_claimed,
    e.PlunderTaken: plunder_taken,
}
