"""The steps of a battle, in order (MM-264, MM-265)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.stack import Step

from . import aftermath, crew, naval


def volley(prefix: str) -> tuple[Step, ...]:
    """The steps of a volley: X assigned by the defender, by the aggressor, hits on the defender, on the aggressor
    (MM-419)."""
    return (
        (f"{prefix}_x_defender", naval.defender_assigns),
        (f"{prefix}_x_aggressor", naval.aggressor_assigns),
        (f"{prefix}_hits_defender", naval.defender_is_hit),
        (f"{prefix}_hits_aggressor", naval.aggressor_is_hit),
        (f"{prefix}_sinking", naval.sinking),
    )


BATTLE: Sequence[Step] = (
    ("before", naval.before),
    ("long_guns", naval.long_guns),
    *volley("long_guns"),
    ("round", naval.start_round),
    ("declare_aggressor", naval.aggressor_declares),
    ("declare_defender", naval.defender_declares),
    ("chasers_aggressor", naval.aggressor_chasers),
    ("chasers_defender", naval.defender_chasers),
    *volley("chasers"),
    ("before_contest", naval.before_contest),
    ("contest", naval.contest),
    ("rerolls_aggressor", naval.aggressor_rerolls),
    ("rerolls_defender", naval.defender_rerolls),
    ("after_contest", naval.after_contest),
    ("decide", naval.decide_contest),
    ("locations", naval.locations),
    ("gunner_aggressor", naval.aggressor_gunner),
    ("volley_aggressor", naval.aggressor_volley),
    ("gunner_defender", naval.defender_gunner),
    ("volley_defender", naval.defender_volley),
    ("after_locations", naval.after_locations),
    *volley("guns"),
    ("outcome", naval.board_or_escape),
    ("crew_before", crew.before_crew),
    ("swivel_guns", crew.swivel_guns),
    ("swivel_hits_defender", crew.defender_crew_hit),
    ("swivel_hits_aggressor", crew.aggressor_crew_hit),
    ("crew_start", crew.first_judgement),
    ("crew_roll_window", crew.before_roll),
    ("crew_round", crew.crew_round),
    ("crew_hits_defender", crew.defender_crew_hit),
    ("crew_hits_aggressor", crew.aggressor_crew_hit),
    ("judgement", crew.judgement),
    ("next_crew_round", crew.next_crew_round),
    ("over", aftermath.over),
    ("bury_aggressor", aftermath.bury_aggressor),
    ("bury_defender", aftermath.bury_defender),
    ("finish", aftermath.finish),
)
