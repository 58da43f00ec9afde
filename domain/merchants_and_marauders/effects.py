"""The one place where effects of cards are carried out. Their vocabulary is told in data/README.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.cards import shuffled

from . import commands as c
from . import events as e
from .battle_rules import side_number, side_of
from .content import GOODS, NATIONS, WEAPONS, ZONES, Effect
from .crew_combat import pistols, start_card_fight
from .flow import begin, change, change_bounty, change_gold, close, draw_cargo, draw_glory, gain_glory, replenish
from .frames import AcceptOffer, Battle, BuyLot, Choose, Raid, Resolve, Scouting, SellLot, Volley
from .hits import DIE, single
from .modifiers import effects_of, roll
from .npcs import look_for, nearer, tip_moves, zone_of
from .options_of import (
    bounty_victims,
    damaged,
    demand_choices,
    fits,
    free_of,
    harbour_mates,
    hireable,
    tipped_ships,
    victim_nations,
)
from .state import Record, full, nearest, port_here, ship_of
from .trade import open_offer, start_purchase

CarryOut: TypeAlias = Callable[[Record, Resolve, Effect, Rng], None]
Pick: TypeAlias = Callable[[Record, Resolve, Effect, tuple[str, ...], Rng], None]

UNTIL: Mapping[str, Literal["port_action", "captain_turn", "round"]] = {
    "port_action": "port_action",
    "captain_turn": "captain_turn",
    "round": "round",
}


def resolve(seat: int, source: str, part: str) -> Resolve:
    return Resolve(seat, source, part)


def advance_resolve(record: Record, frame: Resolve, rng: Rng) -> bool:
    """The next effect of the list; after the last one the card is done."""
    effects = effects_of(frame.source, frame.part)
    if frame.index == len(effects):
        close(record)
        _done(record, frame, rng)
        return True
    effect = effects[frame.index]
    if effect.op != "draw_glory":
        change(record, replace(frame, index=frame.index + 1))
    if effect.optional and effect.op in ("start_raid", "start_crew_combat"):
        begin(record, AcceptOffer(frame.seat, effect.op))
    else:
        CARRY_OUT[effect.op](record, frame, effect, rng)
    return True


def _done(record: Record, frame: Resolve, rng: Rng) -> None:
    """A completed mission and a true rumor earn their point after their effects (MM-134, MM-401)."""
    kind, _, card = frame.source.partition(":")
    if kind == "mission" and frame.part == "reward":
        record.emit(e.MissionCompleted(frame.seat, card))
        gain_glory(record, frame.seat, "mission", rng)
    elif kind == "rumor" and frame.part == "effects":
        gain_glory(record, frame.seat, "rumor", rng)


def current(record: Record) -> tuple[Resolve, Effect]:
    """The effect under way, below its choice."""
    frame = nearest(record.state, Resolve)
    return frame, effects_of(frame.source, frame.part)[frame.index - 1]


def choose(record: Record, frame: Choose, command: c.Choose, rng: Rng) -> None:
    close(record)
    resolving, effect = current(record)
    PICKED[effect.op](record, resolving, effect, (*frame.picked, command.option), rng)


def ask(record: Record, seat: int, what: str, options: Sequence[str], picked: tuple[str, ...] = ()) -> None:
    """Nothing to choose from means that nothing happens."""
    if options:
        begin(record, Choose(seat, what, tuple(options), picked))


def accept(record: Record, frame: AcceptOffer, command: c.Accept, rng: Rng) -> None:
    close(record)
    resolving, effect = current(record)
    CARRY_OUT[effect.op](record, resolving, effect, rng)


def decline(record: Record, frame: AcceptOffer, command: c.Decline, rng: Rng) -> None:
    close(record)


# Gold, cards, crew


def _gain_gold(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    change_gold(record, frame.seat, int(effect.n), frame.source.partition(":")[0])


def _draw_glory(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """One by one: the limit of the hand applies after each."""
    left = frame.left or int(effect.n)
    change(record, replace(frame, left=left - 1, index=frame.index + (left == 1)))
    draw_glory(record, frame.seat, rng)


def _draw_cargo(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    open_offer(record, frame.seat, int(effect.n), rng)
    begin(record, BuyLot(frame.seat, "cargo", effect.price_each))


def _take_good(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Any good may be named, also one of which no card is left: that would tell what the hands hold (MM-382)."""
    ask(record, frame.seat, "good", GOODS)


