"""Effects of cards on gold, cards, bounties, ships and demand: how each op is carried out, once (data/README.md)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.cards import shuffled

from .. import events as e
from ..cards.targets import bounty_victims, damaged, demand_choices, fits, free_of, hireable, victim_nations
from ..content import GOODS, NATIONS, WEAPONS, ZONES, Effect
from ..flow import ask, begin, change, change_bounty, change_gold, close, draw_glory, replenish
from ..frames import BuyLot, Resolve, SellLot
from ..state import Record, full, port_here, ship_of
from ..trade import open_offer, start_purchase

# Gold, cards, crew


def gain_gold(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    change_gold(record, frame.seat, int(effect.n), frame.source.partition(":")[0])


def draw_glory_cards(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Draws one card at a time: the hand limit applies after each."""
    left = (frame.left or int(effect.n)) - 1
    if left:
        change(record, replace(frame, left=left))
    draw_glory(record, frame.seat, rng)


def draw_cargo(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    open_offer(record, frame.seat, int(effect.n), rng)
    begin(record, BuyLot(frame.seat, "cargo", effect.price_each))


def take_good(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Any good can be named, also one of which no card is left: leaving it out would show what others hold (MM-382)."""
    ask(record, frame.seat, "good", GOODS)


def good_taken(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    cargo = record.state.cargo
    wanted = [card for card in cargo.discard + cargo.cards if card.rpartition("_")[0] == picked[0]]
    found = tuple(wanted[: int(effect.n)])
    record.emit(e.OfferDrawn(frame.seat, found, (), open=True))
    if any(card in cargo.cards for card in found):
        record.emit(e.DeckReshuffled("cargo", shuffled(record.state.cargo.cards, rng)))
    begin(record, BuyLot(frame.seat, "cargo", 0))


def sell_goods_at(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    begin(record, SellLot(frame.seat, effect.gold, effect.max_cards))


def draw_count(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Opens a purchase with an offer of the card's size (MM-097)."""
    close(record)
    start_purchase(record, frame.seat, rng, size=int(effect.n))


def recruit(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ship = ship_of(record.state, frame.seat)
    missing = full(ship).crew - ship.now.crew
    points = missing if effect.n == "full" else min(missing, int(effect.n))
    if points:
        record.emit(e.CrewRecruited(frame.seat, points, 0))


def gain_special_weapons(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    for weapon in WEAPONS:
        if weapon not in record.state.seats[frame.seat].weapons and free_of(record.state, weapon):
            record.emit(e.WeaponGained(frame.seat, weapon))


def hire_specialist(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """The first such specialist from the top of the glory deck joins; the deck is shuffled again."""
    replenish(record, "glory", rng)
    found = hireable(record.state, frame.seat, effect.types)
    if found is not None:
        record.emit(e.SpecialistHired(frame.seat, found, 0, from_hand=False))
    record.emit(e.GloryDeckShuffled(shuffled(record.state.glory.cards, rng)))


# Bounties


def bounty(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    own = record.state.seats[frame.seat]
    if effect.who == "chosen_other_captain":
        ask(record, frame.seat, "captain", [str(seat) for seat in bounty_victims(record.state, frame.seat, effect)])
    elif effect.nation == "choice":
        ask(record, frame.seat, "nation", [nation for nation in NATIONS if nation in own.bounties])
    else:
        nation = effect.nation
        if nation == "of_port":
            nation = ZONES[own.zone].nation or ""
        change_bounty(record, frame.seat, nation, effect.delta)


def bounty_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    if effect.who != "chosen_other_captain":
        change_bounty(record, frame.seat, picked[0], effect.delta)
    elif len(picked) == 1:
        ask(record, frame.seat, "nation", victim_nations(record.state, int(picked[0]), effect), picked)
    else:
        change_bounty(record, int(picked[0]), picked[1], effect.delta)


# Ships


def repair(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    if effect.n != "all":
        ask(record, frame.seat, "location", damaged(record.state, frame.seat, effect.locations))
        return
    ship = ship_of(record.state, frame.seat)
    for place in damaged(record.state, frame.seat, effect.locations):
        points = getattr(full(ship), place) - getattr(ship.now, place)
        record.emit(e.DamageRepaired(frame.seat, place, points, 0))


def repair_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    record.emit(e.DamageRepaired(frame.seat, picked[-1], 1, 0))
    if len(picked) < int(effect.n):
        ask(record, frame.seat, "location", damaged(record.state, frame.seat, effect.locations), picked)


def gain_modification(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ask(record, frame.seat, "port", sorted(record.state.modifications))


def modification_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    """A face-down token is turned up first; it stays if it cannot be fitted (MM-335)."""
    port = picked[0]
    token = record.state.modifications[port]
    if port not in record.state.face_up:
        record.emit(e.ModificationRevealed(port, token))
    if fits(record.state, frame.seat, token):
        record.emit(e.ModificationGained(frame.seat, token, port))


# Demand


def set_demand(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    state = record.state
    if effect.good == "choice_from_pool":
        ask(record, frame.seat, "good", demand_choices(state, frame.seat))
    elif effect.good in state.demand_pool and state.demand[effect.port] != effect.good:
        record.emit(e.DemandReplaced(effect.port, state.demand[effect.port], effect.good))


def demand_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    port = port_here(record.state.seats[frame.seat])
    assert port is not None
    record.emit(e.DemandReplaced(port, record.state.demand[port], picked[0]))
