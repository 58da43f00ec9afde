"""What the table may take: `make budgets-web` measures it in Chromium and writes docs/table-budgets.md.

What is measured in time is measured several times, and the quickest counts: other work on the machine only adds to it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import requests

from bench.machine import seconds_of
from harness.followers import Followers, Wanted
from tests.docs.generated import ROOT
from tests.support.tradewinds import Tradewinds, tradewinds
from tests.web.browser import DESKTOP, Visitor, chromium
from tests.web.playing import OVER, finished
from tests.web.screenshots import GAMES as SHOWN
from tests.web.screenshots import seated

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

FILE = ROOT / "docs" / "table-budgets.md"
FIGURES = ROOT / "docs" / "benchmarks.json"
GAMES = {
    "merchants-of-the-caribbean": "Merchants of the Caribbean",
    "merchants-and-marauders": "Merchants & Marauders",
    "pirates-of-maracaibo": "Pirates of Maracaibo",
}
LOADS, STEPS, TRIES, ROUNDS = 7, 40, 4, 4
WATCHED, WATCHERS, ACTIONS = "merchants-and-marauders", 1000, 20
FIRST_BOARD = """window.firstBoard = new Promise(shown => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.board [data-piece]')) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => shown(performance.now())));
  });
  watch.observe(document, {childList: true, subtree: true});
});"""
STEP = """async version => {
  const ruler = document.querySelector('.ruler input'), table = document.querySelector('.table');
  const begun = performance.now();
  ruler.value = version;
  ruler.dispatchEvent(new Event('input', {bubbles: true}));
  while (table.dataset.version !== `${version}`) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""
FRAMES = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  let longest = 0, moving = 0, last = await frame();
  const until = last + 700;
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '[', bubbles: true}));
  while (last < until) {
    const now = await frame();
    longest = Math.max(longest, now - last);
    moving = Math.max(moving, document.getAnimations().filter(({effect}) => effect.target.dataset.piece).length);
    last = now;
  }
  return {longest, moving};
}"""
"""Shows the version before; returns the longest time between two frames until all pieces lie still, and how many moved."""


class Budget(NamedTuple):
    what: str
    limit: float
    unit: str
    found: float

    @property
    def share(self) -> float:
        return self.found / self.limit


def under_way(base: str, ruleset: str) -> str:
    """A game of people in the middle of something: one that is over shows its end, not the board."""
    game = SHOWN[ruleset]
    wanted = {"ruleset": ruleset, **seated(*["human"] * game.seats), "scenario": game.fight}
    made: str = requests.post(f"{base}/v1/games", json=wanted, timeout=30).json()["game"]["id"]
    return made


def first_board(browser: Browser, base: str, game: str) -> tuple[float, int]:
    """The milliseconds from the first byte of a page to the frame that shows the board, the quickest of some loads with
    nothing cached; and the bytes of the bodies that were asked for until then, as they were sent."""
    quickest, bytes_ = float("inf"), 0
    for _ in range(LOADS):
        page = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}).new_page()
        page.add_init_script(FIRST_BOARD)
        Visitor(page, base).open(f"/games/{game}")
        took: float = page.evaluate(
            "firstBoard.then(shown => shown - performance.getEntriesByType('navigation')[0].responseStart)"
        )
        bytes_ = page.evaluate(
            "firstBoard.then(shown => performance.getEntriesByType('resource')"
            ".filter(({name, startTime}) => name.includes('/assets/') && startTime < shown)"
            ".reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0))"
        )
        quickest = min(quickest, took)
        page.context.close()
    return quickest, bytes_


def slider(browser: Browser, base: str, game: str) -> float:
    """The 95th percentile of the milliseconds from a move of the ruler to its position; the quickest try of each counts."""
    page = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}).new_page()
    Visitor(page, base).open(f"/games/{game}")
    page.locator(OVER).wait_for()
    most = int(page.locator(".ruler input").get_attribute("max") or 0)
    versions = dict.fromkeys(1 + step * (most - 2) // STEPS for step in range(STEPS))
    tries = [[page.evaluate(STEP, version) for version in versions] for _ in range(TRIES)]
    page.context.close()
    took: list[float] = sorted(min(each) for each in zip(*tries, strict=True))
    return took[int(len(took) * 0.95)]


def crowd(version: int) -> list[dict[str, Any]]:
    """150 pieces in 15 rows, ten of which are in another row at every other version."""
    rows = [(each + version % 2 if each % 15 == 0 else each) % 15 for each in range(150)]
    return [
        {"id": f"piece{each}", "in": f"row{row}", "name": f"Piece {each}", "icon": "ship"} for each, row in enumerate(rows)
    ]


def longest_frame(browser: Browser, base: str) -> float:
    """The longest frame, in milliseconds, while ten of 150 pieces move from one area to another on the table of a game."""
    page = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}).new_page()
    areas = [{"kind": "row", "id": f"row{each}", "name": f"Row {each}"} for each in range(15)]

    def crowded(route: Route) -> None:
        answer = route.fetch()
        game = answer.json()
        route.fulfill(response=answer, json={**game, "picture": {**game["picture"], "pieces": crowd(game["version"])}})

    page.route(re.compile("/board$"), lambda route: route.fulfill(json={**route.fetch().json(), "areas": areas}))
    page.route(re.compile(r"\?include=picture"), crowded)
    Visitor(page, base).open(f"/games/{finished(base, 'tic-tac-toe', 2)}")
    page.locator(OVER).wait_for()
    page.keyboard.press("[")
    page.locator(".pastband").wait_for()
    rounds = [page.evaluate(FRAMES) for _ in range(ROUNDS)]
    assert {each["moving"] for each in rounds} == {10}
    page.context.close()
    return min(each["longest"] for each in rounds)


def watched(service: Tradewinds) -> list[Budget]:
    """What a thousand watchers of one game cost, each with the one stream that its page opens."""
    base, chance = f"http://{service.settings.address}", Random(4)
    people = [{"kind": "human"}] * 2
    made = requests.post(f"{base}/v1/games", json={"ruleset": WATCHED, "seats": people}, timeout=10).json()
    address = f"/v1/games/{made['game']['id']}"
    tokens = {each["seat"]: {"Authorization": f"Bearer {each['token']}"} for each in made["seats"]}
    web = service.pid_of("web")
    assert web is not None

    def act() -> int:
        seat = requests.get(base + address, timeout=10).json()["to_act"][0]
        offers = requests.get(f"{base}{address}/actions", headers=tokens[seat], timeout=10).json()
        offer, right = chance.choice(offers["actions"])["id"], {**tokens[seat], "If-Match": f'"{offers["version"]}"'}
        answer = requests.post(f"{base}{address}/actions", json={"offer": offer}, headers=right, timeout=10)
        answer.raise_for_status()
        version: int = answer.json()["version"]
        return version

    costs, slowest = [], 0.0
    for watchers in (0, WATCHERS):
        after = act()
        wanted = Wanted(f"{address}/events?after={after}&include=picture,asked", after=after)
        with Followers(service.settings.port, [wanted] * watchers) as streams:
            while any(each.status != 200 for each in streams.all):
                streams.read(0.1)
            begun = seconds_of(web)
            for _ in range(ACTIONS):
                version = act()
                while any(each.versions[-1:] != [version] for each in streams.all):
                    streams.read(0.02)
            costs.append((seconds_of(web) - begun) / ACTIONS)
            assert all(each.versions == [*range(after + 1, version + 1)] for each in streams.all)
            slowest = max([slowest, *(delay for each in streams.all for delay in each.delays)])
    each = (costs[1] - costs[0]) / WATCHERS * 1e6
    return [
        Budget("A commit, to each of a thousand watchers of a game", row_10(), "\N{MICRO SIGN}s", each),
        Budget("From an action to its event at the slowest of a thousand watchers", 1000, "ms", slowest * 1000),
    ]


def row_10() -> float:
    """The microseconds of the web processes that an event to one follower takes by row 10 of the benchmarks."""
    said = re.search(r"web processes take ([\d,]+) .s an action \(without ([\d,]+)\)[^}]*followers", FIGURES.read_text())
    assert said
    followed, alone = (float(each.replace(",", "")) for each in said.groups())
    return (followed - alone) / 2


def measured() -> Iterator[Budget]:
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off", REPRODUCIBLE="on", WEB_CONCURRENCY="2") as service,
        chromium() as browser,
    ):
        base = f"http://{service.settings.address}"
        yield Budget("The longest frame while ten of 150 pieces move", 50, "ms", longest_frame(browser, base))
        yield from watched(service)
        for ruleset, title in GAMES.items():
            game = finished(base, ruleset, 2)
            quickest, size = first_board(browser, base, under_way(base, ruleset))
            yield Budget(f"{title}: from the first byte of the page to its board", 500, "ms", quickest)
            yield Budget(f"{title}: all that its table loads up to its board, compressed", 90, "KB", size / 1024)
            yield Budget(f"{title}: a step of the ruler, 95th percentile", 100, "ms", slider(browser, base, game))


def main() -> None:
    """Exit with 1 if a budget is not kept."""
    lines, kept = [], True
    for each in measured():
        print(f"{each.what}: {each.found:.0f} {each.unit} of {each.limit:g}", flush=True)
        lines.append(f"| {each.what} | {each.limit:g} {each.unit} | {each.share:.2f} |")
        kept = kept and each.share <= 1
    text = FILE.read_text()
    FILE.write_text(re.sub(r"(\| --- .*\n)(\|.*\n)*", lambda head: head[1] + "\n".join(lines) + "\n", text, count=1))
    sys.exit(not kept)


if __name__ == "__main__":
    main()
