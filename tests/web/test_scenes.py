"""People see what happened: beats are played in their order and pace, from the position before to the one after."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import pytest
import requests

from tests.support.samples import long_only
from tests.support.tradewinds import wait_until
from tests.web.browser import PHONE, Visitor, at, reach, version_of
from tests.web.playing import HIDE, SECRET, drag, shown_places

MERCHANTS, MARAUDERS, MARACAIBO = "merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"
CALM = {"hasty": False}
CHOOSE = "more => localStorage.setItem('tradewinds/settings', JSON.stringify(more))"
FILM = """() => {
  window.film = [];
  const inSight = (each) => {
    const {x, y, width, height} = each.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return width > 0 && at !== null && each.contains(at);
  };
  const said = (query) => document.querySelector(query)?.textContent ?? '';
  const face = ({textContent, firstElementChild}) => textContent || firstElementChild?.getAttribute('aria-label') || '';
  const take = () => film.push({
    at: performance.now(), moment: said('.moment > b'), reason: said('.moment .why'), bar: said('.bar .asked'),
    line: said('.nowline'), tone: document.querySelector('.moment')?.className ?? '',
    version: document.querySelector('.table')?.dataset.version,
    playing: document.querySelector('.table.playing') !== null,
    lit: [...document.querySelectorAll('[data-piece].lit')].filter(inSight).map(({dataset}) => dataset.piece),
    dice: [...document.querySelectorAll('.rolled:first-of-type .die')].map(face),
    what: said('.rolled .what-for'), verdict: said('.rolled .verdict'), spoken: said('p.sr'),
    moving: document.getAnimations().length,
  });
  setInterval(take, 20);
}"""
"""Notes fifty times a second what can be seen: a piece only where nothing lies over its middle."""

STANDS = 1200
"""Milliseconds for which a moment is in sight at least: it stands for 1,600, and a busy browser shows it late. All else
passes in 350 (test_pace.py has the exact times)."""

Frame = dict[str, Any]


def taken(visitor: Visitor, milliseconds: int) -> list[Frame]:
    """What is seen in so long a time."""
    visitor.page.wait_for_timeout(milliseconds)
    found: list[Frame] = visitor.page.evaluate("film.splice(0)")
    return found


def until_quiet(visitor: Visitor) -> list[Frame]:
    """What is seen until nothing is played any more."""
    found = taken(visitor, 600)
    for _ in range(200):
        if not found[-1]["playing"]:
            return found
        found += taken(visitor, 200)
    raise AssertionError(f"it is played without an end: {found[-1]}")


def longest(frames: list[Frame], holds: Callable[[Frame], bool]) -> float:
    """How long something held without a break, in milliseconds."""
    ends = [*frames[1:], frames[-1]]
    runs = [list(run) for held, run in groupby(zip(frames, ends, strict=True), lambda each: holds(each[0])) if held]
    return max((run[-1][1]["at"] - run[0][0]["at"] for run in runs), default=0)


def scenes(visitor: Visitor, game: str, seat: int, after: int) -> list[dict[str, Any]]:
    """The commits after a version, with their scenes as a seat sees them."""
    address = f"{visitor.base}/v1/games/{game}/events?after={after}&limit=100&include=scene"
    found: list[dict[str, Any]] = requests.get(address, headers=visitor.right(game, seat), timeout=10).json()["items"]
    return found


def beats(commits: list[dict[str, Any]], least: int) -> Iterator[dict[str, Any]]:
    """The beats of commits that weigh at least so much."""
    return (beat for commit in commits for beat in commit["scene"] if beat.get("weight", 1) >= least)


def busting(visitor: Visitor) -> str:
    """A seat whose next card is a bust; returns the id of the game."""
    game = visitor.sit(MERCHANTS, "human", "human", "human", more={"scenario": "bust", **SECRET})
    visitor.page.locator(".asked.mine").wait_for()
    visitor.page.wait_for_timeout(300)
    visitor.page.evaluate(FILM)
    return game


def reveal(visitor: Visitor) -> None:
    visitor.page.locator(".offer .choose", has_text="eveal").first.click()


def twins(frames: list[Frame]) -> float:
    """How long two Ships of one type, and no other piece, are in sight and marked while a bust is told."""

    def holds(frame: Frame) -> bool:
        return (
            frame["moment"] == "Bust!"
            and "bad" in frame["tone"]
            and len({card.split("-")[0] for card in frame["lit"]}) == 1 < len(frame["lit"])
        )

    return longest(frames, holds)


def test_the_fatal_card_of_a_bust_and_its_twin_are_marked(visit: Callable[..., Visitor]) -> None:
    anne = visit(**CALM)
    busting(anne)
    reveal(anne)
    frames = until_quiet(anne)
    assert twins(frames) >= STANDS
    assert any("second" in frame["reason"] for frame in frames)


def test_a_bust_is_seen_on_a_phone(visit: Callable[..., Visitor]) -> None:
    anne = visit(PHONE, has_touch=True, is_mobile=True, **CALM)
    busting(anne)
    reveal(anne)
    frames = until_quiet(anne)
    assert twins(frames) >= STANDS
    assert any("Bust!" in frame["bar"] for frame in frames)


def test_without_motion_a_bust_stands_as_long_and_is_spoken(visit: Callable[..., Visitor]) -> None:
    anne = visit(reduced_motion="reduce", **CALM)
    busting(anne)
    reveal(anne)
    frames = until_quiet(anne)
    assert twins(frames) >= STANDS
    assert not [frame for frame in frames if frame["moving"]]
    assert any("bust!" in frame["spoken"] for frame in frames)


def deal(visitor: Visitor, ruleset: str, secret: int) -> tuple[str, dict[str, str]]:
    """A game against a bot that is the same each time; returns its id and the header by which its person plays."""
    seats = [{"kind": "human"}, {"kind": "bot", "level": "greedy"}]
    made = visitor.create(ruleset, {"seats": seats, "secret": f"{secret:02x}" * 32})
    game: str = made["game"]["id"]
    visitor.wait_for_bots(game)
    return game, {"Authorization": f"Bearer {made['seats'][0]['token']}"}


def last_offer(visitor: Visitor, game: str, right: dict[str, str]) -> int:
    """Do what is offered last, and wait for the bot; returns in how many commits it answered."""
    address = f"{visitor.base}/v1/games/{game}"
    offers = requests.get(f"{address}/actions", headers=right, timeout=10).json()
    if not offers["actions"]:
        return 0
    headers = {**right, "If-Match": f'"{offers["version"]}"'}
    requests.post(
        f"{address}/actions", json={"offer": offers["actions"][-1]["id"]}, headers=headers, timeout=10
    ).raise_for_status()
    return visitor.wait_for_bots(game) - offers["version"] - 1


def a_long_turn(visitor: Visitor, ruleset: str, least: int) -> tuple[str, int]:
    """A game in which a bot has just been asked to act, and does so in at least so many commits; returns its id and the
    version before them."""
    for secret in range(1, 40):
        game, right = deal(visitor, ruleset, secret)
        asked = next((number for number in range(8) if last_offer(visitor, game, right) >= least), None)
        if asked is None:
            continue
        game, right = deal(visitor, ruleset, secret)
        for _ in range(asked):
            last_offer(visitor, game, right)
        offers = requests.get(f"{visitor.base}/v1/games/{game}/actions", headers=right, timeout=10).json()["actions"]
        visitor.open(f"/games/{game}#seat=0&token={right['Authorization'].partition(' ')[2]}")
        visitor.page.locator(".asked.mine").wait_for()
        wanted = visitor.page.locator(".offer .choose", has=visitor.page.get_by_text(offers[-1]["label"], exact=True)).last
        wanted.wait_for()
        visitor.page.evaluate(FILM)
        version = version_of(visitor.page)
        wanted.click()
        assert wait_until(lambda game=game, before=version: visitor.wait_for_bots(game) >= before + least, 10)  # type: ignore[misc]
        return game, version
    raise AssertionError("no bot does so much")


each_game = pytest.mark.parametrize("ruleset", [MERCHANTS, MARAUDERS, MARACAIBO])


def in_order(expected: list[str], said: list[str]) -> None:
    """All is said, one after the other."""
    place = 0
    for text in expected:
        place = next((number for number in range(place, len(said)) if text in said[number]), -1)
        assert place >= 0, (text, expected)


@pytest.mark.parametrize("ruleset", [long_only(MERCHANTS), long_only(MARAUDERS), MARACAIBO])
def test_each_beat_of_a_long_turn_of_a_bot_is_shown_in_order(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit(**CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'normal'}})")
    game, version = a_long_turn(anne, ruleset, 9)
    frames = until_quiet(anne)
    played = list(beats(scenes(anne, game, 0, version + 1), 1))
    assert len(played) >= 9
    in_order(
        [beat.get("title") or beat["text"] for beat in played if beat.get("text")],
        [f"{frame['bar']} {frame['moment']} {frame['line']}" for frame in frames],
    )


@pytest.mark.parametrize("ruleset", [MERCHANTS, long_only(MARAUDERS), long_only(MARACAIBO)])
def test_on_a_phone_without_motion_all_is_told_and_nothing_moves(visit: Callable[..., Visitor], ruleset: str) -> None:
    """Moments stand as long as they do otherwise, and a voice says what they say."""
    anne = visit(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", **CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'normal'}})")
    game, version = a_long_turn(anne, ruleset, 6)
    frames = until_quiet(anne)
    played = scenes(anne, game, 0, version)
    assert not [frame for frame in frames if frame["moving"]]
    told = [beat for beat in beats(played, 1) if beat.get("text")]
    in_order([beat.get("title") or beat["text"] for beat in told], [frame["bar"] for frame in frames])
    voice = " ".join(dict.fromkeys(frame["spoken"] for frame in frames))
    assert told[-1]["text"] in voice
    for moment in beats(played, 2):
        if moment["beat"] == "moment":
            title = moment["title"]
            assert longest(frames, lambda frame, title=title: frame["moment"] == title) >= STANDS, title  # type: ignore[misc]


def picture(visitor: Visitor, game: str, seat: int) -> dict[str, str]:
    """The pieces of the newest position, with their areas."""
    found = requests.get(f"{visitor.base}/v1/games/{game}/picture", headers=visitor.right(game, seat), timeout=10).json()
    return {piece["id"]: piece["in"] for piece in found["pieces"]}


@pytest.mark.parametrize(
    ("ruleset", "way"),
    [
        (MERCHANTS, "button"),
        (MARAUDERS, "space"),
        (MARACAIBO, "board"),
        *[long_only(MERCHANTS, way) for way in ("space", "board")],
        long_only(MARAUDERS, "board"),
        long_only(MARACAIBO, "space"),
    ],
)
def test_a_skip_leads_to_the_newest_position(visit: Callable[..., Visitor], ruleset: str, way: str) -> None:
    anne = visit(**CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'slow'}})")
    game, _ = a_long_turn(anne, ruleset, 6)
    newest = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"]
    heard = anne.page.locator(".where small", has_text=re.compile(f"/{newest}$"))
    heard.wait_for(state="attached")  # What comes after a skip is played.
    anne.page.locator(".skipper").wait_for()
    if way == "space":
        anne.page.keyboard.press("Space")
    elif way == "button":
        anne.page.locator(".skipper").click()
    else:
        anne.page.locator(".board").click(position={"x": 4, "y": 4})
    anne.page.locator(".asked.mine").wait_for(timeout=3000)  # Six commits take longer.
    assert version_of(anne.page) == newest
    drawn = shown_places(anne.page)
    assert drawn.items() <= picture(anne, game, 0).items()
    assert not anne.page.locator(".moment, .nowline, .lit").count()


SKIPPED = """async () => {
  const {Scenes} = await import(document.querySelector('script[src*=main]').src.replace('main.js', 'scenes.js'));
  const scenes = new Scenes({live: {version: 3}, ruleset: {table_events: ['seat_claimed']}, past: false, seat: 0});
  const roll = (what) => ({beat: 'roll', what, rolls: []});
  const commit = (version, type, ...scene) => ({version, events: [{type}], picture: {}, scene});
  scenes.hear([commit(1, 'rolled', roll('first')), commit(2, 'rolled', {beat: 'moment'}, roll('second'))]);
  scenes.hear([commit(3, 'seat_claimed', {beat: 'moment'})]);
  const [begun] = scenes.ahead;
  scenes.commit = begun;
  scenes.beat = begun.scene[0];
  scenes.rest(3);
  const rolling = new Scenes({live: {version: 1}, ruleset: {table_events: []}, past: false, seat: 0});
  rolling.roll = {roll: roll('third'), phase: 0};
  rolling.rest(1);
  return [scenes.roll.roll.what, scenes.roll.phase, scenes.recent.length, rolling.roll.phase];
}"""


def test_the_last_roll_of_what_is_skipped_is_the_last_one(visit: Callable[..., Visitor]) -> None:
    """The roll that was being shown is not kept twice, and its dice do not roll for ever."""
    anne = visit()
    anne.open("/")
    anne.page.locator(".gamecard").first.wait_for()
    assert anne.page.evaluate(SKIPPED) == ["second", 2, 2, 2]


BEGUN_ANEW = """async () => {
  const file = document.querySelector('script[src*=main]').src.replace('main.js', 'games/merchants-and-marauders/table.js');
  const {lastFought} = await import(file);
  const roll = {beat: 'roll', rolls: [{by: 'ship/0'}, {by: 'ship/1'}]};
  const [begun, ended] = [1, 2].map((weight) => ({beat: 'moment', weight, at: ['battle', 'ship/0']}));
  return [[begun, roll, ended], [begun, roll, ended, begun], [begun, roll, ended, begun, roll], [roll]]
    .map((recent) => lastFought({recent}));
}"""


def test_a_battle_that_begins_shows_no_round_of_the_one_before(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open("/")
    anne.page.locator(".gamecard").first.wait_for()
    assert anne.page.evaluate(BEGUN_ANEW) == [1, -1, 4, 0]


FELL = """async () => {
  const file = document.querySelector('script[src*=main]').src.replace('main.js', 'games/merchants-and-marauders/table.js');
  const {fell} = await import(file);
  const roll = (what, ...sides) => ({beat: 'roll', what, rolls: sides.map((by) => ({by}))});
  const contest = roll('contest', 'ship/0', 'ship/1'), hit = roll('hit', 'ship/0'), again = roll('again', 'ship/0');
  const turn = {beat: 'turn'}, lost = {beat: 'moment', weight: 2, at: ['battle']};
  return [[hit, contest], [contest, hit, again], [contest, hit, contest], [contest, hit, lost, hit], [contest, turn, hit]]
    .map((recent) => fell({recent}).map(({what}) => what));
}"""


def test_the_last_round_of_a_battle_shows_where_its_hits_fell(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open("/")
    anne.page.locator(".gamecard").first.wait_for()
    assert anne.page.evaluate(FELL) == [[], ["hit", "again"], [], ["hit"], []]


PLAYED_ROLL = """async (roll) => {
  const file = (name) => import(document.querySelector('script[src*=main]').src.replace('main.js', name));
  const [{Rolled}, {part}, {render}] = await Promise.all(['moments.js', 'dom.js', 'vendor/preact.js'].map(file));
  const areas = [0, 1].map((seat) => ({id: `seat/${seat}`, name: `Captain with a long name ${seat}`}));
  const drawn = {board: {areas, words: {}, faces: {}}, picture: {pieces: []}}, root = document.createElement('div');
  render(part(Rolled, {drawn, roll, phase: 2}), root);
  const strip = document.querySelector('.mm-strip');
  strip.querySelector('.rolled')?.remove();
  strip.append(root.firstElementChild);
  strip.closest('.table').classList.add('playing');
}"""
"""Shows a roll in the heading of a real table, as while it is played."""


@pytest.mark.parametrize("totals", [(2, 1), (1, 1)])
def test_the_verdict_of_a_roll_is_in_sight_on_a_phone(visit: Callable[..., Visitor], totals: tuple[int, int]) -> None:
    """Also that nobody wins."""
    anne = visit(PHONE, has_touch=True, is_mobile=True)
    anne.sit(MARAUDERS, "human", "human")
    anne.page.locator(".mm-strip").wait_for()
    dice = [{"shows": "skull", "counts": True}, *[{"shows": f"{pips}"} for pips in (2, 3, 4, 5)]]
    rolls = [{"by": f"ship/{side}", "dice": dice, "bonus": 0, "total": total} for side, total in enumerate(totals)]
    winner = None if totals[0] == totals[1] else "ship/0"
    anne.page.evaluate(
        PLAYED_ROLL, {"beat": "roll", "what": "Contest, combat round 1", "rolls": rolls, "winner": winner, "open": False}
    )
    verdict = anne.page.locator(".mm-strip .verdict")
    assert verdict.inner_text() == ("Captain with a long name 0 wins" if winner else "Nobody wins")
    box = verdict.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


SHOWN = """async () => {
  const {applied} = await import(document.querySelector('script[src*=main]').src.replace('main.js', 'working.js'));
  const deck = {id: 'deck', in: 'deck', down: true, count: 2}, card = {id: 'card', in: 'table', face: 'flute'};
  const before = {pieces: [deck], facts: {}}, beat = {beat: 'show', from: 'deck', pieces: [card]};
  const once = applied(before, beat, before), twice = applied(once, beat, before);
  return [once, twice].map(({pieces}) => pieces.map(({id, count = 1}) => [id, count]));
}"""


def test_a_card_that_is_turned_up_leaves_its_deck_once(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open("/")
    anne.page.locator(".gamecard").first.wait_for()
    assert anne.page.evaluate(SHOWN) == [[["deck", 1], ["card", 1]]] * 2


OFFERED = """() => {
  const live = new Set(), table = () => document.querySelector('.table');
  window.offered = () => live.size;
  new MutationObserver(() => {
    const may = document.querySelector('.offer .choose[aria-disabled=false]');
    if (may && table()?.classList.contains('playing')) live.add(table().dataset.version);
  }).observe(document, {subtree: true, childList: true, attributes: true});
}"""
"""Counts the versions that are still played, in whatever the page shows, while one may already go on."""


def test_whoever_acts_waits_for_nothing(visit: Callable[..., Visitor]) -> None:
    """What one did oneself is still shown when one may go on."""
    anne = visit(**CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'slow'}})")
    anne.sit(MERCHANTS, "human", "human", more=SECRET)
    anne.page.locator(".asked.mine").wait_for()
    anne.page.evaluate(OFFERED)
    for done in range(1, 4):
        reveal(anne)
        anne.page.wait_for_function("done => offered() >= done", arg=done)


def test_whoever_comes_back_sees_only_what_must_be_seen(visit: Callable[..., Visitor]) -> None:
    anne = visit(**CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'normal'}})")
    game, version = a_long_turn(anne, MERCHANTS, 6)
    anne.page.evaluate(HIDE, True)
    anne.page.evaluate(HIDE, False)
    assert wait_until(lambda: not anne.page.locator(".table.playing").count(), 10)
    anne.page.locator(".since .telling li").first.wait_for()
    assert 1 <= anne.page.locator(".since .telling").first.locator("li").count() <= 4
    assert anne.page.locator(".since .chip").count()
    anne.page.locator(".offer .choose").first.click()
    anne.page.locator(".since").wait_for(state="detached")
    assert version_of(anne.page) > version, game


MOVING = """async ([scale, zoom]) => {
  const {settle, forget} = await import(document.querySelector('script[src*=main]').src.replace('main.js', 'motion.js'));
  forget();
  document.body.replaceChildren();
  const root = document.body.appendChild(document.createElement('main'));
  root.style.zoom = zoom;
  root.innerText = '';
  const space = 'http://www.w3.org/2000/svg', svg = root.appendChild(document.createElementNS(space, 'svg'));
  svg.setAttribute('viewBox', '0 0 100 50');
  svg.style.cssText = `display: block; width: ${100 * scale}px; height: ${50 * scale}px`;
  const turned = svg.appendChild(document.createElementNS(space, 'g'));
  turned.setAttribute('transform', 'translate(90 0) rotate(90) scale(.5)');
  const pawn = turned.appendChild(document.createElementNS(space, 'g'));
  pawn.dataset.piece = 'pawn';
  pawn.appendChild(document.createElementNS(space, 'circle')).setAttribute('r', '4');
  const at = () => { const {x, y} = pawn.getBoundingClientRect(); return [x, y]; };
  const put = (area, x) => { pawn.dataset.in = area; pawn.setAttribute('transform', `translate(${x} 40)`); };
  put('here', 10);
  settle(root, false);
  const before = at();
  put('there', 70);
  settle(root, false);
  const [move] = pawn.getAnimations();
  move.pause();
  move.currentTime = 0;
  const begun = at();
  move.finish();
  return [before, begun, at()];
}"""
"""Moves a piece of a drawing that is turned and shown at a scale; returns where it lay, where its motion begins and ends."""


@pytest.mark.parametrize(("scale", "zoom"), [(1, 1), (6.5, 1), (0.4, 1), (3, 1.22)])
def test_a_piece_of_a_drawing_moves_from_where_it_lay(visit: Callable[..., Visitor], scale: float, zoom: float) -> None:
    anne = visit()
    anne.open("/")
    anne.page.locator(".gamecard").first.wait_for()
    before, begun, ended = anne.page.evaluate(MOVING, [scale, zoom])
    assert begun == pytest.approx(before, abs=1)
    assert ended != pytest.approx(before, abs=5)


def rolls(frames: list[Frame]) -> list[list[Frame]]:
    """The frames of each roll, by what was asked of the dice."""
    return [list(run) for what, run in groupby(frames, lambda frame: frame["what"]) if what]


@pytest.mark.parametrize("way", [{}, long_only({"reduced_motion": "reduce"})])
def test_dice_lie_before_it_is_said_what_they_mean(visit: Callable[..., Visitor], way: dict[str, Any]) -> None:
    """In a battle, whose last round stays in sight with both sides' dice until the next one."""
    anne = visit(**CALM, **way)
    anne.sit(MARAUDERS, "human", "greedy", more={"scenario": "battle"})
    page = anne.page
    page.locator(".mm-verb", has_text="Shoot").wait_for()
    assert page.locator(".mm-verb").all_inner_texts() == ["1\nShoot", "2\nBoard", "3\nFlee"]
    page.evaluate(FILM)
    page.locator(".mm-verb", has_text="Shoot").click()
    frames = until_quiet(anne)
    fought = [run for run in rolls(frames) if run[0]["what"].startswith("Contest")]
    assert fought
    told = [number for number, frame in enumerate(fought[0]) if frame["verdict"]]
    assert told
    assert any(all(frame["dice"]) for frame in fought[0][: told[0]]), "the dice are read before their meaning"
    assert page.locator(".mm-round .die").count() >= 2
    assert page.locator(".mm-round .verdict").count() == 1


