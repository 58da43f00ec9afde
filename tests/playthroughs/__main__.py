"""Writes the playthroughs anew: `python -m tests.playthroughs`, for the games whose names are given or for all."""

from __future__ import annotations

import sys

from domain.registry import GAMES
from tests.playthroughs.scripts import SCRIPTS
from tests.playthroughs.writer import file_of, write


def main(rulesets: list[str]) -> None:
    for ruleset in rulesets or SCRIPTS:
        for script in SCRIPTS[ruleset]:
            file_of(ruleset, script).write_text(write(GAMES[ruleset], script))


if __name__ == "__main__":
    main(sys.argv[1:])
