"""Makes mutants of the games and reports those that no test notices: `python -m tests.mutants --help`.

Results are kept in .mutants: a stopped run continues, and a run after a change of code or tests tries only the survivors.
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
    """A verdict, and the state of code and tests that led to it."""

    state: str
    verdict: Verdict


def state_of_the_code() -> str:
    """A digest of all files that a verdict may depend on."""
    digest = sha256()
    for folder in ("domain", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".json", ".txt", ".md", ".gz") and HERE not in file.parents:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def known(file: Path, state: str) -> dict[str, Verdict]:
    """Earlier results that still count. Caught mutants stay caught; survivors may be caught now."""
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
    record(ruleset, recorded, jobs)
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
