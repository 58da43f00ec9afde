"""What a game says of itself before somebody knows it: a few words, a cover, two minutes of how it is played."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from types import MappingProxyType, ModuleType
from xml.etree import ElementTree

import pytest

from conformance.drawing import drawings_run_nothing
from conformance.playing import Broken
from domain.about import LONGEST_KIND, LONGEST_SENTENCE, About, problem
from domain.icons import shapes
from service.representations import pictures
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
    assert f"<b>How to play</b>{escape(GAMES[ruleset].title)}" in guide
    assert {"The end", "Three tips"} <= set(re.findall("<h2>(.*?)</h2>", guide))
    pictures = re.findall(r'<img src="(/docs/how-to-play/.*?)" alt="(.*?)"', guide)
    assert len(pictures) == 6
    for address, words in pictures:
        assert len(words) > 20
        picture = api.get(address)
        assert picture.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
        assert picture.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert f'href="/docs/rules/{ruleset}"' in guide


@pytest.mark.parametrize("ruleset", OURS)
def test_a_guide_leads_to_the_first_lesson_and_to_a_game_against_bots(api: Api, ruleset: str) -> None:
    guide = api.get(f"/docs/how-to-play/{ruleset}").text
    lesson = api.get(f"/v1/rulesets/{ruleset}").json["lessons"][0]
    assert f'href="/#learn/{ruleset}/{lesson["name"]}"' in guide
    assert f"Try it, {lesson['minutes']} minutes</a>" in guide
    assert f'href="/#play/{ruleset}"' in guide


def test_a_guide_becomes_tiles_and_panels(api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps with pictures are tiles; a section with a list of icons comes first, and is wide."""
    text = """# Take the last ![stick](icons/minus)

1. ![Two sticks lie there](howto/two.svg)

   ## Take

   ![One](icons/minus) or two.

## The end

Nobody can take.

## Who plays

- ![](icons/user) **Anne**
"""
    packages = shipping(tmp_path, monkeypatch, {"HOWTO.md": text, "howto/two.svg": COVER})
    shown = {"tic-tac-toe": showcases_of(packages)[GAME.name]}
    monkeypatch.setitem(api.app.extensions, "tradewinds", replace(api.app.extensions["tradewinds"], showcases=shown))
    guide = api.get("/docs/how-to-play/tic-tac-toe").text
    aim, steps, rest = re.split(r'<ol class="steps">|</ol>', guide.partition("<main>")[2])
    assert re.search(r"<h1>Take the last <svg [^>]*aria-label=\"stick\">.*</svg></h1>", aim)
    assert re.search(r'<p class="tile"><img src="/docs/how-to-play/tic-tac-toe/howto/two.svg"', steps)
    assert re.search(r'<p><svg [^>]*aria-label="One">.*</svg> or two.</p>', steps), "only the picture is one"
    assert "<h2>Take</h2>" in steps
    wide, narrow = rest.split("</section></div><div>")
    assert re.search(r'<div class=wide>.*<ul class="named">\s*<li><svg [^>]*aria-hidden=true>', wide, re.DOTALL)
    assert "<h2>The end</h2>" in narrow
    assert "learn" not in aim, "it has no lesson"


@pytest.mark.parametrize("ruleset", OURS)
def test_a_guide_is_read_in_two_minutes_and_a_half(api: Api, ruleset: str) -> None:
    """At 200 words a minute."""
    guide, _, _ = api.get(f"/docs/how-to-play/{ruleset}").text.partition("<main>")[2].partition("<h2 id=signs>")
    text = re.sub("<[^>]+>", " ", guide)
    assert len(text.split()) <= 500


def test_a_drawn_game_without_a_cover_shows_an_early_position(api: Api) -> None:
    told = {each["ruleset"]: each for each in api.get("/v1/rulesets").json["items"]}["tic-tac-toe"]
    assert told["about"] is None
    assert told["how_to_play"] is None
    cover = api.get(told["cover"])
    assert len([*ElementTree.fromstring(cover.data).iter()]) > 20
    assert api.get(told["cover"], headers={"If-None-Match": cover.headers["ETag"]}, expect=304).data == b""


@pytest.mark.parametrize("ruleset", OURS)
def test_a_guide_explains_every_sign_of_the_board(api: Api, ruleset: str) -> None:
    signs = api.get(f"/docs/how-to-play/{ruleset}").text.partition("<h2 id=signs>")[2]
    by_shape = dict(re.findall(r"<svg class=sign [^>]*>(.*?)</svg> ([^<]+)</li>", signs.partition("<footer>")[0]))
    board = api.create(ruleset).get("/board").json
    things = [*board["words"].values(), *board["areas"], *board["faces"].values()]
    assert by_shape.keys() >= {shapes()[each["icon"]] for each in things if each.get("icon")}
    assert all(escape(word["name"]) in signs for word in board["words"].values() if word.get("icon") == "star")


