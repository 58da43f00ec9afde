"""Whatever is changed in a log is found, and the first changed commit named."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from domain import fairness
from events.errors import Unreadable
from events.games.audit import Audit, Checks, audit, check_receipt
from events.log.exported import read_lines
from tests.support.games import CODECS
from tests.support.play import DECKS

from .logs import ALL, KINDS, Json, as_json, at, exported, from_json, leaves, log_of, match_of, put, resealed

HUMANS, BRANCH, LOBBY = log_of("humans"), log_of("branch"), log_of("abandoned_lobby")
every_log = pytest.mark.parametrize(("kind", "deck"), ALL)
a_game = st.sampled_from(ALL)


def quickly(examples: int) -> settings:
    """Examples are whole games: they take a while to make, and not all changes are changes."""
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
    )


def first_bad(lines: list[Json]) -> int | None:
    """The commit that a file is refused for; None if it is not."""
    try:
        return audit(CODECS, from_json(lines)).first_bad
    except Unreadable as error:
        return error.version


def found(result: Audit) -> tuple[bool, int | None]:
    return result.ok, result.first_bad


# What was not changed


@every_log
def test_a_game_that_is_over_passes_every_check(kind: str, deck: str) -> None:
    commits = log_of(kind, deck)
    assert audit(CODECS, commits) == Audit(
        ok=True,
        head=str(commits[-1].head),
        checks=Checks(chain="ok", fold="ok", decisions="ok", draws="ok"),
        first_bad=None,
        truncated=False,
        decisions_unchecked=0,
        secret_chosen=False,
        problem=None,
    )


@every_log
def test_an_export_is_the_log(kind: str, deck: str) -> None:
    commits = log_of(kind, deck)
    assert read_lines(exported(commits).splitlines(keepends=True)) == list(commits)


@quickly(60)
@given(game=a_game, seed=st.integers(0, 99), indent=st.sampled_from([None, 1, "\t"]))
def test_white_space_and_the_order_of_keys_do_not_matter(game: tuple[str, str], seed: int, indent: Any) -> None:
    log = log_of(*game)
    random = Random(seed)

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            names = list(value)
            random.shuffle(names)
            return {name: shuffled(value[name]) for name in names}
        return [shuffled(each) for each in value] if isinstance(value, list) else value

    lines = []
    for each in as_json(log):
        text = msgspec.json.format(msgspec.json.encode(shuffled(each)), indent=2 if indent else 0)
        lines += [b"  " + text.replace(b"\n", b"\r" if indent == 1 else b" ") + b"\t\r\n", b"\n" * random.randrange(3)]
    assert read_lines(lines) == list(log)


def test_of_a_running_game_everything_is_checked_that_can_be() -> None:
    running = HUMANS[:40]
    without = audit(CODECS, running)
    assert found(without) == (True, None)
    assert without.truncated
    assert without.checks == Checks(chain="skipped", fold="ok", decisions="skipped", draws="skipped")
    secret = match_of("humans", DECKS[0]).game_log.secret
    inside = audit(CODECS, running, secret)
    assert found(inside) == (True, None)
    assert inside.checks == Checks(chain="ok", fold="ok", decisions="skipped", draws="skipped")
    changed = [*running[:30], msgspec.structs.replace(running[30], command_id="f" * 32), *running[31:]]
    assert found(audit(CODECS, changed, secret)) == (False, 31)
    assert found(audit(CODECS, running, bytes(32)))[0] is False


# A changed value

other_values: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["player", "bot", "visitor", "reveal_card", "secret_published", "0" * 64, "2026-01-01T00:00:00.000Z"]),
    st.just([]),
    st.just({}),
)


def near(value: Any) -> st.SearchStrategy[Any]:
    """Values that are easily taken for this one."""
    if isinstance(value, bool) or value is None:
        return st.sampled_from([not value, 0, 1, "null", "true"])
    if isinstance(value, int):
        return st.sampled_from([value + 1, value - 1, -value - 1, float(value), str(value), value + 2**64])
    if isinstance(value, str) and value:
        flipped = st.integers(0, len(value) - 1).map(
            lambda place: value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
        )
        return st.one_of(flipped, st.sampled_from([value.upper(), value + " ", value[:-1], value + "\x00"]))
    return other_values


@quickly(150)
@given(data=st.data(), game=a_game)
def test_a_change_of_any_value_is_found_at_its_commit(data: st.DataObject, game: tuple[str, str]) -> None:
    log = log_of(*game)
    number = data.draw(st.integers(1, len(log)))
    lines = as_json(log)
    path = data.draw(st.sampled_from(list(leaves(lines[number - 1]))))
    old = at(lines[number - 1], path)
    new = data.draw(st.one_of(near(old), other_values))
    assume((type(new), new) != (type(old), old))
    put(lines[number - 1], path, new)
    assert first_bad(lines) == number


@quickly(80)
@given(data=st.data(), game=a_game)
def test_what_is_added_left_out_doubled_or_swapped_inside_a_commit_is_found(
    data: st.DataObject, game: tuple[str, str]
) -> None:
    log = log_of(*game)
    number = data.draw(st.integers(1, len(log)))
    lines = as_json(log)
    commit = lines[number - 1]
    paths = {path[:end] for path in leaves(commit) for end in range(len(path))}
    place = at(commit, data.draw(st.sampled_from(sorted(paths, key=str))))
    before = msgspec.json.encode(commit, order="sorted")
    if isinstance(place, dict):
        name = data.draw(st.sampled_from(sorted(place)))
        if data.draw(st.booleans()):
            del place[name]
        else:
            place[name + "_"] = place[name]
    else:
        first, second = data.draw(st.lists(st.integers(0, len(place) - 1), min_size=2, max_size=2))
        match data.draw(st.sampled_from(["drop", "double", "swap"])):
            case "drop":
                del place[first]
            case "double":
                place.insert(second, deepcopy(place[first]))
            case _:
                place[first], place[second] = place[second], place[first]
    assume(msgspec.json.encode(commit, order="sorted") != before)
    assert first_bad(lines) == number


def test_two_cards_swapped_in_a_deck_are_found() -> None:
    for log in (HUMANS, log_of("bots", DECKS[1])):
        (number, place) = next(
            (number, place)
            for number, each in enumerate(as_json(log), 1)
            for place, event in enumerate(each["events"])
            if event["type"] == "game_set_up"
        )
        lines = as_json(log)
        order = lines[number - 1]["events"][place]["deck_order"]
        order[3], order[70] = order[70], order[3]
        assert first_bad(lines) == number


# A changed order of commits


@quickly(60)
@given(data=st.data(), game=a_game, renumbered=st.booleans())
def test_commits_swapped_left_out_doubled_or_put_in_are_found(
    data: st.DataObject, game: tuple[str, str], renumbered: bool
) -> None:
    log = log_of(*game)
    lines = as_json(log)
    first, second = sorted(data.draw(st.lists(st.integers(0, len(log) - 1), min_size=2, max_size=2, unique=True)))
    match data.draw(st.sampled_from(["swap", "drop", "double", "insert"])):
        case "swap":
            lines[first], lines[second] = lines[second], lines[first]
            bad = first + 1
        case "drop":
            del lines[first]
            bad = first + 1
        case "double":
            lines.insert(first + 1, deepcopy(lines[first]))
            bad = first + 2
        case _:
            lines.insert(first, deepcopy(lines[second]))
            bad = first + 1
    if renumbered:
        for number, each in enumerate(lines, 1):
            each["version"] = number
    assert first_bad(lines) == bad


@pytest.mark.parametrize("number", [1, 2, 3])
def test_commits_behind_the_end_are_found(number: int) -> None:
    for log in (HUMANS, LOBBY, BRANCH):
        lines = as_json(log)
        end = len(lines)
        lines += [{**deepcopy(lines[1]), "version": end + 1 + each} for each in range(number)]
        assert first_bad(lines) == end + 1
        # Sealed as well as the last one knows how to: the secret is public by now.
        secret = bytes.fromhex(lines[end - 1]["events"][-1]["secret"])
        result = audit(CODECS, resealed(lines, secret))
        assert found(result) == (False, end + 1)
        assert not result.truncated


def test_the_end_twice_is_found() -> None:
    lines = as_json(LOBBY)
    lines.append({**deepcopy(lines[-1]), "version": len(lines) + 1})
    assert found(audit(CODECS, resealed(lines))) == (False, len(LOBBY) + 1)


# The secret and what it was committed with


@every_log
def test_another_secret_is_named_at_the_commit_that_publishes_it(kind: str, deck: str) -> None:
    for secret in ("00" * 32, "", "ab", "no hex", "zz" * 32, None, 7, ["00"]):
        lines = as_json(log_of(kind, deck))
        lines[-1]["events"][-1]["secret"] = secret
        assert first_bad(lines) == len(lines)


@every_log
def test_a_secret_that_is_left_out_is_not_taken_for_a_cut_tail(kind: str, deck: str) -> None:
    lines = as_json(log_of(kind, deck))
    del lines[-1]["events"][-1]
    assert first_bad(lines) == len(lines)


@every_log
def test_another_commitment_is_named_at_the_first_commit(kind: str, deck: str) -> None:
    lines = as_json(log_of(kind, deck))
    lines[0]["events"][0]["commitment"] = fairness.commitment(bytes(32))
    assert first_bad(lines) == 1
    assert found(audit(CODECS, resealed(lines))) == (False, 1)


def test_a_secret_published_too_early_does_not_hide_the_true_one() -> None:
    lines = as_json(HUMANS)
    lines[50]["events"].append({"type": "secret_published", "secret": "00" * 32})
    assert first_bad(lines) == 51


# Whoever knows the secret can seal anew; the decisions still tell


@quickly(80)
@given(data=st.data(), game=a_game)
def test_a_changed_event_is_found_under_a_chain_made_anew(data: st.DataObject, game: tuple[str, str]) -> None:
    log = log_of(*game)
    number = data.draw(st.integers(1, len(log)))
    lines = as_json(log)
    secret = bytes.fromhex(lines[-1]["events"][-1]["secret"])
    events = lines[number - 1]["events"]
    # A branch's first commit repeats what comes from outside the file: its position, options and seats.
    assume(lines[number - 1]["command"]["type"] != "branch_game")
    path = data.draw(st.sampled_from(list(leaves(events))))
    assume(path != (0, "id"))  # Known by the first draw only, which a lobby has not seen.
    old = at(events, path)
    new = data.draw(near(old))
    assume((type(new), new) != (type(old), old))
    put(events, path, new)
    try:
        commits = resealed(lines, secret)
    except Unreadable:
        assume(False)
    result = audit(CODECS, commits)
    assert result.first_bad == number
    assert result.checks.decisions != "ok"


def test_cards_dealt_otherwise_are_found_under_a_chain_made_anew() -> None:
    lines = as_json(HUMANS)
    (events,) = (each["events"] for each in lines if any(event["type"] == "game_set_up" for event in each["events"]))
    (laid_out,) = (event for event in events if event["type"] == "game_set_up")
    order = laid_out["deck_order"]
    order[-1], order[-2] = order[-2], order[-1]
    result = audit(CODECS, resealed(lines))
    assert result.checks.chain == "ok"
    assert result.checks.draws == "failed"
    assert result.first_bad == 2


@quickly(40)
@given(data=st.data(), kind=st.sampled_from(["humans", "bots", "branch", "imported"]))
def test_an_action_left_out_or_of_another_seat_is_found_under_a_new_chain(data: st.DataObject, kind: str) -> None:
    lines = as_json(log_of(kind))
    acted = [number for number, each in enumerate(lines[:-1]) if each["actor"] in ("player", "bot")]
    place = data.draw(st.sampled_from(acted))
    if data.draw(st.booleans()):
        del lines[place]
    else:
        lines[place]["seat"] = data.draw(st.sampled_from([None, -1, 3, 7, 10**30, 1 - min(lines[place]["seat"], 1)]))
        assume(lines[place]["seat"] != as_json(log_of(kind))[place]["seat"])
    for number, each in enumerate(lines, 1):
        each["version"] = number
    number_found = audit(CODECS, resealed(lines)).first_bad
    assert number_found is not None
    assert number_found >= place + 1


FORGED = (
    {"type": "branch_game", "parent": "0gaaaaaaaaaaaaaaaaaaaa", "version": 3},
    {"type": "create_game", "ruleset": "merchants-of-the-caribbean", "seats": [{"kind": "human"}, {"kind": "human"}]},
    {"type": "renew_tokens", "seats": [], "host": False},
)


@pytest.mark.parametrize("command", FORGED)
@pytest.mark.parametrize("place", [1, 2, 20])
def test_no_command_lets_a_commit_off_its_decision(command: Json, place: int) -> None:
    """The position of a branch cannot be decided again; so nothing but a first commit may restore one."""
    for log in (HUMANS, BRANCH):
        lines = as_json(log)
        state = next(
            event["state"] for each in as_json(BRANCH) for event in each["events"] if event["type"] == "position_restored"
        )
        lines[place]["command"] = command
        lines[place]["events"] = [{"type": "position_restored", "state": state}]
        assert found(audit(CODECS, resealed(lines))) == (False, place + 1)


def test_a_game_cannot_be_passed_off_as_a_branch_nor_a_branch_as_a_game() -> None:
    lines = as_json(log_of("bots"))
    lines[0]["command"] = {"type": "branch_game", "parent": "0gaaaaaaaaaaaaaaaaaaaa", "version": 3}
    assert found(audit(CODECS, resealed(lines))) == (False, 1)
    for change in (
        {"origin": None},
        {"origin": {"game": "0gbbbbbbbbbbbbbbbbbbbb", "version": 25}},
        {"visibility": "public"},
        {"trusted_host": True},
        {"options": {"deck": "no such deck"}},
        {"options": {"round_limit": "long"}},
        {"seats": []},
    ):
        lines = as_json(BRANCH)
        lines[0]["events"][0].update(change)
        assert found(audit(CODECS, resealed(lines))) == (False, 1)
    lines = as_json(BRANCH)
    lines[0]["events"].append({"type": "game_abandoned"})
    assert found(audit(CODECS, resealed(lines))) == (False, 1)


def test_an_older_version_of_the_rules_does_not_let_a_commit_off_its_decision() -> None:
    for place, version in ((0, 0), (30, 0), (30, -5), (30, 1), (30, 3), (30, 10**9)):
        lines = as_json(HUMANS)
        lines[place]["ruleset_version"] = version
        assert found(audit(CODECS, resealed(lines))) == (False, place + 1)


def test_a_creation_of_another_game_is_found() -> None:
    lines = as_json(HUMANS)
    lines[0]["command"]["ruleset"] = "another"
    assert found(audit(CODECS, resealed(lines))) == (False, 1)


def test_a_log_of_an_unknown_game_is_refused() -> None:
    lines = as_json(LOBBY)
    for each in lines:
        each["ruleset"] = "another"
    result = audit(CODECS, resealed(lines))
    assert result.first_bad == 1
    assert "another" in str(result.problem)


# Receipts


def test_receipts_bear_out_the_file_they_came_from() -> None:
    for commit in (HUMANS[0], HUMANS[100], HUMANS[-1]):
        head = str(commit.head)
        assert check_receipt(HUMANS, commit.version, head) is None
        assert check_receipt(HUMANS, commit.version, head.upper()) is None
        assert check_receipt(HUMANS, commit.version, "0" * 64) is not None
        assert check_receipt(LOBBY, commit.version, head) is not None


@pytest.mark.parametrize("version", [0, -1, len(HUMANS) + 1, 10**12])
def test_a_receipt_for_a_version_that_is_not_there_is_not_borne_out(version: int) -> None:
    assert check_receipt(HUMANS, version, str(HUMANS[-1].head)) is not None


def test_a_game_played_anew_under_the_same_secret_is_given_away_by_a_receipt() -> None:
    """What a consistent file alone cannot show: somebody who has the secret can play another game with it."""
    match = match_of("abandoned", DECKS[0])
    head = str(match.commits[9].head)
    lines = as_json(match.commits)
    lines[4]["at"] = "2001-01-01T00:00:00.000Z"
    other = resealed(lines)
    assert audit(CODECS, other).ok
    assert check_receipt(match.commits, 10, head) is None
    assert check_receipt(other, 10, head) is not None


# A file that was cut


def verdict(data: bytes) -> str:
    """As `tradewinds verify` says it."""
    try:
        result = audit(CODECS, read_lines(data.splitlines(keepends=True)))
    except Unreadable as error:
        if error.cut and (not error.before or audit(CODECS, error.before).truncated):
            return "truncated"
        return "bad"
    return "bad" if result.first_bad else "truncated" if result.truncated else "ok"


def test_wherever_a_file_is_cut_it_is_named_truncated() -> None:
    data = exported(LOBBY)
    assert verdict(data) == verdict(data[:-1]) == "ok"
    assert {verdict(data[:end]) for end in range(len(data) - 1)} == {"truncated"}


@quickly(60)
@given(data=st.data(), game=a_game)
def test_a_tail_cut_off_is_named_truncated(data: st.DataObject, game: tuple[str, str]) -> None:
    log = log_of(*game)
    file = exported(log)
    end = data.draw(st.integers(0, len(file) - 2))
    assert verdict(file[:end]) == "truncated"
    whole = data.draw(st.integers(1, len(log) - 1))
    result = audit(CODECS, log[:whole])
    assert result.truncated
    assert result.first_bad is None
    assert str(whole) in str(result.problem)


# Files that are none


@pytest.mark.parametrize(
    "text",
    [
        b"not JSON",
        b"[]",
        b"7",
        b"null",
        b'{"version":1}',
        b"{" * 100_000,
        b'{"version":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"version":' + b"1" * 5_000 + b"}",
        b'{"version":NaN}',
        b'{"version":1e999}',
        b'{"version":"\xff"}',
        b'{"version":"\xed\xa0\x80"}',
        b'{"version":"\\ud800"}',
        b"\xef\xbb\xbf{}",
        b"\x00",
    ],
)
def test_a_line_that_is_no_commit_is_named(text: bytes) -> None:
    file = exported(LOBBY).splitlines(keepends=True)
    for place in range(len(file)):
        with pytest.raises(Unreadable) as error:
            read_lines([*file[:place], text + b"\n", *file[place:]])
        assert (error.value.version, error.value.cut) == (place + 1, False)
        assert str(error.value).startswith(f"commit {place + 1}: ")


def test_a_name_given_twice_is_refused() -> None:
    """Readers differ on which of the two counts: what is verified must be what is shown."""
    first, second, third = exported(LOBBY).splitlines(keepends=True)
    for twice in (
        second.replace(b'"version":2', b'"version":9,"version":2'),
        second.replace(b'"type":"seat_claimed"', b'"name":"Eve","type":"seat_claimed"'),
    ):
        assert twice != second
        with pytest.raises(Unreadable, match="twice") as error:
            read_lines([first, twice, third])
        assert error.value.version == 2


def test_an_empty_file_is_no_log() -> None:
    for lines in ([], [b"\n", b"  \r\n"]):
        with pytest.raises(Unreadable, match="empty"):
            read_lines(lines)


@quickly(60)
@given(data=st.data(), kind=st.sampled_from(sorted(KINDS)))
def test_no_change_breaks_the_audit_itself(data: st.DataObject, kind: str) -> None:
    """Many changes at once: there is always a verdict, and without a chain made anew never that all is well."""
    lines = as_json(log_of(kind))
    secret = bytes.fromhex(lines[-1]["events"][-1]["secret"])
    changed = set()
    for _ in range(data.draw(st.integers(1, 4))):
        number = data.draw(st.integers(1, len(lines)))
        part = data.draw(st.sampled_from(["command", "events"]))
        place = lines[number - 1][part]
        path = data.draw(st.sampled_from([path for path in leaves(place) if path] or [()]))
        if path:
            old = at(place, path)
            put(place, path, data.draw(other_values))
            if part == "events" and (type(old), old) != (type(at(place, path)), at(place, path)):
                changed.add(number)
    assume(changed)
    assert first_bad(lines) is not None
    try:
        anew = resealed(lines, secret)
    except Unreadable:
        return
    assert audit(CODECS, anew).head == anew[-1].head
