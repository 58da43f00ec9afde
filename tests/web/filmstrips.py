"""What people see happen, as strips of pictures: `make filmstrips` writes docs/table/film-*.webp.

A bust, a battle, a raid, a combat of Pirates of Maracaibo and a turn of Jordan, from beginning to end. A picture is taken
every 200 milliseconds of the page's own time, which stands still meanwhile, so that no picture tells how busy the machine
was; those that are alike are shown once.
"""

from __future__ import annotations

import base64
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import requests

from tests.docs.generated import ROOT
from tests.support.tradewinds import tradewinds, wait_until
from tests.web.browser import Visitor, chromium, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "docs" / "table"
SIZE = (1240, 620)
OWN = 140
"""How much higher the page of a seat is, which has its own things below the board."""
EVERY = 200
"""Milliseconds between two pictures."""
MOST = 150
"""Pictures at most."""
LARGEST = 300_000
"""Bytes that a sheet may have."""
LONG = 24
"""Pictures of a film of which each thing that is told is shown once."""
WIDTHS = {2: 640, 3: 480, 4: 380}
"""How wide pictures are by the number of columns. The more pictures, the more columns."""
MANY = 14
"""Pictures that stand in two columns at most; more than `LONG` stand in four."""
NAMES = ("Anne", "Bartholomew", "Calico Jack")
SHEET = (
    "<style>body{margin:0;font:bold 13px sans-serif;display:grid;gap:4px;background:#888}figure{margin:0;background:#fff}"
    "figcaption{padding:2px 6px}img{display:block;width:100%}</style>"
)
PACKED = """async ([sheet, largest]) => {
  const picture = new Image();
  picture.src = sheet;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), {width: picture.width, height: picture.height});
  canvas.getContext('2d').drawImage(picture, 0, 0);
  for (let quality = .8; quality > .05; quality -= .05) {
    const packed = canvas.toDataURL('image/webp', quality).split(',')[1];
    if (packed.length * 3 / 4 <= largest) return packed;
  }
}"""
"""A sheet as clear as fits in so many bytes."""
BARE = ".pastband, .side, .tools, .what, .moment .runs { display: none !important; }"
"""Only what is seen to happen is on the pictures."""
ON = """ms => {
  for (const each of document.getAnimations()) {
    const now = (each.currentTime ?? 0) + ms, end = each.effect.getComputedTiming().endTime;
    each.pause();
    if (now < end) each.currentTime = now;
    else each.finish();
  }
}"""
"""Motions go on with the page's own time."""

SHOWN = """board => {
  const {right, bottom} = board.getBoundingClientRect();
  document.querySelector('.bar').style.paddingInlineEnd = `${innerWidth - right}px`;
  return [right, bottom];
}"""
"""Puts the bar over what is filmed; returns how wide and high that is."""
SAID = ".asked, .nowline, .moment, .rolled"

LEAD = 2
"""How many commits before a film begins its page shows."""

Scene = list[dict[str, Any]]


class Picture(NamedTuple):
    """What is seen: from how many milliseconds on, and what is told just then."""

    at: int
    data: bytes
    said: str


class Film(NamedTuple):
    """What is to be filmed: from which version to which one, and what begins it."""

    begin: Callable[[], None]
    last: int


def filmed(page: Page, film: Film) -> list[Picture]:
    """Pictures that differ, from the beginning of a film to its end."""
    page.add_style_tag(content=BARE)
    wide, high = page.locator(".board").evaluate(SHOWN)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    film.begin()
    page.locator(".table.playing").wait_for(state="attached")
    found: list[Picture] = []
    for tick in range(MOST):
        data = page.screenshot(type="jpeg", quality=90, clip={"x": 0, "y": 0, "width": wide, "height": high})
        if not found or found[-1].data != data:
            found.append(Picture(tick * EVERY, data, "".join(page.locator(SAID).all_inner_texts())))
        if version_of(page) >= film.last or not page.locator(".table.playing").count():
            break
        page.evaluate(ON, EVERY)
        page.clock.run_for(EVERY)
        page.wait_for_timeout(80)  # What is read comes meanwhile.
    return found if len(found) <= LONG else ends_of(found)


def ends_of(pictures: list[Picture]) -> list[Picture]:
    """Of pictures in which the same is told, the last ones."""
    after = [*(each.said for each in pictures[1:]), None]
    return [each for each, said in zip(pictures, after, strict=True) if each.said != said]


