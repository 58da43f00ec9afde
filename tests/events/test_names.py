"""Logs have seals of names. The names are beside the log, and everybody gets them as long as they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from domain import session
from domain.session import GameCreated, SeatClaimed, SeatReassigned, SeatRenamed, lifecycle
from domain.session.lifecycle import SeatPlan
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.envelope import Commit
from events.errors import KeyReused, Unreadable
from events.games.audit import audit
from events.log.exported import exported_lines, read_log
from events.log.names import KeptName, Sealing, kept_names
from tests.events.logs import as_json, resealed
from tests.support.games import CODECS, GAMES
from tests.support.play import HUMAN, MERCHANTS, OPEN, Match, fake_store, handler_on

ANNE, JACK, TOM, MARY = NAMES = ("Anne Bonny", "Calico Jack \N{SAILBOAT}", "Old Tom", "Mary Read")
KEY = "k" * 32


def played(ruleset: str, handler: CommandHandler | None = None) -> Match:
    """A game that is over, with a name from its creation, one from a claim, one of a bot and one from a hand-over."""
    handler = handler or handler_on(fake_store(), CODECS)
    game = GAMES[ruleset]
    bot = SeatPlan(kind="bot", level="random", name=TOM)
    seats = (SeatPlan(kind="human", name=ANNE), OPEN, bot)[: game.rules.seats(game.types.options())[-1]]
    match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=ruleset, seats=seats, trusted_host=True)))
    match.claim(1, key=KEY, name=JACK, client_seed="seed")
    chance = Random(ruleset)
    for _ in range(6):
        game_log = match.game_log
        asked = session.to_act(game, game_log.session)
        if asked:
            match.act(chance.choice(list(game.rules.legal_commands(game_log.session.state, asked[0]))), asked[0])
    if not match.game_log.session.over:
        match.manage("host", lifecycle.Reassign(seat=0, name=MARY))
        match.manage("host", lifecycle.AbandonGame())
    return match


def file_of(match: Match, names: Mapping[str, KeptName] | None = None) -> list[bytes]:
    known = kept_names(match.game_log.secrets) if names is None else names
    return [line + b"\n" for line in exported_lines(match.commits, known)]


def text_of(commits: Sequence[Commit]) -> str:
    return msgspec.json.encode(commits).decode()


@pytest.mark.parametrize("ruleset", sorted(GAMES))
def test_a_log_has_no_names_and_is_sound_with_them_and_without(ruleset: str) -> None:
    match = played(ruleset)
    commits, names = read_log(file_of(match))
    assert not [name for name in NAMES if name in text_of(commits)]
    assert {kept.name for kept in names.values()} <= {*NAMES}
    assert len(names) == sum(name in str([kept.name for kept in names.values()]) for name in NAMES) >= 2
    seal = next(iter(names))
    for known in (names, {}, {seal: names[seal]}):
        result = audit(CODECS, commits, names=known)
        assert (result.ok, result.problem, result.checks.decisions) == (True, None, "ok")


def test_names_are_known_at_each_version() -> None:
    match = played(MERCHANTS)
    game_log = handler_on(match.handler.store, CODECS).repository.load(match.id)
    last = game_log.version
    assert [game_log.names_at(version) for version in (1, 2, last - 2, last)] == [
        (ANNE, "Seat 1", TOM),
        (ANNE, JACK, TOM),
        (ANNE, JACK, TOM),
        (MARY, JACK, TOM),
    ]


def test_without_a_name_a_seat_has_its_default_name() -> None:
    match = played(MERCHANTS)
    again = handler_on(fake_store(), CODECS).new_games.take_in(match.commits)
    assert again.names_of(again.session) == ("Seat 1", "Seat 2", "Random bot")


def test_a_bot_without_a_name_is_called_by_what_it_is() -> None:
    def bot(level: str, name: str | None = None) -> SeatPlan:
        return SeatPlan(kind="bot", level=level, name=name)

    seats = (bot("greedy"), bot("stand_in"), bot("greedy"), bot("greedy", TOM))
    command = lifecycle.named(lifecycle.CreateGame(ruleset=MERCHANTS, seats=seats, visibility="public"))
    handler = handler_on(fake_store(), CODECS)
    match = Match(handler, handler.new_games.create(command))
    assert match.game_log.names_at(1) == ("Greedy bot 1", "Stand-in bot", "Greedy bot 2", TOM)


def test_an_import_keeps_the_names_and_exports_them_again() -> None:
    match = played(MERCHANTS)
    commits, names = read_log(file_of(match))
    handler = handler_on(fake_store(), CODECS)
    imported = handler.new_games.take_in(commits, names=names)
    assert imported.names_of(imported.session) == (MARY, JACK, TOM)
    assert file_of(Match(handler, _result(imported.id, handler))) == file_of(match)


def _result(game: str, handler: CommandHandler) -> CommandResult:
    game_log = handler.repository.load(game)
    (last,) = handler.store.commits(game, game_log.version, game_log.version)
    return CommandResult(game_log=game_log, commit=last, events=[], session=game_log.session, tokens={})


def test_a_default_name_is_not_sealed() -> None:
    handler = handler_on(fake_store(), CODECS)
    command = lifecycle.named(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, SeatPlan(kind="human", name="Seat 2"))))
    match = Match(handler, handler.new_games.create(command))
    assert kept_names(match.game_log.secrets) == {}
    assert match.game_log.names_at(1) == ("Seat 1", "Seat 2")
    assert len(file_of(match)) == 1


def test_the_same_name_has_another_seal_each_time() -> None:
    handler = handler_on(fake_store(), CODECS)
    plans = (SeatPlan(kind="human", name=ANNE), SeatPlan(kind="human", name=ANNE))
    match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=plans)))
    assert len(kept_names(match.game_log.secrets)) == 2


def test_a_claim_can_be_repeated_and_under_another_name_it_is_no_repeat() -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))))
    match.claim(1, key=KEY, name=JACK)
    assert match.claim(1, key=KEY, name=JACK).replayed
    with pytest.raises(KeyReused):
        match.claim(1, key=KEY, name=MARY)


def test_a_creation_can_be_repeated() -> None:
    handler = handler_on(fake_store(), CODECS)
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(SeatPlan(kind="human", name=ANNE), OPEN))
    first, again = handler.new_games.create(command, KEY), handler_on(handler.store, CODECS).new_games.create(command, KEY)
    assert (again.replayed, again.game_log.id) == (True, first.game_log.id)
    with pytest.raises(KeyReused):
        handler.new_games.create(msgspec.structs.replace(command, seats=(SeatPlan(kind="human", name=MARY), OPEN)), KEY)


def test_a_branch_and_a_rematch_show_the_names_and_have_the_seals_of_their_parent() -> None:
    match = played(MERCHANTS)
    parent = match.game_log
    branch = match.handler.new_games.branch(parent, lifecycle.BranchGame(parent=match.id, version=4), 0).game_log
    rematch = match.handler.new_games.rematch(parent, 1).game_log
    assert branch.names_of(branch.session) == (ANNE, JACK, TOM)
    assert rematch.names_of(rematch.session) == (JACK, TOM, MARY)
    assert {*kept_names(branch.secrets), *kept_names(rematch.secrets)} == {*kept_names(parent.secrets)}
    assert match.handler.store.kin.of(match.id) == sorted([branch.id, rematch.id])


@pytest.fixture
def old_match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A game of an older release, whose log has names."""
    with monkeypatch.context() as patch:
        patch.setattr(Sealing, "_sealed", lambda self, name, seat: name)
        return played(MERCHANTS)