def test_one_page_has_the_signs_of_all_games(api: Api) -> None:
    """It looks like the table, whose dialog shows parts of it."""
    answer = api.get("/docs/signs")
    every, _, games = answer.text.partition("<div class=of-games")
    assert "<b>what you may do</b>" in every
    assert re.findall(r"<section id=([a-z-]+) ", games) == [name for name, game in GAMES.items() if game.drawing is not None]
    (sheet,) = re.findall(r"<link rel=stylesheet href=\"(.*?)\">", answer.text)
    assert api.get(sheet).headers["Content-Type"].startswith("text/css")
    assert "<style" not in answer.text, "the page of the table lets no style in that stands in a text"
    assert "script-src 'self'; img-src 'none'; style-src 'self';" in answer.headers["Content-Security-Policy"]
    assert api.get("/docs/signs", headers={"If-None-Match": answer.headers["ETag"]}, expect=304).data == b""


def test_a_picture_that_is_missing_leaves_its_words(api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = "# Take sticks\n\n![Two sticks](howto/two.svg) ![Three](howto/three.svg) ![x](http://elsewhere.example/x.png)"
    packages = shipping(tmp_path, monkeypatch, {"HOWTO.md": guide, "howto/two.svg": COVER, "howto/three.svg": "<svg>"})
    shown = {"tic-tac-toe": showcases_of(packages)[GAME.name]}
    monkeypatch.setitem(api.app.extensions, "tradewinds", replace(api.app.extensions["tradewinds"], showcases=shown))
    page = api.get("/docs/how-to-play/tic-tac-toe").text
    address = "/docs/how-to-play/tic-tac-toe/howto/two.svg"
    assert f'<img src="{address}" alt="Two sticks" loading="lazy" /> Three x</p>' in page
    assert api.get(address).text == COVER
    for missing in ("howto/three.svg", "howto/four.svg", "HOWTO.md", "../cover.svg"):
        api.get(f"/docs/how-to-play/tic-tac-toe/{missing}", expect=404)


@pytest.mark.parametrize("path", ["/covers/chess.svg", "/docs/how-to-play/chess", "/docs/how-to-play/tic-tac-toe"])
def test_what_is_not_there_is_said(api: Api, path: str) -> None:
    assert api.get(path, expect=404).json["code"] == "not_found"


@pytest.mark.parametrize(
    ("text", "shown"), [(COVER, COVER), ("<svg>", None), (COVER.replace("text>", "script>"), None), (None, None)]
)
def test_a_package_ships_its_cover_and_guide_beside_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, shown: str | None
) -> None:
    guide = "# Take sticks\n\nThe last one loses."
    packages = shipping(tmp_path, monkeypatch, {"HOWTO.md": guide} | ({} if text is None else {"cover.svg": text}))
    assert showcases_of(packages)[GAME.name] == (shown, guide, {}, {})


def test_a_game_brings_images_that_run_nothing(api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One with a script is left out of the board, and is not served."""
    scripted = COVER.replace("<text>", "<script>alert(1)</script><text>")
    packages = shipping(tmp_path, monkeypatch, {"images/pawn.svg": COVER, "images/bad.svg": scripted})
    shown = {"tic-tac-toe": showcases_of(packages)[GAME.name]}
    monkeypatch.setitem(api.app.extensions, "tradewinds", replace(api.app.extensions["tradewinds"], showcases=shown))
    # Of its own to this test: a process keeps boards, whose images never change while it runs.
    for name in ("_board", "_encoded"):
        monkeypatch.setattr(pictures, name, getattr(pictures, name).__wrapped__)
    board = api.create("tic-tac-toe").get("/board").json
    assert board["images"] == {"pawn": "/images/tic-tac-toe/pawn.svg"}
    image = api.get(board["images"]["pawn"])
    assert image.text == COVER
    assert image.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert image.headers["Content-Security-Policy"].startswith("default-src 'none'")
    for missing in ("bad", "queen", "../cover"):
        api.get(f"/images/tic-tac-toe/{missing}.svg", expect=404)


def test_the_check_tells_of_drawings_that_are_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted = COVER.replace("<text>", "<script>alert(1)</script><text>")
    packages = shipping(tmp_path, monkeypatch, {"images/pawn.svg": scripted})
    with pytest.raises(Broken, match=re.escape("images/pawn.svg is never shown: it has an element 'script'")):
        drawings_run_nothing(GAME, packages.origins[GAME.name])


def shipping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str]) -> Installed:
    """A game whose package has these files beside its module."""
    module = ModuleType("a_covered_game")
    module.__file__ = f"{tmp_path}/a_covered_game/__init__.py"
    for name, text in files.items():
        file = tmp_path / "a_covered_game" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    package = Package(f"{tmp_path} {[*files.values()]}", "1", module.__name__)
    return Installed(MappingProxyType({GAME.name: GAME}), {GAME.name: package})


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
    found = problem(about, range(2, 5))
    assert found is not None
    assert said in found


def test_our_games_have_words_that_lists_can_show() -> None:
    for ruleset in OURS:
        game = GAMES[ruleset]
        assert game.about is not None
        assert problem(game.about, game.rules.seats(game.types.options())) is None
