"""The mutation run itself: which mutants are made, that a mutant is noticed, and that what is explained still fits."""

from __future__ import annotations

import importlib
import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from domain.kit.seats import clockwise
from tests.mutants import apply, touched
from tests.mutants.figures import leaves, mutants_of_data
from tests.mutants.mutant import ROOT, Mutant
from tests.mutants.population import sample
from tests.mutants.processes import end_after, run_all
from tests.mutants.python_code import mutants_of_code
from tests.mutants.report import EXPLAINED, as_mutant, survivors, table
from tests.mutants.trials import (
    COLLECTING,
    FIRST,
    GAMES,
    NotCollectedError,
    Trials,
    Verdict,
    first_failure,
    libraries,
    with_following,
    with_tests,
)

SEATS = "domain/kit/seats.py"


def added(line: str, function: str = "def f():\n    ") -> set[str]:
    return {mutant.added[0] for mutant in mutants_of_code("x.py", f"{function}{line}\n", "rules")}


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("return 2", {"return 3", "return 1"}),
        ("return a < b", {"return a <= b"}),
        ("return a and b", {"return a or b", "return (a)", "return (b)"}),
        ("if a: x", {"if  not (a): x"}),
        ("return a if b else c", {"return a if (b) and False else c", "return a if (b) or True else c"}),
        ("return a in b", {"return a not in b"}),
        ("return [a for a in b if a]", {"return [a for a in b if True]"}),
        ("return max(a)", {"return min(a)"}),
        ("a += b", {"a -= b", "a = b"}),
        ("return replace(a, b=c, d=e)", {"return replace(a, b=c)", "return replace(a, d=e)"}),
        ("emit(a)", {"pass"}),
        ("return 'a'", {"return 'XXaXX'"}),
        ('return f"to {a}"', {'return f"XX {a}"'}),
        ('"""Says what f does."""', set()),
        ("a: int | None = b", set()),
        ("assert a == b", set()),
        ("raise ValueError(1)", set()),
    ],
)
def test_the_mutants_of_a_line(line: str, instead: set[str]) -> None:
    assert added(line) == instead


def test_tables_and_types_outside_of_functions() -> None:
    assert added("PRICE = 2", "") == {"PRICE = 3", "PRICE = 1"}
    assert added("Size: TypeAlias = Literal[1]", "") == set()
    assert added('T = TypeVar("T", bound=Card)', "") == set()


def test_sentences_are_texts_and_a_method_is_named_with_its_class() -> None:
    source = "class A:\n    def f(self):\n        return 'two words', 'one'\n"
    made = {(mutant.function, mutant.group) for mutant in mutants_of_code("x.py", source, "rules")}
    assert made == {("A.f", "texts"), ("A.f", "rules")}


def test_the_mutants_of_card_data() -> None:
    text = json.dumps({"cards": [{"id": "a", "n": 1, "to": ["x"], "name": "A"}, {"id": "b", "n": 2, "to": ["y", "x"]}]})
    assert [(path, text[start:end]) for path, _, start, end in leaves(text)][:3] == [
        (("cards", 0, "id"), '"a"'),
        (("cards", 0, "n"), "1"),
        (("cards", 0, "to", 0), '"x"'),
    ]
    made = {mutant.function: mutant.text for mutant in mutants_of_data("x.json", text)}
    assert made == {
        "a: cards.0.n": "2",
        "a: cards.0.to.0": '"y"',
        "b: cards.1.n": "3",
        "b: cards.1.to.0": '"x"',
        "b: cards.1.to.1": '"y"',
    }


def of_seats() -> list[Mutant]:
    return mutants_of_code(SEATS, (ROOT / SEATS).read_text(), "rules")


def test_a_seed_draws_the_same_mutants_wherever_they_stand() -> None:
    moved = mutants_of_code(SEATS, "# A comment more.\n" + (ROOT / SEATS).read_text(), "rules")
    here, there = sample(of_seats(), "1", 4), sample(moved, "1", 4)
    assert [mutant.key for mutant in here] == [mutant.key for mutant in there]
    assert [mutant.group for mutant in here].count("rules") == 2
    assert [mutant.key for mutant in sample(of_seats(), "2", 4)] != [mutant.key for mutant in here]


