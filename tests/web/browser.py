"""A real browser on a real service."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
import requests

from tests.support.tradewinds import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE, LAPTOP = (1366, 768), (360, 740), (1366, 630)
"""A laptop's window has 138 pixels less than its screen: those of the browser's own bars."""
SECONDS = 20
TOKENS = "game => Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem('tradewinds/game/' + game)).seats)" \
    ".map(([seat, kept]) => [seat, kept.token]))"  # fmt: skip


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, or a skipped test where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs `make test-web`, which installs Playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


HASTY = """document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  if (document.querySelector('.table.playing:not(.past)')) dispatchEvent(new KeyboardEvent('keydown', {key: ' '}));
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['class']}));"""
"""Whoever waits for nothing skips what is played, at once."""


DEALT = """window.fetch = ((real) => (path, more) => {
  const game = path === '/v1/games' && more?.method === 'POST' ? JSON.parse(more.body) : {lesson: true};
  return real(path, game.lesson ? more : {...more, body: JSON.stringify({...game, secret: 'SECRET'})});
})(fetch);"""
"""Games that a page begins have this secret; lessons have their own."""


def secret() -> str:
    """The secret of the games of a test, which deals other games in each test and the same ones in each run. Bots choose by
    it, too. With OTHER_GAMES in the environment, all tests have others."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
    return sha256(f"{os.environ.get('OTHER_GAMES', '')}{test}".encode()).hexdigest()


def at(page: Page, version: int) -> Locator:
    """The table, once it shows a version of its game."""
    return page.locator(f'.table[data-version="{version}"]')


def elsewhere(page: Page, version: int) -> Locator:
    """The table, once it shows another version."""
    return page.locator(f'.table[data-version]:not([data-version="{version}"])')


def version_of(page: Page) -> int:
    """The version that is shown: people are not told it, so the table keeps it for scripts."""
    return int(page.locator(".table").get_attribute("data-version") or 0)


def reach(page: Page, version: int) -> None:
    """Wait until a version is shown, or a later one."""
    page.wait_for_function("least => Number(document.querySelector('.table')?.dataset.version) >= least", arg=version)


@dataclass
class Visitor:
    """A page of a browser, and all that it said and asked for."""

    page: Page
    base: str
    hasty: bool = True
    """Whether it skips what happened, and sees only what came of it."""
    complaints: list[str] = field(default_factory=list)
    """What the console and the page's policy complained of."""
    addresses: list[str] = field(default_factory=list)
    """Every address that was requested."""

    def __post_init__(self) -> None:
        self.page.set_default_timeout(SECONDS * 1000)
        self.page.add_init_script(DEALT.replace("SECRET", secret()))
        if self.hasty:
            self.page.add_init_script(HASTY)
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        self.page.on("request", lambda request: self.addresses.append(request.url))

    def open(self, path: str = "/") -> None:
        self.page.goto(self.base + path)

    def create(self, ruleset: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Make a game by the interface; returns the answer."""
        body = {"ruleset": ruleset, "secret": secret(), **fields}
        answer = requests.post(f"{self.base}/v1/games", json=body, timeout=10)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def sit(self, ruleset: str, *kinds: str, more: Mapping[str, Any] | None = None) -> str:
        """Make a game by the interface, and take by its link the seat that is asked first of those of people. Returns its
        id. A kind is `human`, or a bot's level; `more`: other fields of the request, such as its `scenario`."""
        seats = [{"kind": "human"} if kind == "human" else {"kind": "bot", "level": kind} for kind in kinds]
        made = self.create(ruleset, {"seats": seats, **(more or {})})
        game: str = made["game"]["id"]
        tokens = {each["seat"]: each["token"] for each in made["seats"]}
        seat = next((asked for asked in made["game"]["to_act"] if asked in tokens), min(tokens))
        self.wait_for_bots(game)
        self.open(f"/games/{game}#seat={seat}&token={tokens[seat]}")
        self.page.locator(".dock").wait_for(state="attached")
        return game

    def begin(self, title: str, *kinds: str) -> str:
        """Make a game with the form of the lobby; returns its id. A kind is a value of the form's lists, such as `human`."""
        self.open("/#table")
        self.page.locator("label.choice", has_text=title).click()
        for seat, kind in enumerate(kinds):
            if self.page.locator(".seatrow").count() <= seat:
                self.page.locator(".seatcount button").last.click()
            self.page.locator(".seatrow select").nth(seat).select_option(kind)
        self.page.locator("button[type=submit]").click()
        self.page.locator(".table, .curtain").first.wait_for()
        game = self.page.url.partition("/games/")[2].partition("#")[0]
        if not kinds or any(kind.startswith("bot:") for kind in kinds):  # The form begins with a bot.
            knows = at(self.page, self.wait_for_bots(game))
            self.page.locator(".curtain").or_(knows).first.wait_for(state="attached")
        return game

    def wait_for_bots(self, game: str) -> int:
        """Wait until no bot is to act; returns the version of the game. At the beginning all players may be asked at once,
        and an action that is sent before the page knows what a bot has done is refused."""
        found: dict[str, Any] = {}

        def bots_wait() -> bool:
            found.update(requests.get(f"{self.base}/v1/games/{game}", timeout=10).json())
            return all(found["seats"][seat]["kind"] != "bot" for seat in found["to_act"])

        assert wait_until(bots_wait, SECONDS)
        version: int = found["version"]
        return version

    def right(self, game: str, seat: int) -> dict[str, str]:
        """The header by which this browser plays one of its seats."""
        kept = json.loads(self.page.evaluate("game => localStorage.getItem('tradewinds/game/' + game)", game))
        return {"Authorization": f"Bearer {kept['seats'][str(seat)]['token']}"}

    def own_cards(self, game: str, seat: int) -> set[str]:
        """The ids of the pieces that this browser may see as one of its seats, and a spectator may not."""
        mine = self.right(game, seat)
        pictures = (requests.get(f"{self.base}/v1/games/{game}/picture", headers=by, timeout=10).json() for by in (mine, {}))
        own, everybodys = ({piece["id"] for piece in picture["pieces"]} for picture in pictures)
        return own - everybodys

    def tokens(self, game: str) -> dict[str, str]:
        """The tokens that this browser keeps of a game, by seat."""
        found: dict[str, str] = self.page.evaluate(TOKENS, game)
        return found

    def expected_refusals(self) -> None:
        """The browser itself writes refused requests to its console; the page must have said nothing else."""
        assert [said for said in self.complaints if not said.startswith("Failed to load resource")] == []
        self.complaints.clear()

    def sit_down(self) -> None:
        """Lift the curtain, where there is one, and wait until something is asked of this browser."""
        curtain = self.page.locator(".curtain button")
        curtain.or_(self.page.locator(".asked.mine")).first.wait_for()
        if curtain.count():
            curtain.click()
        self.page.locator(".asked.mine").wait_for()

    def told_nobody(self) -> None:
        """No address that was requested has a token of this browser, and all are of this service. What stands behind a #
        is not sent."""
        requested = [address.partition("#")[0] for address in self.addresses]
        assert {address.split("/")[2] for address in requested} <= {self.base.partition("//")[2]}
        assert not [address for address in requested if "tw_" in address]
        assert self.page.context.cookies() == []

    def status(self) -> str:
        return self.page.locator(".bar .asked").inner_text()
