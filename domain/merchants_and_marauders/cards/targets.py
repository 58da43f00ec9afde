"""What effects can be applied to: the options of choices, and whether a card has a target."""

from __future__ import annotations

from ..content import CARGO, GOODS, MODIFICATIONS, NATIONS, WEAPONS, Effect, glory_card
from ..frames import Hits, Raid, Side
from ..npcs import tip_moves
from ..state import BOUNTY_LIMIT, State, afloat, alive, full, full_values, nation_of, port_here, ship_of
from ..state.conditions import Facts
from ..state.modifiers import working


def free_of(state: State, weapon: str) -> int:
    """Tokens of a special weapon in the supply (MM-I07)."""
    return WEAPONS[weapon].copies - len([seat for seat in state.seats if weapon in seat.weapons])


def employed(state: State, seat: int) -> set[str]:
    """The types of specialists with this captain (MM-218)."""
    return {glory_card(card).specialist for card in state.seats[seat].specialists}


def hireable(state: State, seat: int, types: str | tuple[str, ...]) -> str | None:
    """The first specialist in the glory deck of one of these types that is not employed."""
    there = employed(state, seat)
    for card in state.glory.cards:
        specialist = glory_card(card).specialist
        if specialist and specialist not in there and (types == "any" or specialist in types):
            return card
    return None


def fits(state: State, seat: int, token: str) -> bool:
    """Whether the modification can be fitted: the ship has none of it (MM-116), and it changes something (MM-117)."""
    ship = ship_of(state, seat)
    if token in ship.modifications:
        return False
    return has_effect(ship.type, ship.modifications, token)


def has_effect(ship_type: str, modifications: tuple[str, ...], token: str) -> bool:
    """Whether the token raises a value that is below its limit, or does something else (MM-117)."""
    stats = [effect for effect in MODIFICATIONS[token].effects if effect.op == "stat" and effect.cap]
    return not stats or full_values(ship_type, modifications) != full_values(ship_type, (*modifications, token))


def damaged(state: State, seat: int, locations: tuple[str, ...]) -> list[str]:
    ship = ship_of(state, seat)
    whole = full(ship)
    return [place for place in locations if getattr(ship.now, place) < getattr(whole, place)]


def bounty_victims(state: State, seat: int, effect: Effect) -> list[int]:
    """The other captains whose bounties the card can raise."""
    return [other for other in alive(state) if other != seat and victim_nations(state, other, effect)]


def victim_nations(state: State, victim: int, effect: Effect) -> list[str]:
    """Nations that the card's owner may choose for this victim."""
    bounties = state.seats[victim].bounties
    own_too = not any(condition.cond == "nation_not_victims_own" for condition in effect.if_)
    only_had = any(condition.cond == "victim_has_bounty_of_choice" for condition in effect.if_)
    return [
        nation
        for nation in NATIONS
        if bounties.get(nation, 0) < BOUNTY_LIMIT
        and (own_too or nation != nation_of(state, victim))
        and (not only_had or nation in bounties)
    ]


def harbour_mates(state: State, seat: int) -> list[int]:
    """Other captains in the same port."""
    own = state.seats[seat]
    if not own.in_port:
        return []
    return [
        other
        for other in alive(state)
        if other != seat and state.seats[other].in_port and state.seats[other].zone == own.zone
    ]


def demand_choices(state: State, seat: int) -> list[str]:
    """The goods of the pool that the port here does not demand."""
    wanted = state.demand[port_here(state.seats[seat]) or ""]
    return [good for good in GOODS if good in state.demand_pool and good != wanted]


def tipped_ships(state: State, effect: Effect) -> list[str]:
    """The NPC ships that can be sent toward a captain whom they hunt (MM-413)."""
    return [npc for npc in effect.npcs if tip_moves(state, npc)]


def escapes(raid: Raid) -> int:
    """The number of escape icons that count."""
    shown = sum(CARGO[card].icon == "escape" for card in raid.table if card not in raid.blank)
    return max(0, shown - raid.ignored)


def hull_hits(state: State, frame: Hits) -> int:
    """How many hits of the volley would reach the Hull, with those passed on and those that freight adds (MM-411)."""
    left = {place: getattr(afloat(state, frame.side), place) for place in ("cargo", "masts", "crew", "cannons")}
    count = 0
    for location in frame.hits:
        if left.get(location):
            count += _freight_explodes(state, frame.side, location, left["cargo"])
            left[location] -= 1
        elif location == "hull" or location not in frame.shielded:
            count += 1
    return count


def _freight_explodes(state: State, side: Side, location: str, cargo: int) -> bool:
    """Whether a hit on this location makes freight on board add another."""
    if not isinstance(side, int) or state.seats[side].freight > cargo:
        return False
    return bool(working(state, side, "hit", "hit_received", Facts(location=location)))
