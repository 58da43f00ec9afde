"""The map in docs/architecture.md names what there is, and no folder outgrows what a newcomer can take in."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.redis_store import keys
from tests.support.games import OURS

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs/architecture.md").read_text().split("```", 2)[1]
GAME = "0g" + 20 * "a"
FOLDERS = {"events": 20} | {f"domain/{name.replace('-', '_')}": 36 for name in OURS}
"""Folders with the most modules and packages that each may have."""


def places(folder: Path) -> list[str]:
    """The modules and packages of a folder."""
    return sorted(
        each.name
        for each in folder.iterdir()
        if each.name != "__init__.py" and (each.suffix == ".py" or (each / "__init__.py").exists())
    )


def test_everything_on_the_map_exists() -> None:
    parents, missing = [""], []
    for line in MAP.splitlines():
        if (found := re.match(r"( *)([\w/]+/|\w+\.py) ", line)) and (depth := len(found[1]) // 2) < len(parents) + 1:
            parents[depth + 1 :] = [parents[depth] + found[2]]
            missing += [] if (ROOT / parents[-1]).exists() else [parents[-1]]
    assert parents[1] == "bench/"
    assert missing == []


@pytest.mark.parametrize(("folder", "most"), FOLDERS.items())
def test_a_folder_has_few_places(folder: str, most: int) -> None:
    assert 10 <= len(places(ROOT / folder)) <= most


def named_keys() -> Iterator[str]:
    """Every key that `keys.py` names, with `<>` in place of games, API keys and the like."""
    yield from (
        value
        for name, value in vars(keys).items()
        if name.isupper() and isinstance(value, str) and "{" in value and "*" not in value
    )
    for name, function in vars(keys).items():
        if not inspect.isfunction(function) or function.__module__ != keys.__name__ or name == "game_of":
            continue
        given = {"partition": "p", "game": GAME, "log_key": "{p}:g:<>"}
        made = function(**{each: given.get(each, "<>") for each in inspect.signature(function).parameters})
        for key in [made] if isinstance(made, str) else made:
            key = re.sub("|".join(keys.STATUSES), "<>", key)
            yield key.replace(GAME, "<>").replace("{0}", "{p}") if "game" in inspect.signature(function).parameters else key


def test_every_key_in_redis_is_described() -> None:
    rows = (ROOT / "docs/architecture.md").read_text().split("## Keys in Redis")[1]
    described = {re.sub(r"<[^>]*>", "<>", key) for key in re.findall(r"^\| `([^`]+)`", rows, re.MULTILINE)}
    of_webhooks = {f"{{0}}:hooks:<>{part}" for part in (":order", ":past", ":lease")}  # In the row of the webhook.
    assert len({*named_keys()}) > 30
    assert {*named_keys()} - of_webhooks - described == set()
