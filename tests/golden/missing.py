"""What the golden games of our own games do not show, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz.batches import catalogue_of

ARRANGED = {
    name: {f"refusal {code}": arranged.why for code, arranged in catalogue_of(name).arranged.items()}
    for name in ("merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo")
}
"""Refusals that no game reaches from its set-up; each has a rule test in an arranged position."""

SELDOM = "it did not come up in some 500 games of the search; a rule test has it"
MISSING: Mapping[str, Mapping[str, str]] = {
    "merchants-of-the-caribbean": {
        **ARRANGED["merchants-of-the-caribbean"],
        "refusal game_not_started": "no command reaches the rules before the set-up",
    },
    "merchants-and-marauders": {
        **ARRANGED["merchants-and-marauders"],
        "refusal game_not_started": "no command reaches the rules before the set-up",
        "mission m07": SELDOM,
        "mission m07: gain_gold": SELDOM,
        "refusal nation_at_war": SELDOM,
        "refusal shot_already_used": SELDOM,
        "specialist sailing_master: stat": SELDOM,
        "refusal sale_limit_reached": "rumors sell few cargo cards, so hardly anybody reaches the limit of one",
        "port petite_goave: forbid": "pirates hardly ever get into this port, which its nation closes to them",
    },
    "pirates-of-maracaibo": {
        "refusal game_not_started": "no command reaches the rules before the set-up",
        "event solo_action_chosen_anew": "Jordan hardly ever stands on END; jordan-on-end of version 2 has it",
    },
}
