"""What a position is worth to a seat, as numbers to be weighed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.kit.promise import Features, Promise

from ..content import IMPROVEMENTS, LAYOUTS, QUESTS, RESIDENCES, RETIREMENT_FROM, TRACK_START, value_of
from ..effects.counters import count
from ..effects.exploring import ONWARD, SPUR
from ..scoring import line_vp, met_line, quest_vp
from ..state import ROUNDS, Seat, State, built, buried, column_of, income, ongoing, treasures
from ..values import TREASURES

ONGOING = (
    "raid_power_bonus",
    "die_power_bonus",
    "raid_action",
    "explore_bonus",
    "explore_forfeit",
    "discount",
    "ship_range",
    "refresh_quest_market",
    "extra_reroll",
    "extra_bury_spaces",
    "income_doubloons_per",
)
NAMES: Final = (
    "vp",
    "doubloons",
    "doubloons_up_to_8",
    "rivers",
    "improvement_vp",
    "line_vp",
    "lines",
    "residence_vp",
    "residences",
    "residence_room",
    "treasure_vp",
    "treasures",
    "buried",
    "quest_vp",
    "quest_vp_half_met",
    "quests",
    "upgrades",
    "figurehead",
    "vp_income",
    "doubloon_income",
    "explored",
    "column",
    "tiles",
    "rubies",
    "on_turn",
    *ONGOING,
)
SPENT_SOON = 8
"""Doubloons that the next card may cost."""
UNLIMITED = 30
"""Taken as the limit of a Residence without one."""


def features(state: State, seat: int) -> list[float]:
    """The features of a seat, in the order of `NAMES`."""
    own = state.seats[seat]
    scoring, quests_vp, half_met = _quests(state, seat)
    residences = [RESIDENCES[card].scoring for card in built(state, seat)]
    residence_vp = [line_vp(state, seat, line, scoring) for line in residences]
    lines = [line for card in own.improvements for line in IMPROVEMENTS[card].endgame]
    doubloons, vp = income(own)
    found = {kind: treasures(own, kind) for kind in TREASURES}
    values = (
        own.vp,
        own.doubloons,
        min(own.doubloons, SPENT_SOON),
        len(own.rivers),
        sum([IMPROVEMENTS[card].vp for card in own.improvements]),
        sum([line_vp(state, seat, line, scoring) for line in lines]),
        len(lines),
        sum(residence_vp),
        len(residences),
        sum([(line.max or UNLIMITED) - now for line, now in zip(residences, residence_vp, strict=True)]),
        sum([number * value_of(state.islands[kind]) for kind, number in found.items()]),
        sum(found.values()),
        buried(own),
        quests_vp,
        half_met,
        len(own.quests),
        len(own.upgrades),
        own.figurehead is not None,
        vp,
        doubloons,
        EXPLORED[own.explorer],
        column_of(state, own.ship) / _last_column(state),
        len(own.tiles),
        own.rubies,
        state.turn is not None and state.turn.seat == seat,
    )
    return [*map(float, values), *_ongoing(own)]


def _ongoing(own: Seat) -> list[float]:
    """The sum of the amounts of each kind of ongoing benefit; one without an amount counts 1."""
    return [float(sum([effect.amount or 1 for _, effect in ongoing(own, op)])) for op in ONGOING]


def _quests(state: State, seat: int) -> tuple[int, float, float]:
    """How many Quests score as things are, their points, and the points of the others in proportion to what is met."""
    scoring, points, half_met = 0, 0.0, 0.0
    for quest in state.seats[seat].quests:
        line = met_line(state, seat, quest)
        if line == "none":
            half_met += _half_met(state, seat, quest)
        else:
            scoring += 1
            points += quest_vp(state, quest, line)
    return scoring, points, half_met


def _half_met(state: State, seat: int, quest: str) -> float:
    """The points of the nearest line, times the square of the share of each need that is met."""
    card = QUESTS[quest]
    hunters = state.options.quest_hunters
    best = 0.0
    for line in (card.bottom,) if hunters else (card.top, card.bottom):
        met = 2.0 * line.vp if hunters else float(line.vp)
        for need in line.needs:
            met *= min(1.0, count(state, seat, need.counter) / need.at_least) ** 2
        best = max(best, met)
    return best


def _last_column(state: State) -> int:
    """The column of Maracaibo."""
    return LAYOUTS[state.options.layout].last_column + 2


def progress(state: State) -> tuple[int, float]:
    """The round, and the mean column of the ships as a share of the way to Maracaibo."""
    columns = [column_of(state, own.ship) for own in state.seats]
    return min(max(state.round, 1), ROUNDS) - 1, sum(columns) / len(columns) / _last_column(state)


def _explored() -> Mapping[str, int]:
    """The fewest steps from the start of the track to each of its spaces."""
    steps, ahead = {TRACK_START: 0}, [TRACK_START]
    for space in ahead:
        for edge in (*ONWARD.get(space, ()), *([SPUR] if space == RETIREMENT_FROM else [])):
            if edge.to not in steps:
                steps[edge.to] = steps[space] + 1
                ahead.append(edge.to)
    return steps


EXPLORED = _explored()
FEATURES = Features(names=NAMES, of=features, phases=ROUNDS, phase=progress)
PROMISE = Promise(FEATURES, __package__, "promise.json")
