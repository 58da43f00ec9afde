"""The end of a game: who won and why, what it was made of, and what own decisions cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import requests

from tests.support.games import OURS
from tests.support.samples import sampled
from tests.web.browser import LAPTOP, PHONE, Visitor, at, version_of
from tests.web.playing import OVER, SECRET, by_keys, finished, play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route


class Decided(NamedTuple):
    """A game that its host has ended, with the decisions that seat 0 made in it."""

    game: str
    token: str
    made: int
    """How many they were."""
    version: int = 0
    """The version at which it chose worst, in the opinion of `greedy`."""
    given: Mapping[str, Any] = {}
    better: Mapping[str, Any] = {}
    """The offer that it chose then, and the best one."""
    cost: float = 0.0


def decided(base: str, *, worst: int | None, decisions: int = 6) -> Decided:
    """A game of Merchants & Marauders, whose bots say exactly what they think of an offer. Seat 0 does what `greedy` would,
    but with one decision, of this number, the opposite."""
    body = {"ruleset": "merchants-and-marauders", "seats": [{"kind": "human"}] * 2, "advice": True, **SECRET}
    made = requests.post(f"{base}/v1/games", json=body, timeout=10).json()
    game, tokens = made["game"]["id"], {each["seat"]: each["token"] for each in made["seats"]}
    path, found, count = f"{base}/v1/games/{game}", Decided(game, tokens[0], decisions), 0
    while count < decisions:
        (seat, *_) = requests.get(path, timeout=10).json()["to_act"]
        right = {"Authorization": f"Bearer {tokens[seat]}"}
        told = requests.get(f"{path}/actions", params={"advise": "greedy"}, headers=right, timeout=10).json()
        offers, ranking = {each["id"]: each for each in told["actions"]}, told["advice"]["ranking"]
        chosen = ranking[0]
        if seat == 0:
            if count == worst:
                chosen = ranking[-1]
                cost = ranking[0]["expects"] - chosen["expects"]
                given, better = offers[chosen["offer"]], offers[ranking[0]["offer"]]
                found = found._replace(version=told["version"], given=given, better=better, cost=cost)
            count += 1
        sent = {**right, "If-Match": f'"{told["version"]}"'}
        requests.post(f"{path}/actions", json={"offer": chosen["offer"]}, headers=sent, timeout=10).raise_for_status()
    host = {"Authorization": f"Bearer {made['host_token']}"}
    requests.delete(path, headers=host, timeout=10).raise_for_status()
    return found


def look_back(visitor: Visitor, found: Decided) -> Locator:
    visitor.open(f"/games/{found.game}#seat=0&token={found.token}&shared=1")
    visitor.page.get_by_role("button", name="Look back").click()
    return visitor.page.locator(".lookback")


def test_the_decision_that_cost_most_is_named_with_what_was_better(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    found = decided(anne.base, worst=3)
    assert found.cost > 0
    looked = look_back(anne, found)
    line = looked.locator("li")
    line.wait_for()
    assert looked.get_by_text("in points of their own that say only which cost more").is_visible()
    assert line.locator(".loss").inner_text() == "\u2212" + (
        f"{found.cost:.1f}" if found.cost < 10 else f"{round(found.cost)}"
    )
    assert f"You chose \u201c{found.given['label']}\u201d." in line.inner_text()
    assert f"Better: {found.better['text']}" in line.inner_text()
    line.get_by_role("button").click()
    at(anne.page, found.version).wait_for()
    anne.page.locator(".table.past").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["merchants-of-the-caribbean", "pirates-of-maracaibo"])
def test_what_decisions_cost_is_said_as_a_chance_to_win(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    anne.sit(ruleset, "human", "random")
    play_to_the_end(anne, by_keys)
    anne.page.get_by_role("button", name="Look back").click()
    looked = anne.page.locator(".lookback")
    looked.get_by_text("by how much it lowered your chance to win").wait_for(timeout=120_000)
    costs = [int(each.strip("\u2212 %")) for each in looked.locator(".loss").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    assert 0 < len(costs) <= 3


def test_decisions_like_those_of_a_bot_have_cost_nothing(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    found = decided(anne.base, worst=None)
    said = look_back(anne, found).get_by_text(f"All {found.made} decisions were about as good as a bot\u2019s.")
    said.wait_for()
    assert not anne.page.locator(".lookback li").count()


def test_jordan_has_a_column_and_the_headline_names_who_won(visit: Callable[..., Visitor]) -> None:
    watcher = visit()
    game = finished(watcher.base, "pirates-of-maracaibo", 1)
    outcome = requests.get(f"{watcher.base}/v1/games/{game}", timeout=10).json()["outcome"]
    (jordan,) = outcome["opponents"]
    watcher.open(f"/games/{game}")
    page = watcher.page
    assert page.locator(".parts thead th").last.inner_text().strip() == "Jordan"
    assert page.locator(".parts .total td").all_inner_texts() == [f"{outcome['scores'][0]}", f"{jordan['score']}"]
    assert sum(jordan["parts"]) == jordan["score"]
    headline = page.locator(f"{OVER} .headline").inner_text()
    assert outcome["because"] in headline
    assert ("Jordan wins" in headline) == jordan["won"]


@pytest.mark.parametrize("ruleset", sampled(OURS, "pirates-of-maracaibo"))
def test_the_whole_end_is_in_sight_of_a_laptop(visit: Callable[..., Visitor], ruleset: str) -> None:
    """Headline, reason, buttons, parts with their bars, the chart, four turns and whether it was fair: nothing scrolls."""
    watcher = visit(size=LAPTOP)
    game = finished(watcher.base, ruleset, 3, "greedy")
    watcher.open(f"/games/{game}")
    page = watcher.page
    page.locator(".audit .found").wait_for()
    page.locator(".best .btn").first.wait_for()
    hidden = (
        "[document.querySelector('.board'), document.documentElement].map(each => each.scrollHeight - each.clientHeight)"
    )
    assert page.evaluate(hidden) == [0, 0]
    assert not page.locator(".seats, .side").first.is_visible()
    outcome = requests.get(f"{watcher.base}/v1/games/{game}", timeout=10).json()["outcome"]
    assert outcome["because"] in page.locator(f"{OVER} .headline").inner_text()
    bars = page.locator(".parts tr:has(.share) td").evaluate_all(
        "all => all.map(each => [Number(each.innerText), each.querySelector('rect').width.baseVal.value])"
    )
    most = max(score for score, _ in bars)
    assert bars == [[score, pytest.approx(100 * max(0, score) / most, abs=0.1)] for score, _ in bars]


CUT = """() => [...document.querySelectorAll('.parts :is(th, td, .name), .best .btn :is(b, .mute), .mine')].filter(each => {
  const [end, edge] = [each, each.closest('.panel')].map(part => part.getBoundingClientRect().right);
  return end > edge || getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth;
}).map(each => each.innerText)"""
"""What of the end is cut at its right."""


@pytest.mark.parametrize("seats", [2, 4])
def test_no_word_of_the_end_is_cut(visit: Callable[..., Visitor], seats: int) -> None:
    """Names, parts, turns and cards, however many players there are."""
    watcher = visit(size=LAPTOP)
    names = ["Anne", "Bartholomew", "Charlotte", "Diego"][:seats]
    watcher.open(f"/games/{finished(watcher.base, 'merchants-of-the-caribbean', seats, 'greedy', names)}")
    watcher.page.locator(".best .btn").first.wait_for()
    cut: list[str] = []
    for width, height in ((1366, 630), (1280, 585), (1024, 600), (911, 512), (844, 390), (683, 384), (820, 1180), PHONE):
        watcher.page.set_viewport_size({"width": width, "height": height})
        cut += [f"{width} x {height}: {each}" for each in watcher.page.evaluate(CUT)]
    assert cut == []


def test_whoever_wants_to_sees_the_table_as_it_lies_and_comes_back(visit: Callable[..., Visitor]) -> None:
    watcher = visit(size=LAPTOP)
    watcher.open(f"/games/{finished(watcher.base, 'merchants-of-the-caribbean', 2)}")
    page = watcher.page
    page.locator(".endband.full .parts").wait_for()
    page.locator(f"{OVER} .doings").get_by_role("button", name="Table").click()
    page.locator('[data-area="harbour"]').wait_for()
    assert page.locator(".seats .panel").first.is_visible()
    page.get_by_role("button", name="Back to the end").click()
    page.locator(".endband.full .parts").wait_for()
    assert not page.locator('[data-area="harbour"]').is_visible()


def test_whoever_stays_when_the_other_resigns_is_told_so(visit: Callable[..., Visitor]) -> None:
    anne = visit(size=LAPTOP)
    made = anne.create("merchants-of-the-caribbean", {"seats": [{"kind": "human", "name": name} for name in ("Anne", "Bo")]})
    game, tokens = made["game"]["id"], [each["token"] for each in made["seats"]]
    address = f"{anne.base}/v1/games/{game}"
    right = {"Authorization": f"Bearer {tokens[1]}", "If-Match": f'"{made["game"]["version"]}"'}
    requests.post(f"{address}/resign", headers=right, timeout=10).raise_for_status()
    anne.open(f"/games/{game}#seat=0&token={tokens[0]}&shared=1")
    headline = anne.page.locator(f"{OVER} .headline")
    headline.wait_for()
    assert headline.locator("strong").inner_text() == "You won"
    said = headline.locator("p").inner_text()
    assert said.startswith("Bo resigned, and only Anne is left.")
    assert anne.page.locator(".bunting").is_visible()


def test_the_end_says_by_itself_whether_the_game_was_fair(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne, by_keys)
    anne.page.locator(".audit .found", has_text="entries checked.").wait_for()
    row = anne.page.locator(f"{OVER} .doings")
    assert [each.strip() for each in row.locator(".btn").all_inner_texts()] == [
        "Rematch", "Look back", "Save the game", "Table",
    ]  # fmt: skip


def test_points_over_turns_are_those_of_the_game_with_its_rounds_and_jordan(visit: Callable[..., Visitor]) -> None:
    """On a phone, whose words are as large there as anywhere."""
    watcher = visit(size=PHONE)
    game = finished(watcher.base, "pirates-of-maracaibo", 1)
    watcher.open(f"/games/{game}")
    page, address = watcher.page, f"{watcher.base}/v1/games/{game}"
    outcome = requests.get(address, timeout=10).json()["outcome"]
    lines = page.locator(".swing .curves").first
    lines.wait_for()
    score, jordan = outcome["scores"][0], outcome["opponents"][0]["score"]
    assert lines.get_attribute("aria-label") == f"Points over turns: Random bot {score}, Jordan {jordan}"
    assert lines.locator("g > path").count() == 2
    assert {"Round", "1", "2", "3", "Turn"} <= {*lines.locator("text").all_text_contents()}
    sizes = lines.locator("text:not(.pennant text)").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 11
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def rung(name: str, *figures: int | None, condition: bool = False, decided: bool = False) -> dict[str, Any]:
    return {"name": name, "condition": condition, "figures": figures, "decided": decided}


@pytest.mark.parametrize(
    ("own", "title"), [(None, "What decided"), (0, "Why not you, with 9?")], ids=["watching", "beaten by it"]
)
def test_a_broken_tie_is_told_criterion_by_criterion(visit: Callable[..., Visitor], own: int | None, title: str) -> None:
    anne = visit(size=LAPTOP)
    game = anne.begin("Tic-tac-toe", "human", "bot:random") if own == 0 else finished(anne.base, "tic-tac-toe", 2)
    if own == 0:
        play_to_the_end(anne, by_keys)
    ladder = [
        rung("an expedition done", 1, 1, condition=True),
        rung("most points", 9, 9),
        rung("most coins", 4, 6, decided=True),
        rung("eldest", None, None),
    ]

    def close(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        body["outcome"].update(winners=[1], scores=[9, 9], opponents=[])
        route.fulfill(response=answer, json=body)

    def standing(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "ladder": ladder})

    anne.page.route(re.compile(rf"/v1/games/{game}(\?|$)"), close)
    anne.page.route("**/standing", standing)
    anne.open(f"/games/{game}")
    shown = anne.page.locator(".ladder")
    shown.wait_for()
    assert shown.locator("> b").inner_text() == title
    told = [re.sub(r"\s+", " ", each).strip() for each in shown.locator("li").all_inner_texts()]
    assert told == [
        "1 an expedition done 1 2",
        "2 most points 1 9 2 9",
        "3 most coins 1 4 2 6",
        "4 eldest not needed",
    ], "each figure behind the number of its seat"
    assert shown.locator("li.decided").all_inner_texts()[0].split()[:1] == ["3"]
    assert shown.get_by_role("img", name="yes").count() == 2
    assert anne.page.evaluate(
        "document.querySelector('.board').scrollHeight <= document.querySelector('.board').clientHeight"
    )


def test_who_has_most_points_needs_no_ladder_and_the_end_says_how_long_it_was(visit: Callable[..., Visitor]) -> None:
    watcher = visit()
    game = finished(watcher.base, "pirates-of-maracaibo", 1)
    watcher.open(f"/games/{game}")
    watcher.page.locator(".swing").wait_for()
    said = watcher.page.locator(f"{OVER} .headline").inner_text()
    last = requests.get(f"{watcher.base}/v1/games/{game}/standing", timeout=10).json()["items"][-1]
    assert said.endswith(f"{last['round']} rounds, {last['turn']} turns, 1 minute.")
    assert not watcher.page.locator(".ladder").count()


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0.4, "1 minute"), (1, "1 minute"), (21, "21 minutes"), (110, "1 h 50 min"), (60 * 24 * 3, "3 days")],
)
def test_times_are_told_in_the_largest_unit_that_says_enough(
    visit: Callable[..., Visitor], minutes: float, said: str
) -> None:
    anne = visit()
    anne.open()
    told = anne.page.evaluate(
        """async (ms) => {
          const file = document.querySelector('script[src*=main]').src.replace('main.js', 'words-later.js');
          return (await import(file)).words.played(1, 2, ms);
        }""",
        minutes * 60_000,
    )
    assert told == f"1 round, 2 turns, {said}."


def test_the_turns_that_gained_most_add_up_and_lead_to_their_positions(visit: Callable[..., Visitor]) -> None:
    watcher = visit()
    game = finished(watcher.base, "merchants-of-the-caribbean", 2, "greedy")
    watcher.open(f"/games/{game}")
    page = watcher.page
    page.locator(".best .btn").first.wait_for()
    outcome = requests.get(f"{watcher.base}/v1/games/{game}", timeout=10).json()["outcome"]
    assert page.locator(".parts .total td").all_inner_texts() == [f"{score}" for score in outcome["scores"]]
    items = requests.get(f"{watcher.base}/v1/games/{game}/standing", timeout=10).json()["items"]
    gains: dict[tuple[int, int], int] = {}
    for before, after in pairwise(items):
        for seat in (0, 1):
            gained = after["points"][seat] - before["points"][seat]
            gains[after["turn"], seat] = gains.get((after["turn"], seat), 0) + gained
    most = sorted(gains.values(), reverse=True)[:4]
    assert page.locator(".best .chip").all_inner_texts() == [f"+{each}" for each in most if each > 0]
    for place in range(page.locator(".best .btn").count()):
        button = page.locator(".best .btn").nth(place)
        turn = int(button.locator("b").inner_text().split()[-1])
        button.click()
        page.locator(".table.past").wait_for()
        shown = next(each for each in items if each["version"] == version_of(page))
        assert shown["turn"] == turn or shown is items[-2], "what the last commit brought is shown from before it"
        page.keyboard.press("End")
        page.locator(OVER).wait_for()
        button.wait_for()


@pytest.mark.parametrize(
    ("winners", "scores", "says"),
    [
        ([0], [12, 10], ("You won, 12 to 10", "Anne wins, 12 to your 10")),
        ([0], [1, 0], ("You won", "You lost")),
        ([0, 1], [0, 0], ("You share the victory", "You share the victory")),
        ([0], [7, 7], ("You won the tie-break", "Anne wins the tie-break")),
        ([1], [9, 8], ("Bart wins the tie-break", "You won the tie-break")),
        ([], [9, 8], ("Nobody wins", "Nobody wins")),
    ],
    ids=["points", "no points", "a draw", "a tie", "more points that did not win", "nobody"],
)
def test_points_are_named_where_scores_say_more_than_who_won(
    visit: Callable[..., Visitor], winners: list[int], scores: list[int], says: tuple[str, str]
) -> None:
    """A game that counts no points gives its winners one."""
    anne = visit()
    anne.open()
    told = anne.page.evaluate(
        """async (outcome) => {
          const file = document.querySelector('script[src*=main]').src.replace('main.js', 'results.js');
          const {resultOf} = await import(file);
          return [0, 1].map((seat) => resultOf(outcome, ['Anne', 'Bart'], [seat]));
        }""",
        {"winners": winners, "scores": scores},
    )
    assert tuple(told) == says
