"""What refusals say: figures and names for the sentences of their codes, from the queries that the checks compare with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.game import Json
from domain.kit.decisions import Figures
from domain.kit.stack import nearest

from .. import commands as c
from .. import missions, moving, rumors, shipyard, trade
from ..content import CARGO, GOOD_SIGNS, LOCATION_SIGNS, MISSIONS, MODIFICATIONS, SHIPS, WEAPONS, glory_card
from ..flow import glory_points
from ..frames import Battle, BuyLot, DiscardToLimit, Reroll, SellLot
from ..state import (
    GLORY_LIMIT,
    GOAL,
    State,
    afloat,
    cargo_limit,
    full,
    port_here,
    ship_of,
    ship_type,
    turn_of,
    waiting_for_captains,
)
from ..state.modifiers import move_limit, stash_fee, working
from ..state.sides import side_of

OfCode: TypeAlias = Mapping[str, Figures]
Named: TypeAlias = Callable[[State, Any, Any], str]


def naming(code: str, what: Named) -> OfCode:
    """The name of the thing that a code is about."""
    return {code: lambda state, frame, command: {"what": what(state, frame, command)}}


def costing(what: Named, price: Callable[[State, Any, Any], int]) -> OfCode:
    """The price of a thing, and the seat's gold on board."""
    return {
        "cannot_afford": lambda state, frame, command: {
            "what": what(state, frame, command),
            "price": price(state, frame, command),
            "available": state.seats[frame.seat].gold,
        }
    }


def _ship(state: State, frame: Any, command: Any) -> str:
    return f"the {SHIPS[command.ship].name} less your own ship"


def _weapon(state: State, frame: Any, command: Any) -> str:
    return WEAPONS[command.weapon].name


def _modification(state: State, frame: Any, command: Any) -> str:
    return MODIFICATIONS[command.modification].name


def _modification_here(state: State, frame: Any, command: Any) -> str:
    return MODIFICATIONS[state.modifications[port_here(state.seats[frame.seat]) or ""]].name


def _always(name: str) -> Named:
    return lambda state, frame, command: name


# A captain turn


def _captains(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"captains": len(state.captains), "waiting": waiting_for_captains(state)}


def _moves(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"limit": move_limit(state, frame.seat), "moves": turn_of(state).moves}


