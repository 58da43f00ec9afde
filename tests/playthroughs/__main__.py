"""Writes the playthroughs again: `python -m tests.playthroughs`, for the games whose names are given or for all."""

from __future__ import annotations

import sys

from tests.playthroughs import drawn
from tests.playthroughs.scripts import SCRIPTS
from tests.playthroughs.writer import file_of, write
from tests.support.games import OURS


def main(rulesets: list[str]) -> None:
    for ruleset in rulesets or SCRIPTS:
        for script in SCRIPTS[ruleset]:
            file_of(ruleset, script).write_text(write(OURS[ruleset], script))
        drawn.file_of(ruleset).write_text(drawn.write(OURS[ruleset], SCRIPTS[ruleset]))


if __name__ == "__main__":
    main(sys.argv[1:])
