"""What works always or for a while: abilities, specialists, modifications, places, the event of the round, played cards.

Queries only: the chapters ask here for dice, values and permissions. data/README.md explains the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from domain.game import Rng

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
    Effect,
    Effects,
    glory_card,
)
from ..frames import Cards, Dice, Side
from ..values import EffectSource
from . import Lasting, Seat, State, in_home_port, ship_of, ship_type, turn_of
from .conditions import NO_FACTS, Facts, holds

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


PLACES: Mapping[tuple[str, bool], Effects] = {
    **{(zone.id, False): zone.zone_rules for zone in ZONES.values() if zone.zone_rules},
    **{(port.zone, True): port.port_rules for port in PORTS.values() if port.port_rules},
}
"""The rules of zones at sea (False) and of ports (True)."""


class Bearers(msgspec.Struct, frozen=True, gc=False):
    """What has effects on a captain, and nothing else: few of them change from one command to the next."""

    captain: str | None
    specialists: Cards
    modifications: Cards
    flipped: Cards
    place: tuple[str, bool] | None
    """The zone, and whether the captain is in its port, if that has rules."""
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
        place if (place := (own.zone, own.in_port)) in PLACES else None,
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
    if own.place is not None:
        yield PLACES[own.place]
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
                key = (effect.op, effect.on)
                if key in found:
                    found[key].append(effect)
                else:
                    found[key] = [effect]
    return found


_latest: dict[int, tuple[Seat, str | None, tuple[Lasting, ...], Mapping[tuple[str, str], Sequence[Effect]]]] = {}
"""By seat: the parts of the position that were asked about last, and the effects that follow from them."""


def working(state: State, seat: int, op: str, on: str = "", facts: Facts = NO_FACTS) -> list[Effect]:
    """The effects of this op and timing whose conditions hold for the seat's captain."""
    own, event, lasting = state.seats[seat], state.event, state.lasting
    known = _latest.get(seat)
    if known is None or known[0] is not own or known[1] is not event or known[2] is not lasting:
        known = _latest[seat] = (own, event, lasting, _by_op(bearers(state, seat)))
    found = known[3].get((op, on))
    if found is None:
        return []
    return [
        effect for effect in found if not effect.if_ or all(holds(state, seat, condition, facts) for condition in effect.if_)
    ]


def event_has(state: State, op: str) -> bool:
    """Whether the event of the round has an effect of this op. This is asked first, as it is quicker than `working`, for ops
    that nothing else in play has."""
    return state.event is not None and op in _ops_of(state.event)


@cache
def _ops_of(event: str) -> frozenset[str]:
    return frozenset([effect.op for effect in EVENT_CARDS[event].effects])


def in_force(state: State, seat: int, op: str) -> list[tuple[Lasting, Effect]]:
    """The cards of this seat that go on for a while, with their effects of this op."""
    if not state.lasting:
        return []
    cards = [card for card in state.lasting if card.seat == seat]
    return [(card, effect) for card in cards for effect in effects_of(card.source) if effect.op == op]


def maneuverability(state: State, side: Side) -> int:
    """The maneuverability of a captain's or an NPC's ship."""
    if isinstance(side, int):
        return maneuverability_of(ship_type(state, side), ship_of(state, side).modifications, state.seats[side].specialists)
    return maneuverability_of(ship_type(state, side))


@lru_cache(maxsize=8192)
def maneuverability_of(ship: str, modifications: Cards = (), specialists: Cards = ()) -> int:
    """Maneuverability of a type of ship with modifications and a Sailing Master (MM-219)."""
    sources = (
        *(MODIFICATIONS[token].effects for token in modifications),
        *(glory_card(card).effects for card in specialists),
    )
    stats = [effect for effects in sources for effect in effects if effect.op == "stat"]
    return SHIPS[ship].maneuverability + sum(int(effect.n) for effect in stats if effect.stat == "maneuverability")


def skill_of(state: State, side: Side, skill: str) -> int:
    """The printed skill of a captain, or of the NPC captain in command (MM-222)."""
    if isinstance(side, int):
        captain = state.seats[side].captain
        assert captain is not None
        return SKILLS[captain][skill]
    return SKILLS[state.npcs[side].cards[0]][skill]


def dice_of(state: State, seat: int, skill: str, moments: tuple[str, ...] = (), facts: Facts = NO_FACTS) -> int:
    """How many dice a captain rolls (MM-010)."""
    dice = skill_of(state, seat, skill)
    for moment in (*moments, f"{skill}_check"):
        for effect in working(state, seat, "add_dice", moment, facts):
            if effect.skill == skill:
                dice += int(effect.n)
    return max(1, dice)


def roll(rng: Rng, dice: int) -> Dice:
    """Rolls at least one die (MM-011). Two faces of six are skulls, shown as 0 (MM-008)."""
    return tuple([face + 1 if (face := rng.below(6)) < 4 else 0 for _ in range(max(1, dice))])


def successes(dice: Dice) -> int:
    return dice.count(0)


def ignores_storms(state: State, seat: int) -> bool:
    """Whether a card spares this captain the checks of storms (MM-047)."""
    return bool([effect for effect in working(state, seat, "ignore_event") if "storm" in effect.tags])


def forbidden(state: State, seat: int, what: str) -> bool:
    return bool([effect for effect in working(state, seat, "forbid") if what in effect.what])


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
    if not event_has(state, "limit_action"):  # Only events limit Moves.
        return True
    limit = move_limit(state, seat)
    return limit is None or turn_of(state).moves < limit


def move_limit(state: State, seat: int) -> int | None:
    """The most Moves in a captain turn under the events in force; None without a limit."""
    limits = [int(effect.max or 0) for effect in working(state, seat, "limit_action") if effect.action == "move"]
    return min(limits, default=None)


def scouting_forbidden(state: State, what: str) -> bool:
    """Whether Gale forbids scouting, for captains and NPCs (MM-046)."""
    return state.event is not None and what in _forbidden_by(state.event)


@cache
def _forbidden_by(event: str) -> frozenset[str]:
    return frozenset(what for effect in EVENT_CARDS[event].effects if effect.op == "forbid" for what in effect.what)
