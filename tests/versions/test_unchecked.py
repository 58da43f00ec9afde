"""Decisions under older rules cannot be checked: audit and `verify` say so, and an import refuses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from events.envelope import Commit
from events.games.audit import audit
from tests.events.logs import as_json, exported, resealed
from tests.service.client import Api
from tests.service.contract import NDJSON
from tests.support.games import CODECS
from tests.support.play import fake_store, handler_on
from tests.versions.last_stick import MOST

from .games import NEW, OLD
from .installed import installed, played_old

OF_OLD = "decisions unchecked: commits 1 to 5 were decided under version 1 of the rules"


@pytest.fixture
def new() -> Iterator[None]:
    with installed(NEW):
        yield


@pytest.fixture
def old() -> list[Commit]:
    """A game of five commits that was played under version 1."""
    return played_old(handler_on(fake_store(), CODECS), (3, 1, 3), sticks=7).commits


@pytest.fixture
def both() -> list[Commit]:
    """A game that was begun under version 1, with five commits, and ended under version 2."""
    match = played_old(handler_on(fake_store(), CODECS), (3, 1, 3))
    match.handler = handler_on(match.handler.store, CODECS)
    with installed(NEW):
        return match.play(Random(1)).commits


@pytest.fixture
def verify(tmp_path: Path) -> Callable[..., Result]:
    def run(commits: Sequence[Commit], *words: str) -> Result:
        file = tmp_path / "game.ndjson"
        file.write_bytes(exported(commits))
        return CliRunner().invoke(main, ["verify", str(file), *words])

    return run


@pytest.mark.usefixtures("new")
def test_the_audit_says_which_decisions_it_could_not_check(old: list[Commit], both: list[Commit]) -> None:
    for commits in (old, both):
        found = audit(CODECS, commits)
        assert (found.ok, found.first_bad, found.decisions_unchecked, found.problem) == (True, None, 5, OF_OLD)
        assert (found.checks.chain, found.checks.fold) == ("ok", "ok")
        assert (found.checks.decisions, found.checks.draws) == ("skipped", "skipped")


@pytest.mark.usefixtures("new")
def test_the_audit_of_a_game_that_goes_on_says_it_too(old: list[Commit]) -> None:
    found = audit(CODECS, old[:1])
    assert (found.truncated, found.decisions_unchecked) == (True, 1)
    assert str(found.problem).endswith("; decisions unchecked: commit 1 was decided under version 1 of the rules")


def test_where_the_older_version_is_installed_its_decisions_are_checked(old: list[Commit]) -> None:
    with installed(OLD):
        found = audit(CODECS, old)
    assert (found.decisions_unchecked, found.checks.decisions, found.problem) == (0, "ok", None)


@pytest.mark.usefixtures("new")
def test_what_was_decided_under_the_rules_of_today_is_decided_again(both: list[Commit]) -> None:
    lines = as_json(both)
    lines[5]["events"][0]["turned"] ^= True
    assert audit(CODECS, resealed(lines)).first_bad == 6


@pytest.mark.usefixtures("new")
def test_verify_has_a_word_and_an_exit_status_of_its_own(
    verify: Callable[..., Result], old: list[Commit], both: list[Commit]
) -> None:
    for commits in (old, both):
        for words in ((), ("--head", f"5:{commits[4].head}")):
            found = verify(commits, *words)
            assert found.exit_code == 3
            assert found.stderr == (
                f"UNCHECKED: {len(commits)} commits; chain ok, fold ok, decisions skipped, draws skipped; {OF_OLD}\n"
            )
            assert "OK" not in found.output.replace("UNCHECKED", "")
            assert f"head {commits[-1].head}" in found.stdout


@pytest.mark.usefixtures("new")
def test_verify_names_what_is_bad_or_cut_before_what_is_unchecked(verify: Callable[..., Result], old: list[Commit]) -> None:
    assert verify(old[:-1]).exit_code == 2
    assert verify(old, "--head", f"1:{'0' * 64}").exit_code == 1
    lines = as_json(old)
    lines[2]["at"] = "2001-01-01T00:00:00.000Z"
    assert verify([*old[:2], *resealed(lines)[2:3], *old[3:]]).exit_code == 1


def take_in(api: Api, commits: Sequence[Commit], **request: Any) -> Any:
    return api.call("POST", "/v1/games/import", data=exported(commits), content_type=NDJSON, **request)


@pytest.mark.usefixtures("new")
def test_an_import_refuses_what_nobody_can_check_here(api: Api, old: list[Commit], both: list[Commit]) -> None:
    for commits in (old, both):
        problem = take_in(api, commits, expect=409, code="export_unchecked").get_json(force=True)
        assert problem["params"] == {"ruleset_version": 2, "decisions_unchecked": 5}
        assert problem["detail"].startswith("Only games played entirely under version 2 of the rules can be imported here")


def forged(commits: Sequence[Commit]) -> list[Commit]:
    """The log of a game of version 1 whose first seat takes all seven sticks at once and wins.

    No version of the rules allows that. Everything else fits: the events fold, the seat is the one to act, and the chain is
    sealed with the published secret.
    """
    lines = as_json([commits[0], commits[1], commits[-1]])
    created, _, last = lines
    (laid,) = (event for event in created["events"] if event["type"] == "sticks_laid")
    taken, won, published = last["events"]
    last["seat"] = taken["seat"] = won["seat"] = laid["first"]
    last["command"]["sticks"] = taken["sticks"] = laid["sticks"]
    assert (taken["type"], won["type"], published["type"]) == ("sticks_taken", "stick_game_won", "secret_published")
    assert laid["sticks"] > MOST
    return resealed(lines)


def test_a_forged_decision_is_found_where_its_rules_are_installed(old: list[Commit]) -> None:
    with installed(OLD):
        found = audit(CODECS, forged(old))
    assert (found.first_bad, found.checks.decisions) == (3, "failed")
    assert (found.checks.chain, found.checks.fold) == ("ok", "ok")
    assert found.problem == "commit 3: its command is refused (too_many)"


@pytest.mark.usefixtures("new")
def test_a_forged_decision_under_older_rules_is_unchecked_and_not_imported(
    api: Api, verify: Callable[..., Result], old: list[Commit]
) -> None:
    commits = forged(old)
    found = audit(CODECS, commits)
    assert (found.first_bad, found.decisions_unchecked, found.checks.decisions) == (None, 3, "skipped")
    checked = verify(commits)
    assert (checked.exit_code, checked.stderr.partition(":")[0]) == (3, "UNCHECKED")
    take_in(api, commits, expect=409, code="export_unchecked")


@pytest.mark.usefixtures("new")
def test_a_forged_log_of_the_version_installed_is_bad(api: Api, verify: Callable[..., Result], old: list[Commit]) -> None:
    """The same forgery, but it claims the version whose rules can check it."""
    created, _, last = as_json(forged(old))
    for labelled in (created, created["events"][0], last):
        labelled["ruleset_version"] = 2
    last["command"] = {"type": "take", "count": last["command"]["sticks"]}
    last["events"][0]["turned"] = False
    commits = resealed([created, last])
    found = audit(CODECS, commits)
    assert (found.first_bad, found.problem) == (2, "commit 2: its command is refused (too_many)")
    assert verify(commits).exit_code == 1
    take_in(api, commits, expect=422, code="export_invalid")


@pytest.mark.usefixtures("new")
@pytest.mark.parametrize("versions", [(0, 0), (-1, -1), (1, 0), (2, 1), (0, 2), (1, 3), (3, 3)])
def test_a_log_that_claims_versions_there_cannot_be_is_bad(
    api: Api, verify: Callable[..., Result], old: list[Commit], versions: tuple[int, int]
) -> None:
    lines = as_json(old)
    for number, each in enumerate(lines):
        each["ruleset_version"] = versions[number >= 3]
    commits = resealed(lines)
    assert audit(CODECS, commits).first_bad is not None
    assert verify(commits).exit_code == 1
    take_in(api, commits, expect=422, code="export_invalid")


@pytest.mark.usefixtures("new")
def test_over_http_the_audit_of_a_game_of_this_service_says_it_too(api: Api) -> None:
    handler = api.app.extensions["tradewinds"].handler
    match = played_old(handler, (3, 1, 3), sticks=7)
    with installed(NEW):
        handler.repository._cache.clear()
        found = api.get(f"/v1/games/{match.id}/audit").json
    assert (found["ok"], found["decisions_unchecked"], found["problem"]) == (True, 5, OF_OLD)
