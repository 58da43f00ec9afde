"""Where a version claims to decide as the one before, old games are decided again: by audits, `verify` and imports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from conformance.golden.deciding import golden_games_are_decided_alike
from conformance.golden.games import FOLDER, read
from conformance.golden.random_games import search_of
from conformance.golden.recording import record
from conformance.playing import Broken
from domain.game import AnyGame, Gate, Upcaster
from domain.session import lifecycle
from events.envelope import Commit
from events.games.audit import audit
from tests.events.logs import as_json, exported, resealed
from tests.service.client import Api
from tests.service.contract import NDJSON
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, fake_store, handler_on

from .games import ALIKE, NAME, NEW, OLD, Boast
from .installed import installed, played_old
from .test_unchecked import forged


@pytest.fixture
def old() -> list[Commit]:
    """A game of five commits that was played under version 1."""
    return played_old(handler_on(fake_store(), CODECS), (3, 1, 3), sticks=7).commits


@pytest.fixture
def alike() -> Iterator[None]:
    with installed(ALIKE):
        yield


@pytest.mark.usefixtures("alike")
def test_an_audit_decides_old_commands_again(old: list[Commit]) -> None:
    found = audit(CODECS, old)
    assert (found.ok, found.decisions_unchecked, found.problem) == (True, 0, None)
    assert (found.checks.decisions, found.checks.draws) == ("ok", "ok")


@pytest.mark.usefixtures("alike")
def test_a_forged_decision_of_the_older_version_is_found(api: Api, old: list[Commit], tmp_path: Path) -> None:
    commits = forged(old)
    found = audit(CODECS, commits)
    assert (found.first_bad, found.problem) == (3, "commit 3: its command is refused (too_many)")
    (tmp_path / "game.ndjson").write_bytes(exported(commits))
    assert CliRunner().invoke(main, ["verify", str(tmp_path / "game.ndjson")]).exit_code == 1
    api.call("POST", "/v1/games/import", data=exported(commits), content_type=NDJSON, expect=422, code="export_invalid")


@pytest.mark.usefixtures("alike")
def test_an_old_game_is_verified(old: list[Commit], tmp_path: Path) -> None:
    (tmp_path / "game.ndjson").write_bytes(exported(old))
    checked = CliRunner().invoke(main, ["verify", str(tmp_path / "game.ndjson")])
    assert (checked.exit_code, checked.output[:2]) == (0, "OK")


def test_an_old_game_is_imported(api: Api) -> None:
    """Version 2 of Merchants of the Caribbean decides as version 1."""
    file = Path(__file__).parents[1] / "golden" / "logs" / "bots_only.ndjson"
    taken = api.call("POST", "/v1/games/import", data=file.read_bytes(), content_type=NDJSON, expect=201)
    assert taken.get_json(force=True)["ruleset_version"] == 1


@pytest.mark.usefixtures("alike")
@pytest.mark.parametrize("labelled", [2, 0])
def test_the_first_event_names_the_version_of_its_commit(old: list[Commit], labelled: int) -> None:
    lines = as_json(old)
    lines[0]["events"][0]["ruleset_version"] = labelled
    assert audit(CODECS, resealed(lines)).first_bad == 1


def third(decides_alike: bool) -> AnyGame:
    """A version 3 with nothing new."""
    return replace(ALIKE, version=3, upcasters={**ALIKE.upcasters, 2: Upcaster(decides_alike=decides_alike)})


def test_every_step_up_to_today_must_claim_it(old: list[Commit]) -> None:
    broken = replace(third(True), upcasters={1: NEW.upcasters[1], 2: Upcaster(decides_alike=True)})
    for game, since in ((third(True), 1), (third(False), 3), (broken, 2)):
        assert game.decides_from == since
        with installed(game):
            assert audit(CODECS, old).decisions_unchecked == (0 if since == 1 else 5)


def test_an_untrue_claim_makes_honest_games_look_bad_and_its_golden_games_say_so(old: list[Commit], tmp_path: Path) -> None:
    untrue = replace(NEW, upcasters={1: replace(NEW.upcasters[1], decides_alike=True)})
    with installed(untrue):
        assert audit(CODECS, old).first_bad is not None
    record(search_of(OLD), tmp_path)
    record(search_of(replace(untrue, upcasters=NEW.upcasters)), tmp_path)
    with pytest.raises(Broken) as broken:
        golden_games_are_decided_alike(untrue, tmp_path)
    assert str(broken.value).startswith("last-stick version 1, golden game 1, ")
    assert str(broken.value).endswith("Take `decides_alike` from the upcaster of this step, or undo the change.")
    golden_games_are_decided_alike(replace(untrue, upcasters=NEW.upcasters), tmp_path)


def test_a_claim_needs_golden_games_of_the_version_before(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    record(search_of(OLD), folder)
    with pytest.raises(Broken, match="there are golden games of version 1, and none of version 2"):
        golden_games_are_decided_alike(ALIKE, folder)
    written = record(search_of(ALIKE), folder)
    golden_games_are_decided_alike(ALIKE, folder)
    assert written is not None
    assert read(written).version == 2
    (folder / f"{NAME}-1.json.xz").unlink()
    with pytest.raises(Broken, match=r"`decides_alike` is claimed of version \[1\], of which no golden games show it"):
        golden_games_are_decided_alike(ALIKE, folder)


OPEN = Gate(view=OLD.gate.view, redact=OLD.gate.redact, redact_command=OLD.gate.redact_command, reveals=lambda event: False)


@pytest.mark.parametrize("begun", ["created", "branched"])
def test_positions_of_older_commits_are_upcast_before_they_are_compared(begun: str) -> None:
    """Those that a branch begins with, and those that were gone back to."""
    with installed(replace(OLD, gate=OPEN)):
        handler = handler_on(fake_store(), CODECS)
        seats: Any = (HUMAN, HUMAN)
        command = lifecycle.CreateGame(ruleset=NAME, seats=seats, options={"sticks": 7}, takeback="own")
        match = Match(handler, handler.new_games.create(command))
        match.act(Boast(), 0)
        if begun == "branched":
            branch = lifecycle.BranchGame(parent=match.id, version=2, seat=0)
            match = Match(handler, handler.new_games.branch(match.game_log, branch, 0))
            for seat in (0, 1):
                if f"s{seat}" not in match.tokens:
                    match.claim(seat)
        seat, legal = match.to_act()
        match.act(legal[0], seat)
        match.manage(f"s{seat}", lifecycle.AskTakeback(seat))
        while not match.game_log.session.over:
            seat, legal = match.to_act()
            match.act(legal[-1], seat)
        commits = match.commits
    with installed(replace(ALIKE, gate=OPEN)):
        found = audit(CODECS, commits)
        assert (found.first_bad, found.checks.decisions, found.problem) == (None, "ok", None)
        lines = as_json(commits)
        back = next(number for number, line in enumerate(lines) if line["events"][0]["type"] == "taken_back")
        lines[back]["events"][0]["state"]["sticks"] -= 1
        assert audit(CODECS, resealed(lines)).first_bad == back + 1
