"""Games that the arena writes are games like any other: they can be imported and audited."""

from __future__ import annotations

from cli.arena.matches import Match, play
from tests.service.client import Api
from tests.service.conftest import every_ruleset
from tests.support.games import fewest_seats


@every_ruleset
def test_a_game_of_the_arena_can_be_imported(api: Api, ruleset: str) -> None:
    played = play(Match(ruleset, ("random",) * fewest_seats(ruleset), {}, 4, 1.0, 1, True), 0)
    created = api.call(
        "POST", "/v1/games/import", data=played.log, headers={"Content-Type": "application/x-ndjson"}, expect=201
    ).json
    state = api.get(f"/v1/games/{created['id']}").json
    assert (state["imported"], state["status"], state["version"]) == (True, "finished", played.moves + 1)
    assert api.get(f"/v1/games/{created['id']}/audit").json["ok"] is True
