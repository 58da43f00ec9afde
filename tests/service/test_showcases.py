"""What a game says of itself before somebody knows it: a few words, a cover, two minutes of how it is played."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import MappingProxyType, ModuleType
from xml.etree import ElementTree

import pytest

from domain.about import LONGEST_KIND, LONGEST_SENTENCE, About, problem
from service.showcases import showcases_of
from tests.service.client import Api
from tests.support.games import GAMES, OURS
from tests.versions.last_stick import GAME
from tradewinds.installed import Installed
from tradewinds.packages import Package

COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><text>Sail</text></svg>'


@pytest.mark.parametrize("ruleset", OURS)
def test_each_of_our_games_says_what_it_is_like(api: Api, ruleset: str) -> None:
    told = api.get(f"/v1/rulesets/{ruleset}").json
    assert 1 <= len(told["about"]["sentence"]) <= LONGEST_SENTENCE
    assert told["about"]["weight"] in ("easy", "medium", "demanding")
    cover = api.get(told["cover"])
    assert cover.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert cover.headers["Content-Security-Policy"].startswith("default-src 'none'")
    guide = api.get(told["how_to_play"]).text
    assert "in two minutes</h1>" in guide
    assert {"Three tips"} <= set(re.findall("<h2>(.*?)</h2>", guide))
    assert f'href="/docs/rules/{ruleset}"' in guide


@pytest.mark.parametrize("ruleset", OURS)
def test_a_guide_is_read_in_two_minutes_and_a_half(api: Api, ruleset: str) -> None:
    """At 200 words a minute."""
    text = re.sub("<[^>]+>", " ", api.get(f"/docs/how-to-play/{ruleset}").text.partition("<main>")[2])
    assert len(text.split()) <= 500


def test_a_drawn_game_without_a_cover_shows_an_early_position(api: Api) -> None:
    told = {each["ruleset"]: each for each in api.get("/v1/rulesets").json["items"]}["tic-tac-toe"]
    assert told["about"] is None
    assert told["how_to_play"] is None
    cover = api.get(told["cover"])
    assert len([*ElementTree.fromstring(cover.data).iter()]) > 20
    assert api.get(told["cover"], headers={"If-None-Match": cover.headers["ETag"]}, expect=304).data == b""


@pytest.mark.parametrize("path", ["/covers/chess.svg", "/docs/how-to-play/chess", "/docs/how-to-play/tic-tac-toe"])
def test_what_is_not_there_is_said(api: Api, path: str) -> None:
    assert api.get(path, expect=404).json["code"] == "not_found"


@pytest.mark.parametrize(
    ("text", "shown"), [(COVER, COVER), ("<svg>", None), (COVER.replace("text>", "script>"), None), (None, None)]
)
def test_a_package_ships_its_cover_and_guide_beside_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, shown: str | None
) -> None:
    module = ModuleType("a_covered_game")
    module.__file__ = f"{tmp_path}/a_covered_game/__init__.py"
    folder = tmp_path / "a_covered_game"
    folder.mkdir()
    (folder / "HOWTO.md").write_text("# Take sticks\n\nThe last one loses.")
    if text is not None:
        (folder / "cover.svg").write_text(text)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    name = f"covered {text}"
    packages = Installed(MappingProxyType({GAME.name: GAME}), {GAME.name: Package(name, "1", module.__name__)})
    assert showcases_of(packages)[GAME.name] == (shown, "# Take sticks\n\nThe last one loses.")


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (About(sentence="", minutes=(1, 2), weight="easy"), "sentence"),
        (About(sentence="x" * (LONGEST_SENTENCE + 1), minutes=(1, 2), weight="easy"), "sentence"),
        (About(sentence="x", kinds=("y" * (LONGEST_KIND + 1),), minutes=(1, 2), weight="easy"), "kinds"),
        (About(sentence="x", minutes=(20, 10), weight="easy"), "minutes"),
        (About(sentence="x", minutes=(1, 2), weight="easy", best_seats=(7,)), "best_seats"),
    ],
)
def test_what_a_list_cannot_show_is_refused_when_the_game_is_found(about: About, said: str) -> None:
    found = problem(about, 2, 4)
    assert found is not None
    assert said in found


def test_our_games_have_words_that_lists_can_show() -> None:
    for ruleset in OURS:
        game = GAMES[ruleset]
        assert game.about is not None
        assert problem(game.about, *game.rules.seats(game.types.options())) is None
