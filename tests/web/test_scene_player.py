"""The player of scenes in docs/frontends.md, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.support.games import OURS
from tests.support.tradewinds import Tradewinds, wait_until

LINES = 40
SOON = "const wait = setTimeout; window.setTimeout = (done, time) => wait(done, time / 100);"
"""Everything in a hundredth of the time."""
PLAYED = """(commits) => {
  begin(commits[0].picture);
  return commits.slice(1).map(({scene, picture}) => {
    scene.forEach((beat) => apply(beat));
    const gains = scene.filter(({beat, now}) => beat === 'gain' && now !== undefined);
    const told = new Set(gains.map(({at, fact}) => `${at} ${fact}`));
    const places = [...pieces.values()].filter(({face}) => face).map((each) => [each.id, each.in]);
    const figures = ({pieces, facts}) => Object.fromEntries(
      [...Object.entries(facts), ...pieces.map((each) => [each.id, each.facts ?? []])]
        .flatMap(([at, all]) => all.map(([fact, value]) => [`${at} ${fact}`, value])).filter(([name]) => told.has(name)));
    const worked = {places, figures: figures({pieces: [...pieces.values()], facts})};
    begin(picture);
    return {
      worked, figures: figures(picture),
      moved: scene.filter(({beat}) => beat === 'move')
        .flatMap(({pieces}) => pieces.map((piece) => typeof piece === 'string' ? piece : piece.id)),
      places: picture.pieces.filter(({face}) => face).map((each) => [each.id, each.in]),
    };
  });
}"""
"""What the beats of each commit come to, and what stands in the picture after it."""


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
        body = {"ruleset": ruleset, "seats": seats, "options": options}
        made = requests.post(f"http://{site.settings.address}/v1/games", json=body, timeout=10).json()
        return f"http://{site.settings.address}/v1/games/{made['game']['id']}"

    return begin


def test_the_player_is_short() -> None:
    assert len(player().splitlines()) <= LINES


@pytest.mark.parametrize("ruleset", [*OURS])
def test_beats_lead_to_the_picture_after(page: Any, bots: Callable[..., str], ruleset: str) -> None:
    game = bots(ruleset)
    assert wait_until(lambda: requests.get(game, timeout=10).json()["version"] > 60, 60)
    address = f"{game}/events?include=picture,scene&limit=60"
    commits = requests.get(address, timeout=10).json()["items"]
    drawn = [commit for commit in commits if commit["picture"] is not None]
    played = page.evaluate(PLAYED, drawn)
    assert any(found["figures"] for found in played)
    assert any(found["places"] != before["places"] for before, found in pairwise(played))
    for found in played:
        worked, shown = (dict(places) for places in (found["worked"]["places"], found["places"]))
        assert {name: worked.get(name) for name in shown} == shown
        # What went where nobody tells pieces apart is named in no picture any more.
        assert worked.keys() - shown.keys() <= {*found["moved"]}
        assert {name: found["worked"]["figures"][name] for name in found["figures"]} == found["figures"]


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
