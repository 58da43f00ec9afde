"""What works always or for a while: abilities, specialists, modifications, places, the event of the round, played cards.

Queries only: the chapters ask here for dice, values and permissions. data/README.md explains the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from domain.game import Rng
from domain.kit.memo import memo_of_latest

from ..content import (
    CAPTAINS,
    EVENT_CARDS,
    GLORY,
    MISSIONS,
    MODIFICATIONS,
    PORTS,
    RUMORS,
    SHIPS,
    ZONES,
    Condition,
    Effect,
    Effects,
    glory_card,
)
from ..frames import Cards, Dice, Side
from ..values import EffectSource
from . import Lasting, State, at_war, full, in_home_port, is_pirate, nation_of, ship_of, ship_type, turn_of

SKILLS: Mapping[str, Mapping[str, int]] = {
    **{
        card.id: {
            "seamanship": card.seamanship,
            "scouting": card.scouting,
            "leadership": card.leadership,
            "influence": card.influence,
        }
        for card in CAPTAINS.values()
    },
    **{
        card.id: {"seamanship": card.seamanship, "scouting": card.scouting, "leadership": card.leadership}
        for card in EVENT_CARDS.values()
        if card.kind == "npc"
    },
}
"""The four skills of every captain, the three of every NPC captain."""


class Facts(msgspec.Struct, frozen=True, gc=False):
    """Circumstances that a condition can ask about and that are not in the state."""

    nation: str = ""
    """The nation of the merchant or the victim."""
    skill: str = ""
    declared: str = ""
    contest_won: bool | None = None
    good: str = ""
    cards: int = 0
    """Bought or sold."""
    crew_round: int = 0
    target: str = ""
    failed: bool = False
    location: str = ""
    attacked: bool = False
    battle: bool = False
    free_move: bool = False


NO_FACTS = Facts()


def effects_of(source: str, part: str = "effects") -> Effects:
    """The effects of a card named `<kind>:<card id>`."""
    kind, _, card = source.partition(":")
    match kind:
        case "glory":
            effects = GLORY[card].effects
            return effects[0].then if part == "then" else effects
        case "rumor":
            rumor = RUMORS[card]
            if part == "on_win":
                return rumor.effects[0].on_win
            return rumor.on_fail if part == "on_fail" else rumor.effects
        case "mission":
            mission = MISSIONS[card]
            if part.startswith("on_fail"):
                return mission.steps[int(part.removeprefix("on_fail:"))].on_fail
            return mission.reward
        case _:
            assert kind == "event"
            return EVENT_CARDS[card].effects


class Bearers(NamedTuple):
    """What has effects on a captain, and nothing else: few of them change from one command to the next."""

    captain: str | None
    specialists: Cards
    modifications: Cards
    flipped: Cards
    zone: str
    in_port: bool
    event: str | None
    lasting: tuple[EffectSource, ...]
    open_rumor: str | None
    freight_of: tuple[str, int] | None
    """The mission with freight on board, and its step."""


def bearers(state: State, seat: int) -> Bearers:
    own = state.seats[seat]
    ship = own.ship
    return Bearers(
        own.captain,
        own.specialists,
        () if ship is None else ship.modifications,
        () if ship is None else ship.flipped,
        own.zone,
        own.in_port,
        state.event,
        tuple([each.source for each in state.lasting if each.seat == seat]) if state.lasting else (),
        own.open_rumor,
        (own.mission, own.mission_step) if own.mission is not None and own.freight else None,
    )


def sources(own: Bearers) -> Iterator[Effects]:
    """The lists of effects that can apply to this captain now."""
    if own.captain is None:
        return
    yield CAPTAINS[own.captain].effects
    for card in own.specialists:
        yield glory_card(card).effects
    for token in own.modifications:
        if token not in own.flipped:
            yield MODIFICATIONS[token].effects
    place = ZONES[own.zone]
    if not own.in_port:
        yield place.zone_rules
    elif place.port is not None:
        yield PORTS[place.port].port_rules
    if own.event is not None:
        yield EVENT_CARDS[own.event].effects
    for source in own.lasting:
        yield effects_of(source)
    if own.open_rumor is not None:
        yield RUMORS[own.open_rumor].effects
    if own.freight_of is not None:
        mission, step = own.freight_of
        yield MISSIONS[mission].steps[step].effects


@lru_cache(maxsize=8192)
def _by_op(own: Bearers) -> Mapping[tuple[str, str], Sequence[Effect]]:
    """The effects that can apply to a captain by op and timing, remembered because the rules ask for them much more often
    than they change."""
    found: dict[tuple[str, str], list[Effect]] = {}
    for effects in sources(own):
        for effect in effects:
            if effect.who != "npc_naval":
                found.setdefault((effect.op, effect.on), []).append(effect)
    return found


@memo_of_latest
def _effects_on(state: State, seat: int) -> Mapping[tuple[str, str], Sequence[Effect]]:
    return _by_op(bearers(state, seat))


def working(state: State, seat: int, op: str, on: str = "", facts: Facts = NO_FACTS) -> list[Effect]:
    """The effects of this op and timing whose conditions hold for the seat's captain."""
    found = _effects_on(state, seat).get((op, on))
    if found is None:
        return []
    return [
        effect for effect in found if not effect.if_ or all(holds(state, seat, condition, facts) for condition in effect.if_)
    ]


