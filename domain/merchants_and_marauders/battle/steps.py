"""The steps of a battle, in order (MM-264, MM-265)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.stack import Step

from . import aftermath
from . import crew as crew_combat
from . import naval as battle


def volley(prefix: str) -> tuple[Step, ...]:
    """X assigned by the defender first, then hits on the defender, hits on the aggressor (MM-419)."""
    return (
        (f"{prefix}_x_defender", battle.defender_assigns),
        (f"{prefix}_x_aggressor", battle.aggressor_assigns),
        (f"{prefix}_hits_defender", battle.defender_is_hit),
        (f"{prefix}_hits_aggressor", battle.aggressor_is_hit),
        (f"{prefix}_sinking", battle.sinking),
    )


BATTLE: Sequence[Step] = (
    ("before", battle.before),
    ("long_guns", battle.long_guns),
    *volley("long_guns"),
    ("round", battle.start_round),
    ("declare_aggressor", battle.aggressor_declares),
    ("declare_defender", battle.defender_declares),
    ("chasers_aggressor", battle.aggressor_chasers),
    ("chasers_defender", battle.defender_chasers),
    *volley("chasers"),
    ("before_contest", battle.before_contest),
    ("contest", battle.contest),
    ("rerolls_aggressor", battle.aggressor_rerolls),
    ("rerolls_defender", battle.defender_rerolls),
    ("after_contest", battle.after_contest),
    ("decide", battle.decide_contest),
    ("locations", battle.locations),
    ("gunner_aggressor", battle.aggressor_gunner),
    ("volley_aggressor", battle.aggressor_volley),
    ("gunner_defender", battle.defender_gunner),
    ("volley_defender", battle.defender_volley),
    ("after_locations", battle.after_locations),
    *volley("guns"),
    ("outcome", battle.board_or_escape),
    ("crew_before", crew_combat.before_crew),
    ("swivel_guns", crew_combat.swivel_guns),
    ("swivel_hits_defender", crew_combat.defender_crew_hit),
    ("swivel_hits_aggressor", crew_combat.aggressor_crew_hit),
    ("crew_start", crew_combat.first_judgement),
    ("crew_roll_window", crew_combat.before_roll),
    ("crew_round", crew_combat.crew_round),
    ("crew_hits_defender", crew_combat.defender_crew_hit),
    ("crew_hits_aggressor", crew_combat.aggressor_crew_hit),
    ("judgement", crew_combat.judgement),
    ("next_crew_round", crew_combat.next_crew_round),
    ("over", aftermath.over),
    ("bury_aggressor", aftermath.bury_aggressor),
    ("bury_defender", aftermath.bury_defender),
    ("finish", aftermath.finish),
)
