"""What a host does about seats: names that stay, new names, links to hand out, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.errors import ConfigError
from events.settings import Settings
from tests.service.client import Api, Game
from tests.service.test_api_keys import ADMIN, made, new_key, plan
from tests.service.test_own_games import mine

RESERVED = {"kind": "reserved", "name": "Erin"}


def reserved(api: Api) -> tuple[Game, str]:
    """A game in which a seat is reserved for Erin, and her invitation."""
    answer = api.post("/v1/games", {**plan(), "seats": [{"kind": "human", "name": "Dave"}, RESERVED]}).json
    return Game(api, answer), answer["invitations"][0]["invitation"]


def test_a_reserved_name_survives_the_claim(api: Api) -> None:
    game, invitation = reserved(api)
    claim, key = {"invitation": invitation}, {"Idempotency-Key": "k" * 32}
    first = api.post(f"{game.path}/seats/1/claim", claim, headers=key).json
    again = api.post(f"{game.path}/seats/1/claim", claim, headers=key).json
    assert first["game"]["seats"][1]["name"] == again["game"]["seats"][1]["name"] == "Erin"
    assert game.get("/audit").json["ok"]


def test_a_claim_may_bring_another_name_and_open_seats_have_their_number(api: Api) -> None:
    game, invitation = reserved(api)
    claimed = api.post(f"{game.path}/seats/1/claim", {"invitation": invitation, "name": "Eve"}).json
    assert claimed["game"]["seats"][1]["name"] == "Eve"
    other = made(api, None, "human", "open")
    assert api.post(f"{other.path}/seats/1/claim", {}).json["game"]["seats"][1]["name"] == "Seat 2"
    api.refused("POST", f"{other.path}/seats/7/claim", 404, "unknown_seat", json={})


def test_a_host_renames_a_seat(api: Api) -> None:
    game, _ = reserved(api)
    for seat, name in ((0, "David"), (1, "Erin the Second")):
        path = f"{game.path}/seats/{seat}/name"
        game.refused("PUT", f"/seats/{seat}/name", 403, "token_lacks_right", 0, json={"name": name})
        shown = api.put(path, {"name": name}, token=game.tokens["host"]).json
        assert (shown["game"]["seats"][seat]["name"], shown["token"]) == (name, None)
    page = game.get("/events").json["items"]
    assert "is called David from here" in page[-2]["text"]
    assert page[-2]["events"] == [{"type": "seat_renamed", "seat": 0, "name": "David"}]
    game.get("", 0)  # The player's token counts as before.
    (line,) = api.get("/v1/games").json["items"]
    assert [seat["name"] for seat in line["seats"]] == ["David", "Erin the Second"]
    taken = {"json": {"name": "Seat 1"}, "token": game.tokens["host"]}
    api.refused("PUT", f"{game.path}/seats/1/name", 422, "invalid_field", **taken)
    game.abandon()
    api.refused("PUT", f"{game.path}/seats/1/name", 409, "game_over", json={"name": "x"}, token=game.tokens["host"])
    assert game.get("/audit").json["ok"]


def test_an_open_seat_has_no_name_of_its_own(api: Api) -> None:
    game = made(api, None, "human", "open")
    sent = {"json": {"name": "Zoe"}, "token": game.tokens["host"]}
    api.refused("PUT", f"{game.path}/seats/1/name", 409, "seat_is_open", **sent)


def test_every_name_of_a_renamed_seat_can_be_forgotten(make_api: Callable[..., Api]) -> None:
    api = make_api(admin_key=ADMIN)
    game, _ = reserved(api)
    api.put(f"{game.path}/seats/0/name", {"name": "David"}, token=game.tokens["host"])
    found = api.post(f"/v1/admin/games/{game.id}/seats/0/forget", None, token=ADMIN, expect=200).json
    assert found["names"] == 2
    text = game.get("/events").text
    assert ("Dave" in text, "David" in text, "Erin" in text) == (False, False, True)
    assert game.get("/audit").json["ok"]


# Links


@pytest.mark.parametrize("origin", ["", "https://games.example"])
def test_answers_have_links_to_the_table(make_api: Callable[..., Api], origin: str) -> None:
    api = make_api(public_url=origin)
    answer = api.post("/v1/games", {**plan(), "seats": [{"kind": "human"}, {"kind": "reserved"}, {"kind": "open"}]}).json
    table = f"{origin}/games/{answer['game']['id']}"
    (seat,), (invited,) = answer["seats"], answer["invitations"]
    assert answer["url"] == table
    assert seat["url"] == f"{table}#seat=0&token={seat['token']}"
    assert invited["url"] == f"{table}#seat=1&invitation={invited['invitation']}"
    path = f"/v1/games/{answer['game']['id']}/seats/2"
    claimed = api.post(f"{path}/claim", {}).json
    assert claimed["url"] == f"{table}#seat=2&token={claimed['token']}"
    opened = api.put(path, {"kind": "reserved"}, token=answer["host_token"]).json
    assert opened["url"] == f"{table}#seat=2&invitation={opened['invitation']}"
    opened = api.put(path, {"kind": "open"}, token=answer["host_token"]).json
    assert opened["url"] == table


@pytest.mark.parametrize("address", ["games.example", "https://games.example/", "javascript:alert(1)", "https://a b"])
def test_a_public_address_is_an_origin(address: str) -> None:
    with pytest.raises(ConfigError, match="PUBLIC_URL"):
        Settings.from_env({"PUBLIC_URL": address})


# Who hears of it


def test_the_list_says_which_seats_changed_hands(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob", trusted_host=True, takeback="consent")

    def changed() -> list[dict[str, Any]]:
        (line,) = mine(api, key)
        found: list[dict[str, Any]] = line["changed_hands"]
        return found

    assert changed() == []
    game.put_seat(0, "host", kind="bot", level="greedy")
    assert changed() == [{"seat": 0, "player": "ann"}]
    game.put_seat(0, 0, kind="human")
    assert changed() == [{"seat": 0, "player": "ann"}]
    game.put_seat(1, "host", kind="human", name="Cy")
    assert changed() == [{"seat": 1, "player": "bob"}]
    api.put(f"{game.path}/seats/1/name", {"name": "Cyril"}, token=key)
    assert changed() == []
