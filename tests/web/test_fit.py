"""What fits into a window: own offers and what they act on are in sight in all of them, nothing lies over anything else, no
word is cut, nothing jumps, and what lies below has a sign.

A fault is told with the picture of its window, which is kept in the folder `fit` of the temporary files.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import requests

from tests.support.samples import long_only, sampled
from tests.web.browser import Visitor
from tests.web.playing import ASKED, ASKED_OR_OVER, SECRET, by_keys, finished, move

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WINDOWS = {
    "laptop": (1366, 630),
    "small laptop": (1280, 585),
    "netbook": (1024, 600),
    "zoom of 150 %": (911, 512),
    "zoom of 200 %": (683, 384),
    "phone": (390, 844),
    "small phone": (360, 740),
    "phone that lies": (844, 390),
    "small phone that lies": (740, 360),
    "tablet": (820, 1180),
    "screen": (1920, 1080),
    "large screen": (2560, 1440),
}
FINGERS = {name for name in WINDOWS if "phone" in name or name == "tablet"}
PICTURES = Path(tempfile.gettempdir()) / "fit"
NAMES = ("Anne", "Bartholomew", "Charlotte", "Diego")
MEASURED = (Path(__file__).parent / "fit.js").read_text()
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Position(NamedTuple):
    """A scenario of a game, or a game after so many actions, each drawn from the offers."""

    ruleset: str
    seats: int
    moves: int = 0
    scenario: str = ""
    called: str = ""
    """The name of all players; else each has one of the usual length."""

    @property
    def name(self) -> str:
        return f"{self.ruleset}-{self.scenario or self.moves}-{self.seats}{'-widest' if self.called else ''}"


MERCHANTS, MARAUDERS, MARACAIBO = "merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"
WIDEST = "W" * 40
"""The widest name that a player may have."""
SAMPLE = [
    Position(MERCHANTS, 3, scenario="repel"),
    Position(MERCHANTS, 4, 60),
    Position(MARAUDERS, 2, scenario="battle"),
    Position(MARAUDERS, 3, 37),
    Position(MARACAIBO, 2, scenario="raid"),
    Position(MARACAIBO, 3, 40),
    *(Position(ruleset, 3, 30, called=WIDEST) for ruleset in (MERCHANTS, MARAUDERS, MARACAIBO)),
    Position(MARACAIBO, 4, 60),
    Position(MERCHANTS, 3, 10),
    Position(MARAUDERS, 2),
    Position(MARACAIBO, 2, 4),
    Position(MARACAIBO, 3, 5),
]
"""The last two: a Quest of the market may be taken, then a Figurehead."""
LONG = [
    *(Position(MERCHANTS, seats, moves) for seats in (2, 3, 4) for moves in range(0, 120, 10)),
    *(Position(MARAUDERS, seats, moves) for seats in (2, 4) for moves in range(0, 240, 20)),
    *(Position(MARACAIBO, seats, moves) for seats in (1, 2, 4) for moves in range(0, 200, 20)),
]


def arrange(base: str, position: Position) -> tuple[str, int, str]:
    """Make a game and play it by the interface; returns its id, and a seat that is asked with its token."""
    given = SECRET | ({"scenario": position.scenario} if position.scenario else {})
    seats = [{"kind": "human", "name": position.called or name} for name in NAMES[: position.seats]]
    made = requests.post(f"{base}/v1/games", json={"ruleset": position.ruleset, "seats": seats, **given}, timeout=10).json()
    game, tokens = made["game"]["id"], {each["seat"]: each["token"] for each in made["seats"]}
    path, chance, asked = f"{base}/v1/games/{game}", Random(3), made["game"]["to_act"]
    for _ in range(position.moves):
        right = {"Authorization": f"Bearer {tokens[asked[0]]}"}
        offers = requests.get(f"{path}/actions", headers=right, timeout=10).json()
        chosen = {"offer": chance.choice(offers["actions"])["id"]}
        known = {**right, "If-Match": f'"{offers["version"]}"'}
        requests.post(f"{path}/actions", json=chosen, headers=known, timeout=10).raise_for_status()
        asked = requests.get(path, timeout=10).json()["to_act"]
        if not asked:
            pytest.skip(f"{position.name} is over before")
    return game, asked[0], tokens[asked[0]]


def measured(page: Page, but: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with what is shown, and stays so: what few need is loaded once the page is shown. `but`: the beginnings
    of faults that are none here."""
    found: list[str] = []
    for _ in range(5):
        page.evaluate(SETTLED)
        found = [each for each in page.evaluate(MEASURED) if not each.startswith(but)]
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def faults_of(visitor: Visitor, name: str, windows: dict[str, tuple[int, int]]) -> Iterator[str]:
    """What is wrong with what is shown, in each window, with its picture."""
    for window, (width, height) in windows.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        found = measured(visitor.page)
        if found:
            PICTURES.mkdir(exist_ok=True)
            picture = PICTURES / f"{name}-{width}x{height}.png"
            visitor.page.screenshot(path=picture)
            yield from (f"{picture} ({window}): {fault}" for fault in found)


