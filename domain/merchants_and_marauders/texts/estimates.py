"""Dice, prices and dangers of a command before it is given, from what its seat knows."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from domain.kit.stack import nearest
from domain.kit.updates import with_seat

from .. import moving, npcs, trade
from ..cards.targets import escapes
from ..content import CARGO, NATIONS, SHIPS, ZONES, Mission, Step
from ..frames import Battle, BuyLot, Declare, Raid, SellLot, TakeAction
from ..missions import port_step, step_of
from ..odds import check as chance
from ..state import BOUNTY_LIMIT, State, is_pirate, nation_of, npcs_in, ship_of
from ..state.conditions import Facts
from ..state.modifiers import dice_of, ignores_storms, in_force, maneuverability, scouting_forbidden, working
from ..state.sides import contest_dice


class Roll(NamedTuple):
    """A check to come: the skill, its dice, and the successes needed."""

    skill: str
    dice: int
    need: int = 1

    @property
    def chance(self) -> float:
        return chance(self.dice, self.need)


def roll(state: State, seat: int, skill: str, need: int = 1, moment: str = "", facts: Facts | None = None) -> Roll:
    return Roll(skill, dice_of(state, seat, skill, (moment,) if moment else (), facts or Facts()), need)


def sure_by_card(state: State, seat: int, target: str) -> bool:
    """Whether a card played in this Port action makes the next such roll succeed (MM-409)."""
    return any(effect.target == target for _, effect in in_force(state, seat, "auto_success"))


# Moving


def move_cost(state: State, seat: int, kind: str) -> int:
    """Actions that a Move costs (MM-K08)."""
    return int(not moving.free_by_event(state, seat, kind) and moving.free_by_card(state, seat, kind) is None)


def at(state: State, seat: int, zone: str, *, in_port: bool = False) -> State:
    """The state with the captain in another place."""
    return with_seat(state, seat, zone=zone, in_port=in_port)


def hunters(state: State, seat: int, zone: str) -> dict[str, float]:
    """The NPC ships that scout for a captain who sails into the zone, and the chance of each to succeed (MM-238)."""
    if scouting_forbidden(state, "npc_scout"):
        return {}
    there = at(state, seat, zone)
    ships = npcs_in(state, zone)
    found = {}
    for npc in ships:
        if npcs.may_scout(there, npc, ships) and npcs.hostile(there, npc, seat) and not npcs.invisible(there, npc, seat):
            dice, need, rolls = npcs.scouting_rolls(there, npc, seat)
            found[npc] = chance(dice, need) ** rolls
    return found


def being_found(state: State, seat: int, zone: str) -> float:
    """The chance that at least one of them finds the captain."""
    return 1 - prod(1 - each for each in hunters(state, seat, zone).values())


def reef(state: State, seat: int) -> Roll | None:
    """The check when entering the port of the zone (MM-142)."""
    there = at(state, seat, state.seats[seat].zone, in_port=True)
    for effect in working(there, seat, "check", "enter_port"):
        return roll(there, seat, effect.skill)
    return None


def storm(state: State, seat: int) -> tuple[int, Roll] | None:
    """The number of checks at the end of a turn at sea, and the check (MM-045)."""
    if state.seats[seat].in_port or ignores_storms(state, seat):
        return None
    for effect in working(state, seat, "check", "captain_turn_end"):
        return effect.times, roll(state, seat, "seamanship")
    return None


def fever(state: State, seat: int) -> Roll | None:
    """The check after a Port action (MM-050)."""
    for effect in working(state, seat, "check", "port_action_end"):
        return roll(state, seat, effect.skill)
    return None


def attack_bounty(state: State, seat: int, victim: int | str) -> str | None:
    """The nation whose bounty an attack brings (MM-193, MM-194, MM-195)."""
    if isinstance(victim, int):
        nation = None if is_pirate(state.seats[victim]) else nation_of(state, victim)
    else:
        nation = victim if victim in NATIONS else None
    if nation is None or state.seats[seat].bounties.get(nation, 0) == BOUNTY_LIMIT:
        return None
    return None if working(state, seat, "no_bounty", "", Facts(nation=nation)) else nation


def mission_step(state: State, seat: int) -> Step:
    """The step that can be worked on here, at sea or in the Port action."""
    step = step_of(state, seat) if isinstance(state.stack[-1], TakeAction) else port_step(state, seat)
    assert step is not None
    return step


# Port business


def recruiting(state: State, seat: int) -> Roll | None:
    """The check to recruit (MM-120); None where recruiting is free (MM-121)."""
    free = any(effect.item == "recruit" for effect in working(state, seat, "set_price", "recruit"))
    return None if free else roll(state, seat, "leadership")


def rumor_roll(state: State, seat: int) -> Roll | None:
    """The check for a rumor (MM-122); None if a card makes it succeed."""
    return None if sure_by_card(state, seat, "rumor") else roll(state, seat, "influence", moment="rumor_check")


def claim_rolls(state: State, seat: int, mission: Mission) -> list[Roll]:
    """The checks to claim a mission (MM-128)."""
    spared = sure_by_card(state, seat, "mission")
    return [
        roll(state, seat, need.skill, moment="mission_check", facts=Facts(skill=need.skill))
        for need in mission.requirements
        if need.type == "check" and not (spared and need.skill == "influence")
    ]


def sale(state: State, frame: SellLot, lot: tuple[str, ...]) -> int:
    """What a lot brings."""
    if frame.price:
        return frame.price * len(lot)
    return sum(trade.sale_price(state, frame.seat, trade.good_of(card), len(lot)) for card in lot)


def demanded(state: State, seat: int, cards: tuple[str, ...]) -> int:
    """How many of the cards are of the good in demand here."""
    wanted = state.demand[ZONES[state.seats[seat].zone].port or ""]
    return sum(trade.good_of(card) == wanted for card in cards)


def purchase(state: State, frame: BuyLot, more: tuple[str, ...] = ()) -> int:
    """What the lot costs, with more cards."""
    return trade.lot_price(state, frame, state.seats[frame.seat].lot + more)


def honours(state: State, seat: int, ship: str) -> bool:
    """Whether buying the ship earns a glory point (MM-111)."""
    return SHIPS[ship].glory_on_buy and not state.seats[seat].big_ship


def hold(state: State, seat: int) -> int:
    """The cargo cards that the ship can take to sea (MM-067, MM-296)."""
    own = state.seats[seat]
    return max(0, ship_of(state, seat).now.cargo - own.freight)


def free_cards(state: State, seat: int, cards: int) -> int:
    """How many of `cards` cards bought together are free (MM-145)."""
    return sum(int(effect.n) for effect in working(state, seat, "free_card", "buy_goods", Facts(cards=cards)))


# Raids


class RaidEstimate(NamedTuple):
    """The result of a raid if it ended with the cards now on the table."""

    plunder: int
    escapes: int
    maneuverability: int
    hits: tuple[str, ...]


def raid(state: State, raid: Raid) -> RaidEstimate:
    facts = Facts(nation=raid.nation)
    more = sum(int(effect.n) for effect in working(state, raid.seat, "add_plunder", "raid_success", facts))
    hits = tuple(CARGO[card].location or "" for card in raid.table if card not in raid.blank and CARGO[card].icon == "hit")
    plunder = sum(CARGO[card].plunder for card in raid.table) + raid.plunder + more
    return RaidEstimate(plunder, escapes(raid), maneuverability(state, raid.seat), hits)


def raid_bounties(state: State, seat: int, nation: str) -> int:
    """Bounties of the nation that a raid brings (MM-174, MM-053)."""
    facts = Facts(nation=nation)
    if working(state, seat, "no_bounty", "", facts):
        return 0
    more = sum(effect.delta for effect in working(state, seat, "bounty", "raid_start", facts))
    return min(1 + more, 5 - state.seats[seat].bounties.get(nation, 0))


def raid_cards(state: State, seat: int, nation: str) -> int:
    """Cards drawn at the start of a raid (MM-175, MM-176)."""
    rules = working(state, seat, "raid_extra_card", "raid_before_draw", Facts(nation=nation))
    return 3 + sum(int(effect.n) for effect in rules if not effect.keep_only_if_icon)


# Battles


def contest(state: State, frame: Declare, action: str) -> tuple[int, int]:
    """The dice of the side if it declared this action, and those of the other side (MM-270, MM-271)."""
    fight = nearest(state, Battle)
    name = "defender" if frame.side else "aggressor"
    declared = replace(fight, **{name: replace(getattr(fight, name), declared=action)})
    so = replace(state, stack=tuple(declared if each is fight else each for each in state.stack))
    return contest_dice(so, frame.side), contest_dice(so, 1 - frame.side)
