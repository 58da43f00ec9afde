"""Commands of port business as sentences (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.foreseen import later
from domain.kit.perspective import number
from domain.kit.stack import nearest

from ... import commands as c
from ... import shipyard as yard
from ... import trade
from ...content import MISSIONS, MODIFICATIONS, RUMORS, SHIPS, WEAPONS, glory_card
from ...flow import check_of
from ...frames import BuyLot, SellLot
from ...missions import claim_checks, claim_price, freight_of
from ...port import fever_checks
from ...rumors import rumor_price
from ...state import full, port_here, room_at_sea, ship_of
from ...values import Locations
from .. import names as n
from ..cards import reward
from ..facts import Facts, rolled
from ..perspective import Perspective
from .phrases import Describe, at_sea, card_text, check, plain, ship_values


def here(perspective: Perspective) -> str:
    return port_here(perspective.own) or ""


def start_selling(perspective: Perspective, command: c.StartSelling, facts: Facts) -> str:
    wanted = n.good(perspective.state.demand[here(perspective)])
    return f"Sell goods, which is possible only before anything else here; {n.port(here(perspective))} demands {wanted}."


def start_buying(perspective: Perspective, command: c.StartBuying, facts: Facts) -> str:
    held = len(perspective.own.cargo)
    have = f", and you have {held}" if held else ""
    return f"Buy goods: draw {n.plural(number(facts, 'cards'), 'cargo card')} to choose from; {at_sea(perspective)}{have}."


def visit_shipyard(perspective: Perspective, command: c.VisitShipyard, facts: Facts) -> str:
    token = perspective.state.modifications.get(here(perspective))
    fitting = "" if token is None else f", and the modification here is {n.modification(token)}"
    return f"Visit the shipyard: it repairs and sells ships and special weapons{fitting}."


def start_recruiting(perspective: Perspective, command: c.StartRecruiting, facts: Facts) -> str:
    points, price = yard.missing_crew(perspective.state, perspective.seat), n.gold(yard.CREW_PRICE)
    if "dice" not in facts:
        return f"Recruit {points} crew free of charge."
    return f"Recruit {points} crew free of charge by {check('leadership', facts)}; if it fails, crew costs {price} a point."


def seek_rumor(perspective: Perspective, command: c.SeekRumor, facts: Facts) -> str:
    price = rumor_price(perspective.state, perspective.seat)
    if "dice" not in facts:
        return f"Draw a rumor {n.price(price)}, without a check."
    paid = f"Pay {n.gold(price)} and" if price else "Without paying,"
    return f"{paid} make {check('influence', facts)} to draw a rumor."


def claim_mission(perspective: Perspective, command: c.ClaimMission, facts: Facts) -> str:
    mission = MISSIONS[command.mission]
    checks = [check(each.skill, rolled(each)) for each in claim_checks(perspective.state, perspective.seat, mission)]
    taken = f" by {n.listed(checks)}" if checks else ""
    price = f" for {n.gold(claim_price(mission))}" if claim_price(mission) else ""
    freight = freight_of(mission)
    loaded = f" Its freight takes {n.plural(freight, 'cargo space')}." if freight else ""
    old = f" Your mission {n.mission(perspective.own.mission)} is discarded." if perspective.own.mission else ""
    return f"Claim the mission {mission.name}{taken}{price}. {mission.text} {reward(mission)}{loaded}{old}"


def start_stashing(perspective: Perspective, command: c.StartStashing, facts: Facts) -> str:
    fee = -number(facts, "gold")
    paid = f" for a fee of {n.gold(fee)}" if fee else ""
    return f"Stash gold{paid}: every full 10 gold in the stash count as a glory point, up to 5."


def hire_specialist(perspective: Perspective, command: c.HireSpecialist, facts: Facts) -> str:
    card = glory_card(command.card)
    price = -number(facts, "gold")
    paid = f"for {n.gold(price)}" if price else "for what you did in this turn"
    return f"Hire the {card.name} {paid}: {card.text}"


def buy_pardon(perspective: Perspective, command: c.BuyPardon, facts: Facts) -> str:
    held = perspective.own.bounties[command.nation]
    return (
        f"Pay {n.gold(-number(facts, 'gold'))} to lose one of your {n.plural(held, f'{n.nation(command.nation)} bounty')}."
    )


def end_port_action(perspective: Perspective, command: c.EndPortAction, facts: Facts) -> str:
    if "risk" not in facts:
        return "End the Port action."
    (roll,) = [
        check_of(perspective.state, perspective.seat, effect.skill)
        for effect in fever_checks(perspective.state, perspective.seat)
    ]
    return f"End the Port action. The fever takes 1 Crew unless {check(roll.skill, rolled(roll))} succeeds."


# Lots


def add_to_sale(perspective: Perspective, command: c.AddToSale, facts: Facts) -> str:
    more = " more" if perspective.own.lot else ""
    return f"Put 1 {n.cargo(n.shown(command.card))} up for sale, for {n.gold(later(facts, 'gold'))}{more}."


def finish_sale(perspective: Perspective, command: c.FinishSale, facts: Facts) -> str:
    lot = perspective.own.lot
    if not lot:
        return "Sell nothing."
    if nearest(perspective.state, SellLot).price:
        return f"Sell {n.goods(lot)} for {n.gold(number(facts, 'gold'))}."
    wanted = trade.demanded(perspective.state, perspective.seat, lot)
    after = " The demand here is then replaced." if wanted else ""
    point = " It earns a glory point." if facts.get("glory") else ""
    return f"Sell {n.goods(lot)} for {n.gold(number(facts, 'gold'))}.{point}{after}"


def redraw_offer(perspective: Perspective, command: c.RedrawOffer, facts: Facts) -> str:
    new = n.plural(number(facts, "cards"), "new card")
    return f"Pay {-number(facts, 'gold')} gold to discard the whole offer and draw {new}."


def take_card(perspective: Perspective, command: c.TakeCard, facts: Facts) -> str:
    frame, good = nearest(perspective.state, BuyLot), n.cargo(n.shown(command.card))
    if frame.price == 0:
        return f"Take 1 {good} on board.{too_much(perspective)}"
    price = -later(facts, "gold")
    free = trade.free_cards(perspective.state, perspective.seat, len(perspective.own.lot) + 1)
    why = ", because the dearest card is free here" if free else ""
    if price <= 0:
        change = f"makes the purchase {n.gold(-price)} cheaper" if price else "adds nothing to the price"
        return f"Buy 1 {good}, which {change}{why}.{too_much(perspective)}"
    return f"Buy 1 {good} for {n.gold(price)}{' more' if perspective.own.lot else ''}{why}.{too_much(perspective)}"


def too_much(perspective: Perspective) -> str:
    """A warning about a card that does not fit in the ship at sea (MM-067)."""
    cards = len(perspective.own.cargo) + len(perspective.own.lot) + 1
    if not perspective.own.in_port or cards <= room_at_sea(perspective.state, perspective.seat):
        return ""
    return f" You would have {cards}, but {at_sea(perspective)}."


def drop_cargo(perspective: Perspective, command: c.DropCargo, facts: Facts) -> str:
    return f"Discard 1 {n.cargo(command.card)} of your own to make room."


def finish_lot(perspective: Perspective, command: c.FinishLot, facts: Facts) -> str:
    frame, lot = nearest(perspective.state, BuyLot), perspective.own.lot
    rest = " The other cards are discarded." if perspective.own.offer else ""
    if frame.price == 0:
        return f"{f'Keep {n.goods(lot)}' if lot else 'Take no cargo'}.{rest}"
    if not lot:
        return f"Buy nothing.{rest}"
    return f"Pay {n.gold(-number(facts, 'gold'))} for {n.goods(lot)}.{rest}"


# Shipyard


def buy_ship(perspective: Perspective, command: c.BuyShip, facts: Facts) -> str:
    card = SHIPS[command.ship]
    old = ship_of(perspective.state, perspective.seat)
    crew = yard.crew_moving(perspective.state, perspective.seat, command.ship)
    whole = Locations(card.hull, card.cargo, card.masts, crew, card.cannons)
    price = -number(facts, "gold")
    paid = n.price(price) if price >= 0 else f"and get {n.gold(-price)} back"
    point = " It earns a glory point." if facts.get("glory") else ""
    return f"Give your {n.ship(old.type)} in payment and buy a {card.name} {paid}: {ship_values(card.id, whole)}.{point}"


def repair(perspective: Perspective, command: c.Repair, facts: Facts) -> str:
    ship = ship_of(perspective.state, perspective.seat)
    now, most = getattr(ship.now, command.location), getattr(full(ship), command.location)
    price = -number(facts, "gold")
    return f"Repair 1 point of {n.location(command.location)} {n.price(price)} (it is at {now} of {most})."


def buy_weapon(perspective: Perspective, command: c.BuyWeapon, facts: Facts) -> str:
    card = WEAPONS[command.weapon]
    return f"Buy {card.name} {n.price(-number(facts, 'gold'))}. {n.capital(card.text)}."


def sell_weapon(perspective: Perspective, command: c.SellWeapon, facts: Facts) -> str:
    return f"Sell your {n.weapon(command.weapon)} for {n.gold(number(facts, 'gold'))}."


def buy_modification(perspective: Perspective, command: c.BuyModification, facts: Facts) -> str:
    token = MODIFICATIONS[perspective.state.modifications[here(perspective)]]
    return f"Have {token.name} fitted {n.price(-number(facts, 'gold'))}. {n.capital(token.text)}."


def refresh_hull(perspective: Perspective, command: c.RefreshHull, facts: Facts) -> str:
    return f"Pay {n.gold(-number(facts, 'gold'))} to make your {n.modification('reinforced_hull')} ready again."


def transfer(perspective: Perspective, command: c.Transfer, facts: Facts) -> str:
    gold = -number(facts, "gold")
    less = gold - yard.TRANSFER_FEE
    price = f"{yard.TRANSFER_FEE}, and {less} that the old ship then brings less" if less else n.gold(gold)
    return f"Move {n.modification(command.modification)} to your new ship for {n.gold(gold) + ': ' if less else ''}{price}."


def hire_one(perspective: Perspective, command: c.HireOne, facts: Facts) -> str:
    ship = ship_of(perspective.state, perspective.seat)
    return f"Hire 1 crew for {n.gold(yard.CREW_PRICE)} (you have {ship.now.crew} of {full(ship).crew})."


# Rumors, limits, stash


def keep_rumor(perspective: Perspective, command: c.KeepRumor, facts: Facts) -> str:
    others = [n.rumor(card) for card in perspective.own.rumors if card != command.rumor]
    rumor = RUMORS[n.shown(command.rumor)]
    return f"Keep the rumor {rumor.name} and put {n.listed(others)} back into the deck. {rumor.text}"


def discard_glory(perspective: Perspective, command: c.DiscardGlory, facts: Facts) -> str:
    return f"Discard {card_text(command.card)}"


def discard_cargo(perspective: Perspective, command: c.DiscardCargo, facts: Facts) -> str:
    return f"Throw 1 {n.cargo(command.card)} overboard."


def deposit_gold(perspective: Perspective, command: c.DepositGold, facts: Facts) -> str:
    if command.amount == "all":
        return f"Put all you have on board into your stash: {n.gold(number(facts, 'stash'))}."
    return f"Put {n.gold(number(facts, 'stash'))} into your stash."


PORT: Mapping[type[c.Command], Describe] = {
    c.StartSelling: start_selling,
    c.StartBuying: start_buying,
    c.VisitShipyard: visit_shipyard,
    c.StartRecruiting: start_recruiting,
    c.SeekRumor: seek_rumor,
    c.ClaimMission: claim_mission,
    c.StartStashing: start_stashing,
    c.HireSpecialist: hire_specialist,
    c.BuyPardon: buy_pardon,
    c.EndPortAction: end_port_action,
    c.AddToSale: add_to_sale,
    c.FinishSale: finish_sale,
    c.RedrawOffer: redraw_offer,
    c.TakeCard: take_card,
    c.DropCargo: drop_cargo,
    c.FinishLot: finish_lot,
    c.BuyShip: buy_ship,
    c.Repair: repair,
    c.BuyWeapon: buy_weapon,
    c.SellWeapon: sell_weapon,
    c.BuyModification: buy_modification,
    c.RefreshHull: refresh_hull,
    c.LeaveShipyard: plain("Leave the shipyard."),
    c.Transfer: transfer,
    c.FinishTransfer: plain("Move no more modifications to your new ship."),
    c.HireOne: hire_one,
    c.FinishRecruiting: plain("Hire no more crew."),
    c.KeepRumor: keep_rumor,
    c.DiscardGlory: discard_glory,
    c.DiscardCargo: discard_cargo,
    c.DepositGold: deposit_gold,
    c.FinishStashing: plain("Stash no more gold."),
}