def in_force(state: State, seat: int, op: str) -> Iterator[tuple[Lasting, Effect]]:
    """The cards of this seat that go on for a while, with their effects of this op."""
    for card in state.lasting:
        if card.seat == seat:
            yield from ((card, effect) for effect in effects_of(card.source) if effect.op == op)


def holds(state: State, seat: int, condition: Condition, facts: Facts = NO_FACTS) -> bool:
    """Whether a condition of the vocabulary is met."""
    own = state.seats[seat]
    turn = state.turn
    match condition.cond:
        case "at_sea":
            return not own.in_port
        case "at_war_with_victim":
            return bool(facts.nation) and at_war(state, nation_of(state, seat), facts.nation)
        case "at_zone":
            return own.zone == (state.drawn[0] if condition.zone == "zone" else condition.zone)
        case "cannons_at_least":
            return ship_of(state, seat).now.cannons >= condition.n
        case "captain_nation":
            return nation_of(state, seat) == condition.nation
        case "cards_bought_at_least" | "cards_sold_at_least":
            return facts.cards >= condition.n
        case "cards_sold_this_turn_at_least":
            return turn is not None and turn.sold >= condition.n
        case "check_skill":
            return facts.skill == condition.skill
        case "contest_not_won":
            return facts.contest_won is False
        case "contest_won":
            return facts.contest_won is True
        case "crew_round":
            return facts.crew_round == condition.n
        case "damaged_locations_at_least":
            return damaged_locations(state, seat) >= condition.n
        case "declared":
            return facts.declared == condition.action
        case "good_in_demand":
            return state.demand[ZONES[own.zone].port or ""] == facts.good
        case "good_not_in_demand":
            return state.demand[ZONES[own.zone].port or ""] != facts.good
        case "has_bounty_of":
            return condition.nation in own.bounties
        case "no_bounty_of":
            return condition.nation not in own.bounties
        case "hit_location":
            return facts.location == condition.location
        case "in_battle":
            return facts.battle
        case "inflicted_hits_in_one_battle_this_turn":
            return turn is not None and turn.most_hits >= condition.n
        case "lost_crew_this_turn":
            return turn is not None and turn.lost_crew
        case "merchant_nation":
            return facts.nation == condition.nation
        case "moves_this_turn_at_least":
            return turn is not None and turn.moves >= condition.n
        case "non_pirate":
            return not is_pirate(own)
        case "pirate":
            return is_pirate(own)
        case "roll_failed":
            return facts.failed
        case "scout_target":
            return facts.target == condition.target
        case "scouted_something_this_turn":
            return turn is not None and turn.found
        case "ship_in":
            return ship_of(state, seat).type in condition.ships
        case "was_attacked":
            return facts.attacked
        case "won_crew_combat_this_turn":
            return turn is not None and turn.won_crew_combat
        case "zone_to_zone_move":
            return facts.free_move
        case other:
            raise AssertionError(f"the condition {other} is judged where its effect is carried out")