def look(visit: Callable[..., Visitor], position: Position, touch: bool) -> list[str]:
    anne = visit(size=(1366, 630), has_touch=touch, reduced_motion="reduce")
    game, seat, token = arrange(anne.base, position)
    anne.open(f"/games/{game}#seat={seat}&token={token}")
    anne.page.locator(ASKED_OR_OVER).first.wait_for()
    anne.page.locator(".offer .choose").first.wait_for()
    fitting = {name: size for name, size in WINDOWS.items() if (name in FINGERS) == touch}
    return list(faults_of(anne, position.name, fitting))


@pytest.mark.parametrize(
    ("position", "touch"),
    [
        (position, touch) if number % 2 == touch else long_only(position, touch)
        for number, position in enumerate(SAMPLE)
        for touch in (False, True)
    ],
    ids=lambda value: value.name if isinstance(value, Position) else "touch" if value else "mouse",
)
def test_what_a_player_is_asked_about_fits_into_each_window(
    visit: Callable[..., Visitor], position: Position, touch: bool
) -> None:
    assert look(visit, position, touch) == []


PARTS = """() => {
  const table = document.querySelector('.table'), found = {};
  for (const part of ['.bar', '.seats', '.board', '.dock', '.side', '.mc-harbour', '.mm-chart', '.pm-sea', '.pm-track']) {
    const each = table.querySelector(part), box = each?.getBoundingClientRect();
    if (!box?.width) continue;
    const frames = ['.mm-sea', '.board'].flatMap(frame => each.parentElement.closest(frame) ?? []);
    const scale = frame => frame.getBoundingClientRect().width / frame.offsetWidth; // Large screens show the table enlarged.
    const across = frames.reduce((sum, frame) => sum + frame.scrollLeft * scale(frame), 0);
    const down = frames.reduce((sum, frame) => sum + frame.scrollTop * scale(frame), 0);
    const ends = frames.length ? [] : [box.bottom]; // What lies in the board may grow at its lower end.
    found[part] = [box.left + across, box.top + down, box.right + across, ...ends].map(Math.round);
  }
  return found;
}"""
"""Where the parts of the table are, and what the game is played on, wherever it is scrolled to."""
MOST_PIXELS = 1


def jumps(visit: Callable[..., Visitor], ruleset: str, windows: Sequence[str], decisions: int) -> list[str]:
    """What lies elsewhere at a decision than at the one before, in windows that all have a mouse, or all fingers."""
    touch = windows[0] in FINGERS
    anne, chance = visit(size=WINDOWS[windows[0]], has_touch=touch, reduced_motion="reduce"), Random(7)
    anne.sit(ruleset, "human", "random")
    seen: dict[str, list[dict[str, list[int]]]] = {window: [] for window in windows}
    for _ in range(decisions):
        anne.page.locator(ASKED_OR_OVER).first.wait_for()
        anne.page.locator(".offer .choose").first.wait_for()
        for window, places in seen.items():
            width, height = WINDOWS[window]
            anne.page.set_viewport_size({"width": width, "height": height})
            anne.page.evaluate(SETTLED)
            places.append(anne.page.evaluate(PARTS))
        if not move(anne, by_keys, chance):
            break
    return [
        f"{window}: {part} from {before[part]} to {after[part]} with decision {number}"
        for window, places in seen.items()
        for number, (before, after) in enumerate(pairwise(places), 2)
        for part in before.keys() & after.keys()
        if any(abs(one - other) > MOST_PIXELS for one, other in zip(before[part], after[part], strict=True))
    ]


@pytest.mark.parametrize(
    ("ruleset", "window"),
    [
        long_only(MERCHANTS, "phone"),
        (MARAUDERS, "laptop"),
        long_only(MARACAIBO, "tablet"),
        long_only(MARACAIBO, "netbook"),
    ],
)
def test_nothing_jumps_from_one_decision_to_the_next(visit: Callable[..., Visitor], ruleset: str, window: str) -> None:
    """Strips and own things that come and go have their room, or lie over what is there."""
    assert jumps(visit, ruleset, [window], decisions=10) == []


