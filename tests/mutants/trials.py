"""Tries mutants with pytest, in forks of processes that are warm.

Most mutants change a function that runs only when a test calls it. They are tried in forks of one process that has collected
all tests: the function gets the mutant's code, and the tests that run it follow. A change of what happens at import, and of
card data, needs processes that have imported nothing of the project yet.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import hypothesis
import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import apply
from tests.mutants.mutant import Mutant
from tests.mutants.processes import Ended, end_after, run_all
from tests.mutants.touched import Test, Touched, import_with_notes, name, noting

SHARED = ("tests/domain", "tests/playthroughs", "tests/tradewinds")
GAMES = ("merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo")
LIBRARIES = tuple({sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")})
"""Folders of modules from outside the project."""
KIT = "domain/kit/"
COLLECTING = "collecting"
"""Begins the verdict on a mutant with which a file of tests cannot be imported."""
NOT_APPLIED = "no function to change"
LIMIT = 5.0
"""Seconds of processor time that a test may take, besides twice what it took when it was recorded."""
LIMIT_OF_COLLECTING = 120.0
FIRST = 6
"""So many files of tests are tried first where all are collected anew for a mutant."""


class Verdict(msgspec.Struct, frozen=True):
    key: str
    caught_by: str | None
    """A test, or what else ended it."""
    tried: int
    """How many tests were to be run."""
    seconds: float
    """Of processor time."""

    @property
    def while_collecting(self) -> bool:
        return self.caught_by is not None and self.caught_by.startswith(COLLECTING)


class NotCollectedError(Exception):
    """The tests could not be collected; says why."""


def folders(ruleset: str) -> list[str]:
    return [f"tests/{ruleset.replace('-', '_')}", *SHARED]


class _Plugin:
    """Hands the tests that pytest has collected over, in place of running them."""

    def __init__(self, work: Callable[[list[pytest.Item]], None]) -> None:
        self.work = work
        self.broken: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(f"{report.nodeid}: {report.longreprtext.splitlines()[-1]}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.work(session.items)
        return True


def with_tests(ruleset: str, paths: Sequence[str], work: Callable[[list[pytest.Item]], None]) -> None:
    """Let pytest collect tests and do this with them, without those of other games and those that take minutes. Nothing is
    left to chance, or to how busy the machine is. Raises NotCollectedError."""
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")
    # The fixtures and plugins of what serves games take longer to import than all games.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = [
        *("-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider"),
        *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
        f"--confcutdir={folders(ruleset)[0]}",
    ]
    others = [other for each in GAMES if each != ruleset for other in (each, each.replace("-", "_"))]

    def is_own(item: pytest.Item) -> bool:
        return not item.get_closest_marker("long") and not any(other in item.nodeid for other in others)

    plugin = _Plugin(lambda items: work([item for item in items if is_own(item)]))
    code = pytest.main([*options, *paths], plugins=[plugin])
    if code != pytest.ExitCode.OK:
        raise NotCollectedError(plugin.broken[0] if plugin.broken else f"pytest ended with {code}")


def first_failure(items: Sequence[pytest.Item], known: Mapping[str, Test]) -> str | None:
    """The first of the tests that fails. One that takes much longer than it is known to ends the process."""
    for item, following in with_following(items):
        end_after(LIMIT + 2 * known[item.nodeid].seconds)
        if not _passes(item, following):
            return item.nodeid
    return None


def with_following(items: Sequence[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one that runs after it, for which pytest keeps fixtures; nothing for no tests."""
    return zip_longest(items, items[1:])


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def record(ruleset: str, file: Path, jobs: int) -> None:
    """Run the tests whose files have changed since, in so many processes, and write down which functions each of them runs.

    Must be called before the domain is imported.
    """
    parts = [file.with_suffix(f".{job}") for job in range(jobs)]
    for _, ended in run_all(range(jobs), lambda job: _recorded(ruleset, file, parts, job), jobs):
        if ended.code or ended.said:
            raise SystemExit(f"the tests could not be recorded: {ended.said}")
    first, *others = [Touched.read(part) for part in parts]
    for each in others:
        first.tests.update(each.tests)
    first.write(file)
    for part in parts:
        part.unlink()


def _recorded(ruleset: str, file: Path, parts: Sequence[Path], job: int) -> str:
    """Record the part of one process: the tests of every so-many-th file, and those that are known."""
    before, now = Touched.read(file), Touched()

    def note_all(items: list[pytest.Item]) -> None:
        now.files = {_file(item.nodeid): sha256(item.path.read_bytes()).hexdigest() for item in items}
        same = {each for each, digest in now.files.items() if before.files.get(each) == digest}
        now.tests = {test: known for test, known in before.tests.items() if _file(test) in same}
        own = set([each for each in now.files if each not in same][job :: len(parts)])
        functions = apply.Functions()
        for item, following in with_following([item for item in items if _file(item.nodeid) in own]):
            functions.forget()
            runs: set[str] = set()
            started = time.process_time()
            with noting(runs):
                passes = _passes(item, following)
            now.tests[item.nodeid] = Test(passes, runs, time.process_time() - started)

    import_with_notes()
    try:
        with noting(now.early):
            with_tests(ruleset, folders(ruleset), note_all)
    except NotCollectedError as error:
        return str(error)
    now.libraries = libraries()
    now.write(parts[job])
    return ""


def libraries() -> list[str]:
    """The loaded modules from outside the project. Games that are installed from its folders are none: they would import
    what a mutant changes before it is made."""
    files = {each: getattr(module, "__file__", None) or "" for each, module in sys.modules.items()}
    return sorted(each for each, file in files.items() if file.startswith(LIBRARIES))