def functions_in(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from functions_in(const)
            if const.co_flags & CO_OPTIMIZED:
                yield const


def test_each_function_of_the_domain_notes_the_name_that_its_code_has() -> None:
    for path in sorted((ROOT / "domain").rglob("*.py")):
        file = str(path.relative_to(ROOT))
        functions = list(functions_in(touched.with_notes(file, path.read_text())))
        noted = {const for code in functions if touched.NOTE in code.co_names for const in code.co_consts}
        unnoted = {touched.name(code) for code in functions} - noted
        # Comprehensions in the body of a class or a module have no function around them.
        assert {each for each in unnoted if not each.endswith(">")} == set(), file


def test_notes_tell_what_ran() -> None:
    source = "def f(a):\n    'Says.'\n    return [(lambda b: b + 1)(c) for c in a]\n\ndef g(): ...\n"
    module: dict[str, Any] = {}
    ran: set[str] = set()
    with touched.noting(ran):
        exec(touched.with_notes("domain/x.py", source), module)
        assert ran == set()
        assert module["f"]([1]) == [2]
    assert ran == {"domain/x.py:f", "domain/x.py:f.<locals>.<lambda>"}
    assert module["f"].__doc__ == "Says."


def test_a_mutant_is_in_the_functions_of_its_process_alone() -> None:
    (mutant,) = (mutant for mutant in of_seats() if mutant.added == ('return f"seat {seat - 1}"',))

    def trial(mutant: Mutant) -> str:
        from domain.kit.seats import seat_name

        assert apply.Functions().mutate(apply.changed_code(mutant))
        return seat_name(3)

    ((_, ended),) = run_all([mutant], trial, 1)
    assert ended.said == "seat 2"
    assert clockwise(1, 3) == (1, 2, 0)


def test_a_mutant_that_never_ends_or_fails_outside_of_a_test_does_not_stop_the_run() -> None:
    def work(task: str) -> str:
        end_after(0.2)
        while task == "for ever":
            time.process_time()
        raise LookupError(task)

    ended = dict(run_all(["for ever", "lost"], work, 2))
    assert ended["for ever"].code < 0
    assert ended["lost"].code > 0
    assert "LookupError: lost" in ended["lost"].said


def test_a_mutant_of_an_import_meets_every_file_of_tests_once(tmp_path: Path) -> None:
    """Also where the last file catches others before it, and so is among the first from then on."""
    names = [f"tests/test_{number}.py" for number in range(FIRST + 2)]
    tests = {f"{file}::test": touched.Test(True, {f"{SEATS}:f"}, seconds) for seconds, file in enumerate(names)}
    caught, survivor = of_seats()[:2]

    class Noting(Trials):
        def _collected_and_tried(self, mutant: Mutant, files: list[str], tests: set[str]) -> str:
            with (tmp_path / mutant.key).open("a") as met:
                met.writelines(f"{file}\n" for file in files)
            return names[-1] if mutant is caught and names[-1] in files else ""

    trials = Noting(GAMES[0], touched.Touched(tests=tests), 1)
    trials.catches = Counter()
    assert [verdict.caught_by for verdict in trials._early([caught, survivor])] == [names[-1], None]
    assert sorted((tmp_path / survivor.key).read_text().splitlines()) == sorted(names)


def test_where_no_test_is_left_to_run_none_fails() -> None:
    assert first_failure([], {}) is None
    assert list(with_following([])) == []


def test_tests_that_cannot_be_imported_are_not_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("raise LookupError('no such card')\n")

    def work(path: Path) -> str:
        try:
            with_tests(GAMES[0], [str(path)], lambda items: None)
        except NotCollectedError as error:
            return str(error)
        return ""

    ((_, ended),) = run_all([tmp_path], work, 1)
    assert "test_broken.py" in ended.said
    assert "LookupError: no such card" in ended.said


def test_installed_games_of_the_project_are_no_libraries() -> None:
    """They import the rules, which must not be there before a mutant is made."""
    importlib.import_module("three_chests")
    found = libraries()
    assert {"msgspec", "json"} <= {*found}
    assert not [each for each in found if each.startswith(("domain", "tests", "tradewinds", "three_chests"))]


def test_the_table_counts_what_was_caught_and_how() -> None:
    made = mutants_of_code("x.py", "def f(a):\n    return a < 2 or a > 5\n", "rules")
    caught, early, survivor, _ = made[:4]
    verdicts = [
        Verdict(caught.key, "tests/domain/test_seats.py::test_order", 3, 0.1),
        Verdict(early.key, f"{COLLECTING} tests/domain/test_seats.py: IndexError", 3, 0.1),
        Verdict(survivor.key, None, 3, 0.1),
    ]
    _, _, rules, texts, _, others = table(made[:4], {each.key: each for each in verdicts})
    assert rules.split(" | ")[1:] == ["3", "2", "1", "0", "1", "66.7 |"]
    assert texts.split(" | ")[1:] == ["0", "0", "0", "0", "0", "- |"]
    assert others.strip().startswith("1 more")


def test_a_survivor_is_printed_as_it_can_be_explained() -> None:
    (mutant, *_) = of_seats()
    printed = "\n".join(survivors([mutant], {mutant.key: Verdict(mutant.key, None, 3, 0.1)}))
    (entry,) = tomllib.loads(printed)["survivor"]
    assert as_mutant(entry).key == mutant.key


def test_what_is_explained_is_still_there() -> None:
    for entry in tomllib.loads(EXPLAINED.read_text()).get("survivor", []):
        lines = {line.strip() for line in (ROOT / entry["file"]).read_text().splitlines()}
        assert set(as_mutant(entry).removed) <= lines, f"{entry['file']} {entry['function']}: explained, and no longer there"
        assert entry["reason"].strip()
