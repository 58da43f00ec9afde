"""The README and docs/ are true: the walkthrough runs as written, and links and commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import COMMANDS
from domain.game import AnyGame
from tests.docs.generated import BLOCKS, ROOT, block, generated
from tests.support.games import OURS

README = (ROOT / "README.md").read_text()
GAMES_PAGE = (ROOT / "docs" / "games.md").read_text()
MOST_LINES = 150
"""Of the README: a page for visitors."""
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BETWEEN = "=== end of a block ==="


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## )", README, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[1]


def shell_blocks(text: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def steps(text: str) -> list[tuple[str, list[str]]]:
    """Each block of commands with the lines that it is said to print."""
    found = re.findall(r"^```sh\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(shell, output.splitlines()) for shell, output in found]


def pattern(expected: str) -> str:
    """`…` stands for anything within a line."""
    return ".*".join(re.escape(part) for part in expected.split("…"))


def test_the_walkthrough_works_as_it_stands_there(running_service: str, tmp_path: Path) -> None:
    walk = steps(section("A walkthrough"))
    script = f"\necho '{BETWEEN}'\n".join(shell for shell, _ in walk)
    script = script.replace("http://127.0.0.1:8000", running_service).replace("/tmp/", f"{tmp_path}/")
    (tmp_path / ".venv").symlink_to(sys.prefix)

    done = subprocess.run(
        ["sh"],
        input=script,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )

    printed = done.stdout.split(BETWEEN)
    assert len(printed) == len(walk) > 5, done.stdout
    for (shell, expected), output in zip(walk, printed, strict=True):
        place = 0
        for line in expected:
            found = re.compile(pattern(line)).search(output, place)
            assert found is not None, f"{line!r} is not what this prints:\n{shell}\n{output}"
            place = found.end()


def test_it_is_short_enough_for_a_visitor() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_every_step_of_the_walkthrough_says_what_it_prints() -> None:
    walkthrough = section("A walkthrough")
    assert [shell for shell, _ in steps(walkthrough)] == shell_blocks(walkthrough)


def test_the_bot_finds_the_game_that_is_made_for_it(running_service: str) -> None:
    (shell,) = shell_blocks(section("Build a frontend, write a bot, add a game"))
    script = shell.replace("http://127.0.0.1:8000", running_service)
    done = subprocess.run(["sh", "-e"], input=script, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert '{"seat": 0, "status": "finished"' in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(("document", "name"), BLOCKS, ids=lambda part: part)
def test_what_comes_from_the_code_is_up_to_date(document: str, name: str) -> None:
    found = block((ROOT / document).read_text(), name)
    assert found[2] == generated(document, name), "run: python -m tests.docs.generated"


def anchors(document: Path) -> set[str]:
    """Where links into a document can point, as GitHub names its headings."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if target.startswith(("http:", "https:")):
            continue
        path, _, anchor = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_commands_that_are_named_exist(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    code = re.findall(r"`([^`\n]+)`", text) + [line for shell in shell_blocks(text) for line in shell.splitlines()]
    for words in code:
        if found := re.match(r"make (?:-C \S+ )?([a-z-]+)", words):
            assert found[1] in targets, words
        if found := re.match(r"(?:\S*bin/)?tradewinds ([a-z-]+)", words):
            assert found[1] in COMMANDS, words
        if found := re.match(r"(?:python|\S*bin/python) -m ((?:tests|service|cli|workers|bench)[\w.]*)", words):
            module = ROOT.joinpath(*found[1].split("."))
            assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), words


@pytest.mark.parametrize("game", OURS.values(), ids=OURS)
def test_the_tables_of_games_have_every_game_with_its_options(game: AnyGame) -> None:
    short, row = (
        next((line for line in text.splitlines() if line.startswith("|") and f"`{game.name}`" in line), "")
        for text in (section("The games"), GAMES_PAGE)
    )
    assert game.title in short
    assert game.title in row
    for option in game.types.options.__struct_fields__:
        assert f"`{option}`" in row
