"""The results of a run: a table, and the survivors as differences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.mutants.mutant import GROUPS, Mutant
from tests.mutants.trials import Verdict

EXPLAINED = Path(__file__).parent / "explained.toml"


def explained() -> dict[str, str]:
    """The reasons for survivors, by their keys."""
    entries = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return {as_mutant(entry).key: entry["reason"] for entry in entries}


def as_mutant(entry: Mapping[str, str]) -> Mutant:
    """As far as the key goes."""
    lines = entry["diff"].strip().splitlines()
    removed, added = (tuple(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    return Mutant(entry["file"], "", entry["function"], "rules", 0, 0, "", removed, added)


def table(mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """By group. `at import` are those of the caught that break an import, or fail a check made there: every test would
    catch them. Mutants of the kit in code that no test of this game runs are not counted; another game's tests run it."""
    reasons = explained()
    yield f"| {'group':32} | mutants | caught | at import | explained | survive | caught % |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for group, title in GROUPS.items():
        keys = [mutant.key for mutant in mutants if mutant.group == group and mutant.key in verdicts]
        caught = sum(verdicts[key].caught_by is not None for key in keys)
        early = sum(verdicts[key].while_collecting for key in keys)
        told = sum(verdicts[key].caught_by is None and key in reasons for key in keys)
        share = f"{100 * caught / (len(keys) - told):.1f}" if len(keys) > told else "-"
        yield f"| {title:32} | {len(keys)} | {caught} | {early} | {told} | {len(keys) - caught - told} | {share} |"
    if uncounted := sum(mutant.key not in verdicts for mutant in mutants):
        yield f"\n{uncounted} more change code of the kit that no test of this game runs."


def survivors(mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """The unexplained ones, in the form of explained.toml without the reason."""
    reasons = explained()
    for mutant in mutants:
        verdict = verdicts.get(mutant.key)
        if verdict is not None and verdict.caught_by is None and mutant.key not in reasons:
            tests = f"{verdict.tried} tests run it" if verdict.tried else "no test runs it"
            yield f"[[survivor]]  # {GROUPS[mutant.group]}; {tests}"
            yield f'file = "{mutant.file}"'
            yield f'function = "{mutant.function}"'
            yield f"diff = '''\n{mutant.diff}\n'''\n"
