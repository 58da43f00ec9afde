"""Whether a glory card may be played now: its conditions, and whether it would change anything (MM-212)."""

from __future__ import annotations

from msgspec.structs import replace

from .battle_rules import battle_facts, side_number, side_of
from .content import CARGO, GOODS, NATIONS, PORTS, Effect, glory_card
from .frames import Battle, Hits, PortMenu, Scouting
from .modifiers import Facts, holds, ignores_storms
from .npcs import tip_moves
from .options_of import bounty_victims, damaged, harbour_mates, hull_hits
from .state import State, at_war, battle_of, full, nation_of, port_here, raid_of, ship_of

JUDGED_LATER = ("nation_not_victims_own", "victim_has_bounty_of_choice", "at_war_with_victim")
CONDITION, NO_EFFECT = "condition_not_met", "card_has_no_effect"


def why_not(state: State, seat: int, card: str) -> str | None:
    """The refusal code for playing a card in its own timing; None if it may be played."""
    facts = replace(_facts(state, seat), target="merchant")
    for effect in glory_card(card).effects:
        for condition in effect.if_:
            if condition.cond == "at_war_with_victim":
                if not any(at_war(state, nation_of(state, seat), nation) for nation in NATIONS):
                    return CONDITION
            elif condition.cond not in JUDGED_LATER and not holds(state, seat, condition, facts):
                return CONDITION
        code = _use(state, seat, effect)
        if code is not None:
            return code
    return None


def _facts(state: State, seat: int) -> Facts:
    return battle_facts(state, seat)


def _scouting(state: State) -> Scouting | None:
    return next((frame for frame in reversed(state.stack) if type(frame) is Scouting), None)


def _use(state: State, seat: int, effect: Effect) -> str | None:
    """Whether the effect would change something."""
    own = state.seats[seat]
    match effect.op:
        case "bounty" if effect.nation == "of_port":
            port = port_here(own) or ""
            return None if any(nation in own.bounties for nation in _nation_of_port(port)) else NO_EFFECT
        case "bounty":
            return None if bounty_victims(state, seat, effect) else NO_EFFECT
        case "reroll" if effect.roll == "scouting":
            scouting = _scouting(state)
            return None if scouting is not None and scouting.dice else CONDITION
        case "auto_success" if effect.target == "merchant":
            scouting = _scouting(state)
            found = scouting is not None and scouting.target.startswith("merchant:") and not scouting.sure
            return None if found else CONDITION
        case "auto_success":
            return NO_EFFECT if effect.target in _menu(state).used else None
        case "allow_stash":
            return None if own.gold and "stash" not in _menu(state).used else NO_EFFECT
        case "discount":
            return NO_EFFECT if "shipyard" in _menu(state).used else None
        case "draw_count":
            return NO_EFFECT if "buy_goods" in _menu(state).used else None
        case "set_demand":
            now = state.demand[port_here(own) or ""]
            return None if any(good in state.demand_pool for good in GOODS if good != now) else NO_EFFECT
        case "recruit":
            ship = ship_of(state, seat)
            return None if ship.now.crew < full(ship).crew else NO_EFFECT
        case "repair":
            return None if damaged(state, seat, effect.locations) else NO_EFFECT
        case "move_npc":
            return None if any(tip_moves(state, npc) for npc in NATIONS) else NO_EFFECT
        case "hit" if effect.target == "chosen_captain_in_same_port":
            return None if harbour_mates(state, seat) else NO_EFFECT
        case "ignore_event":
            return NO_EFFECT if ignores_storms(state, seat) else None
    return _use_in_fight(state, seat, effect)


def _nation_of_port(port: str) -> tuple[str, ...]:
    return (PORTS[port].nation,) if port else ()


def _menu(state: State) -> PortMenu:
    return next(frame for frame in reversed(state.stack) if type(frame) is PortMenu)


def _use_in_fight(state: State, seat: int, effect: Effect) -> str | None:
    match effect.op:
        case "set_location_die":
            fight = battle_of(state)
            side = None if fight is None else side_number(fight, seat)
            if fight is None or side is None or not side_of(fight, side).locations:
                return NO_EFFECT
            return None
        case "cancel_hits":
            hits = next((frame for frame in reversed(state.stack) if type(frame) is Hits), None)
            return None if hits is not None and hull_hits(state, hits) else CONDITION
        case "pay_for":
            return None if state.seats[seat].gold >= effect.gold else CONDITION
        case "end_combat":
            fight = battle_of(state)
            return None if type(fight) is Battle else CONDITION
        case "ignore_icon":
            raid = raid_of(state)
            assert raid is not None
            escapes = sum(CARGO[card].icon == "escape" and card not in raid.blank for card in raid.table)
            return None if escapes > raid.ignored else NO_EFFECT
    return None
