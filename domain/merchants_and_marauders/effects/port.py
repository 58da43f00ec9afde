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
from ..state import Recorder, full, port_here, ship_of
from ..trade import open_offer, start_purchase

# Gold, cards, crew


def gain_gold(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    change_gold(recorder, frame.seat, int(effect.n), frame.source.partition(":")[0])


def draw_glory_cards(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Draws one card at a time: the hand limit applies after each."""
    left = (frame.left or int(effect.n)) - 1
    if left:
        change(recorder, replace(frame, left=left))
    draw_glory(recorder, frame.seat, rng)


def draw_cargo(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    open_offer(recorder, frame.seat, int(effect.n), rng)
    begin(recorder, BuyLot(frame.seat, "cargo", effect.price_each))


def take_good(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Any good can be named, also one of which no card is left: leaving it out would show what others hold (MM-382)."""
    ask(recorder, frame.seat, "good", GOODS)


def good_taken(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    cargo = recorder.state.cargo
    wanted = [card for card in cargo.discard + cargo.cards if card.rpartition("_")[0] == picked[0]]
    found = tuple(wanted[: int(effect.n)])
    recorder.emit(e.OfferDrawn(frame.seat, found, (), open=True))
    if any(card in cargo.cards for card in found):
        recorder.emit(e.DeckReshuffled("cargo", shuffled(recorder.state.cargo.cards, rng)))
    begin(recorder, BuyLot(frame.seat, "cargo", 0))


def sell_goods_at(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    begin(recorder, SellLot(frame.seat, effect.gold, effect.max_cards))


def draw_count(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Opens a purchase with an offer of the card's size (MM-097)."""
    close(recorder)
    start_purchase(recorder, frame.seat, rng, size=int(effect.n))


def recruit(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ship = ship_of(recorder.state, frame.seat)
    missing = full(ship).crew - ship.now.crew
    points = missing if effect.n == "full" else min(missing, int(effect.n))
    if points:
        recorder.emit(e.CrewRecruited(frame.seat, points, 0))


def gain_special_weapons(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    for weapon in WEAPONS:
        if weapon not in recorder.state.seats[frame.seat].weapons and free_of(recorder.state, weapon):
            recorder.emit(e.WeaponGained(frame.seat, weapon))


def hire_specialist(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """The first such specialist from the top of the glory deck joins; the deck is shuffled again."""
    replenish(recorder, "glory", rng)
    found = hireable(recorder.state, frame.seat, effect.types)
    if found is not None:
        recorder.emit(e.SpecialistHired(frame.seat, found, 0, from_hand=False))
    recorder.emit(e.GloryDeckShuffled(shuffled(recorder.state.glory.cards, rng)))


# Bounties


def bounty(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    own = recorder.state.seats[frame.seat]
    if effect.who == "chosen_other_captain":
        ask(recorder, frame.seat, "captain", [str(seat) for seat in bounty_victims(recorder.state, frame.seat, effect)])
    elif effect.nation == "choice":
        ask(recorder, frame.seat, "nation", [nation for nation in NATIONS if nation in own.bounties])
    else:
        nation = effect.nation
        if nation == "of_port":
            nation = ZONES[own.zone].nation or ""
        change_bounty(recorder, frame.seat, nation, effect.delta)


def bounty_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    if effect.who != "chosen_other_captain":
        change_bounty(recorder, frame.seat, picked[0], effect.delta)
    elif len(picked) == 1:
        ask(recorder, frame.seat, "nation", victim_nations(recorder.state, int(picked[0]), effect), picked)
    else:
        change_bounty(recorder, int(picked[0]), picked[1], effect.delta)


# Ships


def repair(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    if effect.n != "all":
        ask(recorder, frame.seat, "location", damaged(recorder.state, frame.seat, effect.locations))
        return
    ship = ship_of(recorder.state, frame.seat)
    for place in damaged(recorder.state, frame.seat, effect.locations):
        points = getattr(full(ship), place) - getattr(ship.now, place)
        recorder.emit(e.DamageRepaired(frame.seat, place, points, 0))


def repair_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    recorder.emit(e.DamageRepaired(frame.seat, picked[-1], 1, 0))
    if len(picked) < int(effect.n):
        ask(recorder, frame.seat, "location", damaged(recorder.state, frame.seat, effect.locations), picked)


def gain_modification(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ask(recorder, frame.seat, "port", sorted(recorder.state.modifications))


def modification_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    """A face-down token is turned up first; it stays if it cannot be fitted (MM-335)."""
    port = picked[0]
    token = recorder.state.modifications[port]
    if port not in recorder.state.face_up:
        recorder.emit(e.ModificationRevealed(port, token))
    if fits(recorder.state, frame.seat, token):
        recorder.emit(e.ModificationGained(frame.seat, token, port))


# Demand


def set_demand(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    state = recorder.state
    if effect.good == "choice_from_pool":
        ask(recorder, frame.seat, "good", demand_choices(state, frame.seat))
    elif effect.good in state.demand_pool and state.demand[effect.port] != effect.good:
        recorder.emit(e.DemandReplaced(effect.port, state.demand[effect.port], effect.good))


def demand_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    port = port_here(recorder.state.seats[frame.seat])
    assert port is not None
    recorder.emit(e.DemandReplaced(port, recorder.state.demand[port], picked[0]))
