"""What the service of `tradewinds dev` has beside every other: a page with the positions of its games, and pages that load
themselves again when something has changed. Not part of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Flask, Response, redirect, request
from werkzeug.test import Client

from cli.dev.watching import PAGES, Watch
from domain.game import AnyGame
from service import web
from service.pages import STYLE
from service.static_text import StaticText

SECRET = "de" * 32
"""The secret of games that are begun here: they are alike each time."""
RELOAD = """\
const own = new URL(import.meta.url).search.slice(1);
for (;;) {
  await new Promise((done) => setTimeout(done, 400));
  const now = await fetch("/dev/state").then((answer) => (answer.ok ? answer.text() : own), () => own);
  if (now !== own) location.reload();
}
"""


def add_to(app: Flask, games: Mapping[str, AnyGame], places: Sequence[Path]) -> None:
    """Give the service its pages for authors; `places` are the files of the games."""
    watch, begun = Watch(places), token_hex(4)
    blueprint = Blueprint("dev", __name__)

    def load() -> None:
        site = web.read_again(games)
        release = f"{site.release}-{begun}"
        main = site.assets["main.js"].text + f'\nimport("/dev/reload.js?{release}");\n'.encode()
        assets = {**site.assets, "main.js": StaticText(main, web.TYPES["js"], web.FOR_EVER)}
        app.extensions["tradewinds-site"] = site._replace(release=release, assets=assets)

    @blueprint.get("/dev")
    def positions() -> Response:
        return _page("".join(_of_game(game) for game in games.values()))

    @blueprint.post("/dev/games")
    def begin() -> Response:
        body = msgspec.json.decode(request.form["game"], type=dict[str, object])
        answer = Client(app.wsgi_app).post("/v1/games", json=body)
        made = answer.get_json(force=True)
        if answer.status_code != 201:
            return _page(f"<p>{escape(made.get('detail', ''))}</p>")
        tokens = [("token", each["token"]) for each in made["seats"]]
        held = urlencode([("seat", "0"), *tokens, ("shared", "1"), ("uncovered", "1")])
        return redirect(f"/games/{made['game']['id']}#{held}", 303)  # type: ignore[return-value]  # Flask's is one of ours.

    @blueprint.get("/dev/state")
    def state() -> Response:
        if any(path.suffix in PAGES for path in watch.changed()):
            load()
        return Response(web.site().release, content_type="text/plain", headers={"Cache-Control": "no-store"})

    @blueprint.get("/dev/reload.js")
    def reload() -> Response:
        return Response(RELOAD, content_type=web.TYPES["js"], headers={"Cache-Control": "no-store"})

    load()
    app.register_blueprint(blueprint)


def _of_game(game: AnyGame) -> str:
    return f"<h2>{escape(game.title)}</h2><ul>{''.join(_beginnings(game))}</ul>"


def _beginnings(game: AnyGame) -> Iterator[str]:
    """A button for each way to begin a game: with each number of seats, in a position, as a lesson."""
    for seats in game.rules.seats(game.types.options()):
        yield _button(f"A new game of {seats}", "", game, seats, secret=SECRET)
    for name, scenario in game.scenarios.items():
        yield _button(scenario.title, scenario.text, game, scenario.seats, scenario=name, secret=SECRET)
    for name, lesson in game.lessons.items():
        yield _button(f"Lesson: {lesson.title}", lesson.text, game, len(lesson.seats), lesson=name)


def _button(title: str, text: str, game: AnyGame, seats: int, **chosen: str) -> str:
    body = {"ruleset": game.name, "seats": [{"kind": "human"}] * seats, **chosen}
    value = escape(msgspec.json.encode(body).decode())
    return (
        '<li><form method="post" action="/dev/games">'
        f'<button name="game" value="{value}">{escape(title)}</button> <span class="quiet">{escape(text)}</span></form></li>'
    )


STYLE_OF_FORMS = "button{font:inherit;padding:.3rem .8rem}ul{list-style:none;padding:0}"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"


def _page(body: str) -> Response:
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Tradewinds dev</title>'
        f"<style>{STYLE}{STYLE_OF_FORMS}</style>"
        '<header><a href="/">The lobby</a></header><main><h1>Begin at a position</h1>'
        "<p>You hold every seat of the game that begins. Whatever begins here is dealt alike each time.</p>"
        f"{body}</main></html>"
    )
    return Response(text, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})