@pytest.mark.parametrize(
    ("ruleset", "window", "strip", "row"),
    [(MARAUDERS, "small phone", ".mm-strip", ".mm-strip"), (MARACAIBO, "laptop", ".dock", ".pm-own")],
)
def test_a_strip_shows_its_start_again_after_a_decision(
    visit: Callable[..., Visitor], ruleset: str, window: str, strip: str, row: str
) -> None:
    anne = visit(size=WINDOWS[window], has_touch=window in FINGERS, reduced_motion="reduce", bypass_csp=True)
    anne.sit(ruleset, "human", "random")
    anne.page.locator(".offer .choose").first.wait_for()
    anne.page.add_style_tag(content=f"{row}::after {{ content: ''; flex: none; width: 700px; height: 1px }}")
    across = anne.page.locator(strip)
    assert across.evaluate("each => { each.scrollLeft = 90; return each.scrollLeft; }") > 0
    move(anne, by_keys, Random(7))
    anne.page.wait_for_function("strip => document.querySelector(strip).scrollLeft === 0", arg=strip)


PLACES = """() => [
  [...document.querySelectorAll('.table :is(.board, .dock) [data-piece]')].map(each => {
    const {left, top} = each.getBoundingClientRect();
    return [each.dataset.piece, Math.round(left), Math.round(top), each.querySelector('.key')?.innerText ?? ''];
  }),
  [...document.querySelectorAll('.offer:not(.off)')].map(each => {
    const {left, top} = each.getBoundingClientRect();
    return [each.querySelector('.choose').innerText, Math.round(left), Math.round(top)];
  }),
]"""
"""The pieces with their places and numbers, and the offers with theirs."""


@pytest.mark.parametrize("position", sampled(SAMPLE[1:6:2], SAMPLE[5]), ids=lambda position: position.name)
def test_pieces_and_offers_keep_place_and_number_within_a_decision(
    visit: Callable[..., Visitor], position: Position
) -> None:
    """Whatever somebody points at, opens and closes again before deciding."""
    anne = visit(size=WINDOWS["laptop"], reduced_motion="reduce")
    game, seat, token = arrange(anne.base, position)
    anne.open(f"/games/{game}#seat={seat}&token={token}")
    page = anne.page
    page.locator(ASKED).wait_for()
    page.locator(".offer .choose").first.wait_for()
    before: list[Any] = []
    while before != (before := page.evaluate(PLACES)):  # What few need is loaded once the page is shown.
        page.wait_for_timeout(400)
    assert before[0]
    assert before[1]
    for offer in page.locator(".offer .choose:visible").all()[:4]:
        offer.hover()
        assert page.evaluate(PLACES) == before
    page.keyboard.press("?")
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_label("Ask before sending").first.evaluate("box => box.click()")
    page.keyboard.press("1")
    page.locator(".offer.armed").wait_for()
    page.evaluate(SETTLED)
    assert page.evaluate(PLACES)[1] == before[1]
    page.keyboard.press("Escape")
    page.locator(".offer.armed").wait_for(state="detached")
    page.evaluate(SETTLED)
    assert page.evaluate(PLACES) == before


PURSE = {MERCHANTS: (".mc-coins", ".mc-standing b"), MARAUDERS: (".mm-purse .facts",), MARACAIBO: (".pm-large",)}
"""What shows the own coins and points."""
COVERED = """of => {
  const scrolls = each => /auto|scroll/.test(getComputedStyle(each).overflow);
  const frames = [...document.querySelectorAll('.dock, .dock *')].filter(scrolls);
  const open = (each, top) => each.contains(top) || top.contains(each);
  const covered = (across, down) => {
    for (const frame of frames) frame.scrollTo(across * frame.scrollWidth, down * frame.scrollHeight);
    return of.map(each => document.querySelector(`.dock ${each}`)).filter(each => {
      const box = each.getBoundingClientRect(), dock = each.closest('.dock').getBoundingClientRect();
      const points = [.1, .5, .9].map(right => [box.left + box.width * right, box.top + box.height / 2]);
      return box.top < dock.top || box.bottom > dock.bottom || box.left < dock.left || box.right > dock.right
        || points.some(point => !open(each, document.elementFromPoint(...point)));
    }).map(each => `${each.className} is away where its strip is scrolled to ${across}, ${down}`);
  };
  return [[0, 0], [1, 0], [0, 1], [1, 1]].flatMap(([across, down]) => covered(across, down));
}"""
"""What of the own things is out of sight, or lies below others, when all that can be scrolled beside it is scrolled."""


