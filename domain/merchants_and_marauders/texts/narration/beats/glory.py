"""Beats of bounties, glory cards and specialists, of captains and of the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.scenes import BeatPiece, Gain, Moment, Move, Show

from .... import events as e
from .... import ids
from ....content import PORTS
from ....state import GOAL
from ..story import Story
from .battle import FOUGHT
from .common import (
    NOTHING,
    Telling,
    Told,
    cargo,
    dealt,
    gold,
    hand,
    open_card,
    open_cards,
    paid,
)
from .rounds import lasting
from .voyage import RAIDED


def pardon_bought(story: Story, event: e.PardonBought) -> Told:
    return paid(event.seat, event.price)


def bounty_changed(story: Story, event: e.BountyChanged) -> Told:
    area, piece = ids.of_seat(event.seat, "bounties"), ids.bounty(event.seat, event.nation)
    if not event.total:
        return (Move((piece,)),)
    return (Show((BeatPiece(id=piece, inside=area, face=f"bounty/{event.nation}", count=event.total),)),)


def reward_claimed(story: Story, event: e.RewardClaimed) -> Told:
    return (gold(event.seat, event.gold),)


def glory_gained(story: Story, event: e.GloryGained) -> Told:
    """The point with which a captain can declare victory must be seen."""
    return (
        Move((ids.marker(event.seat),), ids.step(event.points), weight=0),
        Gain(ids.seat(event.seat), "points", 1, weight=2 if event.points >= GOAL else 1),
    )


def glory_drawn(story: Story, event: e.GloryDrawn) -> Told:
    area = ids.of_seat(event.seat, "glory")
    return (Move(dealt(event.card, area), area, source="glory"), hand(event.seat, 1))


def glory_discarded(story: Story, event: e.GloryDiscarded) -> Told:
    return (Move(open_cards((event.card,), "glory/discard"), "glory/discard"), hand(event.seat, -1))


def glory_announced(story: Story, event: e.GloryAnnounced) -> Told:
    area = ids.of_seat(event.seat, "announced")
    return (Move(dealt(event.card, area), area, source=ids.of_seat(event.seat, "glory")),)


def glory_played(story: Story, event: e.GloryPlayed) -> Told:
    return (Show(open_cards((event.card,), "glory/discard"), by=ids.seat(event.seat)), hand(event.seat, -1))


def glory_withdrawn(story: Story, event: e.GloryWithdrawn) -> Told:
    """It was shown, and goes back into the hand."""
    area = ids.of_seat(event.seat, "glory")
    return (Show((open_card(event.card, area),), by=ids.seat(event.seat)), Move((event.card,), area, weight=0))


def specialist_hired(story: Story, event: e.SpecialistHired) -> Told:
    area = ids.of_seat(event.seat, "specialists")
    hired = Move(open_cards((event.card,), area), area)
    from_hand = (hand(event.seat, -1),) if event.from_hand else ()
    return (hired, *paid(event.seat, event.price), *from_hand)


def deck_reshuffled(story: Story, event: e.DeckReshuffled) -> Told:
    """The discard pile becomes the deck, from which the next event draws; a deck that was looked through stays one."""
    if isinstance(next(story.later(), None), e.FrameOpened):
        return NOTHING
    return (Move(to=event.which, source=f"{event.which}/discard"),)


# Captains


def captain_died(story: Story, event: e.CaptainDied) -> Told:
    lost = Moment("Captain lost", tone="bad", seat=event.seat, at=(event.captain, ids.ship(event.seat)), weight=2)
    return (lost, *_gone(story, event.seat, event.captain))


def captain_retired(story: Story, event: e.CaptainRetired) -> Told:
    retired = Moment("Captain retired", seat=event.seat, at=(event.captain,))
    return (retired, *_gone(story, event.seat, event.captain))


def _gone(story: Story, seat: int, captain: str) -> Told:
    story.settle(ids.of_seat(seat, "lasting"))
    return (Move(open_cards((captain,), "captains/gone"), "captains/gone", weight=0),)


LEFT = (
    *("ship", "modifications", "weapons", "bounties", "specialists", "mission", "rumors"),
    *("cargo", "offer", "lot", "glory", "announced", "returning"),
)
"""The areas of a seat in which belongings lie."""
DISCARDS = ("cargo/discard", "glory/discard", "rumor/discard", "mission/discard")


def belongings_lost(story: Story, event: e.BelongingsLost) -> Told:
    seat = event.seat
    story.settle("supply", *DISCARDS, *[ids.of_seat(seat, what) for what in LEFT])
    return (
        Move((ids.ship(seat),), weight=0),
        Gain(ids.seat(seat), "gold", weight=0),
        cargo(seat, None),
        hand(seat, None),
    )


def captain_drawn(story: Story, event: e.CaptainDrawn) -> Told:
    area = ids.of_seat(event.seat, "captain")
    rejected = (Move(to="captains", source=area, weight=0),) if event.redrawn else ()
    return (*rejected, Show(open_cards((event.captain,), area), source="captains"))


def captain_set_up(story: Story, event: e.CaptainSetUp) -> Told:
    return (Moment(seat=event.seat), Move((ids.ship(event.seat),), PORTS[event.port].zone, weight=0))


def victory_declared(story: Story, event: e.VictoryDeclared) -> Told:
    at = (ids.marker(event.seat), ids.seat(event.seat))
    return (Moment("Last round", tone="good", seat=event.seat, at=at, weight=2),)


def game_ended(story: Story, event: e.GameEnded) -> Told:
    story.settle(*RAIDED, *FOUGHT, *lasting(story))
    winners = tuple(ids.seat(row.seat) for row in event.ranking if row.place == 1)
    return (Moment("The game is over", at=winners, weight=2),)


GLORY: Mapping[type[e.Event], Telling] = {
    e.PardonBought: pardon_bought,
    e.BountyChanged: bounty_changed,
    e.RewardClaimed: reward_claimed,
    e.GloryGained: glory_gained,
    e.GloryDrawn: glory_drawn,
    e.GloryDiscarded: glory_discarded,
    e.GloryAnnounced: glory_announced,
    e.GloryPlayed: glory_played,
    e.GloryWithdrawn: glory_withdrawn,
    e.SpecialistHired: specialist_hired,
    e.DeckReshuffled: deck_reshuffled,
    e.CaptainDied: captain_died,
    e.CaptainRetired: captain_retired,
    e.BelongingsLost: belongings_lost,
    e.CaptainDrawn: captain_drawn,
    e.CaptainSetUp: captain_set_up,
    e.VictoryDeclared: victory_declared,
    e.GameEnded: game_ended,
}
