"""The games that are written down are played anew, and everybody is shown, offered and told what the text says."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from tests.playthroughs import drawn
from tests.playthroughs.plain_text import changes
from tests.playthroughs.scripts import SCRIPTS
from tests.playthroughs.writer import Script, file_of, write
from tests.support.games import OURS
from tests.support.players import greedily
from tests.versions.last_stick import GAME as LAST_STICK

WRITTEN = [(ruleset, script) for ruleset, scripts in SCRIPTS.items() for script in scripts]
STICKS = """
  told: 4 sticks lie on the table; Anna begins.
  event: sticks_laid sticks=4 seats=2 first=0

  the view of who only watches:
    sticks: 4
    seats: 2
    seat: 0
    turn: 1
    winner: -

=== turn 1 (Anna) ===
  shares of the victory: Anna 0.500, Ben 0.500

1. Anna must act.
  > Take 1 stick. [take sticks=1] | sticks_left=3 = 0
    Take 2 sticks. [take sticks=2] | sticks_left=2 = 0
    Take 3 sticks. [take sticks=3] | sticks_left=1 = 0
  told: Anna takes 1 stick.
  event: sticks_taken seat=0 sticks=1
  view: sticks: 4 -> 3
  view: seat: 0 -> 1
  view: turn: 1 -> 2

  turn 1 in short: Anna takes 1 stick.

=== turn 2 (Ben) ===
  shares of the victory: Anna 0.500, Ben 0.500

2. Ben must act.
    Take 1 stick. [take sticks=1] | sticks_left=2 = 0
    Take 2 sticks. [take sticks=2] | sticks_left=1 = 0
  > Take 3 sticks. [take sticks=3] | sticks_left=0 = 1
  refused to Anna: Another seat takes now. [take sticks=3] | code=not_your_turn
  told: Ben takes 3 sticks. Ben wins.
  event: sticks_taken seat=1 sticks=3
  event: stick_game_won seat=1
  view: sticks: 3 -> 0
  view: seat: 1 -> 0
  view: turn: 2 -> 3
  view: winner: - -> 1

  turn 2 in short: Ben takes 3 sticks. Ben wins.

=== the end ===
outcome: {winners: [1], scores: [0, 1], reason: last_stick, parts: [], ranks: [], because: , opponents: []}
all is open now:
  sticks: 0
  seats: 2
  seat: 0
  turn: 3
  winner: 1
"""


@pytest.mark.parametrize(("ruleset", "script"), WRITTEN, ids=[f"{ruleset}-{script.name}" for ruleset, script in WRITTEN])
def test_a_game_goes_as_it_is_written_down(ruleset: str, script: Script) -> None:
    compare(file_of(ruleset, script), write(OURS[ruleset], script))


@pytest.mark.parametrize("ruleset", SCRIPTS)
def test_a_game_is_drawn_as_it_is_written_down(ruleset: str) -> None:
    compare(drawn.file_of(ruleset), drawn.write(OURS[ruleset], SCRIPTS[ruleset]))


def compare(file: Path, text: str) -> None:
    """Fails at the first line of a file that is not that of the text."""
    for number, (was, line) in enumerate(zip_longest(file.read_text().splitlines(), text.splitlines()), 1):
        if was != line:
            pytest.fail(
                f"{file.name} is another from line {number} on.\n  was: {was}\n  now: {line}\n"
                "If that is meant, `make playthroughs` writes it anew; read what `git diff` shows before you commit.",
                pytrace=False,
            )


def test_every_installed_game_of_ours_is_written_down_and_nothing_else() -> None:
    assert set(SCRIPTS) == set(OURS)
    written = {file_of(*each) for each in WRITTEN} | {drawn.file_of(each) for each in SCRIPTS}
    assert written == set(Path(__file__).parent.glob("*.txt"))


def test_a_game_that_the_writer_has_never_heard_of() -> None:
    script = Script(
        name="sticks", about="four sticks", seats=2, player=greedily, secret=2, options={"sticks": 4}, valued=True
    )
    text = write(LAST_STICK, script)
    assert text.startswith("# Last Stick: four sticks.\n")
    assert text.partition("=== set-up ===")[2] == STICKS


def test_a_text_that_leaves_out_what_is_not_said_in_words_and_ends_early() -> None:
    script = Script(name="sticks", about="four sticks", seats=2, player=greedily, secret=2, in_words=True, turns=1)
    steps = write(LAST_STICK, script).partition("=== set-up ===")[2]
    assert "event:" not in steps
    assert "view" not in steps
    assert steps.endswith("turn 1 in short: Anna takes 1 stick.\n\n=== here the text ends, the game goes on ===\n")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3, "c": None}, ["b: 2 -> 3", "c: new -"]),
        ({"a": {"b": [1], "d": True}}, {"a": {"b": [1]}}, ["a.d: gone yes"]),
        ([1, 2, 3], [1, 4, 5, 3], ["[1]: gone 2; new 4, 5"]),
        ([1, 1], [1, 1, 1], ["[2]: new 1"]),
        ([{"a": 1}, {"a": 2, "b": 0.25}], [{"a": 1}, {"a": 3, "b": 0.25}], ["[1].a: 2 -> 3"]),
        ({"a": {"hidden": True, "count": 2}}, {"a": ["x", "y"]}, ["a: ?2 -> [x, y]"]),
        ({"a": 5}, {"a": {"hidden": True}}, ["a: 5 -> ?"]),
    ],
)
def test_what_changed_is_told_by_its_place(before: Any, after: Any, told: list[str]) -> None:
    assert list(changes(before, after)) == told