@pytest.mark.parametrize("position", sampled(SAMPLE[1:6:2], SAMPLE[5]), ids=lambda position: position.name)
@pytest.mark.parametrize("touch", [long_only(False), True], ids=["mouse", "touch"])
def test_own_coins_and_points_stay_wherever_own_things_are_scrolled(
    visit: Callable[..., Visitor], position: Position, touch: bool
) -> None:
    anne = visit(size=WINDOWS["laptop"], has_touch=touch, reduced_motion="reduce")
    game, seat, token = arrange(anne.base, position)
    anne.open(f"/games/{game}#seat={seat}&token={token}")
    anne.page.locator(".offer .choose").first.wait_for()
    found = []
    for window, (width, height) in WINDOWS.items():
        if (window in FINGERS) == touch:
            anne.page.set_viewport_size({"width": width, "height": height})
            anne.page.evaluate(SETTLED)
            found += [f"{window}: {fault}" for fault in anne.page.evaluate(COVERED, list(PURSE[position.ruleset]))]
    assert found == []


ROWS = """() => {
  const dock = document.querySelector('.dock');
  const parts = dock.querySelectorAll('.me, .mm-purse, .mm-tracks, .hold, .mm-papers');
  const middles = [...parts].map(each => each.getBoundingClientRect()).map(({top, bottom}) => (top + bottom) / 2);
  return [dock.scrollHeight <= dock.clientHeight, Math.max(...middles) - Math.min(...middles) < 8];
}"""
"""Whether the own things need no second line, and lie in one."""


@pytest.mark.parametrize("position", SAMPLE[2:4], ids=lambda position: position.name)
def test_own_things_are_one_line_where_there_is_little_height(visit: Callable[..., Visitor], position: Position) -> None:
    anne = visit(size=WINDOWS["laptop"], reduced_motion="reduce")
    game, seat, token = arrange(anne.base, position)
    anne.open(f"/games/{game}#seat={seat}&token={token}")
    anne.page.locator(".offer .choose").first.wait_for()
    for window in ("laptop", "small laptop", "netbook", "zoom of 150 %", "zoom of 200 %"):
        width, height = WINDOWS[window]
        anne.page.set_viewport_size({"width": width, "height": height})
        anne.page.evaluate(SETTLED)
        assert anne.page.evaluate(ROWS) == [True, True], window


IN_SIGHT = """() => [...document.querySelectorAll(':is(.board, .seats, .dock) [data-piece], .side .entry')].filter(each => {
  const {left, top, width, height} = each.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return each.contains(there) || there?.contains(each) && there.closest('[data-piece], [data-area]');
}).length"""
"""How many pieces and entries of the log lie open."""


@pytest.mark.parametrize("position", sampled(SAMPLE[1:6:2], SAMPLE[5]), ids=lambda position: position.name)
def test_large_screens_show_more(visit: Callable[..., Visitor], position: Position) -> None:
    """Not only larger: more pieces and more of the log lie open."""
    anne = visit(size=WINDOWS["laptop"], reduced_motion="reduce")
    game, seat, token = arrange(anne.base, position)
    anne.open(f"/games/{game}#seat={seat}&token={token}")
    anne.page.locator(".offer .choose").first.wait_for()
    shown: list[int] = []
    for window in ("laptop", "screen", "large screen"):
        width, height = WINDOWS[window]
        anne.page.set_viewport_size({"width": width, "height": height})
        anne.page.evaluate(SETTLED)
        anne.page.wait_for_timeout(300)
        shown.append(anne.page.evaluate(IN_SIGHT))
    assert shown[0] < shown[1] <= shown[2]
    assert anne.page.locator(".side .entry:visible").count(), "the log stands beside the offers"


SEA_CARD = re.compile(r"[ILR]\d+")
"""The id of an Improvement, a Location or a Residence."""
TOO_LONG = """() => [...document.querySelectorAll('.pm-sea .pm-card')]
  .filter(card => [card, ...card.children].some(each => each.scrollHeight > each.clientHeight + 2
    || each.scrollWidth > each.clientWidth + 2))
  .map(card => card.innerText.replace(/\\s+/g, ' '))"""
