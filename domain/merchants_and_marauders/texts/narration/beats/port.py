"""Beats of port business."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Hidden
from domain.scenes import BeatPiece, Moment, Move, Show, unseen

from .... import events as e
from .... import ids
from ....content import PORTS
from ... import names as n
from ..story import Story
from .common import (
    NOTHING,
    Telling,
    Told,
    cargo,
    dealt,
    discarded,
    gold,
    location,
    open_card,
    paid,
    refitted,
    stash,
    successes,
    turned_down,
)
from .rounds import open_token, ship_card


def port_action_ended(story: Story, event: e.PortActionEnded) -> Told:
    story.settle(ids.of_seat(event.seat, "lasting"))
    return NOTHING


# Goods


def goods_sold(story: Story, event: e.GoodsSold) -> Told:
    return (*discarded(event.cards, "cargo"), cargo(event.seat, -len(event.cards)), gold(event.seat, event.gold))


def card_set_aside(story: Story, event: e.CardSetAside) -> Told:
    lot = ids.of_seat(event.seat, "lot")
    return (Move(dealt(event.card, lot), lot, weight=0),)


def demand_replaced(story: Story, event: e.DemandReplaced) -> Told:
    return (Show((open_token(ids.demand(event.port), PORTS[event.port].zone, event.new),), source="demand"),)


def offer_drawn(story: Story, event: e.OfferDrawn) -> Told:
    offer = ids.of_seat(event.seat, "offer")
    drawn = dealt(event.cards, offer)
    offered = (Move(drawn, offer, source="cargo"),) if drawn else ()
    return (*offered, *discarded(event.discarded, "cargo"))


def offer_redrawn(story: Story, event: e.OfferRedrawn) -> Told:
    return (*discarded(event.discarded, "cargo"), *paid(event.seat, event.price))


def goods_bought(story: Story, event: e.GoodsBought) -> Told:
    price = paid(event.seat, event.price) if n.size(event.cards) else ()
    return (*_on_board(event.seat, event.cards), *price, *discarded(event.discarded, "cargo"))


def cargo_taken(story: Story, event: e.CargoTaken) -> Told:
    return (*_on_board(event.seat, event.cards), *discarded(event.left, "cargo"))


def _on_board(seat: int, cards: tuple[str, ...] | Hidden) -> Told:
    count = n.size(cards)
    if not count:
        return ()
    hold = ids.of_seat(seat, "cargo")
    return (Move(dealt(cards, hold), hold), cargo(seat, count))


def cargo_discarded(story: Story, event: e.CargoDiscarded) -> Told:
    return (*discarded(event.cards, "cargo"), cargo(event.seat, -len(event.cards)))


# Shipyard and crew


def ship_bought(story: Story, event: e.ShipBought) -> Told:
    return (*new_ship(story, event.seat, event.ship), *paid(event.seat, event.price))


def new_ship(story: Story, seat: int, ship: str) -> Told:
    """The modifications of the old one wait to be moved or laid out."""
    story.settle("supply", ids.of_seat(seat, "modifications"), ids.of_seat(seat, "returning"))
    return (Move((ship_card(seat, ship),), ids.of_seat(seat, "ship"), source="supply"), *refitted(seat))


def damage_repaired(story: Story, event: e.DamageRepaired) -> Told:
    return (location(event.seat, event.location, event.points), *paid(event.seat, event.price))


def weapon_bought(story: Story, event: e.WeaponBought) -> Told:
    return (*weapon_gained(story, event), *paid(event.seat, event.price))


def weapon_gained(story: Story, event: e.WeaponGained | e.WeaponBought) -> Told:
    story.settle("supply")
    area = ids.of_seat(event.seat, "weapons")
    return (Move((open_token(ids.weapon(event.seat, event.weapon), area, event.weapon),), area, source="supply"),)


def weapon_sold(story: Story, event: e.WeaponSold) -> Told:
    return (*_given_up(story, event.seat, event.weapon), gold(event.seat, event.price))


def weapon_spent(story: Story, event: e.WeaponSpent) -> Told:
    gained = (successes(1),) if event.use == "raid" else ()
    return (*_given_up(story, event.seat, event.weapon), *gained)


def _given_up(story: Story, seat: int, weapon: str) -> Told:
    story.settle("supply")
    return (Move((open_token(ids.weapon(seat, weapon), "supply", weapon),), "supply"),)


def modification_revealed(story: Story, event: e.ModificationRevealed) -> Told:
    zone = PORTS[event.port].zone
    return (Show((open_token(ids.modification(event.port), zone, event.modification),)),)


def modification_bought(story: Story, event: e.ModificationBought) -> Told:
    return (*modification_gained(story, event), *paid(event.seat, event.price))


def modification_gained(story: Story, event: e.ModificationGained | e.ModificationBought) -> Told:
    return _fitted(event.seat, event.modification, ids.modification(event.port))


def modification_moved(story: Story, event: e.ModificationMoved) -> Told:
    was = ids.returning(event.seat, event.modification)
    return (*_fitted(event.seat, event.modification, was), *paid(event.seat, event.price))


def _fitted(seat: int, token: str, was: str) -> Told:
    """It raises Cargo or Cannons at once."""
    area = ids.of_seat(seat, "modifications")
    fitted = open_token(ids.fitted(seat, token), area, token, was=was)
    return (Move((fitted,), area), *refitted(seat, ("cargo", "cannons")))


def modification_returned(story: Story, event: e.ModificationReturned) -> Told:
    piece, zone = ids.modification(event.port), PORTS[event.port].zone
    laid: BeatPiece
    if isinstance(event.modification, Hidden):
        laid = BeatPiece(id=piece, inside=zone, name="Modification", icon="hammer", down=True)
    else:
        was = ids.returning(event.seat, event.modification)
        laid = open_token(piece, zone, event.modification, "face_down", was=was)
    return (turned_down(event.seat), Move((laid,), zone))


def modification_flipped(story: Story, event: e.ModificationFlipped) -> Told:
    return (Moment(seat=event.seat, at=(ids.fitted(event.seat, event.modification),)),)


def crew_recruited(story: Story, event: e.CrewRecruited) -> Told:
    return (location(event.seat, "crew", event.points), *paid(event.seat, event.price))


# Rumors, missions, stash and gold


def rumor_drawn(story: Story, event: e.RumorDrawn) -> Told:
    area = ids.of_seat(event.seat, "rumors")
    return (Move(dealt(event.card, area), area, source="rumor"),)


def rumor_returned(story: Story, event: e.RumorReturned) -> Told:
    piece = unseen(1) if isinstance(event.card, Hidden) else event.card
    return (Move((piece,), "rumor", source=ids.of_seat(event.seat, "rumors")),)


def rumor_played(story: Story, event: e.RumorPlayed) -> Told:
    area = ids.of_seat(event.seat, "rumors") if event.kept else "rumor/discard"
    return (
        Show((open_card(event.card, area, "face_up"),), by=ids.seat(event.seat)),
        Moment(
            "The rumor is true" if event.success else "The rumor is false",
            tone="good" if event.success else "bad",
            seat=event.seat,
            at=(event.card,),
            weight=2,
        ),
    )


def mission_laid_out(story: Story, event: e.MissionLaidOut) -> Told:
    return (Show((open_card(event.card, PORTS[event.port].zone),), source="mission"),)


def mission_claimed(story: Story, event: e.MissionClaimed) -> Told:
    area = ids.of_seat(event.seat, "mission")
    return (Move((open_card(event.card, area),), area),)


def mission_advanced(story: Story, event: e.MissionAdvanced) -> Told:
    return (Moment("A step of the mission", tone="good", seat=event.seat, at=(event.card,)),)


def mission_completed(story: Story, event: e.MissionCompleted) -> Told:
    done = Moment("Mission done", tone="good", seat=event.seat, at=(event.card,), weight=2)
    return (done, *discarded((event.card,), "mission"))


def mission_lost(story: Story, event: e.MissionLost) -> Told:
    lost = Moment("Mission lost", tone="bad", seat=event.seat, at=(event.card,))
    return (lost, *discarded((event.card,), "mission"))


def gold_stashed(story: Story, event: e.GoldStashed) -> Told:
    away = event.amount + event.fee if isinstance(event.amount, int) else event.amount
    return (*paid(event.seat, away), stash(event.seat, event.amount))


def gold_withdrawn(story: Story, event: e.GoldWithdrawn | e.GoldMovedFromStash) -> Told:
    return (gold(event.seat, event.amount), stash(event.seat, n.minus(event.amount)))


def gold_changed(story: Story, event: e.GoldChanged) -> Told:
    return (gold(event.seat, event.amount),)


PORT: Mapping[type[e.Event], Telling] = {
    e.PortActionEnded: port_action_ended,
    e.GoodsSold: goods_sold,
    e.CardSetAside: card_set_aside,
    e.DemandReplaced: demand_replaced,
    e.OfferDrawn: offer_drawn,
    e.OfferRedrawn: offer_redrawn,
    e.GoodsBought: goods_bought,
    e.CargoTaken: cargo_taken,
    e.CargoDiscarded: cargo_discarded,
    e.ShipBought: ship_bought,
    e.DamageRepaired: damage_repaired,
    e.WeaponBought: weapon_bought,
    e.WeaponSold: weapon_sold,
    e.WeaponGained: weapon_gained,
    e.WeaponSpent: weapon_spent,
    e.ModificationRevealed: modification_revealed,
    e.ModificationBought: modification_bought,
    e.ModificationGained: modification_gained,
    e.ModificationMoved: modification_moved,
    e.ModificationReturned: modification_returned,
    e.ModificationFlipped: modification_flipped,
    e.CrewRecruited: crew_recruited,
    e.RumorDrawn: rumor_drawn,
    e.RumorReturned: rumor_returned,
    e.RumorPlayed: rumor_played,
    e.MissionLaidOut: mission_laid_out,
    e.MissionClaimed: mission_claimed,
    e.MissionAdvanced: mission_advanced,
    e.MissionCompleted: mission_completed,
    e.MissionLost: mission_lost,
    e.GoldStashed: gold_stashed,
    e.GoldWithdrawn: gold_withdrawn,
    e.GoldMovedFromStash: gold_withdrawn,
    e.GoldChanged: gold_changed,
}
