"""Beats of set-up, rounds, event cards, NPC ships and wars."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Hidden
from domain.kit.narration import turn_title
from domain.scenes import BeatPiece, Moment, Move, Show, Turn

from .... import events as e
from .... import ids
from ....content import EVENT_CARDS
from ... import names as n
from ..story import Story
from .common import NOTHING, Telling, Told, dealt, discarded, open_card, refitted


def captain_dealt(story: Story, event: e.CaptainDealt) -> Told:
    area = ids.of_seat(event.seat, "captain")
    return (Move(dealt(event.captain, area), area, source="captains"),)


def ship_chosen(story: Story, event: e.ShipChosen) -> Told:
    story.settle("supply")
    area = ids.of_seat(event.seat, "ship")
    if isinstance(event.ship, Hidden):
        return (Move(dealt(event.ship, area), area, source="supply"),)
    return (Move((ship_card(event.seat, event.ship),), area, source="supply"), *refitted(event.seat))


def ship_card(seat: int, ship: str) -> BeatPiece:
    return BeatPiece(id=ids.ship_card(seat), inside=ids.of_seat(seat, "ship"), face=ship)


def captains_revealed(story: Story, event: e.CaptainsRevealed) -> Told:
    story.settle("supply")
    for each in event.captains:
        area = ids.of_seat(each.seat, "captain")
        captain = BeatPiece(id=each.captain, inside=area, face=each.captain, was=f"{area}/down")
        pieces = (captain, ship_card(each.seat, each.ship), ids.ship(each.seat))
        yield Show(pieces, by=ids.seat(each.seat))


def round_started(story: Story, event: e.RoundStarted) -> Told:
    return (Turn(f"Round {event.number}", round=event.number, weight=2),)


def round_ended(story: Story, event: e.RoundEnded) -> Told:
    story.settle(*lasting(story))
    return (Move(to="events/discard", source="event", weight=0),)


def lasting(story: Story) -> list[str]:
    """Where cards lie that work for a while."""
    return [ids.of_seat(seat, "lasting") for seat in range(len(story.names))]


def merchants_refilled(story: Story, event: e.MerchantsRefilled) -> Told:
    story.settle("merchant_track")
    hidden = isinstance(event.tokens, Hidden)
    nations = [""] * len(event.zones) if isinstance(event.tokens, Hidden) else event.tokens
    pieces = [
        BeatPiece(id=ids.merchant(zone), inside=zone, name="Merchant", icon="sailboat", down=True)
        if hidden
        else open_token(ids.merchant(zone), zone, f"merchant/{nation}", "face_down")
        for zone, nation in zip(event.zones, nations, strict=True)
    ]
    return (Show(tuple(pieces), source="merchant_track"),)


def open_token(piece: str, area: str, face: str, *marks: str, was: str | None = None) -> BeatPiece:
    return BeatPiece(id=piece, inside=area, face=face, marks=marks, was=was)


def event_drawn(story: Story, event: e.EventDrawn) -> Told:
    """NPC cards are told by the announcement."""
    card = EVENT_CARDS[event.card]
    if card.kind == "npc":
        return NOTHING
    return (
        Show((open_card(card.id, "event"),), source="events"),
        Moment(card.name, at=(card.id,), weight=2),
    )


def event_discarded(story: Story, event: e.EventDiscarded) -> Told:
    """One that works until the end of the round stays until then."""
    before = next(story.earlier(), None)
    if isinstance(before, e.EventInForce) and before.card == event.card:
        return NOTHING
    return discarded((event.card,), "events")


def npc_announced(story: Story, event: e.NpcAnnounced) -> Told:
    return (
        Show((open_card(event.card, "npcs", "arriving"),), source="events"),
        Moment(_ship(event.npc), at=(event.card, EVENT_CARDS[event.card].start_zone), weight=2),
    )


def _ship(npc: str) -> str:
    """`English naval ship`, `Pirate Sloop`."""
    return n.capital(n.npc(npc).removeprefix("the "))


def npc_moved(story: Story, event: e.NpcMoved) -> Told:
    return (Move((ids.ship(event.npc),), event.to_zone, weight=1 if event.reason == "hunt" else 0),)


def npc_placed(story: Story, event: e.NpcPlaced) -> Told:
    return (
        Show((open_card(event.card, "npcs", "in_command"),), weight=0),
        Move((ids.ship(event.npc),), event.zone),
        *refitted(event.npc),
    )


def npc_defeated(story: Story, event: e.NpcDefeated) -> Told:
    return (Move((ids.ship(event.npc),)), *discarded((event.card,), "events"))


def npc_ship_changed(story: Story, event: e.NpcShipChanged) -> Told:
    return refitted(event.npc)


def war_started(story: Story, event: e.WarStarted) -> Told:
    one, other = event.nations
    war = f"war/{one}/{other}"
    return (Moment("War", at=("wars",)), Show((war,), weight=0))


def war_ended(story: Story, event: e.WarEnded) -> Told:
    one, other = event.nations
    return (Moment("Peace", at=("wars",)), Move((f"war/{one}/{other}",), weight=0))


def captain_turn_started(story: Story, event: e.CaptainTurnStarted) -> Told:
    return (Turn(turn_title(story.who(event.seat), event.seat), by=ids.seat(event.seat), seat=event.seat),)


def captain_turn_ended(story: Story, event: e.CaptainTurnEnded) -> Told:
    story.settle(*lasting(story))
    return NOTHING


def effect_changed(story: Story, event: e.EffectBegan | e.EffectUsed) -> Told:
    story.settle(ids.of_seat(event.seat, "lasting"))
    return NOTHING


ROUNDS: Mapping[type[e.Event], Telling] = {
    e.CaptainDealt: captain_dealt,
    e.ShipChosen: ship_chosen,
    e.CaptainsRevealed: captains_revealed,
    e.RoundStarted: round_started,
    e.RoundEnded: round_ended,
    e.MerchantsRefilled: merchants_refilled,
    e.EventDrawn: event_drawn,
    e.EventDiscarded: event_discarded,
    e.NpcAnnounced: npc_announced,
    e.NpcMoved: npc_moved,
    e.NpcPlaced: npc_placed,
    e.NpcDefeated: npc_defeated,
    e.NpcShipChanged: npc_ship_changed,
    e.WarStarted: war_started,
    e.WarEnded: war_ended,
    e.CaptainTurnStarted: captain_turn_started,
    e.CaptainTurnEnded: captain_turn_ended,
    e.EffectBegan: effect_changed,
    e.EffectUsed: effect_changed,
}
