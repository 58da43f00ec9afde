"""Pictures of the table for the documentation, from a real browser: `python -m tests.web.screenshots` writes docs/table/.

Each game in the middle, in a fight, in the past, at its end and checked: on a large screen in the light, and on a phone in
the dark.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.docs.generated import ROOT
from tests.support.tradewinds import tradewinds
from tests.web.browser import DESKTOP, PHONE, Visitor, chromium, elsewhere, version_of
from tests.web.playing import ASKED_OR_OVER, OVER, by_keys, finished, move

FOLDER = ROOT / "docs" / "table"
LOOKS = {"": (DESKTOP, "light"), "-phone": (PHONE, "dark")}


PLAYERS = ("Anne", "Bartholomew", "Calico Jack")


class Shown(NamedTuple):
    """What is shown of a game."""

    middle: str
    """What is on the table in its middle, by a selector, and at least how often; and after at least how many moves."""
    least: int
    moves: int
    fight: str
    """The scenario with the most to see, and its seats."""
    seats: int


GAMES = {
    "merchants-of-the-caribbean": Shown('[data-area="harbour"] [data-piece].legal', 2, 14, "repel", 3),
    "merchants-and-marauders": Shown(".mm-chart .legal", 3, 16, "battle", 2),
    "pirates-of-maracaibo": Shown(".pm-sea .legal", 3, 24, "raid", 2),
}
MOST_MOVES = 80


def seated(*kinds: str) -> dict[str, Any]:
    """The fields of a creation in which seats have names, and all that is drawn follows from one secret."""
    each = ({"kind": "human"} if kind == "human" else {"kind": "bot", "level": kind} for kind in kinds)
    return {"seats": [{**seat, "name": name} for seat, name in zip(each, PLAYERS, strict=False)], "secret": "22" * 32}


def middle(visitor: Visitor, ruleset: str) -> None:
    visitor.sit(ruleset, more=seated("human", "greedy"))
    chance, shown = Random(3), GAMES[ruleset]
    for moves in range(MOST_MOVES):
        visitor.page.locator(ASKED_OR_OVER).first.wait_for()
        if moves >= shown.moves and visitor.page.locator(shown.middle).count() >= shown.least:
            return
        move(visitor, by_keys, chance)
    raise AssertionError(f"{ruleset} shows no {shown.middle}")


def fight(visitor: Visitor, ruleset: str) -> None:
    game = GAMES[ruleset]
    visitor.sit(ruleset, more={**seated(*["human"] * game.seats), "scenario": game.fight})
    visitor.page.locator(ASKED_OR_OVER).first.wait_for()


def end(visitor: Visitor, ruleset: str) -> None:
    visitor.open(f"/games/{finished(visitor.base, ruleset, 2, 'greedy', PLAYERS)}")
    visitor.page.locator(f"{OVER} .curves").first.wait_for()


def replay(visitor: Visitor, ruleset: str) -> None:
    end(visitor, ruleset)
    visitor.page.locator(".doings .btn", has_text="Table").click()
    visitor.page.locator(".log li li").first.wait_for()
    for _ in range(6):
        before = version_of(visitor.page)
        visitor.page.keyboard.press("{")
        elsewhere(visitor.page, before).wait_for()
    visitor.page.locator(".pastband").wait_for()


def audit(visitor: Visitor, ruleset: str) -> None:
    end(visitor, ruleset)
    visitor.page.locator(".audit .found").scroll_into_view_if_needed()


MOMENTS: dict[str, Callable[[Visitor, str], None]] = {
    "middle": middle, "fight": fight, "replay": replay, "end": end, "audit": audit,
}  # fmt: skip


def lobby(visitor: Visitor) -> None:
    """The first page, with own games, and a game that waits for a player."""
    people, free = [{"kind": "human", "name": name} for name in PLAYERS], {"kind": "open"}
    for ruleset, seats in zip(GAMES, ([people[0], free, people[1]], people[:2], people), strict=True):
        visitor.create(ruleset, {"seats": seats})
    visitor.open()
    visitor.page.locator(".gamecard").first.wait_for()
    visitor.page.locator(".own").wait_for()
    visitor.page.get_by_text("Open seats").wait_for()


def take(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(600)
    visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=64)
    print(f"docs/table/{name}.jpg")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off", REPRODUCIBLE="on") as service,
        chromium() as browser,
    ):
        for look, ((wide, high), scheme) in LOOKS.items():
            context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=scheme)  # type: ignore[arg-type]
            visitor = Visitor(context.new_page(), f"http://{service.settings.address}")
            for ruleset in GAMES:
                for moment, arrange in MOMENTS.items():
                    arrange(visitor, ruleset)
                    take(visitor, f"{ruleset}-{moment}{look}")
            lobby(visitor)
            take(visitor, f"lobby{look}")
            context.close()


if __name__ == "__main__":
    main()
