"""Selling and buying goods, and taking cargo on board (RULES.md, chapters 6.1 and 6.2)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.memo import memo_of_latest
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .content import CARGO, PORTS, Effect
from .flow import begin, change, change_bounty, close, gain_glory, replenish
from .frames import BuyLot, Cards, PortMenu, SellLot, Spending
from .state import Recorder, State, cargo_limit, port_here
from .state.conditions import Facts
from .state.modifiers import working

BASE_PRICE = 3
DEMAND_PRICE = 6
OFFER = 6
REPEATED_OFFER = 3
SALE_GLORY_FROM = 3
"""The cards in demand from which a sale earns a glory point (MM-091)."""


def good_of(card: str) -> str:
    return CARGO[card].good


# Selling


def start_selling(recorder: Recorder, frame: PortMenu, command: c.StartSelling, rng: Rng) -> None:
    use_activity(recorder, frame, "sell_goods")
    begin(recorder, SellLot(frame.seat))


def use_activity(recorder: Recorder, frame: PortMenu, activity: str) -> None:
    change(recorder, replace(frame, used=(*frame.used, activity)))
    recorder.emit(e.ActivityStarted(frame.seat, activity))


def add_to_sale(recorder: Recorder, frame: SellLot, command: c.AddToSale, rng: Rng) -> None:
    recorder.emit(e.CardSetAside(frame.seat, command.card))


def sale_price(state: State, seat: int, good: str, cards: int) -> int:
    """What one card of a good brings if `cards` of them are sold together (MM-087, MM-092, MM-093)."""
    port = port_here(state.seats[seat]) or ""
    facts = Facts(good=good, cards=cards)
    wanted = state.demand[port] == good
    item = "sell_demand" if wanted else "sell_base"
    price = DEMAND_PRICE if wanted else BASE_PRICE
    changes = working(state, seat, "set_price", "sell_goods", facts)
    # Prices of the port come before those of the captain (MM-092); `working` lists the captain's first.
    port_rules = PORTS[port].port_rules
    for effect in sorted(changes, key=lambda rule: rule not in port_rules):
        if effect.item == item:
            price = effect.gold
    for effect in changes:
        if effect.item == "sell_good" and state.drawn and good == state.drawn[0]:
            price = effect.gold
    return price + sum(effect.gold for effect in working(state, seat, "add_price", "sell_goods", facts))


def sale_gold(state: State, seat: int, lot: Cards) -> int:
    """What these cards bring in the port if they are sold together (MM-086, MM-087)."""
    return sum([sale_price(state, seat, good_of(card), len(lot)) for card in lot])


def price_of_one(state: State, frame: SellLot, good: str) -> int:
    """What one card of the good brings in the lot as it is: in the port, or at the price of a rumor."""
    return frame.price or sale_price(state, frame.seat, good, max(1, len(state.seats[frame.seat].lot)))


def lot_gold(state: State, frame: SellLot, lot: Cards) -> int:
    """What a lot brings: in the port, or at the price of a rumor."""
    return frame.price * len(lot) if frame.price else sale_gold(state, frame.seat, lot)


def demanded(state: State, seat: int, lot: Cards) -> int:
    """How many of the cards are of the good in demand in this port."""
    wanted = state.demand[port_here(state.seats[seat]) or ""]
    return sum([good_of(card) == wanted for card in lot])


def sale_honours(state: State, seat: int, lot: Cards) -> bool:
    """Whether selling these cards in the port earns a glory point."""
    return demanded(state, seat, lot) >= SALE_GLORY_FROM


def finish_sale(recorder: Recorder, frame: SellLot, command: c.FinishSale, rng: Rng) -> None:
    """Pays the lot as one sale, then replaces demand (MM-088, MM-089, MM-090)."""
    state = recorder.state
    own = state.seats[frame.seat]
    close(recorder)
    if not own.lot:
        return
    gold = lot_gold(state, frame, own.lot)
    if frame.price:
        recorder.emit(e.GoodsSold(frame.seat, own.lot, gold, by_rumor=True))
        return
    port = port_here(own)
    assert port is not None
    recorder.emit(e.GoodsSold(frame.seat, own.lot, gold))
    if demanded(state, frame.seat, own.lot):
        replace_demand(recorder, port, rng)
    if sale_honours(state, frame.seat, own.lot):
        gain_glory(recorder, frame.seat, "sale", rng)


def replace_demand(recorder: Recorder, port: str, rng: Rng) -> None:
    """A new token is drawn before the old one returns to the pool (MM-052, MM-088, MM-089)."""
    pool = recorder.state.demand_pool
    recorder.emit(e.DemandReplaced(port, recorder.state.demand[port], pool[rng.below(len(pool))]))


# Buying


def start_buying(recorder: Recorder, frame: PortMenu, command: c.StartBuying, rng: Rng) -> None:
    start_purchase(recorder, frame.seat, rng)


def start_purchase(recorder: Recorder, seat: int, rng: Rng, size: int | None = None) -> None:
    """Draws the offer (MM-094, MM-095); `size` is given by a card, else it follows from the port and the last turn
    (MM-096, MM-097)."""
    menu = nearest(recorder.state, PortMenu)
    use_activity(recorder, menu, "buy_goods")
    count = size if size is not None else offer_size(recorder.state, seat, menu.port)
    open_offer(recorder, seat, count, rng, avoid=recorder.state.demand[menu.port], in_port=menu.port)
    begin(recorder, BuyLot(seat, "goods"))


def offer_size(state: State, seat: int, port: str) -> int:
    """3 in a port where the captain bought in the turn before (MM-096, MM-097), else the port's number (MM-094, MM-144,
    MM-163)."""
    if port == state.seats[seat].offers[1]:
        return REPEATED_OFFER
    sizes = [int(effect.n) for effect in working(state, seat, "draw_count", "buy_goods")]
    return max(sizes, default=OFFER)


def open_offer(recorder: Recorder, seat: int, count: int, rng: Rng, *, avoid: str = "", in_port: str = "") -> None:
    """Draws `count` cards that only the seat sees (MM-094). Cards of the good `avoid` are discarded and replaced
    (MM-095)."""
    while count:
        state = recorder.state
        there = state.cargo.cards + state.cargo.discard
        if all(good_of(card) == avoid for card in there) or not replenish(recorder, "cargo", rng):
            break
        cards: list[str] = []
        passed: list[str] = []
        for card in recorder.state.cargo.cards:
            (passed if good_of(card) == avoid else cards).append(card)
            if len(cards) == count:
                break
        recorder.emit(e.OfferDrawn(seat, tuple(cards), tuple(passed), in_port=in_port))
        count -= len(cards)


@memo_of_latest
def prices(state: State, frame: BuyLot) -> dict[str, int]:
    """What a card of each good in the offer costs (MM-098, MM-099, MM-100)."""
    own = state.seats[frame.seat]
    copies: dict[str, int] = {}
    for card in own.offer + own.lot:
        good = CARGO[card].good
        copies[good] = copies.get(good, 0) + 1
    if frame.price is not None:
        return dict.fromkeys(copies, frame.price)
    rules = working(state, frame.seat, "set_price", "buy_goods")
    base = min([effect.gold for effect in rules if effect.item == "buy_base"], default=BASE_PRICE)
    more = sum([int(effect.n) for effect in working(state, frame.seat, "price_copies", "buy_goods")])
    found = {good: max(1, base + 1 - count - more) for good, count in copies.items()}
    glut = [effect.gold for effect in rules if effect.item == "buy_good"]
    if glut and state.drawn and state.drawn[0] in found:
        found[state.drawn[0]] = min(found[state.drawn[0]], *glut)
    return found


def lot_price(state: State, frame: BuyLot, lot: tuple[str, ...]) -> int:
    """The lot is one purchase; at Cartagena the dearest card of three or more is free (MM-102, MM-145, MM-146)."""
    each = prices(state, frame)
    return _sum_of([each[good_of(card)] for card in lot], free_cards(state, frame.seat, len(lot)))


@memo_of_latest
def lot_prices(state: State, frame: BuyLot) -> Mapping[str, int]:
    """What the lot costs with one more card of each good in the offer."""
    own, each = state.seats[frame.seat], prices(state, frame)
    chosen = [each[good_of(card)] for card in own.lot]
    free = free_cards(state, frame.seat, len(chosen) + 1)
    return {good: _sum_of([*chosen, price], free) for good, price in each.items()}


def free_cards(state: State, seat: int, cards: int) -> int:
    """How many of `cards` cards bought together are free."""
    return sum([int(effect.n) for effect in working(state, seat, "free_card", "buy_goods", Facts(cards=cards))])


def _sum_of(prices: list[int], free: int) -> int:
    """The sum of the prices without the highest `free` of them."""
    return sum(sorted(prices)[: len(prices) - free]) if free else sum(prices)


def room(state: State, seat: int) -> int:
    """How many more cards fit on board in addition to the lot."""
    own = state.seats[seat]
    return cargo_limit(state, seat) - len(own.cargo) - len(own.lot)


def redraw_price(state: State, seat: int) -> int | None:
    """The price of a new offer in this port; None where offers cannot be exchanged."""
    return next((int(effect.cost) for effect in working(state, seat, "redraw_offer", "buy_goods")), None)


def redraw_offer(recorder: Recorder, frame: BuyLot, command: c.RedrawOffer, rng: Rng) -> None:
    """The whole offer is discarded and drawn anew for a price (MM-159)."""
    port = port_here(recorder.state.seats[frame.seat])
    old = recorder.state.seats[frame.seat].offer
    price = redraw_price(recorder.state, frame.seat)
    assert port is not None
    assert price is not None
    recorder.emit(e.OfferRedrawn(frame.seat, old, price))
    change(recorder, replace(frame, redrawn=True))
    open_offer(recorder, frame.seat, len(old), rng, avoid=recorder.state.demand[port], in_port=port)


def take_card(recorder: Recorder, frame: BuyLot, command: c.TakeCard, rng: Rng) -> None:
    recorder.emit(e.CardSetAside(frame.seat, command.card, open=recorder.state.seats[frame.seat].offer_open))


def drop_cargo(recorder: Recorder, frame: BuyLot, command: c.DropCargo, rng: Rng) -> None:
    """Own cargo is discarded to make room for the purchase (MM-101)."""
    recorder.emit(e.CargoDiscarded(frame.seat, (command.card,), "room"))


def finish_lot(recorder: Recorder, frame: BuyLot, command: c.FinishLot, rng: Rng) -> None:
    """Pay and take the lot on board; the other cards are discarded (MM-101, MM-187)."""
    state = recorder.state
    own = state.seats[frame.seat]
    price = lot_price(state, frame, own.lot)
    close(recorder)
    if frame.kind == "goods" or price:
        bought_in = nearest(state, PortMenu).port if frame.kind == "goods" and own.lot else ""
        recorder.emit(e.GoodsBought(frame.seat, own.lot, price, own.offer, in_port=bought_in))
    else:
        recorder.emit(e.CargoTaken(frame.seat, own.lot, own.offer, frame.kind, open=own.offer_open))


# Gold of the stash, and pardons


def withdraw_gold(recorder: Recorder, frame: Spending, command: c.WithdrawGold, rng: Rng) -> None:
    """Gold comes from the stash on board (MM-137)."""
    stash = recorder.state.seats[frame.seat].stash
    recorder.emit(e.GoldWithdrawn(frame.seat, c.amount_of(command.amount, stash)))


def pardon(state: State, seat: int) -> Effect | None:
    """The offer to take a bounty away for gold, while the Royal Pardon lasts (MM-055)."""
    return next(iter(working(state, seat, "pay_for", "port_action")), None)


def buy_pardon(recorder: Recorder, frame: PortMenu, command: c.BuyPardon, rng: Rng) -> None:
    offer = pardon(recorder.state, frame.seat)
    assert offer is not None
    recorder.emit(e.PardonBought(frame.seat, command.nation, offer.gold))
    for then in offer.then:
        change_bounty(recorder, frame.seat, command.nation, then.delta)
