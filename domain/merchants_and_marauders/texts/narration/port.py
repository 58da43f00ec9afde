"""Sentences about port business, bounties, glory cards and specialists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ... import events as e
from ...content import LOCATIONS
from .. import names as n
from .story import Narrate, Story

ACTIVITIES: Mapping[str, str] = {
    "sell_goods": "puts goods up for sale",
    "buy_goods": "goes to buy goods",
    "shipyard": "visits the shipyard",
    "mission": "asks for a mission",
    "stash": "goes to stash gold",
}
NARRATED_BY: Mapping[str, tuple[type[e.Event], ...]] = {
    "sell_goods": (e.CardSetAside, e.GoodsSold),
    "buy_goods": (e.OfferDrawn,),
    "shipyard": (),
    "mission": (e.CheckRolled, e.MissionClaimed, e.GoldChanged),
    "stash": (e.GoldStashed,),
}


def port_action_started(story: Story, event: e.PortActionStarted) -> str:
    return f"{story.who(event.seat)} begins a Port action in {n.port(event.port)}."


def port_action_ended(story: Story, event: e.PortActionEnded) -> str:
    return f"{story.who(event.seat)} ends the Port action in {n.port(event.port)}."


def activity_started(story: Story, event: e.ActivityStarted) -> str:
    """An activity that began; empty if the following events say it."""
    match event.activity:
        case "recruit":
            return recruiting(story, event)
        case "rumor":
            return asking_for_rumors(story, event)
        case activity if story.comes(*NARRATED_BY[activity]):
            return ""
        case activity:
            return f"{story.who(event.seat)} {ACTIVITIES[activity]}."


def recruiting(story: Story, event: e.ActivityStarted) -> str:
    rolled = story.take(e.CheckRolled, lambda other: other.reason == "recruiting")
    if rolled is None:
        return ""
    result = "with success" if rolled.success else "in vain"
    return f"{story.who(event.seat)} tries to recruit ({n.dice(rolled.dice)}) {result}."


def asking_for_rumors(story: Story, event: e.ActivityStarted) -> str:
    paid = story.take(e.GoldChanged, lambda other: other.reason == "rumor")
    rolled = story.take(e.CheckRolled, lambda other: other.reason == "rumor")
    price = f" for {n.gold(n.minus(paid.amount))}" if paid is not None else ""
    dice = f" ({n.dice(rolled.dice)})" if rolled is not None else ""
    result = "" if rolled is None else " with success" if rolled.success else " in vain"
    return f"{story.who(event.seat)} asks for rumors{price}{dice}{result}."


# Goods


def card_set_aside(story: Story, event: e.CardSetAside) -> str:
    run = [event, *story.take_all(e.CardSetAside, lambda other: other.seat == event.seat)]
    if story.comes(e.GoodsSold, e.GoodsBought, e.CargoTaken):
        return ""
    seen = [each.card for each in run if isinstance(each.card, str)]
    lot = n.goods(seen) if seen else n.plural(len(run), "cargo card")
    return f"{story.who(event.seat)} sets {lot} aside."


def goods_sold(story: Story, event: e.GoodsSold) -> str:
    return f"{story.who(event.seat)} sells {n.goods(event.cards)} for {n.gold(event.gold)}."


def demand_replaced(story: Story, event: e.DemandReplaced) -> str:
    if event.old == event.new:
        return f"{n.port(event.port)} goes on to demand {n.good(event.new)}."
    return f"{n.port(event.port)} demands {n.good(event.new)} now instead of {n.good(event.old)}."


def offer_drawn(story: Story, event: e.OfferDrawn) -> str:
    run = [event, *story.take_all(e.OfferDrawn, lambda other: (other.seat, other.open) == (event.seat, event.open))]
    count = sum(n.size(each.cards) for each in run)
    seen = [card for each in run if isinstance(each.cards, tuple) for card in each.cards]
    passed = [card for each in run for card in each.discarded]
    cards = n.goods(seen) if seen else n.plural(count, "cargo card")
    aside = f" ({n.goods(passed)}, in demand, discarded)" if passed else ""
    verb = "finds" if event.open else "is offered"
    return f"{story.who(event.seat)} {verb} {cards}{aside}."


def offer_redrawn(story: Story, event: e.OfferRedrawn) -> str:
    return f"{story.who(event.seat)} pays {event.price} gold and discards the offer ({n.goods(event.discarded)})."


def goods_bought(story: Story, event: e.GoodsBought) -> str:
    if not n.size(event.cards):
        return f"{story.who(event.seat)} buys nothing."
    paid = f" {n.price(event.price)}" if isinstance(event.price, int) else ""
    return f"{story.who(event.seat)} buys {n.goods(event.cards)}{paid}."


def cargo_taken(story: Story, event: e.CargoTaken) -> str:
    return f"{story.who(event.seat)} takes {n.goods(event.cards)} on board."


def cargo_discarded(story: Story, event: e.CargoDiscarded) -> str:
    who, cards = story.who(event.seat), n.goods(event.cards)
    match event.reason:
        case "damage":
            return f"{who} loses {cards} overboard."
        case "mission":
            return f"{who} delivers {cards}."
        case "room":
            return f"{who} discards {cards} to make room."
        case _:
            return f"{who} throws {cards} overboard."


# Shipyard and crew


def ship_bought(story: Story, event: e.ShipBought) -> str:
    ship = n.with_article(n.ship(event.ship))
    if event.price < 0:
        return f"{story.who(event.seat)} buys {ship} and gets {n.gold(-event.price)} back."
    return f"{story.who(event.seat)} buys {ship} {n.price(event.price)}."


def damage_repaired(story: Story, event: e.DamageRepaired) -> str:
    run = [event, *story.take_all(e.DamageRepaired, lambda other: other.seat == event.seat)]
    repaired: Counter[str] = Counter(dict.fromkeys(LOCATIONS, 0))
    for each in run:
        repaired[each.location] += each.points
    points = n.listed([f"{n.location(place)} by {by}" for place, by in repaired.items() if by])
    return f"{story.who(event.seat)} repairs {points}, {n.price(sum(each.price for each in run))}."


def weapon_bought(story: Story, event: e.WeaponBought) -> str:
    return f"{story.who(event.seat)} buys {n.weapon(event.weapon)} {n.price(event.price)}."


def weapon_sold(story: Story, event: e.WeaponSold) -> str:
    return f"{story.who(event.seat)} sells {n.weapon(event.weapon)} {n.price(event.price)}."


def weapon_gained(story: Story, event: e.WeaponGained) -> str:
    run = [event, *story.take_all(e.WeaponGained, lambda other: other.seat == event.seat)]
    return f"{story.who(event.seat)} gets {n.listed([n.weapon(each.weapon) for each in run])}."


def weapon_spent(story: Story, event: e.WeaponSpent) -> str:
    story.take(e.ShotUsed)
    use = " to turn a failed die into a success" if event.use == "raid" else ""
    return f"{story.who(event.seat)} uses up {n.weapon(event.weapon)}{use}."


def modification_revealed(story: Story, event: e.ModificationRevealed) -> str:
    return f"{n.modification(event.modification)} turns up in {n.port(event.port)}."


def modification_bought(story: Story, event: e.ModificationBought) -> str:
    return f"{story.who(event.seat)} has {n.modification(event.modification)} fitted {n.price(event.price)}."


def modification_gained(story: Story, event: e.ModificationGained) -> str:
    return f"{story.who(event.seat)} gets {n.modification(event.modification)} from {n.port(event.port)}."


def modification_moved(story: Story, event: e.ModificationMoved) -> str:
    return f"{story.who(event.seat)} moves {n.modification(event.modification)} to the new ship {n.price(event.price)}."


def modification_returned(story: Story, event: e.ModificationReturned) -> str:
    run = [event, *story.take_all(e.ModificationReturned, lambda other: other.seat == event.seat)]
    ports = n.listed([n.port(each.port) for each in run])
    what = "a modification" if len(run) == 1 else "modifications"
    return f"{story.who(event.seat)} lays {what} of the old ship face down in {ports}."


def modification_flipped(story: Story, event: e.ModificationFlipped) -> str:
    token = n.modification(event.modification)
    if event.up:
        return f"{story.whose(event.seat)} {token} {'are' if token.endswith('s') else 'is'} ready again."
    return "" if story.comes(e.HitCancelled, e.LocationsRolled) else f"{story.who(event.seat)} uses {token}."


def crew_recruited(story: Story, event: e.CrewRecruited) -> str:
    run = [event, *story.take_all(e.CrewRecruited, lambda other: other.seat == event.seat and other.price == event.price)]
    points, paid = sum(each.points for each in run), sum(each.price for each in run)
    return f"{story.who(event.seat)} recruits {points} crew {n.price(paid)}."


# Rumors, missions, stash and gold


def rumor_drawn(story: Story, event: e.RumorDrawn) -> str:
    card = f"the rumor {n.rumor(event.card)}" if isinstance(event.card, str) else "a rumor"
    return f"{story.who(event.seat)} draws {card}."


def rumor_returned(story: Story, event: e.RumorReturned) -> str:
    card = f"the rumor {n.rumor(event.card)}" if isinstance(event.card, str) else "a rumor"
    return f"{story.who(event.seat)} puts {card} back into the deck."


def rumor_played(story: Story, event: e.RumorPlayed) -> str:
    truth = "true" if event.success else "false"
    return f"{story.whose(event.seat)} rumor {n.rumor(event.card)} is {truth}."


def mission_laid_out(story: Story, event: e.MissionLaidOut) -> str:
    return f"The mission {n.mission(event.card)} is to be had in {n.port(event.port)}."


def mission_claimed(story: Story, event: e.MissionClaimed) -> str:
    return f"{story.who(event.seat)} claims the mission {n.mission(event.card)}."


def mission_advanced(story: Story, event: e.MissionAdvanced) -> str:
    return f"{story.who(event.seat)} gets further with the mission {n.mission(event.card)}."


def mission_completed(story: Story, event: e.MissionCompleted) -> str:
    return f"{story.who(event.seat)} completes the mission {n.mission(event.card)}."


def mission_lost(story: Story, event: e.MissionLost) -> str:
    return f"{story.who(event.seat)} loses the mission {n.mission(event.card)}."


def gold_stashed(story: Story, event: e.GoldStashed) -> str:
    run = [event, *story.take_all(e.GoldStashed, lambda other: other.seat == event.seat)]
    return f"{story.who(event.seat)} stashes {n.gold(n.total([each.amount for each in run]))}."


def gold_withdrawn(story: Story, event: e.GoldWithdrawn) -> str:
    run = [event, *story.take_all(e.GoldWithdrawn, lambda other: other.seat == event.seat)]
    return f"{story.who(event.seat)} takes {n.gold(n.total([each.amount for each in run]))} from the stash."


PAID_FOR = {"stash_fee": " to stash here", "mission": " for the mission", "entry": " to be let in"}


def gold_changed(story: Story, event: e.GoldChanged) -> str:
    """Gold gained or paid; empty if another event says the same."""
    who = story.who(event.seat)
    if event.reason in ("raid", "start", "new_captain", "refresh") or (
        event.reason == "entry" and story.comes(e.PortEntered)
    ):
        return ""
    if not isinstance(event.amount, int):
        return ""
    if event.amount < 0:
        return f"{who} pays {n.gold(-event.amount)}{PAID_FOR.get(event.reason, '')}."
    reason = {"reward": " as a reward", "plunder": " of plunder", "refund": " back"}.get(event.reason, "")
    return f"{who} gets {n.gold(event.amount)}{reason}."


# Bounties, glory, specialists


def pardon_bought(story: Story, event: e.PardonBought) -> str:
    return f"{story.who(event.seat)} buys a pardon {n.price(event.price)}."


def bounty_changed(story: Story, event: e.BountyChanged) -> str:
    count = abs(event.delta)
    bounties = n.plural(count, f"{n.nation(event.nation)} bounty")
    return f"{story.who(event.seat)} {'gets' if event.delta > 0 else 'loses'} {bounties} ({event.total} now)."


def reward_claimed(story: Story, event: e.RewardClaimed) -> str:
    return f"{story.who(event.seat)} claims the {n.nation(event.nation)} reward of {n.gold(event.gold)}."


GLORY_FOR = {
    "battle": "the victory",
    "sale": "the sale",
    "raid": "the rich plunder",
    "mission": "the mission",
    "rumor": "the true rumor",
    "ship": "the big ship",
}


def glory_gained(story: Story, event: e.GloryGained) -> str:
    drawn = story.take(e.GloryDrawn, lambda other: other.seat == event.seat)
    card = "" if drawn is None else f" and draws {_glory_card(drawn)}"
    return f"{story.who(event.seat)} earns a glory point for {GLORY_FOR[event.reason]} ({event.points} now){card}."


def _glory_card(event: e.GloryDrawn) -> str:
    return f"the glory card {n.glory(event.card)}" if isinstance(event.card, str) else "a glory card"


def glory_drawn(story: Story, event: e.GloryDrawn) -> str:
    start = story.take(e.GoldChanged, lambda other: other.reason == "start")
    gold = f" and takes {n.gold(start.amount)} on board" if start is not None else ""
    return f"{story.who(event.seat)} draws {_glory_card(event)}{gold}."


def glory_discarded(story: Story, event: e.GloryDiscarded) -> str:
    return f"{story.who(event.seat)} discards {n.glory(event.card)}."


def glory_announced(story: Story, event: e.GloryAnnounced) -> str:
    if story.comes(e.GloryPlayed, e.GloryWithdrawn):
        return ""
    card = f" ({n.glory(event.card)})" if isinstance(event.card, str) else ""
    return f"{story.who(event.seat)} announces a glory card{card}."


def glory_played(story: Story, event: e.GloryPlayed) -> str:
    return f"{story.who(event.seat)} plays {n.glory(event.card)}."


def glory_withdrawn(story: Story, event: e.GloryWithdrawn) -> str:
    return f"{story.who(event.seat)} shows {n.glory(event.card)} and keeps it."


def specialist_hired(story: Story, event: e.SpecialistHired) -> str:
    paid = f" {n.price(event.price)}" if event.price else ""
    return f"{story.who(event.seat)} hires a {n.glory(event.card)}{paid}."


def glory_deck_shuffled(story: Story, event: e.GloryDeckShuffled) -> str:
    return "The glory deck is shuffled."


def deck_reshuffled(story: Story, event: e.DeckReshuffled) -> str:
    return f"The {event.which} deck is shuffled anew."


PORT: Mapping[type[e.Event], Narrate] = {
    e.PortActionStarted: port_action_started,
    e.PortActionEnded: port_action_ended,
    e.ActivityStarted: activity_started,
    e.CardSetAside: card_set_aside,
    e.GoodsSold: goods_sold,
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
    e.GoldChanged: gold_changed,
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
    e.GloryDeckShuffled: glory_deck_shuffled,
    e.DeckReshuffled: deck_reshuffled,
}