def _good_taken(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    cargo = record.state.cargo
    wanted = [card for card in cargo.discard + cargo.cards if card.rpartition("_")[0] == picked[0]]
    found = tuple(wanted[: int(effect.n)])
    record.emit(e.OfferDrawn(frame.seat, found, (), open=True))
    if any(card in cargo.cards for card in found):
        record.emit(e.DeckReshuffled("cargo", shuffled(record.state.cargo.cards, rng)))
    begin(record, BuyLot(frame.seat, "cargo", 0))


def _sell_goods_at(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    begin(record, SellLot(frame.seat, effect.gold, effect.max_cards))


def _recruit(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ship = ship_of(record.state, frame.seat)
    missing = full(ship).crew - ship.now.crew
    points = missing if effect.n == "full" else min(missing, int(effect.n))
    if points:
        record.emit(e.CrewRecruited(frame.seat, points, 0))


def _gain_special_weapons(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    for weapon in WEAPONS:
        if weapon not in record.state.seats[frame.seat].weapons and free_of(record.state, weapon):
            record.emit(e.WeaponGained(frame.seat, weapon))


def _hire_specialist(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """The first such specialist from the top of the glory deck joins; the deck is shuffled again."""
    replenish(record, "glory", rng)
    found = hireable(record.state, frame.seat, effect.types)
    if found is not None:
        record.emit(e.SpecialistHired(frame.seat, found, 0, from_hand=False))
    record.emit(e.GloryDeckShuffled(shuffled(record.state.glory.cards, rng)))


# Bounties


def _bounty(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
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


def _bounty_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    if effect.who != "chosen_other_captain":
        change_bounty(record, frame.seat, picked[0], effect.delta)
    elif len(picked) == 1:
        ask(record, frame.seat, "nation", victim_nations(record.state, int(picked[0]), effect), picked)
    else:
        change_bounty(record, int(picked[0]), picked[1], effect.delta)


# Ships


def _repair(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    if effect.n != "all":
        ask(record, frame.seat, "location", damaged(record.state, frame.seat, effect.locations))
        return
    ship = ship_of(record.state, frame.seat)
    for place in damaged(record.state, frame.seat, effect.locations):
        points = getattr(full(ship), place) - getattr(ship.now, place)
        record.emit(e.DamageRepaired(frame.seat, place, points, 0))


def _repair_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    record.emit(e.DamageRepaired(frame.seat, picked[-1], 1, 0))
    if len(picked) < int(effect.n):
        ask(record, frame.seat, "location", damaged(record.state, frame.seat, effect.locations), picked)


def _gain_modification(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    ask(record, frame.seat, "port", sorted(record.state.modifications))


def _modification_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    """A face-down one is turned up first and stays if it cannot be fitted (MM-335)."""
    port = picked[0]
    token = record.state.modifications[port]
    if port not in record.state.face_up:
        record.emit(e.ModificationRevealed(port, token))
    if fits(record.state, frame.seat, token):
        record.emit(e.ModificationGained(frame.seat, token, port))


def _hit(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    if effect.target == "enemy":
        pistols(record, frame.seat)
    elif effect.target == "chosen_captain_in_same_port":
        ask(record, frame.seat, "captain", [str(seat) for seat in harbour_mates(record.state, frame.seat)])
    elif effect.location == "die":
        location = DIE[roll(rng, 1)[0]]
        if location == "x":
            ask(record, frame.seat, "location", ["hull", "cargo", "masts", "crew", "cannons"])
        else:
            begin(record, single(frame.seat, location, "card"))
    elif not (effect.spare_last and ship_of(record.state, frame.seat).now.crew <= 1):
        begin(record, single(frame.seat, effect.location, "card"))


def _hit_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    if effect.target == "self":
        begin(record, single(frame.seat, picked[0], "card"))
    elif len(picked) == 1:
        options = [place for place in ("cargo", "masts", "crew", "cannons") if place not in effect.forbidden]
        ask(record, frame.seat, "location", options, picked)
    else:
        begin(record, single(int(picked[0]), picked[1], "card"))


# NPC ships, demand


def _move_npc(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    state = record.state
    if effect.to == "any_zone":
        options = [npc for npc in effect.npcs if npc in state.npcs and state.npcs[npc].zone is not None]
    else:
        options = tipped_ships(state, effect)
    ask(record, frame.seat, "npc", options)


def _npc_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    """The ship, then the captain, then zone by zone; it may stop after the first zone (MM-413)."""
    state = record.state
    npc = picked[0]
    here = zone_of(state, npc)
    if effect.to == "any_zone":
        if len(picked) == 1:
            ask(record, frame.seat, "zone", [zone for zone in ZONES if zone != here], picked)
        else:
            record.emit(e.NpcMoved(npc, here, picked[1], "card"))
        return
    if len(picked) == 1:
        ask(record, frame.seat, "captain", [str(seat) for seat in tip_moves(state, npc)], picked)
        return
    goal = state.seats[int(picked[1])].zone
    if len(picked) > 2:
        if picked[-1] == "stop":
            return
        record.emit(e.NpcMoved(npc, here, picked[-1], "card"))
        here = picked[-1]
    if len(picked) - 2 < effect.zones and here != goal:
        stop = ["stop"] if len(picked) > 2 else []
        ask(record, frame.seat, "zone", [*nearer(here, goal), *stop], picked)


def _npc_scouts(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """MM-408."""
    look_for(record, frame.seat, rng, naval_only=True)


def _set_demand(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    state = record.state
    if effect.good == "choice_from_pool":
        ask(record, frame.seat, "good", demand_choices(state, frame.seat))
    elif effect.good in state.demand_pool and state.demand[effect.port] != effect.good:
        record.emit(e.DemandReplaced(effect.port, state.demand[effect.port], effect.good))


def _demand_chosen(record: Record, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    port = port_here(record.state.seats[frame.seat])
    assert port is not None
    record.emit(e.DemandReplaced(port, record.state.demand[port], picked[0]))


# Fights and raids


def _start_crew_combat(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    start_card_fight(record, frame.seat, frame.source.partition(":")[2], effect.enemy_crew, effect.enemy_leadership)


def _start_raid(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """A raid without a token (MM-192)."""
    begin(record, Raid(frame.seat, effect.nation, extra=effect.extra_cards))


def _help(what: str) -> CarryOut:
    """Effects that change what the own side does in this combat round."""

    def carry_out(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
        fight = nearest(record.state, Battle)
        side = side_number(fight, frame.seat)
        assert side is not None
        who = side_of(fight, 1 - side if effect.who == "enemy" else side).who
        record.emit(e.SideHelped(who, what, int(effect.n)))

    return carry_out


def _set_location_die(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    _help("locations")(record, frame, effect, rng)
    side = side_number(nearest(record.state, Battle), frame.seat)
    assert side is not None
    begin(record, Volley(frame.seat, side, by_card=True))


def _reroll(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """All dice again (MM-011)."""
    if effect.roll == "scouting":
        dice = roll(rng, len(nearest(record.state, Scouting).dice))
        record.emit(e.DiceRerolled(frame.seat, "scouting:card", dice))
        return
    fight = nearest(record.state, Battle)
    side = side_number(fight, frame.seat)
    assert side is not None
    record.emit(e.ContestRerolled(frame.seat, "card", roll(rng, len(side_of(fight, side).dice))))


def _auto_success(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    if effect.duration:
        _last(record, frame, effect, rng)
        return
    record.emit(e.ScoutingMadeSure(frame.seat))


def _end_combat(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    record.emit(e.BattleEnded(None, "card"))


def _pay_for(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Gold paid to an enemy captain goes to him, to others to the bank."""
    change_gold(record, frame.seat, -effect.gold, "card")
    fight = nearest(record.state, Battle)
    side = side_number(fight, frame.seat)
    assert side is not None
    enemy = side_of(fight, 1 - side).who
    if isinstance(enemy, int):
        change_gold(record, enemy, effect.gold, "card")
    for then in effect.then:
        CARRY_OUT[then.op](record, frame, then, rng)


def _cancel_hits(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    record.emit(e.TimbersBraced(frame.seat, int(effect.n)))


def _raid_help(what: str) -> CarryOut:
    def carry_out(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
        record.emit(e.RaidHelped(what, int(effect.n)))

    return carry_out


def _raid_extra_card(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Drawn before the others, with its icon ignored."""
    for _ in range(int(effect.n)):
        cards = draw_cargo(record, 1, rng)
        if cards:
            record.emit(e.RaidCardDrawn(cards, blank=effect.ignore_icon))


def _draw_count(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """A card that sets the size of the offer opens the purchase (MM-097)."""
    start_purchase(record, frame.seat, rng, size=int(effect.n))


def _last(record: Record, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Effects that go on for a while; `modifiers` looks them up where they matter."""
    if effect.duration in UNTIL:
        left = effect.gold if effect.op == "discount" else int(effect.n)
        record.emit(e.EffectBegan(frame.seat, frame.source, UNTIL[effect.duration], left))


CARRY_OUT: Mapping[str, CarryOut] = {
    "gain_gold": _gain_gold,
    "draw_glory": _draw_glory,
    "draw_cargo": _draw_cargo,
    "take_good": _take_good,
    "sell_goods_at": _sell_goods_at,
    "recruit": _recruit,
    "gain_special_weapons": _gain_special_weapons,
    "hire_specialist": _hire_specialist,
    "bounty": _bounty,
    "repair": _repair,
    "gain_modification": _gain_modification,
    "hit": _hit,
    "move_npc": _move_npc,
    "npc_scouts": _npc_scouts,
    "set_demand": _set_demand,
    "start_crew_combat": _start_crew_combat,
    "start_raid": _start_raid,
    "add_dice": _help("dice"),
    "add_hits": _help("hits"),
    "choose_locations": _help("locations"),
    "flee_succeeds": _help("flight"),
    "set_location_die": _set_location_die,
    "reroll": _reroll,
    "auto_success": _auto_success,
    "end_combat": _end_combat,
    "pay_for": _pay_for,
    "cancel_hits": _cancel_hits,
    "add_plunder": _raid_help("plunder"),
    "ignore_icon": _raid_help("escape"),
    "raid_extra_card": _raid_extra_card,
    "draw_count": _draw_count,
    "free_action": _last,
    "open_port": _last,
    "no_bounty": _last,
    "discount": _last,
    "allow_stash": _last,
    "ignore_event": _last,
}

PICKED: Mapping[str, Pick] = {
    "take_good": _good_taken,
    "bounty": _bounty_chosen,
    "repair": _repair_chosen,
    "gain_modification": _modification_chosen,
    "hit": _hit_chosen,
    "move_npc": _npc_chosen,
    "set_demand": _demand_chosen,
}
