"""Games in frames of other sites: off unless origins are named, and without any right to play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from events.settings import ConfigError, Settings
from tests.service.client import Api
from tests.support.games import RULESET
from tests.support.tradewinds import tradewinds, wait_until
from tests.web.browser import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

CLUB = "http://club.example"


@pytest.mark.threat("T-68")
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


@pytest.mark.threat("T-68")
def test_a_framed_game_is_watched_and_neither_read_nor_keeps_a_token(visit: Callable[..., Visitor]) -> None:
    """Even in the browser of a player: the frame shows what a spectator sees."""
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".asked.mine").wait_for()
    anne.open()
    # The first page keeps with whom a game is as soon as it has read it.
    anne.page.wait_for_function("game => JSON.parse(localStorage.getItem(`tradewinds/game/${game}`)).others", arg=game)
    before = anne.page.evaluate("JSON.stringify(localStorage)")
    sent: list[str | None] = []
    anne.page.on("request", lambda request: sent.append(request.headers.get("authorization")))
    # The page of the game stands for the view, which this service does not serve: its script goes by the address.
    anne.page.route("**/embed/games/*", lambda route: as_the_game(route, game))
    anne.page.goto(f"{anne.base}/embed/games/{game}")
    anne.page.locator(".table.watching .board").wait_for()
    anne.page.keyboard.press("[")
    anne.page.locator(".table[data-version]").wait_for()
    assert set(sent) == {None}
    assert anne.page.evaluate("JSON.stringify(localStorage)") == before
    assert not anne.page.get_by_text("Try it from here").count()
    assert not anne.page.locator(".offers .choose, .who").count()


def as_the_game(route: Route, game: str) -> None:
    route.fulfill(response=route.fetch(url=route.request.url.replace("/embed/", "/")))


def test_a_page_of_a_named_origin_shows_the_view_and_no_other_page(browser: Browser, tmp_path: Path) -> None:
    """In a real frame: the view shows the game as it goes on, and the page of the game, where a click plays, stays empty."""
    with club() as origin, tradewinds(tmp_path, RATE_LIMIT="off", REPRODUCIBLE="on", EMBED_ORIGINS=origin) as service:
        page = browser.new_page()
        visitor = Visitor(page, f"http://{service.settings.address}")
        game = visitor.create(RULESET, {"seats": [{"kind": "human"}, {"kind": "bot", "level": "random"}]})["game"]["id"]
        page.goto(f"{origin}/#{visitor.base}/embed/games/{game}")
        page.frame_locator("iframe").locator(".board [data-piece]").first.wait_for()
        visitor.complaints.clear()
        page.goto(f"{origin}/?#{visitor.base}/games/{game}")
        assert wait_until(lambda: any("frame-ancestors" in said for said in visitor.complaints), 10)
        assert not page.frame_locator("iframe").locator(".board").count()
        page.close()


@contextmanager
def club() -> Iterator[str]:
    """A site of somebody else, whose page shows in a frame what the # of its address names; yields its origin."""

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            frame = b"<iframe width=900 height=600></iframe>"
            self.wfile.write(frame + b"<script>document.querySelector('iframe').src = location.hash.slice(1)</script>")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Club) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