def write(browser: Browser, name: str, pictures: list[Picture]) -> None:
    """The pictures on one sheet, with their times."""
    cells = "".join(
        f"<figure><figcaption>{at / 1000:.1f} s</figcaption>"
        f'<img src="data:image/jpeg;base64,{base64.b64encode(data).decode()}"></figure>'
        for at, data, _ in pictures
    )
    columns = 2 if len(pictures) <= MANY else 3 if len(pictures) <= LONG else 4
    wide = WIDTHS[columns]
    page = browser.new_page(viewport={"width": columns * (wide + 4) - 4, "height": 300})
    page.set_content(f"{SHEET}<style>body{{grid-template-columns:repeat({columns},{wide}px)}}</style>{cells}")
    page.wait_for_timeout(500)
    sheet = base64.b64encode(page.screenshot(full_page=True)).decode()
    packed = base64.b64decode(page.evaluate(PACKED, [f"data:image/png;base64,{sheet}", LARGEST]) or "")
    assert packed, f"{len(pictures)} pictures of {name} are too many"
    page.close()
    path = FOLDER / f"film-{name}.webp"
    path.write_bytes(packed)
    print(f"{path.relative_to(ROOT)}: {len(pictures)} pictures, {len(packed)} bytes", flush=True)


def bust(visitor: Visitor) -> Film:
    visitor.page.set_viewport_size({"width": SIZE[0], "height": SIZE[1] + OWN})
    seats = [{"kind": "human", "name": name} for name in NAMES]
    visitor.sit("merchants-of-the-caribbean", more={"seats": seats, "scenario": "bust"})
    reveal = visitor.page.locator(".offer .choose", has_text="eveal").first
    reveal.wait_for()
    visitor.page.wait_for_timeout(800)
    return Film(lambda: reveal.evaluate("each => each.click()"), 10**9)


def replayed(
    ruleset: str,
    seats: int,
    most: int,
    begins: Callable[[Scene], bool],
    ends: Callable[[Scene], bool],
    **options: bool,
) -> Callable[[Visitor], Film]:
    """The replay of what bots played, once there are at most so many commits from such a beginning to such an end."""

    def staged(visitor: Visitor) -> Film:
        bots = [{"kind": "bot", "level": "greedy", "name": name} for name in NAMES[:seats]]
        commits: list[dict[str, Any]] = []
        for secret in range(0x22, 0x99):
            game = visitor.create(ruleset, {"seats": bots, "secret": f"{secret:02x}" * 32, "options": options})["game"]["id"]
            address, stretch = f"{visitor.base}/v1/games/{game}", list[tuple[int, int]]()

            def played(address: str = address, stretch: list[tuple[int, int]] = stretch) -> bool:
                after = commits[-1]["version"] if commits else 0
                answer = requests.get(f"{address}/events?after={after}&limit=100&include=scene", timeout=30).json()
                commits.extend(answer["items"])
                stretch.extend(stretches(commits, begins, ends, most))
                return bool(stretch) or requests.get(address, timeout=30).json()["status"] == "finished"

            commits.clear()
            assert wait_until(played, 240)
            if stretch:
                break
        else:
            raise AssertionError(f"no such commits of {ruleset}")
        first, last = stretch[0]
        visitor.open(f"/games/{game}#version={max(1, first - LEAD)}")
        visitor.page.locator(".pastband").wait_for()
        visitor.page.wait_for_timeout(1500)
        return Film(lambda: visitor.page.evaluate("document.querySelector('.steps button').click()"), last)

    return staged


def stretches(
    commits: list[dict[str, Any]], begins: Callable[[Scene], bool], ends: Callable[[Scene], bool], most: int
) -> list[tuple[int, int]]:
    """The first and last versions of stretches of commits, the shortest first."""
    found, begun = list[tuple[int, int]](), 0
    for commit in commits:
        if begins(commit["scene"]):
            begun = commit["version"]
        if begun and ends(commit["scene"]):
            found.append((begun, commit["version"]))
            begun = 0
    return sorted((each for each in found if each[1] - each[0] < most), key=lambda each: each[1] - each[0])


def has(kind: str, **wanted: str) -> Callable[[Scene], bool]:
    """Whether a scene has a beat of a kind with words like these."""
    return lambda scene: any(
        beat["beat"] == kind and all(re.search(words, str(beat.get(field))) for field, words in wanted.items())
        for beat in scene
    )


MARAUDERS, MARACAIBO = "merchants-and-marauders", "pirates-of-maracaibo"
FILMS: dict[str, Callable[[Visitor], Film]] = {
    "bust": bust,
    "battle": replayed(MARAUDERS, 3, 4, has("moment", title="^Battle$"), has("moment", at="battle", weight="2")),
    "raid": replayed(MARAUDERS, 3, 9, has("moment", title="^Raid$"), has("moment", at="raid", weight="2", tone="bad")),
    "combat": replayed(MARACAIBO, 2, 1, has("roll", what="^Combat"), has("roll", what="^Combat"), pirate_skirmish=True),
    "jordan": replayed(MARACAIBO, 1, 1, has("turn", by="jordan"), has("turn", by="jordan")),
}


def main() -> None:
    """Write the films that are named, or all."""
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off", REPRODUCIBLE="on") as service,
        chromium() as browser,
    ):
        for name in sys.argv[1:] or FILMS:
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, bypass_csp=True)
            visitor = Visitor(context.new_page(), f"http://{service.settings.address}", hasty=False)
            visitor.page.clock.install()
            write(browser, name, filmed(visitor.page, FILMS[name](visitor)))
            context.close()


if __name__ == "__main__":
    main()
