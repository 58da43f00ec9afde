"""What a screen reader finds on the page, and in which order: Chromium's accessibility tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.support.games import GAMES
from tests.support.samples import sampled
from tests.web.browser import Visitor
from tests.web.playing import ASKED, OVER, finished

Node = tuple[str, str]
"""Role and name."""


def spoken(visitor: Visitor) -> list[Node]:
    """All that is exposed, in the order in which it is read."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[Node] = []

    def read(node_id: str) -> None:
        node = by_id.get(node_id)
        if node is None:
            return
        if not node["ignored"]:
            found.append((node["role"]["value"], node.get("name", {}).get("value", "")))
        for child in node.get("childIds", []):
            read(child)

    read(nodes[0]["nodeId"])
    return found


def in_order(found: Sequence[Node], wanted: Sequence[tuple[str, str]]) -> list[Node]:
    """The first node of each wanted role whose name has the wanted words, each after the one before."""
    rest, hits = iter(found), []
    for role, words in wanted:
        hit = next((node for node in rest if node[0] == role and words in node[1]), None)
        assert hit is not None, f"no {role} “{words}” after {hits}"
        hits.append(hit)
    return hits


@pytest.mark.parametrize("ruleset", sampled(GAMES, "merchants-and-marauders", "tic-tac-toe"))
def test_question_offers_log_and_turn_are_read_in_their_order(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    seats = max(2, GAMES[ruleset].rules.seats(GAMES[ruleset].types.options())[0])
    anne.sit(ruleset, *["human"] * seats)
    anne.page.locator(ASKED).wait_for()
    anne.page.locator(".offer").first.wait_for()
    anne.page.locator(".log li li").first.wait_for()
    question = anne.page.locator(ASKED).inner_text().partition(":")[2].strip()
    offer = anne.page.locator(".offer b").first.inner_text()
    found = spoken(anne)
    hits = in_order(
        found,
        [
            ("link", "Skip to what you may do"),
            ("heading", GAMES[ruleset].title),
            ("StaticText", "Turn"),
            ("group", "What is asked"),
            ("StaticText", question),
            ("region", "Players"),
            ("region", "Board"),
            ("region", "you"),
            ("region", "You may"),
            ("button", offer),
            ("region", "Log"),
            ("list", ""),
            ("region", "Replay"),
            ("slider", "Replay"),
        ],
    )
    assert hits[2][1].startswith(("Turn", "Set-up"))
    nameless = [
        role for role, name in found if role in ("button", "link", "textbox", "combobox", "slider", "image") and not name
    ]
    assert nameless == []
    assert {name for role, name in found if role == "main"} == {""}, "there is one main part"
    assert ("status", "") in found, "news is read aloud where it is written"


@pytest.mark.parametrize("ruleset", sampled(GAMES, "merchants-and-marauders", "tic-tac-toe"))
def test_the_end_is_read_with_its_outcome_and_scores(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    seats = max(2, GAMES[ruleset].rules.seats(GAMES[ruleset].types.options())[0])
    anne.open(f"/games/{finished(anne.base, ruleset, seats)}")
    anne.page.locator(f"{OVER} .headline").first.wait_for()
    outcome = anne.page.locator(f"{OVER} .headline strong").inner_text()
    in_order(
        spoken(anne),
        [
            ("heading", GAMES[ruleset].title),
            ("region", "Board"),
            ("region", "The game is over"),
            ("StaticText", outcome),
            ("region", "Scores"),
        ],
    )