def _file(test: str) -> str:
    return test.partition("::")[0]


@dataclass
class Trials:
    """Of the mutants of one game."""

    ruleset: str
    touched: Touched
    jobs: int

    def all(self, mutants: Iterable[Mutant]) -> Iterator[Verdict]:
        self.catches: Counter[str] = Counter()
        late, early = [], []
        for mutant in mutants:
            if mutant.group == "data" or "/data/" in mutant.file or self.touched.is_early(apply.innermost(mutant)):
                early.append(mutant)
            else:
                late.append(mutant)
        for verdict in self._late(late):
            if verdict.caught_by == NOT_APPLIED:
                early += [mutant for mutant in late if mutant.key == verdict.key]
            else:
                yield verdict
        yield from self._early(early)

    def _verdict(self, mutant: Mutant, tests: Sequence[str], ended: Ended) -> Verdict:
        caught_by = ended.said or None
        if ended.code:
            caught_by = "time or memory" if ended.code < 0 else f"an error outside of the tests: {ended.said[-300:]}"
        return Verdict(mutant.key, caught_by, len(tests), ended.seconds)

    # Changes of functions

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run the code which the mutant changes, the quickest first."""
        code = name(apply.innermost(mutant))
        running = [(test.seconds, each) for each, test in self.touched.good() if code in test.runs]
        return [each for _, each in sorted(running)]

    def _late(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        """Hands over what a process says in which the tests are collected. Code of the kit that no test of the game runs is
        not its own."""
        tests = {mutant.key: self._tests_of(mutant) for mutant in mutants}
        reached = [mutant for mutant in mutants if tests[mutant.key]]
        for mutant in mutants:
            if not tests[mutant.key] and not mutant.file.startswith(KIT):
                yield Verdict(mutant.key, None, 0, 0.0)
        yield from self._in_one_process(reached, tests)

    def _in_one_process(self, mutants: list[Mutant], tests: dict[str, list[str]]) -> Iterator[Verdict]:
        reads, writes = os.pipe()
        process = os.fork()
        if process:
            os.close(writes)
            with open(reads, "rb") as lines:
                yield from (msgspec.json.decode(line, type=Verdict) for line in lines)
            if os.waitpid(process, 0)[1]:
                raise SystemExit("the process that tries the mutants has died")
            return

        def try_all(items: list[pytest.Item]) -> None:
            by_id = {item.nodeid: item for item in items}
            functions = apply.Functions()
            gc.freeze()  # So that the collector of a fork does not write to what it shares.

            def trial(mutant: Mutant) -> str:
                if not functions.mutate(apply.changed_code(mutant)):
                    return NOT_APPLIED
                return first_failure([by_id[test] for test in tests[mutant.key]], self.touched.tests) or ""

            for mutant, ended in run_all(mutants, trial, self.jobs):
                verdict = self._verdict(mutant, tests[mutant.key], ended)
                os.write(writes, msgspec.json.encode(verdict) + b"\n")

        code = 1
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, 1)
            with_tests(self.ruleset, folders(self.ruleset), try_all)
            code = 0
        finally:
            os._exit(code)

    # Changes of what is imported

    def _early(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        """Tries some files of tests first, those that catch most; then the others with what is left."""
        for library in self.touched.libraries:
            if library not in sys.modules:
                try:
                    importlib.import_module(library)
                except ImportError:
                    continue  # Some are there only if others were imported in another order.
        chosen = {mutant.key: self._tests_near(mutant) for mutant in mutants}
        tried: dict[str, list[str]] = {mutant.key: [] for mutant in mutants}

        def planned(mutants: Sequence[Mutant], most: int | None) -> Iterator[tuple[Mutant, list[str]]]:
            """Each with files that it has not met yet; which come first depends on the catches up to then."""
            for mutant in mutants:
                files = [file for file in self._in_order(chosen[mutant.key]) if file not in tried[mutant.key]][:most]
                tried[mutant.key] += files
                yield mutant, files

        def trial(plan: tuple[Mutant, list[str]]) -> str:
            mutant, files = plan
            return self._collected_and_tried(mutant, files, chosen[mutant.key])

        for most in (FIRST, None):
            left = []
            for (mutant, _), ended in run_all(planned(mutants, most), trial, self.jobs):
                verdict = self._verdict(mutant, sorted(chosen[mutant.key]), ended)
                if verdict.caught_by is None and most is not None:
                    left.append(mutant)
                else:
                    self.catches[_file(verdict.caught_by or "")] += 1
                    yield verdict
            mutants = left

    def _tests_near(self, mutant: Mutant) -> set[str]:
        """The tests that run anything of the mutant's file; all where that says nothing."""
        near = {each for each, test in self.touched.good() if any(code.startswith(mutant.file + ":") for code in test.runs)}
        return near or {each for each, _ in self.touched.good()}

    def _in_order(self, tests: set[str]) -> list[str]:
        seconds: Counter[str] = Counter()
        for test in tests:
            seconds[_file(test)] += self.touched.tests[test].seconds
        return sorted(seconds, key=lambda file: (-self.catches[file], "content" not in file, seconds[file]))

    def _collected_and_tried(self, mutant: Mutant, files: list[str], tests: set[str]) -> str:
        if not files:
            return ""
        apply.before_import(mutant)
        failed: list[str | None] = []

        def try_all(items: list[pytest.Item]) -> None:
            failed.append(first_failure([item for item in items if item.nodeid in tests], self.touched.tests))

        end_after(LIMIT_OF_COLLECTING)
        try:
            with_tests(self.ruleset, files, try_all)
        except NotCollectedError as error:
            return f"{COLLECTING} {error}"
        return failed[0] or ""