"""The cards of the sea of which something is cut."""


def test_each_card_of_the_sea_has_room_for_all_that_it_says(visit: Callable[..., Visitor]) -> None:
    """The sea is dealt anew, until each card has lain in it: those of later rounds, too."""
    anne = visit(size=WINDOWS["netbook"], reduced_motion="reduce")
    game, seat, token = arrange(anne.base, Position(MARACAIBO, 2))
    path = f"{anne.base}/v1/games/{game}"
    cards = [each for each in requests.get(f"{path}/board", timeout=10).json()["faces"] if SEA_CARD.fullmatch(each)]
    pieces = requests.get(f"{path}/picture", timeout=10).json()["pieces"]
    dealt = [each["face"] for each in pieces if SEA_CARD.fullmatch(each.get("face") or "")]
    lying: dict[str, str] = {}

    def deal(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=re.sub(r'(?<="face":")\w+', lambda face: lying.get(face[0], face[0]), answer.text())
        )

    anne.page.route(re.compile("include=picture,asked"), deal)
    found = []
    for first in range(0, len(cards), len(dealt)):
        lying.update(zip(dealt, cards[first : first + len(dealt)], strict=False))
        if first:
            anne.page.reload()
        else:
            anne.open(f"/games/{game}#seat={seat}&token={token}")
        anne.page.locator(".pm-sea .pm-card").first.wait_for()
        for window in ("netbook", "zoom of 150 %", "phone", "laptop"):
            width, height = WINDOWS[window]
            anne.page.set_viewport_size({"width": width, "height": height})
            anne.page.evaluate(SETTLED)
            found += [f"{window}: {card}" for card in anne.page.evaluate(TOO_LONG)]
    assert len(dealt) > 10
    assert found == []


@pytest.mark.parametrize(
    "window", ["laptop", "netbook", "zoom of 150 %", "phone", "small phone", "tablet", "screen", "large screen"]
)
def test_the_first_page_has_its_games_above_the_fold(visit: Callable[..., Visitor], window: str) -> None:
    """The first three: to play, to learn and to watch each of them."""
    width, height = WINDOWS[window]
    anne = visit(size=(width, height), has_touch=window in FINGERS)
    anne.open()
    anne.page.locator(".gamecard .ways .main").nth(2).wait_for()
    for card in anne.page.locator(".gamecard").all()[:3]:
        for way in ("Play against a bot", "Learn it in", "Watch bots play"):
            box = card.get_by_role("button", name=way).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (way, box)


BEYOND = """() => [...document.querySelectorAll('.ruler button, .pastband button, .rail li')].filter(each => {
  const {right, bottom} = each.getBoundingClientRect();
  const inside = [...each.children].map(child => child.getBoundingClientRect());
  return each.checkVisibility() && (right > innerWidth || each.matches('button') && bottom > innerHeight
    || each.scrollWidth > each.clientWidth + 1 || inside.some(child => child.right > right));
}).map(each => each.innerText || each.title)"""
"""What lies beyond an edge of the window, or of its own frame."""


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_what_leads_through_the_past_fits_into_each_window(visit: Callable[..., Visitor], touch: bool) -> None:
    """The ruler with its pace, and the ways back and on."""
    anne = visit(size=WINDOWS["laptop"], has_touch=touch, reduced_motion="reduce")
    anne.open(f"/games/{finished(anne.base, MERCHANTS, 2)}#version=24")
    anne.page.locator(".pastband").wait_for()
    fitting = {name: each for name, each in WINDOWS.items() if (name in FINGERS) == touch}
    found = list(faults_of(anne, "past", fitting))
    for window, (width, height) in fitting.items():
        anne.page.set_viewport_size({"width": width, "height": height})
        anne.page.evaluate(SETTLED)
        found += [f"{window}: {each}" for each in anne.page.evaluate(BEYOND)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("position", LONG, ids=lambda position: position.name)
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_whole_games_fit_into_each_window(visit: Callable[..., Visitor], position: Position, touch: bool) -> None:
    assert look(visit, position, touch) == []


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [MERCHANTS, MARAUDERS, MARACAIBO])
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_nothing_jumps_in_a_long_game(visit: Callable[..., Visitor], ruleset: str, touch: bool) -> None:
    """In any window: one game is looked at in all of them."""
    assert jumps(visit, ruleset, [name for name in WINDOWS if (name in FINGERS) == touch], decisions=40) == []
