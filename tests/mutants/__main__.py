"""Makes mutants of the games and tells which of them no test notices: `python -m tests.mutants --help`.

What was found is kept in .mutants: a run that was ended goes on where it was, and one after a change of code or tests tries
only what had survived.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import msgspec

from tests.mutants.mutant import ROOT, Mutant
from tests.mutants.population import population, sample
from tests.mutants.report import survivors, table
from tests.mutants.touched import Touched
from tests.mutants.trials import GAMES, Trials, Verdict, record

HERE = Path(__file__).parent
KEPT = ROOT / ".mutants"


class Entry(msgspec.Struct):
    """A verdict with the state of code and tests that it is of."""

    state: str
    verdict: Verdict


def state_of_the_code() -> str:
    """Changes with every file that a verdict may depend on."""
    digest = sha256()
    for folder in ("domain", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".json", ".txt", ".md", ".gz") and HERE not in file.parents:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def known(file: Path, state: str) -> dict[str, Verdict]:
    """What was found before and still counts. Who was caught stays caught; who survived may not do so any more."""
    if not file.exists():
        return {}
    lines = msgspec.json.Decoder(Entry).decode_lines(file.read_bytes())
    return {line.verdict.key: line.verdict for line in lines if line.state == state or line.verdict.caught_by is not None}


def run(ruleset: str, seed: str, count: int, jobs: int) -> Iterable[str]:
    KEPT.mkdir(exist_ok=True)
    state = state_of_the_code()
    mutants = sample(population(ruleset), seed, count)
    results = KEPT / f"{ruleset}-{seed}.ndjson"
    verdicts = known(results, state)
    left = [mutant for mutant in mutants if mutant.key not in verdicts]
    if left:
        _try(ruleset, left, jobs, results, state, verdicts)
    yield f"\n{ruleset}, seed {seed}\n"
    yield from table(mutants, verdicts)
    yield ""
    yield from survivors(mutants, verdicts)


def _try(ruleset: str, mutants: list[Mutant], jobs: int, results: Path, state: str, verdicts: dict[str, Verdict]) -> None:
    recorded = KEPT / f"{ruleset}-touched.json"
    sys.stderr.write(f"{ruleset}: recording which tests run which code\n")
    record(ruleset, recorded)
    with results.open("ab") as file:
        for number, verdict in enumerate(Trials(ruleset, Touched.read(recorded), jobs).all(mutants), 1):
            verdicts[verdict.key] = verdict
            file.write(msgspec.json.encode(Entry(state, verdict)) + b"\n")
            file.flush()
            sys.stderr.write(f"\r{ruleset}: {number} of {len(mutants)} ")
    sys.stderr.write("\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="a ruleset; all unless given")
    parser.add_argument("--seed", default="1", help="draws the mutants")
    parser.add_argument("--count", type=int, default=300, help="of mutants a game")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at a time")
    arguments = parser.parse_args()
    for ruleset in arguments.game or GAMES:
        for line in run(ruleset, arguments.seed, arguments.count, arguments.jobs):
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
