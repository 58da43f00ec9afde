"""Games in frames of other sites: off unless origins are named, and without any right to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from events.settings import ConfigError, Settings
from tests.service.client import Api
from tests.support.games import RULESET
from tests.web.browser import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Route

CLUB = "http://club.example"


def test_no_page_is_shown_in_frames_unless_origins_are_named(make_api: Callable[..., Api]) -> None:
    api = make_api()
    game = api.create(RULESET)
    api.refused("GET", f"/embed/games/{game.id}", 404, "not_found")


def test_only_the_named_origins_may_show_the_view_and_nothing_else(make_api: Callable[..., Api]) -> None:
    api = make_api(embed_origins=f"{CLUB} https://friends.example:8443")
    game = api.create(RULESET)
    policy = api.get(f"/embed/games/{game.id}").headers["Content-Security-Policy"]
    assert f"frame-ancestors {CLUB} https://friends.example:8443;" in policy
    for path in ("/", f"/games/{game.id}"):
        assert "frame-ancestors 'none';" in api.get(path).headers["Content-Security-Policy"]


@pytest.mark.parametrize("origins", ["*", "club.example", f"{CLUB}; script-src *", f"{CLUB},{CLUB}", "javascript://x"])
def test_what_is_no_origin_is_refused_at_the_start(origins: str) -> None:
    with pytest.raises(ConfigError, match="EMBED_ORIGINS"):
        Settings.from_env({"EMBED_ORIGINS": origins})


def test_a_framed_game_is_watched_and_neither_read_nor_keeps_a_token(visit: Callable[..., Visitor]) -> None:
    """Even in the browser of a player: the frame shows what a spectator sees."""
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".asked.mine").wait_for()
    anne.open()
    anne.page.locator(".newgame").wait_for()
    before = anne.page.evaluate("JSON.stringify(localStorage)")
    sent: list[str | None] = []
    anne.page.on("request", lambda request: sent.append(request.headers.get("authorization")))
    # The page of the game stands for the view, which this service does not serve: its script goes by the address.
    anne.page.route("**/embed/games/*", lambda route: as_the_game(route, game))
    anne.page.goto(f"{anne.base}/embed/games/{game}")
    anne.page.locator(".table.watching .board").wait_for()
    anne.page.keyboard.press("[")
    anne.page.locator(".what p", has_text="version").wait_for()
    assert set(sent) == {None}
    assert anne.page.evaluate("JSON.stringify(localStorage)") == before
    assert not anne.page.get_by_text("Try it from here").count()
    assert not anne.page.locator(".offers .choose, .who").count()


def as_the_game(route: Route, game: str) -> None:
    route.fulfill(response=route.fetch(url=route.request.url.replace("/embed/", "/")))