def test_dice_of_a_raid_and_of_a_combat_lie_before_it_is_told_what_they_mean(visit: Callable[..., Visitor]) -> None:
    """In Pirates of Maracaibo, where a bot rolls."""
    anne = visit(**CALM)
    anne.page.add_init_script(f"({CHOOSE})({{pace: 'normal'}})")
    for least in range(9, 12):
        game, version = a_long_turn(anne, MARACAIBO, least)
        frames = until_quiet(anne)
        if any(beat["beat"] == "roll" for beat in beats(scenes(anne, game, 0, version), 1)):
            break
    runs = rolls(frames)
    assert runs
    for run in runs:
        first = next(number for number, frame in enumerate(run) if frame["dice"] and all(frame["dice"]))
        told = [number for number, frame in enumerate(run) if frame["verdict"] or "rolls" in frame["bar"]]
        assert told
        assert first < told[0], "the dice are read before their meaning"


def test_a_past_position_shows_the_last_roll_that_led_to_it(visit: Callable[..., Visitor]) -> None:
    """Nothing of what came later, also where the page was loaded anew and does not know what led to it."""
    anne = visit()
    anne.sit(MARAUDERS, "human", "greedy", more={"scenario": "battle", **SECRET})
    page, roll = anne.page, anne.page.locator(".mm-round")
    shoot = page.locator(".mm-verb", has_text="Shoot")
    shoot.wait_for()
    seen = [(version_of(page), "")]
    for _ in range(2):
        shoot.click()
        reach(page, seen[-1][0] + 1)
        shoot.wait_for()
        page.locator(".table:not(.playing) .offer .choose[aria-disabled=false]").first.wait_for()
        seen.append((version_of(page), roll.inner_text()))
    assert len({text for _, text in seen}) == 3, "each round has dice of its own"
    for _ in range(2):
        for version, text in [*reversed(seen[:-1]), *seen[:-1]]:
            drag(page, version)
            at(page, version).wait_for()
            assert wait_until(lambda text=text: "".join(roll.all_inner_texts()) == text, 5), (version, text)  # type: ignore[misc]
        page.keyboard.press("End")
        assert wait_until(lambda: roll.all_inner_texts() == [seen[-1][1]], 5)
        page.reload()
        shoot.wait_for()


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "seconds"),
    [(MERCHANTS, 30), (MARACAIBO, 30), (MARAUDERS, 300)],
)
def test_a_table_of_four_bots_grows_no_queue_and_no_memory(
    visit: Callable[..., Visitor], ruleset: str, seconds: int
) -> None:
    watcher = visit(**CALM)
    session = watcher.page.context.new_cdp_session(watcher.page)
    bots = [{"kind": "bot", "level": "greedy"}] * 3

    def used() -> float:
        """Megabytes, once what nobody needs was thrown away."""
        session.send("HeapProfiler.collectGarbage")
        found: float = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        return found

    made = watcher.create(ruleset, {"seats": [{"kind": "human"}, *bots], **SECRET})
    game = made["game"]["id"]
    watcher.open(f"/games/{game}")
    watcher.page.locator(".board [data-piece]").first.wait_for()
    # They play all that the table shows: the last of them only begins when it is open.
    right = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    requests.put(
        f"{watcher.base}/v1/games/{game}/seats/0", json={"kind": "bot", "level": "greedy"}, headers=right, timeout=10
    ).raise_for_status()
    watcher.page.wait_for_timeout(10_000)
    before, most, waits = used(), 0.0, 0
    for _ in range(seconds // 10):
        watcher.page.wait_for_timeout(10_000)
        most = max(most, used())
        waits = max(waits, int(watcher.page.locator(".waits").get_attribute("data-waits") or 0))
    print(f"{seconds} s: {before:.1f} MB at first, {most:.1f} at most, {used():.1f} at last; at most {waits} commits waited")
    assert waits <= 60, "what lies further ahead is read later"
    assert most < before + 12, (before, most)
    watcher.page.get_by_role("button", name="Go to now").click()
    newest = requests.get(f"{watcher.base}/v1/games/{game}", timeout=10).json()["version"]
    assert wait_until(lambda: version_of(watcher.page) >= newest, 5)


@pytest.mark.parametrize(
    ("code", "detail"), [("ruleset_not_installed", "not installed here any more"), ("log_damaged", "cannot be read")]
)
def test_a_game_that_cannot_be_shown_says_so(visit: Callable[..., Visitor], code: str, detail: str) -> None:
    anne = visit()
    game = anne.create(MERCHANTS, {"seats": [{"kind": "human"}] * 2})["game"]["id"]
    refusal = {"type": "about:blank", "title": "x", "status": 503, "code": code, "detail": detail}
    status = 503 if code == "ruleset_not_installed" else 500
    anne.page.route(
        f"**/v1/games/{game}?*", lambda route: route.fulfill(status=status, json=refusal, headers={"Retry-After": "60"})
    )
    anne.open(f"/games/{game}")
    anne.page.locator(".say", has_text=detail).wait_for(timeout=5000)
    anne.expected_refusals()
