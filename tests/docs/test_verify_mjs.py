"""docs/verify.mjs, written from docs/fairness.md in another language, and `tradewinds verify` say the same of any file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from click.testing import CliRunner

from cli.main import main
from domain import session
from domain.session import lifecycle
from events.envelope import Commit
from events.log.names import kept_names
from tests.docs.generated import ROOT
from tests.events.logs import ALL, as_json, at, exported, leaves, log_of, match_of, put, resealed
from tests.events.test_authors import in_every_log
from tests.support.games import CODECS, OURS
from tests.support.play import DECKS, Match, fake_store, handler_on

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="docs/verify.mjs needs Node 18 or newer")

MARAUDERS, MERCHANTS, MARACAIBO = OURS
EDITS = 12
"""Random edits of each game; each starts Node once."""
OPTIONS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    (MERCHANTS, 3, {"deck": "port-royal-120"}),
    (MERCHANTS, 2, {"starting_seat": 1}),
    (MARAUDERS, 2, {}),
    (MARAUDERS, 4, {"windows": "holders_only"}),
    (MARACAIBO, 1, {"b_cards": 3}),
    (MARACAIBO, 2, {}),
    (MARACAIBO, 4, {"fog_of_war_improvements": True, "fog_of_war_locations": True, "quest_hunters": True}),
)


class Said(NamedTuple):
    status: int
    first_bad: int | None
    text: str


@cache
def abandoned(ruleset: str, seats: int, options: tuple[tuple[str, Any], ...], moves: int = 25) -> tuple[Commit, ...]:
    """A game of that many moves; the second seat has a client seed of its own."""
    handler = handler_on(fake_store(), CODECS)
    plans = (lifecycle.SeatPlan(kind="open"), *[lifecycle.SeatPlan(kind="human")] * (seats - 1))
    created = handler.new_games.create(lifecycle.CreateGame(ruleset=ruleset, seats=plans, options=dict(options)))
    match, chance = Match(handler, created), Random(seats)
    match.claim(0, name="Zoë", client_seed="naïve \N{SAILBOAT} seed")
    for _ in range(moves):
        game_log = match.game_log
        seat = session.to_act(game_log.game, game_log.session)[0]
        match.act(chance.choice(list(game_log.game.rules.legal_commands(game_log.session.state, seat))), seat)
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


def a_game(number: int) -> tuple[Commit, ...]:
    ruleset, seats, options = OPTIONS[number]
    return abandoned(ruleset, seats, tuple(options.items()))


@pytest.fixture(scope="module")
def node() -> Iterator[subprocess.Popen[str]]:
    """Node, which runs docs/verify.mjs anew for each line of arguments."""
    command = [str(NODE), str(ROOT / "tests/docs/verify_many.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        yield running
        running.terminate()


@pytest.fixture
def ask(node: subprocess.Popen[str], tmp_path: Path) -> Callable[..., tuple[Said, Said]]:
    """What Node and `tradewinds verify` say of a file, with receipts."""
    file = tmp_path / "game.ndjson"

    def ask(content: bytes, *words: str) -> tuple[Said, Said]:
        file.write_bytes(content)
        assert node.stdin is not None
        assert node.stdout is not None
        print(json.dumps([str(file), *words]), file=node.stdin, flush=True)
        status, told = json.loads(node.stdout.readline())
        ours = CliRunner().invoke(main, ["verify", str(file), *words])
        return said(status, told), said(ours.exit_code, ours.output)

    return ask


def test_the_script_runs_by_itself(tmp_path: Path) -> None:
    """The other tests run it in threads of one process."""
    file = tmp_path / "game.ndjson"
    for content, status in ((exported(a_game(0)), 0), (exported(a_game(0))[:-9], 2)):
        file.write_bytes(content)
        script = [str(NODE), str(ROOT / "docs/verify.mjs"), str(file)]
        done = subprocess.run(script, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status, done


def said(status: int, text: str) -> Said:
    named = re.search(r"first bad commit: (\d+)\n", text)
    assert "    at " not in text, text
    assert "Traceback" not in text, text
    return Said(status, int(named[1]) if named else None, text)


def agree(node: Said, ours: Said) -> None:
    """Both say good or bad, and name the same commit. Without the rules a game whose end was made unreadable looks cut."""
    assert (node.status == 0) == (ours.status == 0), (node, ours)
    if node.first_bad is not None:
        assert node == (1, ours.first_bad, node.text), ours
    else:
        assert node.status in (0, 2), node


@pytest.mark.parametrize(("kind", "deck"), ALL)
def test_both_pass_games_that_ended_in_every_way(ask: Callable[..., tuple[Said, Said]], kind: str, deck: str) -> None:
    node, ours = ask(exported(log_of(kind, deck)))
    assert (node.status, ours.status) == (0, 0), node
    without_set_up = kind in ("branch", "abandoned_lobby")
    assert f"draws of the set-up {'skipped' if without_set_up else 'ok'}," in node.text
    assert node.text.splitlines()[1] == ours.text.splitlines()[1]


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_both_pass_every_kind_of_game(ask: Callable[..., tuple[Said, Said]], number: int) -> None:
    node, ours = ask(exported(a_game(number)))
    assert (node.status, ours.status) == (0, 0), node
    assert "draws of the set-up ok," in node.text


def test_swaps_that_hang_on_the_board_are_left_out(ask: Callable[..., tuple[Said, Said]]) -> None:
    node, ours = ask(exported(abandoned(MARACAIBO, 3, (("break_location_clusters", True),), 3)))
    assert (node.status, ours.status) == (0, 0), node
    assert "draws of the set-up skipped," in node.text


def test_receipts(ask: Callable[..., tuple[Said, Said]]) -> None:
    commits = a_game(0)
    right, wrong = f"2:{commits[1].head}", f"3:{commits[1].head}"
    for words, status in (((right,), 0), ((right, wrong), 1), ((f"99:{commits[1].head}",), 1), (("2:ab",), 2)):
        given = [word for each in words for word in ("--head", each)]
        assert [each.status for each in ask(exported(commits), *given)] == [status, status]


# Names


def with_names(names: Any) -> bytes:
    """The file of a game of two people with names, with these in place of its own."""
    return exported(log_of("humans")) + msgspec.json.encode({"names": names}) + b"\n"


@pytest.mark.parametrize(
    ("change", "status", "first_bad"),
    [
        (lambda names, seal: names, 0, None),
        (lambda names, seal: {seal: names[seal]}, 0, None),
        (lambda names, seal: {}, 0, None),
        (lambda names, seal: {**names, seal: ["00" * 16, "Cy"]}, 1, "sealed"),
        (lambda names, seal: {**names, seal: [names[seal][0], "Di"]}, 1, "sealed"),
        (lambda names, seal: {**names, "sha256:" + "0" * 64: names[seal]}, 1, "last"),
        (lambda names, seal: {**names, "sha256:00": names[seal]}, 1, "after"),
        (lambda names, seal: {**names, seal: ["0", "Cy"]}, 1, "after"),
        (lambda names, seal: {**names, seal: ["00" * 16]}, 1, "after"),
        (lambda names, seal: [names], 1, "after"),
    ],
)
def test_both_check_names_against_their_seals(
    ask: Callable[..., tuple[Said, Said]], change: Callable[[Any, str], Any], status: int, first_bad: str | None
) -> None:
    match = match_of("humans", DECKS[0])
    names = msgspec.to_builtins(kept_names(match.game_log.secrets))
    (seal,) = [seal for seal, (_, name) in names.items() if name == "Cy"]
    places = {
        "sealed": next(commit.version for commit in match.commits if seal.encode() in bytes(commit.command)),
        "last": len(match.commits),
        "after": len(match.commits) + 1,
    }
    node, ours = ask(with_names(change(names, seal)))
    agree(node, ours)
    assert (node.status, node.first_bad) == (status, None if first_bad is None else places[first_bad]), node


def test_both_refuse_what_follows_the_names(ask: Callable[..., tuple[Said, Said]]) -> None:
    node, ours = ask(with_names({}) + b"{}\n")
    agree(node, ours)
    assert node.status == 1


# Damage


def flip(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def another_byte(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + bytes([chance.choice(b' \t\n"0189aAf{}[],:.-e\\u\xc3\xff')]) + data[place + 1 :]


def one_byte_more(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + bytes([chance.choice(b' \r\n\x0b"0,]}\\')]) + data[place:]


def cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


def on_lines(change: Callable[[list[bytes], int, Random], Sequence[bytes]]) -> Callable[[bytes, Random], bytes]:
    def changed(data: bytes, chance: Random) -> bytes:
        lines = data.splitlines(keepends=True)
        return b"".join(change(lines, chance.randrange(len(lines)), chance))

    return changed


def other_form(data: bytes, chance: Random) -> bytes:
    """The same commits as another program might write them: that is no damage."""
    lines = [msgspec.json.format(line, indent=0 if chance.random() < 0.5 else -1) for line in data.splitlines()]
    escaped = [re.sub("[^\\x00-\\x7e]", lambda found: _escape(found[0]), line.decode()) for line in lines]
    return "\r\n\n".join(reversed_fields(each) for each in escaped).encode()


def _escape(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2))


def reversed_fields(line: str) -> str:
    return re.sub(r'^\{\s*("actor":\s*"\w+"),(.*)\}$', r"{\2 , \1}", line, flags=re.DOTALL)


DAMAGE: dict[str, Callable[[bytes, Random], bytes]] = {
    "flip": flip,
    "byte": another_byte,
    "insert": one_byte_more,
    "cut": cut,
    "drop": on_lines(lambda lines, at, chance: [*lines[:at], *lines[at + 1 :]]),
    "twice": on_lines(lambda lines, at, chance: [*lines[: at + 1], *lines[at:]]),
    "swap": on_lines(lambda lines, at, chance: [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]),
    "blank": on_lines(lambda lines, at, chance: [*lines[:at], b" \t\r\n", *lines[at:]]),
    "form": other_form,
}


@pytest.mark.parametrize("number", [0, 2, 5])
def test_both_say_the_same_of_any_damage(ask: Callable[..., tuple[Said, Said]], number: int) -> None:
    data, chance = exported(a_game(number)), Random(number)
    kinds = [*DAMAGE, *chance.choices(["flip", "byte", "insert"], k=EDITS - len(DAMAGE))]
    found = []
    for kind in kinds:
        damaged = DAMAGE[kind](data, chance)
        node, ours = ask(damaged)
        agree(node, ours)
        assert ours.status == 0 or kind not in ("form", "blank")
        found.append(node.status)
    assert {0, 1} <= set(found)


def test_a_changed_leaf_is_found_at_its_commit(ask: Callable[..., tuple[Said, Said]]) -> None:
    commits, chance = a_game(5), Random(9)
    for number in (1, 2, 3, len(commits) // 2, len(commits)):
        lines = as_json(commits)
        path = chance.choice([each for each in leaves(lines[number - 1]) if each[0] not in ("head", "version")])
        put(lines[number - 1], path, "x" if at(lines[number - 1], path) != "x" else "y")
        node, ours = ask(b"".join(msgspec.json.encode(each) + b"\n" for each in lines))
        agree(node, ours)
        assert ours.first_bad == number


FORMS = (
    b'{"a":1}', b"[]", b"1", b"nonsense", b"[" * 3_000, b'{"a":1.0}', b'{"a":01}', b'{"a":"\\ud800"}',
    b'{"a":"\xed\xa0\x80"}', b"\xef\xbb\xbf{}", b"{}\x0b",
)  # fmt: skip


def test_both_refuse_the_same_forms(ask: Callable[..., tuple[Said, Said]]) -> None:
    lines = exported(a_game(1)).splitlines(keepends=True)
    first = lines[0]
    changed = (
        first.replace(b'"version":1}', b'"version":1.0}'),
        first.replace(b'"version":1}', b'"version":1,"version":1}'),
        first.replace(b'"seat":null', b'"seat":true'),
        first.replace(b'"seat":null,', b""),
        first.replace(b'"version":1}', b'"version":1,"more":1}'),
        first.replace(b'"actor":"visitor"', b'"actor":"nobody"'),
    )
    for each in (*(form + b"\n" + first for form in FORMS), *changed):
        assert each != first
        node, ours = ask(each + b"".join(lines[1:]))
        assert (node[:2], ours[:2]) == ((1, 1), (1, 1)), (each[:80], node, ours)


# Draws, under a chain that somebody who knows the published secret has made anew


CHANGED_DRAWS = (
    (0, ("deck_order",)), (2, ("demand_pool",)), (2, ("merchants",)), (2, ("glory_deck",)), (2, ("mission_deck",)),
    (5, ("sea",)), (5, ("tier_two",)), (5, ("value_tiles",)), (5, ("quest_deck",)), (4, ("solo_deck",)),
)  # fmt: skip


@pytest.mark.parametrize(("number", "path"), CHANGED_DRAWS)
def test_another_deal_is_found_by_its_draws(
    ask: Callable[..., tuple[Said, Said]], number: int, path: tuple[str, ...]
) -> None:
    lines = as_json(a_game(number))
    place, set_up = next(
        (place, event) for place, line in enumerate(lines) for event in line["events"] if event["type"] == "game_set_up"
    )
    dealt = at(set_up, path)
    last = next(each for each in reversed(range(len(dealt))) if dealt[each] != dealt[0])
    dealt[0], dealt[last] = dealt[last], dealt[0]
    node, ours = ask(exported(resealed(lines)))
    assert (node[:2], ours[:2]) == ((1, place + 1), (1, place + 1)), (node, ours)


def test_a_draw_in_another_place_is_found(ask: Callable[..., tuple[Said, Said]]) -> None:
    """The values of the islands as they were drawn, but on other islands."""
    lines = as_json(a_game(5))
    set_up = next(event for line in lines for event in line["events"] if event["type"] == "game_set_up")
    first, *_, last = set_up["value_tiles"]
    first[0], last[0] = last[0], first[0]
    node, ours = ask(exported(resealed(lines)))
    assert (node.status, ours.status) == (1, 1)


AUTHORS = (
    ("actor", "bot"), ("actor", "visitor"), ("actor", "host"), ("actor", "service"), ("actor", "player"), ("seat", None),
    ("seat", 2), ("seat", 9), ("command_id", "x" * 32), ("command_id", "0" * 31),
)  # fmt: skip


@in_every_log
def test_another_author_is_found(ask: Callable[..., tuple[Said, Said]], log: Callable[[], tuple[Commit, ...]]) -> None:
    places = range(0, len(log()), 2)
    for place, (field, value) in ((each, edit) for each in places for edit in Random(each).sample(AUTHORS, 3)):
        lines = as_json(log())
        command = lines[place]["command"]["type"]
        if lines[place][field] == value or (command == "hand_to_bot" and value in ("player", "host")):
            continue
        lines[place][field] = value
        node, ours = ask(exported(resealed(lines)))
        # Whose turn it is only the rules say.
        assert node[:2] == (1, place + 1) or (field, value) == ("seat", 2), (field, value, node, ours)
        assert ours[:2] == (1, place + 1)


def test_what_needs_the_rules_is_left_to_tradewinds_verify(ask: Callable[..., tuple[Said, Said]]) -> None:
    lines = as_json(a_game(0))
    lines[-2]["command"] = {"type": "end_turn"} if lines[-2]["command"] != {"type": "end_turn"} else {"type": "reveal_card"}
    node, ours = ask(exported(resealed(lines)))
    assert (node.status, ours.status) == (0, 1)
    assert "decisions skipped" in node.text
