"""The player of scenes in docs/frontends.md, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests

from conformance.playing import options_of, play
from conformance.scenes import seen
from domain.game import AnyGame
from tests.support.games import GAMES, fewest_seats
from tests.support.tradewinds import Tradewinds
from tests.web.browser import secret

LINES = 40
COMMITS = 40
"""How many commits of a game are played."""
SOON = "const wait = setTimeout; window.setTimeout = (done, time) => wait(done, time / 100);"
"""Everything in a hundredth of the time."""
PLAYED = """async ([module, commits]) => {
  const {applied} = await import(module);
  const players = {
    docs: {begin, apply, held: () => ({pieces: [...pieces.values()], facts})},
    page: {
      begin: (picture) => { shown = picture; }, apply: (beat, after) => { shown = applied(shown, beat, after); },
      held: () => shown,
    },
  };
  let shown;
  const scenes = JSON.parse(commits);
  const wrong = [], sorted = (found) => Object.fromEntries(Object.entries(found).sort());
  const lying = ({pieces}) => JSON.stringify(sorted(Object.fromEntries(pieces.map((each) => [each.id, each.in]))));
  const figures = ({pieces, facts}) => Object.fromEntries(
    [...Object.entries(facts), ...pieces.map((each) => [each.id, each.facts ?? []])]
      .flatMap(([at, all]) => all.map(([fact, value]) => [`${at} ${fact}`, value])));
  for (const [name, {begin, apply, held}] of Object.entries(players)) {
    for (const {scene, before, after} of scenes) {
      begin(before);
      for (const beat of scene) apply(beat, after);
      const ended = held(), told = figures(ended), true_ = figures(after);
      if (lying(ended) !== lying(after)) wrong.push([name, "pieces", lying(ended), lying(after), scene]);
      for (const {at, fact, now} of scene.filter(({beat, now}) => beat === "gain" && now !== undefined)) {
        const place = `${at} ${fact}`;
        if (place in true_ && told[place] !== true_[place]) wrong.push([name, place, told[place], true_[place], scene]);
      }
    }
  }
  return wrong;
}"""
"""In what the players end with something else than the picture after, in this page and in the pages of the table."""


def player() -> str:
    """The JavaScript in the docs."""
    found = re.search(
        r"```js\n(let pieces.*?)```", (Path(__file__).parents[2] / "docs" / "frontends.md").read_text(), re.DOTALL
    )
    assert found is not None
    return found[1]


@pytest.fixture
def page(browser: Any, site: Tradewinds) -> Iterator[Any]:
    """A page of the service with nothing but the player."""
    shown = browser.new_page()
    complaints: list[str] = []
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    html = f"<!doctype html><main></main><output></output><script>{SOON}{player()}</script>"
    shown.route("**/player", lambda route: route.fulfill(body=html, content_type="text/html"))
    shown.goto(f"http://{site.settings.address}/player")
    yield shown
    shown.close()
    assert complaints == []


@pytest.fixture
def bots(site: Tradewinds) -> Callable[..., str]:
    """Begins a game of bots; returns its address."""

    def begin(ruleset: str, **options: Any) -> str:
        seats = [{"kind": "bot", "level": "random"}] * 2
        body = {"ruleset": ruleset, "seats": seats, "options": options, "secret": secret()}
        made = requests.post(f"http://{site.settings.address}/v1/games", json=body, timeout=10).json()
        return f"http://{site.settings.address}/v1/games/{made['game']['id']}"

    return begin


def test_the_player_is_short() -> None:
    assert len(player().splitlines()) <= LINES


@pytest.mark.parametrize("ruleset", [*GAMES])
def test_beats_lead_to_the_picture_after(page: Any, site: Tradewinds, ruleset: str) -> None:
    """What a renderer holds after the last beat is in the picture after, at the same place, and nothing else is."""
    module = f"http://{site.settings.address}{static_file(site, 'working.js')}"
    commits = [*staged(GAMES[ruleset], seed=2), *staged(GAMES[ruleset], seed=3)]
    assert sum(len(each["scene"]) for each in commits) > len(commits) / 2
    assert page.evaluate(PLAYED, [module, msgspec.json.encode(commits).decode()]) == []


def staged(game: AnyGame, seed: int) -> Iterator[dict[str, Any]]:
    """Commits of a random game, as a spectator and a seat see them, with the pictures around them. With an even seed the
    options are random."""
    seats = fewest_seats(game.name)
    options = options_of(game, seats, seed)
    for step in islice(play(game, seats, seed, options), COMMITS):
        for viewer in (None, 0):
            found = seen(game, step, viewer, options, seats)
            yield msgspec.to_builtins({"scene": found.scene, "before": found.before, "after": found.after})


def static_file(site: Tradewinds, name: str) -> str:
    """The address of a file of the pages."""
    start = requests.get(f"http://{site.settings.address}/", timeout=10).text
    found = re.search(r'src="([^"]*/)main\.js"', start)
    assert found is not None
    return f"{found[1]}{name}"


def test_a_game_is_watched_to_its_end(page: Any, bots: Callable[..., str]) -> None:
    game = bots("merchants-of-the-caribbean", round_limit=12)
    page.evaluate(
        "game => { window.watched = false; watch(game).then(() => { window.watched = true; }); }", game.rpartition("/")[2]
    )
    page.wait_for_function("watched", timeout=60_000)
    assert page.locator("output").inner_text()
    shown = page.locator("main").inner_text()
    page.evaluate(
        "async ([board, picture]) => { begin(picture); draw(board); }",
        [requests.get(f"{game}/{each}", timeout=10).json() for each in ("board", "picture")],
    )
    assert page.locator("main").inner_text() == shown
