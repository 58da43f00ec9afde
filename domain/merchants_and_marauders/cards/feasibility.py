"""Whether a glory card can be played now: its conditions hold and it would change something (MM-212)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from domain.kit.stack import nearest

from ..content import MISSIONS, ZONES, Condition, Effect, glory_card
from ..frames import Battle, BattleSide, Hits, PortMenu, Raid, Scouting
from ..state import State, afloat, full, nation_of, port_here, ship_of, wages_war
from ..state.conditions import Facts, holds
from ..state.modifiers import allowed, ignores_storms, in_force, may_move, stash_fee, successes
from ..state.sides import battle_facts, contest_dice, crew_of, side_in_battle, side_of
from ..trade import offer_size
from .targets import bounty_victims, damaged, escapes, harbour_mates, hull_hits, tipped_ships

Use: TypeAlias = Callable[[State, int, Effect], bool]

JUDGED_WITH_THE_CHOICE = ("nation_not_victims_own", "victim_has_bounty_of_choice")


def why_not(state: State, seat: int, card: str) -> str | None:
    """The refusal code for playing a card in its own timing; None if it may be played."""
    effects = glory_card(card).effects
    facts = battle_facts(state, seat)
    for effect in effects:
        payable = effect.op != "pay_for" or state.seats[seat].gold >= effect.gold
        if not payable or not all(_met(state, seat, condition, facts) for condition in effect.if_):
            return "condition_not_met"
    return None if any(USEFUL[effect.op](state, seat, effect) for effect in effects) else "card_has_no_effect"


def _met(state: State, seat: int, condition: Condition, facts: Facts) -> bool:
    if condition.cond == "at_war_with_victim":
        return wages_war(state, nation_of(state, seat))
    return condition.cond in JUDGED_WITH_THE_CHOICE or holds(state, seat, condition, facts)


def _always(state: State, seat: int, effect: Effect) -> bool:
    return True


def _not_yet(state: State, seat: int, effect: Effect) -> bool:
    """Whether no card with this effect is in force yet; a second one would add nothing."""
    return effect not in [other for _, other in in_force(state, seat, effect.op)]


# In the own turn


def _free_action(state: State, seat: int, effect: Effect) -> bool:
    return may_move(state, seat)


def _bounty(state: State, seat: int, effect: Effect) -> bool:
    if effect.nation == "of_port":
        own = state.seats[seat]
        return ZONES[own.zone].nation in own.bounties
    return bool(bounty_victims(state, seat, effect))


def _repair(state: State, seat: int, effect: Effect) -> bool:
    return bool(damaged(state, seat, effect.locations))


def _move_npc(state: State, seat: int, effect: Effect) -> bool:
    return bool(tipped_ships(state, effect))


def _hit(state: State, seat: int, effect: Effect) -> bool:
    if effect.target == "enemy":
        return crew_of(state, _enemy(state, seat).who) > 0
    return bool(harbour_mates(state, seat))


def _ignore_event(state: State, seat: int, effect: Effect) -> bool:
    return not ignores_storms(state, seat)


# In a Port action


def _still(state: State, seat: int, activity: str) -> bool:
    """Whether the captain can still do this in the Port action."""
    return activity not in nearest(state, PortMenu).used and allowed(state, seat, activity)


def _allow_stash(state: State, seat: int, effect: Effect) -> bool:
    return bool(state.seats[seat].gold) and _still(state, seat, "stash") and stash_fee(state, seat) != effect.fee


def _draw_count(state: State, seat: int, effect: Effect) -> bool:
    size = offer_size(state, seat, nearest(state, PortMenu).port)
    return _still(state, seat, "buy_goods") and size < int(effect.n)


def _discount(state: State, seat: int, effect: Effect) -> bool:
    return _still(state, seat, "shipyard")


def _recruit(state: State, seat: int, effect: Effect) -> bool:
    ship = ship_of(state, seat)
    return ship.now.crew < full(ship).crew


def _auto_success(state: State, seat: int, effect: Effect) -> bool:
    """Whether the roll that the card decides can still come: for a merchant, a rumor, or a mission in this port."""
    if effect.target == "merchant":
        scouting = nearest(state, Scouting)
        return scouting.target.startswith("merchant:") and not scouting.sure
    waiting = _not_yet(state, seat, effect) and _still(state, seat, effect.target)
    if effect.target == "rumor":
        return waiting
    here = port_here(state.seats[seat])
    needs = [need for card in state.missions if MISSIONS[card].port == here for need in MISSIONS[card].requirements]
    return waiting and any(need.type == "check" and need.skill == effect.roll for need in needs)


# In raids


def _ignore_icon(state: State, seat: int, effect: Effect) -> bool:
    return escapes(nearest(state, Raid)) > 0


def _raid_extra_card(state: State, seat: int, effect: Effect) -> bool:
    return bool(state.cargo.cards or state.cargo.discard)


# In battles


def _own(state: State, seat: int) -> BattleSide:
    return side_of(nearest(state, Battle), side_in_battle(state, seat))


def _enemy(state: State, seat: int) -> BattleSide:
    return side_of(nearest(state, Battle), 1 - side_in_battle(state, seat))


def _add_dice(state: State, seat: int, effect: Effect) -> bool:
    """Whether it changes the number of dice in the contest: a side may roll one die anyway (MM-271, MM-011)."""
    if effect.skill != "seamanship":
        return True
    own = side_in_battle(state, seat)
    side = 1 - own if effect.who == "enemy" else own
    return contest_dice(state, side, more=int(effect.n)) != contest_dice(state, side)


def _choose_locations(state: State, seat: int, effect: Effect) -> bool:
    return bool(afloat(state, seat).cannons + _own(state, seat).more_hits)


def _flee_succeeds(state: State, seat: int, effect: Effect) -> bool:
    return not _own(state, seat).sure_flight and bool(successes(_enemy(state, seat).dice))


def _set_location_die(state: State, seat: int, effect: Effect) -> bool:
    return bool(_own(state, seat).locations)


def _cancel_hits(state: State, seat: int, effect: Effect) -> bool:
    """Whether a hit of the volley would reach the Hull and is not cancelled yet (MM-411)."""
    hits = nearest(state, Hits)
    return hull_hits(state, hits) > hits.braced


USEFUL: Mapping[str, Use] = {
    "free_action": _free_action,
    "open_port": _always,
    "no_bounty": _not_yet,
    "bounty": _bounty,
    "repair": _repair,
    "move_npc": _move_npc,
    "hit": _hit,
    "ignore_event": _ignore_event,
    "allow_stash": _allow_stash,
    "draw_count": _draw_count,
    "discount": _discount,
    "set_demand": _always,
    "recruit": _recruit,
    "auto_success": _auto_success,
    "ignore_icon": _ignore_icon,
    "raid_extra_card": _raid_extra_card,
    "add_plunder": _always,
    "reroll": _always,
    "add_dice": _add_dice,
    "add_hits": _always,
    "choose_locations": _choose_locations,
    "flee_succeeds": _flee_succeeds,
    "set_location_die": _set_location_die,
    "cancel_hits": _cancel_hits,
    "end_combat": _always,
    "pay_for": _always,
}
"""For every op of a glory card, whether it would change something now."""