def damaged_locations(state: State, seat: int) -> int:
    ship = ship_of(state, seat)
    whole = full(ship)
    return sum(getattr(ship.now, place) < getattr(whole, place) for place in ("hull", "cargo", "masts", "crew", "cannons"))


def maneuverability(state: State, side: Side) -> int:
    """Maneuverability with modifications and a Sailing Master (MM-219)."""
    value = SHIPS[ship_type(state, side)].maneuverability
    if isinstance(side, int):
        value += sum(int(effect.n) for effect in working(state, side, "stat") if effect.stat == "maneuverability")
    return value


def skill_of(state: State, side: Side, skill: str) -> int:
    """The printed skill of a captain, or of the NPC captain in command (MM-222)."""
    if isinstance(side, int):
        captain = state.seats[side].captain
        assert captain is not None
        return SKILLS[captain][skill]
    return SKILLS[state.npcs[side].cards[0]][skill]


def dice_of(state: State, seat: int, skill: str, moments: tuple[str, ...] = (), facts: Facts = NO_FACTS) -> int:
    """How many dice a captain rolls (MM-010)."""
    more = [
        int(effect.n)
        for moment in (*moments, f"{skill}_check")
        for effect in working(state, seat, "add_dice", moment, facts)
        if effect.skill == skill
    ]
    return max(1, skill_of(state, seat, skill) + sum(more))


def roll(rng: Rng, dice: int) -> Dice:
    """Rolls at least one die (MM-011). Two faces of six are skulls, shown as 0 (MM-008)."""
    faces = [rng.below(6) for _ in range(max(1, dice))]
    return tuple([face + 1 if face < 4 else 0 for face in faces])


def successes(dice: Dice) -> int:
    return dice.count(0)


def ignores_storms(state: State, seat: int) -> bool:
    """Whether a card spares this captain the checks of storms (MM-047)."""
    return any("storm" in effect.tags for effect in working(state, seat, "ignore_event"))


def forbidden(state: State, seat: int, what: str) -> bool:
    return any(what in effect.what for effect in working(state, seat, "forbid"))


EVENT_ACTIVITIES = ("sell_goods", "buy_goods", "recruit")
"""The activities open to a captain who entered by Smugglers' Night (MM-056, MM-398)."""


def allowed(state: State, seat: int, activity: str) -> bool:
    """Whether the captain may do this in the present port."""
    if activity in ("recruit", "repair") and forbidden(state, seat, activity):
        return False
    return not state.seats[seat].by_event or activity in EVENT_ACTIVITIES


def stash_fee(state: State, seat: int) -> int | None:
    """The fee for stashing in this port; None where it is not allowed (MM-136, MM-139)."""
    if in_home_port(state, seat):
        return 0
    nation = ZONES[state.seats[seat].zone].nation
    fees = [
        effect.fee
        for effect in working(state, seat, "allow_stash")
        if not effect.at_zone and effect.at_nation in ("", nation)
    ]
    return min(fees, default=None)


def may_move(state: State, seat: int) -> bool:
    """Whether Doldrums allow another Move in this captain turn (MM-048)."""
    for effect in working(state, seat, "limit_action"):
        if effect.action == "move" and turn_of(state).moves >= int(effect.max or 0):
            return False
    return True


def scouting_forbidden(state: State, what: str) -> bool:
    """Whether Gale forbids scouting, for captains and NPCs (MM-046)."""
    return state.event is not None and what in _forbidden_by(state.event)


@cache
def _forbidden_by(event: str) -> frozenset[str]:
    return frozenset(what for effect in EVENT_CARDS[event].effects if effect.op == "forbid" for what in effect.what)