def _damage(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {
        "what": LOCATION_SIGNS[command.location].name,
        "full": getattr(full(ship_of(state, frame.seat)), command.location),
    }


def _stash(state: State, frame: Any, command: c.WithdrawGold) -> dict[str, Json]:
    return {"amount": c.amount_of(command.amount, everything=1), "stash": state.seats[frame.seat].stash}


def _points(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"points": glory_points(state, frame.seat), "needed": GOAL}


CAPTAINS: OfCode = {"captain_deck_empty": _captains}
SUPPLY = naming("ship_not_in_supply", lambda state, frame, command: SHIPS[c.named(command.ship)].name)
DAMAGE: OfCode = {"not_damaged": _damage}
MOVES: OfCode = {"move_limit_reached": _moves}
ENTRY: OfCode = {**MOVES, **costing(_always("the entry"), lambda state, frame, command: moving.ENTRY_PRICE)}
STASHED: OfCode = {"stash_too_small": _stash}
POINTS: OfCode = {"not_enough_glory": _points}


# Port business


def _crew(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"crew": full(ship_of(state, frame.seat)).crew}


def _requirement(state: State, frame: Any, command: c.ClaimMission) -> dict[str, Json]:
    needs = MISSIONS[command.mission].requirements
    unmet = next(need for need in needs if not missions.met_without_roll(state, frame.seat, need))
    return {**missions.wanted_and_had(state, frame.seat, unmet)}


def _freight(state: State, frame: Any, command: c.ClaimMission) -> dict[str, Json]:
    return {"needed": missions.freight_of(MISSIONS[command.mission]), "room": ship_of(state, frame.seat).now.cargo}


def _fee(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"fee": stash_fee(state, frame.seat) or 0, "gold": state.seats[frame.seat].gold}


def _goods(state: State, frame: Any, command: Any) -> dict[str, Json]:
    step = missions.port_step(state, frame.seat)
    held = missions.goods_for(state, frame.seat, step)
    return {"good": GOOD_SIGNS[step.good].name, "needed": step.n, "held": len(held)}


def _pardons(state: State, frame: Any, command: Any) -> dict[str, Json]:
    limit = working(state, frame.seat, "pay_for", "port_action")[0].limit
    return {"bought": state.pardons.count(frame.seat), "limit": None if limit is None else limit.times}


def _hire_price(state: State, frame: Any, command: c.HireSpecialist) -> int:
    hire = glory_card(c.named(command.card)).hire
    return 0 if hire is None else hire.pay


CREW: OfCode = {"crew_full": _crew}
ONE_CREW: OfCode = {**CREW, **costing(_always("one Crew"), lambda state, frame, command: shipyard.CREW_PRICE)}
RUMOR = costing(_always("the rumor"), lambda state, frame, command: rumors.rumor_price(state, frame.seat))
MISSION: OfCode = {
    "requirement_not_met": _requirement,
    **costing(
        lambda state, frame, command: f"the mission {MISSIONS[command.mission].name}",
        lambda state, frame, command: missions.claim_price(MISSIONS[command.mission]),
    ),
    "no_cargo_space": _freight,
}
STASHING: OfCode = {"no_gold": _fee}
STEP: OfCode = {
    "goods_missing": _goods,
    **costing(_always("the step of the mission"), lambda state, frame, command: missions.port_step(state, frame.seat).gold),
}
HIRING = costing(lambda state, frame, command: f"the {glory_card(c.named(command.card)).name}", _hire_price)
PARDON: OfCode = {
    "pardon_limit": _pardons,
    **costing(
        _always("the pardon"),
        lambda state, frame, command: working(state, frame.seat, "pay_for", "port_action")[0].gold,
    ),
}
DEPOSIT = costing(_always("the deposit"), lambda state, frame, command: c.amount_of(command.amount, everything=1))


# Lots, the shipyard and limits


def _sale(state: State, frame: SellLot, command: Any) -> dict[str, Json]:
    return {"limit": frame.limit, "lot": len(state.seats[frame.seat].lot)}


def _lot_price(state: State, frame: BuyLot, command: c.TakeCard) -> int:
    return trade.lot_prices(state, frame)[CARGO[c.named(command.card)].good]


def _room(state: State, frame: BuyLot, command: Any) -> dict[str, Json]:
    return {"needed": 1, "room": trade.room(state, frame.seat)}


def _hand(state: State, frame: Any, command: Any) -> dict[str, Json]:
    return {"cards": len(state.seats[frame.seat].glory), "limit": GLORY_LIMIT}


def _cargo(state: State, frame: DiscardToLimit, command: Any) -> dict[str, Json]:
    return {"cards": len(state.seats[frame.seat].cargo), "limit": cargo_limit(state, frame.seat)}


SALE: OfCode = {"sale_limit_reached": _sale}
OFFER = costing(_always("the new offer"), lambda state, frame, command: trade.redraw_price(state, frame.seat) or 0)
LOT: OfCode = {**costing(_always("the lot with this card"), _lot_price), "no_cargo_space": _room}
SHIP: OfCode = {
    **SUPPLY,
    **costing(_ship, lambda state, frame, command: shipyard.ship_price(state, frame.seat, command.ship)),
}
REPAIR: OfCode = {
    **DAMAGE,
    **costing(_always("the repair"), lambda state, frame, command: shipyard.repair_price(state, frame.seat)),
}
WEAPON: OfCode = {
    **naming("already_owned", _weapon),
    **naming("weapon_not_in_supply", _weapon),
    **costing(_weapon, lambda state, frame, command: shipyard.weapon_price(state, frame.seat, command.weapon)),
}
OWN_WEAPON = naming("not_owned", _weapon)
MODIFICATION: OfCode = {
    **naming("already_owned", _modification_here),
    **naming("modification_no_effect", _modification_here),
    **costing(_modification_here, lambda state, frame, command: shipyard.modification_price(state, frame.seat)),
}
HULL: OfCode = {
    **naming("not_owned", _always(MODIFICATIONS["reinforced_hull"].name)),
    **costing(_always("turning the Reinforced Hull up"), lambda state, frame, command: shipyard.REFRESH_PRICE),
}
TRANSFER: OfCode = {
    **naming("not_owned", _modification),
    **naming("modification_no_effect", _modification),
    **costing(_modification, lambda state, frame, command: shipyard.transfer_price(frame, command.modification)),
}
HAND: OfCode = {"not_over_limit": _hand}
CARGO_LIMIT: OfCode = {"not_over_limit": _cargo}


# Raids, battles and windows


def _guns_and_crew(state: State, frame: Any, command: Any) -> dict[str, Json]:
    fight = nearest(state, Battle)
    mine, theirs = (afloat(state, side_of(fight, side).who) for side in (frame.side, 1 - frame.side))
    return {
        "cannons": mine.cannons,
        "their_cannons": theirs.cannons,
        "crew": mine.crew,
        "their_crew": theirs.crew,
    }


def _marks(state: State, frame: Reroll, command: Any) -> dict[str, Json]:
    return {"limit": frame.most, "marked": len(frame.marked)}


def _shield(state: State, frame: Any, command: c.Absorb) -> str:
    found = MODIFICATIONS.get(command.source)
    return command.source.capitalize() if found is None else found.name


FLIGHT: OfCode = {"npc_may_not_flee": _guns_and_crew}
MARKS: OfCode = {"die_limit_reached": _marks}
CHAIN_SHOT = naming("not_owned", _always(WEAPONS["chain_shot"].name))
GRAPESHOT = naming("not_owned", _always(WEAPONS["grapeshot"].name))
SHIELD = naming("not_available", _shield)
CLAIMED_SHIP = naming("ship_not_in_supply", lambda state, frame, command: SHIPS[ship_type(state, frame.loser)].name)
LOSERS_WEAPON: OfCode = {**naming("not_available", _weapon), **naming("already_owned", _weapon)}
LOSERS_GLORY = naming("not_available", _always("such glory card"))
LOSERS_RUMOR = naming("not_available", _always("rumor"))
LOSERS_SPECIALIST = naming("not_available", _always("such specialist"))
FULL_HAND: OfCode = {"hand_over_limit": _hand}