def test_an_old_log_keeps_its_names_and_what_is_made_of_it_seals_them(old_match: Match) -> None:
    parent, handler = old_match.game_log, old_match.handler
    assert JACK in text_of([handler.repository.codecs.of(MERCHANTS) and old_match.commits[1]])
    assert parent.names_of(parent.session) == (MARY, JACK, TOM)
    assert audit(CODECS, old_match.commits).ok
    branch = handler.new_games.branch(parent, lifecycle.BranchGame(parent=parent.id, version=4), 0).game_log
    rematch = handler.new_games.rematch(parent, 1).game_log
    for made, names in ((branch, (ANNE, JACK, TOM)), (rematch, (JACK, TOM, MARY))):
        assert made.names_of(made.session) == names
        assert not [name for name in NAMES if name in text_of(handler.store.read(made.id).commits)]


def test_lists_have_the_names() -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))))
    match.claim(1, name=JACK)
    match.manage("host", lifecycle.AbandonGame())
    (line,) = handler.store.games.page(("abandoned",), None, 10, lambda game: True).summaries
    assert [seat.name for seat in line.seats] == ["Seat 0", JACK]


# What does not belong to the log


def _with(names: Mapping[str, KeptName], seal: str, **change: Any) -> dict[str, KeptName]:
    return {**names, seal: names[seal]._replace(**change)}


