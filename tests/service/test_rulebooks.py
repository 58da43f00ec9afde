"""The rules of each game over HTTP: every rule has its place, every link leads to one, and Markdown can do no harm."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

from events.settings import Settings
from service.app import create_app
from service.rulebooks import Rulebook, rulebooks
from tests.service.client import Api
from tests.support.games import GAMES, OURS, RULESET
from tests.versions.last_stick import GAME
from tradewinds.installed import Installed, installed
from tradewinds.packages import Package

BOOKS: Mapping[str, Rulebook] = rulebooks(installed())
NUMBERED = re.compile(r"^(?:- \*\*|\| \*{0,2})([A-Z]+-[A-Z]?\d+)\b", re.MULTILINE)
every_book = pytest.mark.parametrize("ruleset", BOOKS)


def anchors(page: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', page)


def test_every_game_of_ours_ships_its_rules() -> None:
    assert set(OURS) <= set(BOOKS)


@every_book
def test_every_rule_has_its_anchor_once_and_every_link_leads_to_one(api: Api, ruleset: str) -> None:
    page = api.get(f"/docs/rules/{ruleset}").text
    ids = set(NUMBERED.findall(BOOKS[ruleset].text))
    assert ids
    assert ids <= set(anchors(page))
    assert len(anchors(page)) == len(set(anchors(page)))
    links = set(re.findall(r'href="?#([^">]+)', page))
    assert ids <= links <= set(anchors(page))


@every_book
def test_the_rules_are_there_as_text_and_one_by_one(api: Api, ruleset: str) -> None:
    assert api.get(f"/docs/rules/{ruleset}.md").text == BOOKS[ruleset].text
    shown = api.get(f"/docs/rules/{ruleset}.json").json
    assert (shown["ruleset"], shown["title"]) == (ruleset, GAMES[ruleset].title)
    assert set(NUMBERED.findall(BOOKS[ruleset].text)) <= {each["id"] for each in shown["items"]}
    assert all(each["text"] and each["address"] == f"/docs/rules/{ruleset}#{each['id']}" for each in shown["items"])


def test_a_rule_is_its_item_without_the_id() -> None:
    book = Rulebook("x", "- **XX-001** One\n  and *more*. [rulebook]\n- **XX-002**: two\n\n| XX-K3 | three | `no` |\n")
    assert {rule.id: rule.text for rule in book.rules.values()} == {
        "XX-001": "One and *more*. [rulebook]", "XX-002": "two", "XX-K3": "three | `no`",
    }  # fmt: skip


@pytest.mark.threat("T-67")
def test_html_and_pictures_in_rules_are_plain_text() -> None:
    text = "# T\n<script>alert(1)</script>\n\n![x](https://evil.example/x.png) [y](javascript:alert(1)) <b onclick=x>z</b>\n"
    page = Rulebook("x", text).page
    for harm in ("<script", "<img", "<b ", 'href="javascript'):
        assert harm not in page


def test_links_to_files_beside_the_rules_are_plain_text() -> None:
    page = Rulebook("x", "- **XX-001** See [CARDS.md](CARDS.md), [XX-001](#XX-001), [docs](/docs/).").page
    assert "See CARDS.md, " in page
    assert re.findall(r'href="([^"]+)"', page) == ["#XX-001", "#XX-001", "/docs/"]


def test_a_browser_gets_pages_without_scripts_and_with_their_own_style_only(api: Api) -> None:
    for path in ("/docs/rules", f"/docs/rules/{RULESET}", "/docs/problems"):
        answer = api.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "script-src 'none'" in policy
        assert "<script" not in answer.text
        assert " style=" not in answer.text
        assert answer.mimetype == "text/html"
        assert api.call("GET", path, headers={"If-None-Match": answer.headers["ETag"]}, expect=304).data == b""


def test_rules_that_are_not_there_are_a_404(api: Api) -> None:
    for path in ("chess", "chess.md", "chess.json", f"{RULESET}.txt", ".."):
        api.refused("GET", f"/docs/rules/{path}", 404, "not_found")


def test_a_game_without_rules_is_listed_without_them() -> None:
    origins = {**installed().origins, GAME.name: Package("somebodys-games", "1.2", "tests.versions.last_stick")}
    packages = Installed(MappingProxyType({**OURS, GAME.name: GAME}), origins)
    client = create_app(Settings(), packages=packages).test_client()
    greeting = client.get("/").text
    assert f"/v1/rulesets/{GAME.name}" in greeting
    assert f"/docs/rules/{GAME.name}" not in greeting
    assert client.get(f"/docs/rules/{GAME.name}").status_code == 404


@pytest.mark.parametrize(
    ("folder", "content", "shown"),
    [
        ("their_game", b"- **XX-001** A rule.", True),
        ("site-packages", b"- **XX-001** Somebody else's rule.", False),
        ("their_latin_game", b"- **XX-001** R\xe8gle.", False),
    ],
)
def test_rules_are_read_beside_the_module_that_is_in_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, content: bytes, shown: bool
) -> None:
    place = tmp_path / folder
    place.mkdir()
    (place / "RULES.md").write_bytes(content)
    module = ModuleType("their_module")
    module.__file__ = str(place / "their_module.py")
    monkeypatch.setitem(sys.modules, "their_module", module)
    packages = Installed({"a-game": GAME}, {"a-game": Package("somebodys-games", folder, "their_module")})
    assert ("a-game" in rulebooks(packages)) is shown


def test_the_greeting_is_a_page_for_people_and_links_for_programs(api: Api) -> None:
    page = api.get("/", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}).text
    assert "Tradewinds is unofficial." in page
    for title in (game.title for game in OURS.values()):
        assert title.replace("&", "&amp;") in page
    assert api.get("/").mimetype == "text/html"
    links = api.get("/", headers={"Accept": "application/json"}).json["links"]
    for address in {*links.values(), *re.findall(r'href="?(/[^">]*)', page)}:
        assert api.get(address).status_code == 200


@pytest.mark.parametrize("ruleset", OURS)
def test_every_refusal_of_a_game_of_ours_is_named_by_a_rule(ruleset: str) -> None:
    for code in OURS[ruleset].rules.refusals:
        links = BOOKS[ruleset].refusing(code)
        assert 0 < len(links) <= 3, code
        assert all(link.rpartition("#")[2] in BOOKS[ruleset].rules for link in links)


def test_of_rules_that_name_a_refusal_those_that_name_the_command_come_alone() -> None:
    book = Rulebook(
        "x", "- **XX-001** `push` else `tired`.\n- **XX-002** `pull(rope)` else `tired`.\n\n**D-1 Menu**\n\n| `go` | `shy` |"
    )
    both = ("/docs/rules/x#XX-001", "/docs/rules/x#XX-002")
    assert book.refusing("tired") == book.refusing("tired", "sleep") == both
    assert book.refusing("tired", "pull") == both[1:]
    assert book.refusing("shy") == ("/docs/rules/x#D-1",)
    assert book.refusing("unknown") == ()


def test_a_refused_action_links_to_its_rules(api: Api) -> None:
    game = api.create(RULESET, options={"starting_seat": 0})
    body, address = {"type": "end_turn"}, "/docs/rules/merchants-of-the-caribbean#"
    problem = game.refused("POST", "/actions", 409, "wrong_decision", by=0, json=body, headers={"If-Match": '"1"'})
    assert f"{address}MC-C02" in problem["rules"]
    tried = game.call("POST", "/actions/try", 0, json={"type": "stop_discovering"}).json["refusal"]
    assert (tried["code"], tried["rules"]) == ("must_reveal_first", [f"{address}MC-C07"])
    by_form = game.refused("POST", "/actions", 422, "unknown_command", by=0, json={"type": "x"}, headers={"If-Match": '"1"'})
    assert by_form["rules"] == [f"{address}MC-C18"]
    assert "rules" not in api.refused("GET", "/v1/nothing", 404, "not_found")


def test_a_refused_game_links_to_its_rules(api: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}]}
    problem = api.refused("POST", "/v1/games", 422, "player_count_not_allowed", json=body)
    assert "/docs/rules/merchants-of-the-caribbean#MC-C03" in problem["rules"]


def test_problems_and_rulesets_lead_to_the_rules(api: Api) -> None:
    page = api.get("/docs/problems").text
    links = re.findall(r'<a href="/docs/rules/([a-z-]+)#([A-Z0-9-]+)">', page)
    assert {ruleset for ruleset, _ in links} >= set(OURS)
    assert all(rule in BOOKS[ruleset].rules for ruleset, rule in links)
    for each in api.get("/v1/rulesets").json["items"]:
        assert each["rules"] == (f"/docs/rules/{each['ruleset']}" if each["ruleset"] in BOOKS else None)


def test_descriptions_in_the_contract_link_to_rules_that_are_there(api: Api) -> None:
    schemas = api.get("/openapi.json").json["components"]["schemas"]
    found = re.findall(r"\[([A-Z0-9-]+)\]\(/docs/rules/([a-z-]+)#([A-Z0-9-]+)\)", str(schemas))
    assert len(found) > 100
    assert {ruleset for _, ruleset, _ in found} >= set(OURS)
    assert all(shown == rule and rule in BOOKS[ruleset].rules for shown, ruleset, rule in found)
    naked = re.findall(r"[^\[#](?:MC|MM|PM)-[A-Z]?[0-9]{2,3}\b", str(schemas))
    assert not naked, "descriptions name rules that the rulebooks do not have"
