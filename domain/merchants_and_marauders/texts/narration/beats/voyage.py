"""Beats of sailing, checks, scouting and raids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.scenes import LONGEST_QUESTION, Die, Moment, Move, Roll, Show, SideRoll

from .... import events as e
from .... import ids
from ....content import PORTS
from ....frames import AcceptOffer, Dice, Scouting, Side
from ... import names as n
from ..story import ROLLED, Story
from ..turns import GUNS, PURPOSE, target
from .common import Telling, Told, discarded, open_cards, roller, successes
from .rounds import open_token

RAIDED = ("raid", "raid/table", "raid/dice", ROLLED)
"""Where a raid is shown, and its dice after it."""


def ship_moved(story: Story, event: e.ShipMoved) -> Told:
    return (Move((ids.ship(event.seat),), event.to_zone),)


def at_port(story: Story, event: e.PortEntered | e.PortLeft) -> Told:
    return (Moment(seat=event.seat, at=(ids.ship(event.seat), PORTS[event.port].zone)),)


# Checks


def side_roll(side: Side, dice: Dice, *, again: bool = False) -> SideRoll:
    """Dice of which skulls are successes."""
    shown = [Die(shows=n.face(die), counts=not die, again=again) for die in dice]
    return SideRoll(by=roller(side), dice=tuple(shown), total=dice.count(0))


def check_rolled(story: Story, event: e.CheckRolled) -> Told:
    story.settle("raid/dice", ROLLED)
    asked = event.reason != "raid"
    won = _verdict(story, event) if asked else None
    return (
        Roll(
            what=_question(story, event),
            rolls=(side_roll(event.side, event.dice),),
            needed=event.needed if asked else None,
            won=won,
            open=asked and won is None,
        ),
    )


def _question(story: Story, event: e.CheckRolled) -> str:
    if event.reason in GUNS:
        return GUNS[event.reason]
    purpose = PURPOSE.get(event.reason, " for the raid" if event.reason == "raid" else "")
    if event.reason in ("scouting", "npc_scouting"):
        wanted = _wanted(story)
        purpose = f" for {target(story, wanted)}" if wanted else ""
    skill = event.skill.capitalize()
    return f"{skill}{purpose}" if len(skill) + len(purpose) <= LONGEST_QUESTION else skill


def _wanted(story: Story) -> str:
    """What is scouted for: the roll comes between the action and its result."""
    begun = (
        each.frame.target for each in story.earlier() if isinstance(each, e.FrameOpened) and type(each.frame) is Scouting
    )
    ended = (each.target for each in story.later() if isinstance(each, e.Scouted))
    return next(ended, None) or next(begun, "")


def _verdict(story: Story, event: e.CheckRolled) -> bool | None:
    """Whether it was enough; None if the dice may be rolled again first."""
    if event.reason == "scouting":
        decided = any(isinstance(each, e.Scouted) and each.side == event.side for each in story.later())
    else:
        offered = (each.frame for each in story.later() if isinstance(each, e.FrameOpened))
        decided = event.reason != "rumor" or not any(isinstance(frame, AcceptOffer) for frame in offered)
    return event.success if decided else None


def dice_rerolled(story: Story, event: e.DiceRerolled) -> Told:
    """All dice are rolled again; both checks of which this can be take one success."""
    story.settle(ROLLED)
    rolled = side_roll(event.side, event.dice, again=True)
    scouting = event.means.startswith("scouting")
    decided = not scouting or any(isinstance(each, e.Scouted) for each in story.later())
    return (
        Roll(
            what="Scouting, rolled again" if scouting else f"Influence{PURPOSE['rumor']}, rolled again",
            rolls=(rolled,),
            needed=1,
            won=0 in event.dice if decided else None,
            open=not decided,
        ),
    )


def merchant_revealed(story: Story, event: e.MerchantRevealed) -> Told:
    found = open_token("raid/merchant", "raid", f"merchant/{event.nation}")
    return (
        Show((found,), source=event.zone),
        Move((ids.merchant(event.zone),), "merchant_track", weight=0),
        Move(to="merchant_track", weight=0),
    )


# Raids


def raid_started(story: Story, event: e.RaidStarted) -> Told:
    """The merchant is of the nation as whose it is raided, whatever its token says (MM-148)."""
    story.settle(*RAIDED)
    merchant = open_token("raid/merchant", "raid", f"merchant/{event.nation}")
    return (Show((merchant,), weight=0), Moment("Raid", seat=event.seat, at=(ids.ship(event.seat), "raid")))


def raid_card_drawn(story: Story, event: e.RaidCardDrawn) -> Told:
    shown = Show(open_cards(event.cards, "raid/table"), source="cargo")
    return (shown, successes(-1)) if event.used else (shown,)


def raid_card_discarded(story: Story, event: e.RaidCardDiscarded) -> Told:
    gone = discarded((event.card,), "cargo")
    return (*gone, successes(-1)) if event.used else gone


def raid_card_exchanged(story: Story, event: e.RaidCardExchanged) -> Told:
    new = () if event.new is None else (Show(open_cards((event.new,), "raid/table"), source="cargo"),)
    used = () if event.free else (successes(-1),)
    return (*discarded((event.card,), "cargo"), *new, *used)


def raid_rolled(story: Story, event: e.CheckRolled) -> Told:
    """The successes of a raid's roll can be spent."""
    gained = (successes(event.dice.count(0)),) if event.reason == "raid" else ()
    return (*check_rolled(story, event), *gained)


def raid_stopped(story: Story, event: e.RaidStopped) -> Told:
    return (successes(None),)


RAIDS: Mapping[str, tuple[str, Literal["good", "bad"]]] = {
    "success": ("The raid succeeds", "good"),
    "escaped": ("The merchant escapes", "bad"),
    "failed": ("The raid fails", "bad"),
    "sunk": ("Sunk in the raid", "bad"),
}
"""How raids end."""


def raid_ended(story: Story, event: e.RaidEnded) -> Told:
    story.settle(*RAIDED)
    title, tone = RAIDS[event.outcome]
    ended = Moment(title, tone=tone, seat=event.seat, at=("raid", ids.ship(event.seat)), weight=2)
    if not event.left:
        return (ended, Move(to="cargo/discard", source="raid/table", weight=0))
    offer = ids.of_seat(event.seat, "offer")
    return (ended, Move(open_cards(event.left, offer), offer, weight=0))


VOYAGE: Mapping[type[e.Event], Telling] = {
    e.ShipMoved: ship_moved,
    e.PortEntered: at_port,
    e.PortLeft: at_port,
    e.CheckRolled: raid_rolled,
    e.DiceRerolled: dice_rerolled,
    e.MerchantRevealed: merchant_revealed,
    e.RaidStarted: raid_started,
    e.RaidCardDrawn: raid_card_drawn,
    e.RaidCardDiscarded: raid_card_discarded,
    e.RaidCardExchanged: raid_card_exchanged,
    e.RaidStopped: raid_stopped,
    e.RaidEnded: raid_ended,
}
