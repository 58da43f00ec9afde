"""Nobody can tell two games apart that differ only in what he may not see: not by any byte of any answer."""

from __future__ import annotations

import hmac
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from typing import Any

import msgspec
import pytest

from domain import fairness, session
from domain.game import Question, Rejected
from domain.session import lifecycle
from domain.session.rights import Actor
from events.envelope import canonical
from tests.service.client import Game, Json, example_commands
from tests.service.conftest import each_long_game, snapshot
from tests.service.contract import EVENT_STREAM, NDJSON, Contract
from tests.service.twins import (
    OF_HANDS,
    SECRET,
    Twins,
    World,
    begin,
    commits_of,
    handler_of,
    put_twin,
    redealt,
    reseal,
    twins,
    twins_of,
)
from tests.support.endpoints import ENDPOINTS, plain, requests, requests_of
from tests.support.games import CODECS, OURS, codec_of
from tests.support.play import handler_on
from tests.support.samples import long_only
from workers import jobs


@pytest.fixture
def worlds(redis_url: str, contract: Contract, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    made = World(redis_url, 0, contract, monkeypatch), World(redis_url, 1, contract, monkeypatch)
    yield made
    for world in made:
        world.end()


def eyes(viewer: int | None) -> list[Any]:
    """Who sees no more than this viewer."""
    return [None, "host"] if viewer is None else [viewer, None, "host"]


def hidden_words(both: Twins) -> list[str]:
    """Names that are in other places in the twins, and some that both see."""
    views = [
        msgspec.to_builtins(
            OURS[both.game.ruleset].gate.open_view(handler_of(world).repository.load(both.game.id).session.state)
        )
        for world in (both.one, both.other)
    ]
    moved = [one for one, other in zip(_flat(views[0]), _flat(views[1]), strict=True) if one != other]
    assert moved
    seen = [word for word in _flat(both.game.state()["view"]) if ":" in word or "-" in word]
    chance = random.Random(1)
    return [*chance.sample(moved, min(4, len(moved))), *chance.sample(seen, min(5, len(seen))), "x"]


def _flat(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [string for part in parts for string in _flat(part)]


# Every endpoint


@pytest.mark.threat("T-19", "T-22")
@each_long_game
@pytest.mark.parametrize(("viewer", "steps"), [(None, 0), long_only(0, 9), (1, 30), long_only(None, 60)])
def test_whatever_is_asked_the_answer_is_the_same(
    worlds: tuple[World, World], ruleset: str, viewer: int | None, steps: int
) -> None:
    both = twins(worlds, ruleset, viewer, steps, seed=steps + 1)
    before = snapshot(both.one.redis), snapshot(both.other.redis)
    known = [*requests(both.game, "reads game", "reads many", "reads", refused=True, but=(OF_HANDS,))]
    for by in (*eyes(viewer), "key"):
        # The others see no more than this viewer, mostly the same as one another: what they ask is plain.
        for each in known if by == viewer else plain(known):
            both.request(each, by)
        for each in plain(known) if by == viewer else ():
            both.request(each, by, method="HEAD" if each.method == "GET" else each.method)
        both.ask("GET", both.game_path(), by, headers={"If-None-Match": f'"{both.last}"'})
        for each in both.hand(by):
            both.request(each)
    for each in known:
        if each.by == "key":
            both.request(each, "key")
    for path in ("/livez", "/readyz", "/docs/problems"):
        both.ask("GET", path)
    assert (snapshot(both.one.redis), snapshot(both.other.redis)) == before
    assert open_end(both.one, both.game) != open_end(both.other, both.game), "they did differ all the time"
    both.last += 1
    for each, form in product(both.hand(viewer), (NDJSON, EVENT_STREAM)):
        both.request(each, headers={"Accept": form})


def open_end(world: World, game: Game) -> bytes:
    """The game with nothing hidden, once it is abandoned."""
    world.api.delete(game.path, token=game.tokens["host"])
    return world.api.get(f"{game.path}?open=true").data


@each_long_game
@pytest.mark.parametrize("steps", [long_only(12), 41])
def test_refusals_and_dry_runs_of_every_command_are_the_same(worlds: tuple[World, World], ruleset: str, steps: int) -> None:
    game = begin(worlds[0], ruleset, steps, seed=3)
    viewer = game.state()["to_act"][0]
    both = twins_of(worlds, game, viewer, seed=steps)
    before = snapshot(both.one.redis), snapshot(both.other.redis)
    version = both.game.version
    current, stale, keyed = {"If-Match": f'"{version}"'}, {"If-Match": f'"{version + 1}"'}, {"Idempotency-Key": "k"}
    legal = [each["action"] for each in both.game.legal(viewer)["actions"]]
    codes = set()
    for by in eyes(viewer):
        for number, action in enumerate([*legal, *example_commands(ruleset, hidden_words(both), 4)]):
            answers = [both.ask("POST", both.game_path("/actions/try"), by, json=action)]
            if by != viewer or action not in legal:
                answers.append(both.ask("POST", both.game_path("/actions"), by, json=action, headers=current))
                answers.append(both.ask("POST", both.game_path("/actions"), by, json=action, headers=keyed))
            if number % 9 == 0:
                answers.append(both.ask("POST", both.game_path("/actions"), by, json=action, headers=stale))
                answers.append(both.ask("POST", both.game_path("/actions"), by, json=action))
                answers.append(both.ask("POST", both.game_path("/actions"), by, json={**action, "x": 1}, headers=current))
            codes |= {found for answer in answers for found in re.findall(r'"code":"(\w+)"', answer.text)}
        if by != viewer:
            both.ask("POST", both.game_path("/takeback"), by, headers=current)
        for seat, body in product(range(3), ({"kind": "human"}, {"kind": "bot"}, {}, {"name": "\n"})):
            both.ask("POST", both.game_path(f"/seats/{seat}/claim"), by, json=body)
            if seat != by and by != "host":
                both.ask("PUT", both.game_path(f"/seats/{seat}"), by, json={**body, "level": "random"})
        both.ask("POST", both.game_path("/branches"), by, json={"version": version + 1})
        if by != "host":
            both.ask("DELETE", both.game_path(), by)
    assert {"stale_version", "precondition_required", "unauthorized", "token_lacks_right", "invalid_field"} <= codes
    assert len(codes & set(OURS[ruleset].rules.refusals)) >= 2, codes
    assert (snapshot(both.one.redis), snapshot(both.other.redis)) == before


@each_long_game
@pytest.mark.parametrize("viewer", [None, 0, long_only(1)])
def test_accepted_actions_that_reveal_nothing_answer_the_same(
    worlds: tuple[World, World], ruleset: str, viewer: int | None
) -> None:
    """Wherever there is a legal action whose events look the same to all who see no more, it is given in both games."""
    given, accepted = 0, set[str]()
    for steps in (18, 21, 22, 25, 29, 34):
        both = twins(worlds, ruleset, viewer, steps, seed=5)
        given += play_quietly(both, viewer)
        if viewer is not None:
            take_back(both, viewer)
        accepted |= both.accepted
    # Where hands are secret, what a spectator does not know is known to every seat that acts.
    assert given >= 2 or viewer is None
    assert viewer != 0 or {"act", "askTakeback"} <= accepted


def take_back(both: Twins, viewer: int) -> None:
    """The viewer, then the other player, asks to go back, and is declined at first. What the viewer sends is compared."""
    for asker, answerer in ((viewer, 1 - viewer), (1 - viewer, viewer)):
        for operation, by in (
            ("askTakeback", asker), ("declineTakeback", answerer), ("askTakeback", asker), ("acceptTakeback", answerer)
        ):  # fmt: skip
            for each in requests_of(both.game, operation):
                if by == viewer:
                    both.request(each, by)
                else:
                    both.send(each, by)


def play_quietly(both: Twins, viewer: int | None) -> int:
    """Give such actions as long as there is one; returns how many."""
    for given in range(12):
        state = both.game.state()
        (seat, *_) = state["to_act"]
        if seat not in both.game.tokens:
            return given
        if seat == viewer:
            both.ask("GET", both.game_path("/actions"), seat)
        action = next((each for each in legal_for(both, seat) if quiet(both, {viewer, seat, None}, seat, each)), None)
        if action is None:
            return given
        headers, body = {"Idempotency-Key": f"key-{given}"}, msgspec.to_builtins(action)
        known = [*requests_of(both.game, "tryAction"), *requests_of(both.game, "act")]
        for each in known:  # Tried first, then the action, which is repeated by its key.
            answer = both.request(each, seat, json=body, headers={**each.options["headers"], **headers})
            assert answer.status_code == (200 if each.operation == "tryAction" else 201)
        for by in eyes(viewer):
            both.ask("GET", both.game_path("/events"), by)
        for each in requests_of(both.game, "followKey"):
            both.request(each, "key")
    return given


def legal_for(both: Twins, seat: int) -> list[Any]:
    game = OURS[both.game.ruleset]
    return list(game.rules.legal_commands(handler_of(both.one).repository.load(both.game.id).session.state, seat))


def quiet(both: Twins, seats: set[int | None], seat: int, command: Any) -> bool:
    """Whether the command's events look the same in both games to these seats (None: a spectator)."""
    game, told = OURS[both.game.ruleset], []
    for world in (both.one, both.other):
        game_log = handler_of(world).repository.load(both.game.id)
        actor, dealer = Actor("player", seat), lifecycle.Dealer(SECRET, both.game.id)
        try:
            recorder = lifecycle.decide(game, game_log.session, actor, command, dealer, game_log.version + 1)
        except Rejected:
            return False
        told.append(
            [[game.gate.redact(e, by) for by in seats] for e in recorder.events if not isinstance(e, session.EVENTS)]
        )
        told.append([game.gate.view(recorder.state.state, by) for by in seats])
    return told[:2] == told[2:]


@each_long_game
def test_whatever_is_changed_the_answer_is_the_same(worlds: tuple[World, World], ruleset: str) -> None:
    both = twins(worlds, ruleset, 0, 21, seed=5)
    changing = [name for name, each in ENDPOINTS.items() if each.kind in ("changes game", "changes") and name not in PLAYED]
    for operation in sorted(changing, key=lambda name: AT_THE_END.index(name) if name in AT_THE_END else -1):
        for each in requests_of(both.game, operation):
            both.request(each, each.by)
    assert both.accepted == {*changing} - {*NOT_NOW}
    both.ask("GET", both.game_path("/events"), 0)


AT_THE_END = ("changeSeat", "resign", "abandonGame", "askLookBack", "rematchGame")
"""What leaves a game that does not go on as before, in this order."""
PLAYED = ("act", "askTakeback", "acceptTakeback", "declineTakeback")
"""What `play_quietly` and `take_back` give."""
NOT_NOW = (
    "setClock", "claimSeat",  # For games with a clock and lobbies.
    "importGame", "createWebhook", "deleteWebhook", "testWebhook",  # For files, and services with webhooks.
)  # fmt: skip
"""What such a game refuses; all others are accepted."""


@each_long_game
def test_the_metrics_count_the_same(worlds: tuple[World, World], ruleset: str) -> None:
    both = twins(worlds, ruleset, 0, 15, seed=3)
    actions = example_commands(ruleset, ["x", *hidden_words(both)], 3)  # Both worlds have the game in memory after this.
    counted = []
    for world in (both.one, both.other):
        before = counts(world)
        game = Game(world.api, {"game": both.game.state(), "host_token": "", "seats": []})
        game.tokens = both.game.tokens
        for action in actions:
            world.api.call("POST", f"{game.path}/actions/try", token=game.tokens[0], json=action)
        game.get(by=0)
        after = counts(world)
        counted.append({label: value - before.get(label, 0) for label, value in after.items() if value != before.get(label)})
    assert counted[0] == counted[1]
    assert len(counted[0]) >= 3


def counts(world: World) -> dict[str, float]:
    lines = world.api.get("/metrics").text.splitlines()
    # Times differ between any two runs.
    samples = (line.rpartition(" ") for line in lines if not line.startswith("#") and "_seconds_" not in line)
    return {label: float(value) for label, _, value in samples if "created" not in label}


@pytest.mark.threat("T-20")
@each_long_game
def test_bots_are_given_the_same(worlds: tuple[World, World], ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot's policy is given follows from what its seat may see."""
    one, other = worlds
    game = begin(one, ruleset, 12, seed=8)
    seat = game.state()["to_act"][0]
    game.put_seat(seat, seat, kind="bot", level="greedy")
    commits = commits_of(one, game.id)
    put_twin(one, other, game.id, reseal(commits, redealt(ruleset, commits, seat, 1), ruleset))
    given: list[Any] = []

    def choose(level: str, question: Question, rng: Any, budget: float) -> Any:
        shown, legal = msgspec.json.encode(question.view), msgspec.json.encode(question.legal)
        given.append((level, question.game.name, shown, question.seat, legal, budget))
        raise StopIteration

    monkeypatch.setattr(jobs, "choose", choose)
    for world in worlds:
        queue = world.app.extensions["tradewinds"].queue
        bench = jobs.BotServices(handler_on(world.store, CODECS), world.store, queue, budget=0.01, clock=world.clock)
        with pytest.raises(StopIteration):
            jobs.play_turns(bench, game.id, len(commits), seat, 1)
    assert given[0] == given[1]
    assert open_end(one, game) != open_end(other, game)


# Lobbies


@each_long_game
def test_client_seeds_are_hidden_until_the_start(worlds: tuple[World, World], ruleset: str) -> None:
    for world, seed in zip(worlds, ("first-seed", "other-seed"), strict=True):
        world.count_from(1)
        game = world.api.create(ruleset, "human", "open", "open")
        game.claim(1, client_seed=seed)
    both = Twins(*worlds, game)
    for by in (None, "host", 0):
        for each in requests(both.game, "reads game", refused=True):
            both.request(each, by)
    both.ask("GET", "/v1/games")
    both.ask("POST", both.game_path("/seats/1/claim"), json={"client_seed": "first-seed"})
    assert snapshot(worlds[0].redis) != snapshot(worlds[1].redis)


# Branches


@pytest.mark.threat("T-23")
@each_long_game
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_branches_tell_nothing_of_what_is_hidden(worlds: tuple[World, World], ruleset: str, viewer: int | None) -> None:
    """Of two such games the same branches come out, hidden cards and coming draws included, if the secret is the same."""
    both = twins(worlds, ruleset, viewer, 25, seed=6)
    last = both.game.version
    for by, version in product(eyes(viewer), (1, last // 2, last)):
        answer = both.ask("POST", both.game_path("/branches"), by, json={"version": version}, mask=False)
        made = answer.json["game"]["id"]
        logs = [commits_of(world, made) for world in worlds]
        assert logs[0] == logs[1]


@pytest.mark.threat("T-23")
@each_long_game
def test_branches_tell_nothing_of_coming_draws(worlds: tuple[World, World], ruleset: str) -> None:
    """Of two games that differ in their secrets, and so in all coming draws, the same branches come out."""
    one, other = worlds
    game = begin(one, ruleset, 10, seed=4)
    commits = commits_of(one, game.id)
    unlike = bytes(32)
    events = codec_of(ruleset).events(commits)
    events[0][0] = msgspec.structs.replace(events[0][0], commitment=fairness.commitment(unlike))
    put_twin(one, other, game.id, reseal(commits, events, ruleset, unlike), unlike)
    logs = []
    for world in worlds:
        world.count_from(500)
        made = Game(world.api, world.api.post(f"{game.path}/branches", {"version": 5}, token=game.tokens[0]).json)
        assert made.state()["fairness"]["commitment"] == fairness.commitment(SECRET), "not the parent's"
        logs.append(commits_of(world, made.id))
    assert logs[0] == logs[1]


@each_long_game
def test_a_branch_has_a_secret_and_draws_of_its_own(worlds: tuple[World, World], ruleset: str) -> None:
    world = worlds[0]
    game = begin(world, ruleset, 3, seed=4)
    services = world.app.extensions["tradewinds"]
    world.new_secret = lambda: b"\7" * 32
    world.count_from(500)
    made = world.api.post(f"{game.path}/branches", {"version": 2}, token=game.tokens[0]).json["game"]
    game_logs = [services.handler.repository.load(each) for each in (game.id, made["id"])]
    assert made["fairness"]["commitment"] == fairness.commitment(b"\7" * 32) != game.state()["fairness"]["commitment"]
    draws = [[game_log.dealer.draws((), 9).below(1 << 32) for _ in range(4)] for game_log in game_logs]
    assert not set(draws[0]) & set(draws[1])


@each_long_game
def test_a_branch_deals_anew_what_its_maker_does_not_see(worlds: tuple[World, World], ruleset: str) -> None:
    world = worlds[0]
    game = begin(world, ruleset, 3, seed=4)
    services = world.app.extensions["tradewinds"]
    numbers = iter(range(1, 100))
    world.new_secret = lambda: bytes([next(numbers)]) * 32
    world.count_from(500)
    branches = [world.api.post(f"{game.path}/branches", {"version": 3}, token=game.tokens[0]).json for _ in range(4)]
    states = [services.handler.repository.load(each["game"]["id"]).session.state for each in branches]
    real = services.handler.repository.session_at(services.handler.repository.load(game.id), 3).state
    assert len({msgspec.json.encode(state) for state in (real, *states)}) == 5
    views = {msgspec.json.encode(OURS[ruleset].gate.view(state, 0), order="deterministic") for state in (real, *states)}
    assert len(views) == 1
    game.abandon()
    after = world.api.post(f"{game.path}/branches", {"version": 3}, token=game.tokens[0]).json["game"]["id"]
    assert services.handler.repository.load(after).session.state == real, "of a game that is over the real position is kept"


# Heads


@each_long_game
def test_a_head_cannot_be_computed_without_the_secret(worlds: tuple[World, World], ruleset: str) -> None:
    """Who guesses every hidden card rightly still cannot confirm it by the head: only with the secret it comes out."""
    world = worlds[0]
    game = begin(world, ruleset, 4, seed=2)
    commits = commits_of(world, game.id)
    state = game.state()
    previous = bytes.fromhex(str(commits[-2].head))
    text, head, version = canonical(commits[-1]), str(commits[-1].head), commits[-1].version
    assert fairness.next_head(previous, SECRET, version, text).hex() == head
    shown = game.get("/export").text + game.get("/audit").text + game.get().text
    assert SECRET.hex() not in shown
    public = [b"", game.id.encode(), bytes(32), previous, bytes.fromhex(state["fairness"]["commitment"])]
    public += [bytes.fromhex(each) for each in re.findall(r'"([0-9a-f]{64})"', shown)]
    public += [token.encode() for token in game.tokens.values()]
    for key in dict.fromkeys([*public, *(each.hex().encode() for each in public)]):
        assert fairness.next_head(previous, key, version, text).hex() != head
        for digest in (
            sha256(key + text),
            sha256(previous + text + key),
            sha256(previous + hmac.digest(key, text, "sha256")),
        ):
            assert digest.hexdigest() != head


@each_long_game
def test_heads_of_the_same_commits_differ_with_the_secret_only(worlds: tuple[World, World], ruleset: str) -> None:
    game = begin(worlds[0], ruleset, 4, seed=2)
    commits = commits_of(worlds[0], game.id)
    events = codec_of(ruleset).events(commits)
    again = reseal(commits, events, ruleset)
    unlike = reseal(commits, events, ruleset, bytes(32))
    assert [each.head for each in again] == [each.head for each in commits]
    assert not {each.head for each in unlike} & {each.head for each in commits}


@each_long_game
def test_times_of_jobs_are_shown_only_after_the_end(worlds: tuple[World, World], ruleset: str) -> None:
    both = twins(worlds, ruleset, None, 5, seed=1)
    for by in both.game.callers():
        (job, *_) = both.ask("GET", both.game_path("/jobs"), by).json["items"]
        assert (job["waiting_ms"], job["running_ms"]) == (None, None)
    both.game.abandon()
    (job, *_) = both.game.get("/jobs").json["items"]
    assert (job["waiting_ms"], job["running_ms"]) == (1, 3)
