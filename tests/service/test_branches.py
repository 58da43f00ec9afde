"""Trying something else from a position of any game."""

from __future__ import annotations

from collections.abc import Callable

from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.support.games import RULESET, fewest_seats


def test_a_version_may_be_written_as_json_schema_lets_it(game: Game) -> None:
    for text in ("2", "2.0", "20e-1", "0.2e1"):
        made = game.call("POST", "/branches", data=f'{{"version": {text}}}', content_type="application/json", expect=201)
        assert made.json["game"]["branch_of"] == {"game": game.id, "version": 2}
    for text in ("2.5", "true", '"2"', "1e400", "null"):
        made = game.call("POST", "/branches", data=f'{{"version": {text}}}', content_type="application/json")
        assert made.status_code in (400, 422), text
    game.refused("POST", "/branches", 404, "unknown_version", data='{"version": 2e9}', content_type="application/json")


def branch(game: Game, version: int, by: object = None) -> Game:
    response = game.call("POST", "/branches", by, json={"version": version}, expect=201)
    made = Game(game.api, response.json)
    assert response.headers["Location"] == made.path
    assert response.headers["ETag"] == '"1"'
    return made


@every_ruleset
def test_a_branch_keeps_what_the_caller_sees_and_can_be_played(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, *["human:Ann", "human:Bo", "human:Cy"][: fewest_seats(ruleset)])
    game.play(6)
    for by in game.callers():
        for version in (1, 4, 7):
            made, then = branch(game, version, by), game.state(by, version=version)
            state = made.state(by if by != "host" else None)
            assert state["view"] == then["view"]
            assert state["to_act"] == then["to_act"]
            assert state["options"] == then["options"]
            assert [each["name"] for each in state["seats"]] == [each["name"] for each in then["seats"]]
            assert state["branch_of"] == {"game": game.id, "version": version}
            assert state["visibility"] == "unlisted"
            assert state["fairness"]["commitment"] != then["fairness"]["commitment"]
    assert made.play(2)["version"] == 3
    assert game.version == 7
    assert [each["id"] for each in api.get("/v1/games").json["items"]] == [game.id]


def test_the_tokens_of_a_branch_are_its_own(api: Api) -> None:
    game = api.create(RULESET)
    made = branch(game, 1, 0)
    assert set(made.tokens) == {"host", 0, 1}
    assert not set(made.tokens.values()) & set(game.tokens.values())
    made.refused("GET", "", 401, "unauthorized", token=game.tokens[0])
    game.refused("GET", "", 401, "unauthorized", token=made.tokens[0])


@every_ruleset
def test_a_branch_of_a_branch_proves_its_decisions(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(3)
    second = branch(branch(game, 2), 1)
    second.play(5)
    second.abandon()
    audit = second.get("/audit").json
    assert audit["ok"]
    assert audit["checks"]["decisions"] == "ok"


def test_bots_stay_bots_and_are_asked_in_a_branch(api: Api) -> None:
    game = api.create(RULESET, "human", "random")
    made = branch(game, 1, 0)
    assert [each["kind"] for each in made.state()["seats"]] == ["human", "bot"]
    assert set(made.tokens) == {"host", 0}
    waiting = game.state()["to_act"] == [1]
    assert bool(made.get("/jobs").json["items"]) == waiting


@every_ruleset
def test_whoever_watches_bots_may_play_on_as_one_of_them(api: Api, ruleset: str) -> None:
    """In the branch alone: the game that is watched goes on among its bots."""
    game = api.create(ruleset, *["random"] * fewest_seats(ruleset))
    last = fewest_seats(ruleset) - 1
    made = Game(api, game.call("POST", "/branches", json={"version": 1, "seat": last}, expect=201).json)
    seats, before = made.state()["seats"], game.state()["seats"]
    assert [each["kind"] for each in seats] == ["bot"] * last + ["human"]
    assert (seats[last]["name"], seats[last]["level"]) == (f"Seat {last + 1}", None)
    assert set(made.tokens) == {"host", last}
    assert [each["kind"] for each in before] == ["bot"] * (last + 1)
    made.call("PUT", f"/seats/{last}", last, json={"kind": "bot", "level": "random"})
    assert made.abandon()
    assert made.get("/audit").json["checks"]["decisions"] == "ok"


@every_ruleset
def test_a_seat_handed_to_a_bot_is_branched_from_every_version(api: Api, ruleset: str) -> None:
    """The seat is its owner's where the branch names it, and the bot's elsewhere, with a token to take it back."""
    game = api.create(ruleset)
    seats = fewest_seats(ruleset)
    game.play(2)
    game.put_seat(seats - 1, seats - 1, kind="bot", level="random")
    handed = game.version
    game.put_seat(seats - 1, seats - 1, kind="human")
    game.play(1)
    for version in range(1, game.version + 1):
        for own in range(seats):
            made = Game(api, game.call("POST", "/branches", own, json={"version": version, "seat": own}, expect=201).json)
            state = made.state()
            bots = [seat for seat, each in enumerate(state["seats"]) if each["kind"] == "bot"]
            was = game.state(version=version)["seats"][-1]["kind"]
            assert bots == ([seats - 1] if was == "bot" and own != seats - 1 else [])
            assert set(made.tokens) == {"host", *range(seats)}
            for seat in bots:
                made.put_seat(seat, seat, kind="human")
    assert game.state(version=handed)["seats"][-1]["kind"] == "bot"


def test_a_seat_of_a_person_stays_one_in_a_branch_that_names_it(api: Api) -> None:
    game = api.create(RULESET, "human", "random")
    named, plain = (
        game.call("POST", "/branches", json=body, expect=201).json for body in ({"version": 1, "seat": 0}, {"version": 1})
    )
    assert named["game"]["seats"] == plain["game"]["seats"]


def test_a_branch_names_a_seat_of_the_game_or_none(api: Api) -> None:
    game = api.create(RULESET, "human", "random")
    game.refused("POST", "/branches", 404, "unknown_seat", json={"version": 1, "seat": 2})
    for seat in (-1, "0", 0.5, True):
        game.refused("POST", "/branches", 422, "invalid_body", json={"version": 1, "seat": seat})
    game.call("POST", "/branches", json={"version": 1, "seat": None}, expect=201)


@every_ruleset
def test_a_position_after_the_end_or_before_the_start_has_no_branch(
    api: Api, finished: Callable[[str], Game], ruleset: str
) -> None:
    game = finished(ruleset)
    game.refused("POST", "/branches", 409, "game_over", json={"version": game.version})
    branch(game, game.version - 1)
    lobby = api.create(ruleset, *["open"] * fewest_seats(ruleset))
    lobby.refused("POST", "/branches", 409, "no_position", json={"version": 1})
    lobby.refused("POST", "/branches", 404, "unknown_version", json={"version": 2})


def test_the_position_itself_does_not_leave_a_running_branch(api: Api) -> None:
    game = api.create(RULESET)
    made = branch(game, 1)
    for by in made.callers():
        (first,) = made.get("/events", by).json["items"]
        restored = first["events"][-1]
        assert restored == {"type": "position_restored", "state": {"hidden": True, "count": 1}}
    made.abandon()
    (first, *_) = made.get("/events?open=true").json["items"]
    assert len(str(first["events"][-1]["state"])) > 1000
