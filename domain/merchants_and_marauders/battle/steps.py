"""The steps of a battle, in order (MM-264, MM-265)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.game import Rng
from domain.kit.stack import Step

from ..cards.windows import window
from ..frames import Battle, Frame
from ..state import Recorder
from ..state.sides import window_seats
from . import aftermath, crew, naval

AGGRESSOR, DEFENDER = 0, 1


def on(side: int, step: Callable[[Recorder, Battle, int], Frame | None]) -> Callable[[Recorder, Battle, Rng], Frame | None]:
    """The step for one side of the battle."""
    return lambda recorder, fight, rng: step(recorder, fight, side)


def reactions(timing: str) -> Callable[[Recorder, Battle, Rng], Frame | None]:
    """A step that opens a reaction window for the captains in the battle."""
    return lambda recorder, fight, rng: window(recorder.state, timing, window_seats(fight))


def volley(prefix: str) -> tuple[Step, ...]:
    """The steps of a volley: X assigned by the defender, by the aggressor, hits on the defender, on the aggressor
    (MM-419)."""
    return (
        (f"{prefix}_x_defender", on(DEFENDER, naval.assign)),
        (f"{prefix}_x_aggressor", on(AGGRESSOR, naval.assign)),
        (f"{prefix}_hits_defender", on(DEFENDER, naval.hit)),
        (f"{prefix}_hits_aggressor", on(AGGRESSOR, naval.hit)),
        (f"{prefix}_sinking", naval.sinking),
    )


BATTLE: Sequence[Step] = (
    ("before", reactions("combat_before_first_round")),
    ("long_guns", naval.long_guns),
    *volley("long_guns"),
    ("round", naval.start_round),
    ("declare_aggressor", on(AGGRESSOR, naval.declare)),
    ("declare_defender", on(DEFENDER, naval.declare)),
    ("chasers_aggressor", on(AGGRESSOR, naval.chasers)),
    ("chasers_defender", on(DEFENDER, naval.chasers)),
    *volley("chasers"),
    ("before_contest", reactions("combat_before_contest")),
    ("contest", naval.contest),
    ("rerolls_aggressor", on(AGGRESSOR, naval.rerolls)),
    ("rerolls_defender", on(DEFENDER, naval.rerolls)),
    ("after_contest", reactions("combat_after_contest")),
    ("decide", naval.decide_contest),
    ("locations", naval.locations),
    ("gunner_aggressor", on(AGGRESSOR, naval.gunner)),
    ("volley_aggressor", on(AGGRESSOR, naval.volley)),
    ("gunner_defender", on(DEFENDER, naval.gunner)),
    ("volley_defender", on(DEFENDER, naval.volley)),
    ("after_locations", reactions("combat_after_location")),
    *volley("guns"),
    ("outcome", naval.board_or_escape),
    ("crew_before", reactions("crew_before_first_round")),
    ("swivel_guns", crew.swivel_guns),
    ("swivel_hits_defender", on(DEFENDER, crew.crew_hit)),
    ("swivel_hits_aggressor", on(AGGRESSOR, crew.crew_hit)),
    ("crew_start", crew.first_judgement),
    ("crew_roll_window", crew.before_roll),
    ("crew_round", crew.crew_round),
    ("crew_hits_defender", on(DEFENDER, crew.crew_hit)),
    ("crew_hits_aggressor", on(AGGRESSOR, crew.crew_hit)),
    ("judgement", crew.judgement),
    ("next_crew_round", crew.next_crew_round),
    ("over", aftermath.over),
    ("bury_aggressor", on(AGGRESSOR, aftermath.bury_unless_beaten)),
    ("bury_defender", on(DEFENDER, aftermath.bury_unless_beaten)),
    ("finish", aftermath.finish),
)
