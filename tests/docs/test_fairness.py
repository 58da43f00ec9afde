"""docs/fairness.md is precise enough to check a game with: its own checker, run on a real one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from tests.docs.generated import ROOT

RULESET = "merchants-of-the-caribbean"


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = re.search(r"<!-- checker -->\n```python\n(.*?)```\n", (ROOT / "docs/fairness.md").read_text(), re.DOTALL)
    assert found is not None
    file = tmp_path_factory.mktemp("fairness") / "checker.py"
    file.write_text(found[1])
    return file


@pytest.fixture(scope="module")
def deck(running_service: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    content = requests.get(f"{running_service}/v1/rulesets/{RULESET}", timeout=10).json()["content"]
    file = tmp_path_factory.mktemp("fairness") / "deck.json"
    file.write_text(json.dumps(next(each for each in content["decks"] if each["deck_id"] == "merchants-110")))
    return file


@pytest.fixture(scope="module")
def exported(running_service: str) -> list[str]:
    """The lines of a finished game with a claimed seat and a bot's; abandoned early, which publishes the secret too."""
    games = f"{running_service}/v1/games"
    plan = {"ruleset": RULESET, "seats": [{"kind": "open"}, {"kind": "bot", "level": "random"}, {"kind": "human"}]}
    made = requests.post(games, json=plan, timeout=10).json()
    game = f"{games}/{made['game']['id']}"
    name = {"name": "Zoë", "client_seed": "naïve seed"}
    assert requests.post(f"{game}/seats/0/claim", json=name, timeout=10).status_code == 201
    host = {"Authorization": f"Bearer {made['host_token']}"}
    assert requests.delete(game, headers=host, timeout=10).status_code == 200
    return requests.get(f"{game}/export", timeout=10).content.decode().splitlines()


def check(checker: Path, deck: Path, lines: list[str]) -> subprocess.CompletedProcess[str]:
    file = checker.with_name("game.ndjson")
    file.write_text("\n".join(lines), encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(checker), str(file), str(deck)], capture_output=True, text=True, timeout=20, check=False
    )


def test_the_checker_bears_out_a_real_game(checker: Path, deck: Path, exported: list[str]) -> None:
    done = check(checker, deck, exported)

    assert done.returncode == 0, done.stderr
    *commits, _ = exported
    head = json.loads(commits[-1])["head"]
    assert done.stdout == f"{len(commits)} commits, head {head}: as the secret says\n"


def test_the_checker_bears_out_a_game_whose_names_were_forgotten(checker: Path, deck: Path, exported: list[str]) -> None:
    assert check(checker, deck, exported[:-1]).returncode == 0


def test_the_checker_finds_a_changed_seed(checker: Path, deck: Path, exported: list[str]) -> None:
    done = check(checker, deck, [exported[0], exported[1].replace("naïve", "naive"), *exported[2:]])

    assert done.returncode == 1
    assert "version 2 was changed" in done.stderr


def test_the_checker_finds_a_changed_name(checker: Path, deck: Path, exported: list[str]) -> None:
    done = check(checker, deck, [*exported[:-1], exported[-1].replace("Zoë", "Zoe")])

    assert done.returncode == 1
    assert "Zoe was not sealed" in done.stderr


def test_the_checker_finds_another_deck(checker: Path, deck: Path, exported: list[str]) -> None:
    other = json.loads(deck.read_text())
    other["cards"].reverse()
    reversed_deck = deck.with_name("reversed.json")
    reversed_deck.write_text(json.dumps(other))

    done = check(checker, reversed_deck, exported)

    assert done.returncode == 1
    assert "another deck" in done.stderr