@pytest.mark.parametrize("change", [{"salt": "00" * 16}, {"name": "Somebody"}])
def test_a_name_that_is_not_the_one_sealed_is_bad(change: dict[str, str]) -> None:
    match = played(MERCHANTS)
    commits, names = read_log(file_of(match))
    seals = {kept.name: seal for seal, kept in names.items()}
    for name, place in ((ANNE, 1), (JACK, 2), (MARY, len(commits) - 1)):
        forged = _with(names, seals[name], **change)
        result = audit(CODECS, commits, names=forged)
        assert (result.ok, result.first_bad) == (False, place)
        assert f"its seal {seals[name]} gives {forged[seals[name]].seal} with its salt" in str(result.problem)


def test_a_name_that_the_log_does_not_seal_is_bad() -> None:
    match = played(MERCHANTS)
    commits, names = read_log(file_of(match))
    other = KeptName("00" * 16, "Somebody")
    result = audit(CODECS, commits, names={**names, other.seal: other})
    assert (result.ok, result.first_bad) == (False, len(commits))
    assert other.seal in str(result.problem)


def test_a_name_that_nobody_may_have_is_bad() -> None:
    match, bad = played(MERCHANTS), KeptName("00" * 16, "Bo\N{RIGHT-TO-LEFT OVERRIDE}")
    seal = next(iter(kept_names(match.game_log.secrets)))
    changed = text_of(match.commits).replace(seal, bad.seal)
    commits = msgspec.json.decode(changed, type=list[Commit])
    result = audit(CODECS, commits, names={bad.seal: bad})
    assert "does not give its audit head" in str(result.problem), "its chain was not made anew"
    result = audit(CODECS, resealed(as_json(commits)), names={bad.seal: bad})
    assert (result.ok, result.first_bad) == (False, 1)
    assert result.problem == "commit 1: nobody may have the name that it seals"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"names":[]}', "the names"),
        (b'{"names":{"sha256:00":["00","Bo"]}}', "64 hex digits"),
        (b'{"names":{"sha256:' + b"0" * 64 + b'":["00","Bo"]}}', "32 hex digits"),
        (b'{"names":{"sha256:' + b"0" * 64 + b'":["Bo"]}}', "the names"),
        (b'{"names":{"sha256:' + b"0" * 64 + b'":[1,2]}}', "the names"),
    ],
)
def test_a_line_of_names_of_another_form_cannot_be_read(line: bytes, problem: str) -> None:
    match = played(MERCHANTS)
    with pytest.raises(Unreadable, match=problem) as raised:
        read_log([*file_of(match, {}), line])
    assert raised.value.version == len(match.commits) + 1


def test_nothing_follows_the_names() -> None:
    *commits, names = file_of(played(MERCHANTS))
    with pytest.raises(Unreadable, match="goes on after the names"):
        read_log([*commits, names, commits[-1]])


def test_events_with_names_are_those_of_seats() -> None:
    """A new event or command with a name must be sealed, too."""
    with_names = {kind for kind in session.EVENTS if {"name", "seats"} & {*kind.__struct_fields__}}
    assert with_names == {GameCreated, SeatClaimed, SeatReassigned, SeatRenamed, session.TokensRenewed, *_moved()}


def _moved() -> set[Any]:
    return {kind for kind in session.EVENTS if kind.__name__ == "DeadlinesMoved"}
