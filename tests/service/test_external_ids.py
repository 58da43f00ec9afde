"""External ids: a program finds its games by its own names for them, and creates none twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.errors import StoreUnavailable
from tests.service.client import Api, Game
from tests.service.conftest import Clock
from tests.service.test_api_keys import ADMIN, made, new_key, plan
from tests.service.test_own_games import ids, mine

ROUND = "season 2026 / round 1"


@pytest.fixture
def key(api: Api) -> str:
    return new_key(api)


def body(*seats: str, **more: Any) -> dict[str, Any]:
    return plan(*(seats or ("human:ann", "human:bob")), external_id=ROUND, **more)


def taken(api: Api, key: str, sent: dict[str, Any]) -> str:
    """The game that has the external id already, as the refusal names it."""
    game: str = api.refused("POST", "/v1/games", 409, "external_id_taken", json=sent, token=key)["params"]["game"]
    return game


def test_the_same_creation_again_answers_the_same_game(api: Api, key: str, clock: Clock) -> None:
    first = Game(api, api.post("/v1/games", body(metadata={"a": "b"}), token=key).json)
    first.play(3)
    api.call("PATCH", f"{first.path}/note", json={"metadata": {"told": "3"}}, token=key, expect=200)
    clock.advance(days=1)
    again = api.post("/v1/games", body(metadata={"a": "b"}), token=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json["game"]["id"] == first.id
    assert again.json["game"]["version"] == first.state()["version"], "the game as it is now"
    assert again.json["game"]["metadata"] == {"a": "b", "told": "3"}
    assert (again.json["host_token"], again.json["seats"], again.json["invitations"]) == (None, [], [])
    first.play(1)  # The tokens of the players count still.


def test_answers_to_the_keys_changes_show_its_notes(api: Api, key: str) -> None:
    seats = [{"kind": "human", "player": "ann"}, {"kind": "open"}]
    sent = {**plan(), "seats": seats, "custody": True, "external_id": ROUND, "metadata": {"a": "b"}}
    game = api.post("/v1/games", sent, token=key).json["game"]["id"]
    path = f"/v1/games/{game}"
    ann = {"Tradewinds-Seat": "0"}

    claimed = api.post(f"{path}/seats/1/claim", {"player": "bob"}, token=key).json["game"]
    bot = {"kind": "bot", "level": "random"}
    handed = api.call("PUT", f"{path}/seats/0", json=bot, expect=200, token=key, headers=ann).json["game"]
    back = api.call("PUT", f"{path}/seats/0", json={"kind": "human"}, expect=200, token=key, headers=ann).json["game"]
    resigned = api.post(f"{path}/resign", None, token=key, headers={**ann, "Idempotency-Key": "resigned"}).json["game"]
    again = api.post(f"{path}/rematch", None, token=key, headers=ann).json["game"]

    for shown in (claimed, handed, back, resigned):
        assert (shown["metadata"], shown["external_id"]) == ({"a": "b"}, ROUND)
        assert [seat["player"] for seat in shown["seats"]] == ["ann", "bob"]
    assert (again["metadata"], again["external_id"]) == ({"a": "b"}, None)
    assert sorted(seat["player"] for seat in again["seats"]) == ["ann", "bob"]


def test_an_accepted_change_is_no_refusal_if_the_notes_cannot_be_read_then(
    api: Api, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(api, key, "human:ann", "human:bob", external_id=ROUND, custody=True)
    version = game.state()["version"]

    def gone(_: Any) -> Any:
        raise StoreUnavailable("Redis is away")

    monkeypatch.setattr(api.app.extensions["tradewinds"].store.owned, "about", gone)
    resigned = {"Tradewinds-Seat": "0", "Idempotency-Key": "resigned"}
    answer = api.post(f"{game.path}/resign", None, token=key, headers=resigned).json
    assert answer["version"] == version + 1 == game.state()["version"]
    assert answer["game"]["metadata"] is None


def test_another_creation_is_refused_with_the_game(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob", external_id=ROUND)
    others = (
        body("human:ann", "human:cat"),
        body("human:ann", "human:bob", metadata={"a": "b"}),
        body("human:ann", "human:bob", custody=True),
        body("human:ann", "human:bob", options={"starting_seat": 1}),
        body("human:ann", "human:bob", "human:cat"),
    )
    for other in others:
        assert taken(api, key, other) == game.id
    assert ids(mine(api, key)) == [game.id]


def test_a_game_is_found_by_its_external_id_by_its_own_key_alone(api: Api, key: str) -> None:
    other = new_key(api, "another")
    game, same, _ = (made(api, each, "human:ann", "human:bob", external_id=ROUND) for each in (key, other, key))
    assert ids(mine(api, key, external_id=ROUND)) == [game.id]
    assert ids(mine(api, other, external_id=ROUND)) == [same.id]
    assert mine(api, key, external_id="round 2") == []
    assert mine(api, key, external_id=ROUND, status="finished") == []
    assert mine(api, new_key(api, "a third"), ids=f"{game.id},{same.id}") == []
    (line,) = mine(api, key, ids=f"{game.id},{same.id}")
    assert (line["id"], line["external_id"]) == (game.id, ROUND)
    assert game.state()["external_id"] is None, "only its key sees it"
    assert api.get(game.path, token=other).json["external_id"] is None
    assert api.get(game.path, token=key).json["external_id"] == ROUND


def test_with_an_idempotency_key_a_repeat_gets_new_tokens(api: Api, key: str) -> None:
    def create(**more: Any) -> Any:
        return api.post("/v1/games", {**body(), **more}, token=key, headers={"Idempotency-Key": "k" * 32}).json

    first, again = create(), create()
    assert first["game"]["id"] == again["game"]["id"]
    assert again["host_token"] not in (None, first["host_token"])
    for other in ({"external_id": "round 2"}, {"external_id": "round 3"}, {"external_id": "round 4"}):
        sent = {"json": {**body(), **other}, "headers": {"Idempotency-Key": "k" * 32}}
        api.refused("POST", "/v1/games", 422, "key_reused", token=key, **sent)
    api.refused(
        "POST", "/v1/games", 422, "key_reused", token=key, json=plan("human:ann", "human:bob"), headers=sent["headers"]
    )


def test_the_external_id_of_a_deleted_game_is_free_again(make_api: Callable[..., Api]) -> None:
    api = make_api(admin_key=ADMIN)
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob", external_id=ROUND)
    api.delete(f"/v1/admin/games/{game.id}", token=ADMIN)
    assert mine(api, key, external_id=ROUND) == []
    another = made(api, key, "human:ann", "human:cat", external_id=ROUND)
    assert another.id != game.id
    assert ids(mine(api, key, external_id=ROUND)) == [another.id]


def test_a_rematch_has_no_external_id(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob", external_id=ROUND, custody=True)
    game.abandon()
    again = api.post(f"{game.path}/rematch", None, token=key, headers={"Tradewinds-Seat": "0"}).json["game"]
    assert api.get(f"/v1/games/{again['id']}", token=key).json["external_id"] is None
    assert ids(mine(api, key, external_id=ROUND)) == [game.id]


def test_a_refused_creation_leaves_the_external_id_free(api: Api, key: str) -> None:
    api.refused("POST", "/v1/games", 422, "invalid_option", json=body(options={"nonsense": 1}), token=key)
    made(api, key, "human:ann", "human:bob", external_id=ROUND)


def test_after_a_player_was_forgotten_a_repeat_is_known_by_the_rest(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob", external_id=ROUND)
    api.call("POST", "/v1/players/forget", json={"player": "ann"}, token=key, expect=200)
    assert api.post("/v1/games", body(), token=key).json["game"]["id"] == game.id
    assert [seat["player"] for seat in mine(api, key)[0]["seats"]] == [None, "bob"]


# Lists


def test_filters_by_metadata_ids_and_several_statuses(api: Api, key: str, clock: Clock) -> None:
    games = []
    for season in ("2025", "2026", "2026"):
        clock.advance(seconds=1)
        metadata = {"season": season, "round": str(len(games))}
        games.append(made(api, key, "human:ann", "open" if len(games) == 2 else "human", metadata=metadata))
    games[0].abandon()
    first, second, third = (game.id for game in games)
    chosen: dict[str, Any] = {"metadata[season]": "2026"}
    assert ids(mine(api, key, **chosen)) == [third, second]
    assert ids(mine(api, key, **chosen, **{"metadata[round]": "1"})) == [second]
    assert mine(api, key, **{"metadata[season]": "2026", "metadata[nothing]": ""}) == []
    assert sorted(ids(mine(api, key, status="lobby,abandoned"))) == sorted([first, third])
    assert sorted(ids(mine(api, key, ids=f"{first},{second},0g{'a' * 20}"))) == sorted([first, second])
    assert ids(mine(api, key, ids=f"{first},{second}", **chosen)) == [second]
    for query in ("status=lobby,over", "ids=x", "metadata=x", "ids=", "metadata[a]=b&metadata[a]=c"):
        api.refused("GET", f"/v1/games?mine=true&{query}", 400, "invalid_query", token=key)
    problem = api.refused("GET", "/v1/games?metadata[a]=b", 400, "invalid_query")
    assert "mine=true" in problem["detail"]


# A single game and its notes


def test_a_single_game_shows_its_notes_to_its_key(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "greedy:x" and "human:bob", metadata={"channel": "42"}, custody=True)
    shown = api.get(game.path, token=key)
    assert shown.json["metadata"] == {"channel": "42"}
    assert [seat["player"] for seat in shown.json["seats"]] == ["ann", "bob"]
    unchanged = {"If-None-Match": shown.headers["ETag"]}
    api.call("GET", game.path, token=key, headers=unchanged, expect=304)
    api.call("PATCH", f"{game.path}/note", json={"metadata": {"channel": "43"}}, token=key, expect=200)
    again = api.get(game.path, token=key, headers=unchanged)
    assert again.json["metadata"] == {"channel": "43"}
    seat = {"Tradewinds-Seat": "0"}
    as_seat = api.get(game.path, token=key, headers=seat)
    assert as_seat.json["metadata"] == {"channel": "43"}
    offer = api.get(f"{game.path}/actions", token=key, headers={"Tradewinds-Seat": str(as_seat.json["to_act"][0])}).json
    acting = {"Tradewinds-Seat": str(offer["seat"]), "If-Match": as_seat.headers["ETag"]}
    api.post(f"{game.path}/actions", {"offer": offer["actions"][0]["id"]}, token=key, headers=acting)
    for caller in (None, *game.tokens.values()):
        other = api.get(game.path, token=caller).json
        assert other["metadata"] is None
        assert [each["player"] for each in other["seats"]] == [None, None]


def test_notes_are_changed_only_as_they_were_read(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob")
    note = f"{game.path}/note"
    read = api.get(note, token=key)
    api.call("GET", note, token=key, headers={"If-None-Match": read.headers["ETag"]}, expect=304)
    one = {"json": {"metadata": {"told": "1"}}, "headers": {"If-Match": read.headers["ETag"]}}
    changed = api.call("PATCH", note, token=key, expect=200, **one)
    problem = api.call("PATCH", note, token=key, expect=412, code="stale_note", **one)
    assert problem.headers["ETag"] == changed.headers["ETag"] == api.get(note, token=key).headers["ETag"]
    two = {"json": {"metadata": {"told": "2"}}, "headers": {"If-Match": changed.headers["ETag"]}}
    assert api.call("PATCH", note, token=key, expect=200, **two).json["metadata"] == {"told": "2"}
    for header in ('"99"', "*", changed.headers["ETag"].strip('"')):
        sent = {"json": {}, "headers": {"If-Match": header}}
        api.refused("PATCH", note, 400, "invalid_header", token=key, **sent)


def test_seventeen_names_of_metadata_are_refused_and_change_nothing(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob", metadata={f"n{number}": "" for number in range(16)})
    note = f"{game.path}/note"
    before = api.get(note, token=key).json
    problem = api.refused("PATCH", note, 422, "invalid_body", json={"metadata": {"one more": "x"}}, token=key)
    assert problem["errors"][0]["pointer"] == "/metadata"
    assert "16" in problem["detail"]
    assert api.get(note, token=key).json == before
    exchanged = {"metadata": {"one more": "x", "n0": None}}
    assert len(api.call("PATCH", note, json=exchanged, token=key, expect=200).json["metadata"]) == 16


def test_reserved_and_bot_seats_have_players_from_the_start(api: Api, key: str) -> None:
    seats = [
        {"kind": "reserved", "player": "erin", "name": "Erin"},
        {"kind": "bot", "level": "greedy", "player": "bot:greedy"},
    ]
    made_ = api.post("/v1/games", {**plan(), "seats": seats}, token=key).json
    assert [seat["player"] for seat in made_["game"]["seats"]] == ["erin", "bot:greedy"]
    (line,) = mine(api, key, player="bot:greedy")
    assert [seat["player"] for seat in line["seats"]] == ["erin", "bot:greedy"]
    api.post(f"/v1/games/{line['id']}/seats/0/claim", {"invitation": made_["invitations"][0]["invitation"]})
    assert mine(api, key)[0]["seats"][0]["player"] == "erin"
