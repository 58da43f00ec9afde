"""The parts of the documents that come from the code: ``python -m tests.docs.generated`` writes them anew."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

import msgspec
from prometheus_client import Counter as CounterMetric
from prometheus_client import Gauge, Histogram

from domain import fairness
from domain.kit.cards import shuffled
from events.settings import Settings
from telemetry import metrics

ROOT = Path(__file__).parents[2]

SECRET = bytes(range(32))
GAME = "0gabcdefghijklmnopqrst"
SEEDS = ("", "naïve seed", "bot-2")


def vectors() -> str:
    """Values of each step of docs/fairness.md for one secret, game and list of seeds."""
    key = fairness.game_key(SECRET, GAME, SEEDS)
    commit = {
        "actor": "player", "at": "2026-01-02T03:04:05.678Z", "command": {"type": "reveal_card"}, "command_id": "",
        "events": [{"seat": 1, "type": "café"}], "ruleset": "merchants-of-the-caribbean", "ruleset_version": 1, "seat": 1,
        "version": 1,
    }  # fmt: skip
    canonical = json.dumps(commit, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    dice = fairness.Draws(key, 7)
    rejecting = fairness.Draws(key, 1)
    lines = [
        ("secret", SECRET.hex()),
        ("game id", GAME),
        ("client seeds", json.dumps(SEEDS, ensure_ascii=False)),
        ("commitment", fairness.commitment(SECRET)),
        ("key", key.hex()),
        ("version 7: ten times below(6)", str([dice.below(6) for _ in range(10)])),
        ("version 1: three times below(2⁶³ + 1)", str([rejecting.below((1 << 63) + 1) for _ in range(3)])),
        ("version 2: the letters a to h, shuffled", "".join(shuffled("abcdefgh", fairness.Draws(key, 2)))),
        ("salt(1)", fairness.salt(SECRET, 1).hex()),
        ("canonical commit 1", canonical),
        ("head(1)", fairness.next_head(fairness.GENESIS, SECRET, 1, canonical.encode()).hex()),
    ]
    return "".join(["```\n", *(f"{name}:\n    {value}\n" for name, value in lines), "```\n"])


def settings_table() -> str:
    """Every variable, its default and what it is for."""
    rows = ["| Variable | Default | What |", "| --- | --- | --- |"]
    hints = get_type_hints(Settings, include_extras=True)
    for field in msgspec.structs.fields(Settings):
        default = f"`{field.default}`" if str(field.default) else "not set"
        described = " ".join(meta.description for meta in hints[field.name].__metadata__ if meta.description)
        rows.append(f"| `{field.encode_name.upper()}` | {default} | {described} |")
    return "\n".join(rows) + "\n"


def metric_table() -> str:
    """Every metric, its labels and what it tells."""
    rows = ["| Metric | Type | Labels | What |", "| --- | --- | --- | --- |"]
    for each in vars(metrics).values():
        if isinstance(each, CounterMetric | Gauge | Histogram):
            (family,) = each.collect()
            name = f"{family.name}_total" if family.type == "counter" else family.name
            labels = ", ".join(f"`{label}`" for label in each._labelnames)
            rows.append(f"| `{name}` | {family.type} | {labels} | {family.documentation} |")
    rows += [f"| `{name}` | gauge | | {what} |" for name, what in metrics.AT_SCRAPE.items()]
    return "\n".join(rows) + "\n"


def threats_table() -> str:
    """Every threat with its defence, and how many tests of which files are marked with it."""
    named = marked_tests()
    rows = ["| | Threat | Defence | Tests |", "| --- | --- | --- | --- |"]
    for number, threat, defence in threats():
        files = Counter(str(path.relative_to(ROOT / "tests")) for path, _ in named.get(number, ()))
        tests = ", ".join(f"`{name}` {count}" for name, count in sorted(files.items()))
        rows.append(f"| {number} | {threat} | {defence} | {tests} |")
    return "\n".join(rows) + "\n"


def threats() -> list[tuple[str, str, str]]:
    """The number, the threat and the defence of each row of docs/threats.md."""
    return re.findall(r"^\| (T-\d+) \| (.+?) \| (.+?) \|", (ROOT / "docs/threats.md").read_text(), re.MULTILINE)


def marked_tests() -> dict[str, list[tuple[Path, str]]]:
    """The tests that are marked with each threat, by file and name."""
    found: dict[str, list[tuple[Path, str]]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.threat":
                    for number in mark.args:
                        found.setdefault(ast.literal_eval(number), []).append((path, node.name))
    return found


BLOCKS: dict[tuple[str, str], Callable[[], str]] = {
    ("docs/fairness.md", "vectors"): vectors,
    ("docs/configuration.md", "settings"): settings_table,
    ("docs/observing.md", "metrics"): metric_table,
    ("docs/threats.md", "threats"): threats_table,
}


def generated(document: str, name: str) -> str:
    """What stands between the marks of a block: set off by empty lines, so that any Markdown reader sees a block."""
    return f"\n{BLOCKS[document, name]()}\n"


def block(text: str, name: str) -> re.Match[str]:
    """Where a document has the block `name`."""
    found = re.search(rf"(<!-- {name}\b[^>]*-->\n)(.*?)(<!-- /{name} -->)", text, re.DOTALL)
    if found is None:
        raise ValueError(f"there is no block {name}")
    return found


def main() -> None:
    """Write every block anew."""
    for document, name in BLOCKS:
        path = ROOT / document
        text = path.read_text()
        found = block(text, name)
        path.write_text(text[: found.start()] + found[1] + generated(document, name) + found[3] + text[found.end() :])


if __name__ == "__main__":
    main()
