"""What lets people trust the table: nothing is lost by one click, time is called, and every game can be checked."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from pathlib import Path

import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, elsewhere, version_of
from tests.web.playing import ASKED, against_each_other, by_keys, finished, first_offer, play_to_the_end

ROBOT = "Let a bot play for you"
ASKING = "dialog.asking"
LISTEN = """() => {
  window.sounds = 0;
  window.AudioContext = class extends AudioContext {
    createOscillator() { window.sounds++; return super.createOscillator(); }
  };
  localStorage.setItem('tradewinds/settings', JSON.stringify({sound: true}));
}"""
"""Turn the sounds on, and count the tones."""
LATER = "seconds => { const now = Date.now; Date.now = () => now() + seconds * 1000; }"
"""Let time pass, as far as the page knows."""
DROP = """([name, text, size]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([size ? new Uint8Array(size) : text], name));
  const over = new DragEvent('dragover', {bubbles: true, cancelable: true, dataTransfer: transfer});
  const drop = new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: transfer});
  for (const event of [over, drop]) document.querySelector('.board').dispatchEvent(event);
  return over.defaultPrevented;
}"""
"""Drop a file on the board; returns whether the page takes it, so that the browser does not open it."""


def test_a_bot_gets_the_seat_only_after_a_yes_and_gives_it_back(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = against_each_other(anne, visit())

    def kind() -> str:
        return str(requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["seats"][0]["kind"])

    page, asking = anne.page, anne.page.locator(ASKING)
    page.get_by_label(ROBOT).click()
    asking.get_by_text("what the bot has done stays done").wait_for()
    version = version_of(page)
    page.keyboard.press("1")
    page.keyboard.press("Enter")  # The focus is on the answer that does nothing.
    asking.wait_for(state="detached")
    page.get_by_label(ROBOT).click()
    asking.wait_for()
    page.keyboard.press("Escape")
    asking.wait_for(state="detached")
    page.wait_for_timeout(300)
    assert (kind(), version_of(page)) == ("human", version)
    page.get_by_label(ROBOT).click()
    asking.get_by_role("button", name="Let it play").click()
    back = page.locator(".offers").get_by_role("button", name="Take the seat back")
    back.wait_for()
    assert kind() == "bot"
    box = back.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    assert box["width"] >= 200
    assert not page.locator(ASKED).count(), "the bot is asked, not its player"
    back.click()
    page.get_by_label(ROBOT).wait_for()
    assert kind() == "human"
    assert not back.count()


def test_a_captain_retires_only_after_a_yes(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.sit("merchants-and-marauders", "human", "random")
    page, asking = anne.page, anne.page.locator(ASKING)
    retire = page.locator(".offer .choose", has_text="Retire your captain")
    for _ in range(20):
        page.locator(ASKED).wait_for()
        page.locator(".offer .choose").first.wait_for()
        if retire.count():
            break
        before = version_of(page)
        page.locator(".offer .choose").last.click()
        elsewhere(page, before).wait_for()
    page.locator(".table:not(.playing)").wait_for()
    before = version_of(page)
    retire.click()
    asking.get_by_text("Your next turn begins with a new captain. This cannot be undone.").wait_for()
    asking.get_by_role("button", name="No", exact=True).click()
    asking.wait_for(state="detached")
    page.wait_for_timeout(300)
    assert version_of(page) == before
    retire.click()
    asking.get_by_role("button", name="Retire your captain").click()
    elsewhere(page, before).wait_for()


def test_a_player_resigns_only_after_a_yes(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = against_each_other(anne, visit())
    page, asking = anne.page, anne.page.locator(ASKING)

    def status() -> str:
        return str(requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["status"])

    page.get_by_role("button", name="Resign").click()
    asking.get_by_text("The game ends. This cannot be undone.").wait_for()
    page.keyboard.press("Enter")  # The focus is on the answer that does nothing.
    asking.wait_for(state="detached")
    page.wait_for_timeout(300)
    assert status() == "running"
    page.get_by_role("button", name="Resign").click()
    asking.locator(".btn.main").click()
    assert wait_until(lambda: status() != "running", 10)


def test_a_position_after_a_hand_over_is_tried_and_leads_back(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = against_each_other(anne, bart)
    first_offer(anne, bart)
    bart.page.get_by_label(ROBOT).click()
    bart.page.locator(ASKING).get_by_role("button", name="Let it play").click()
    bart.page.get_by_role("button", name="Take the seat back").first.wait_for()
    play_to_the_end(anne, by_keys)
    page = anne.page
    page.keyboard.press("[")
    turn = int(page.locator(".pastband").inner_text().partition("Turn ")[2].split()[0])
    assert turn
    page.locator(".pastband").get_by_role("button", name="Try it from here").click()
    page.wait_for_url(lambda url: "/games/" in url and game not in url)
    origin = page.locator(".origin")
    origin.wait_for()
    assert re.search(rf"A try: turn {turn} of Tic-tac-toe with .+ and ", origin.inner_text())
    origin.get_by_role("link", name="Back to that game").click()
    page.wait_for_url(re.compile(rf"/games/{game}#version=\d+$"))
    page.locator(".pastband").wait_for()


def test_little_time_is_seen_and_heard_with_what_happens_then(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.sit("tic-tac-toe", "human", "human", more={"clock": {"seconds": 600, "on_timeout": "bot"}})
    page = anne.page
    page.locator(ASKED).wait_for()
    page.locator("h1").click()  # Browsers are silent until somebody has touched the page.
    page.evaluate(LISTEN)
    page.wait_for_timeout(1500)
    assert not page.locator(".countdown").count()
    page.evaluate(LATER, 545)
    page.locator(".asked .countdown", has_text=re.compile(r"0:\d\d, then a bot plays on")).wait_for()
    assert page.locator(".countdown [role=alert]").inner_text() == "Little time is left, then a bot plays on."
    assert wait_until(lambda: page.evaluate("sounds") == 3, 5)


def test_a_check_says_in_one_sentence_what_it_found_and_the_file_is_kept(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    anne = visit()
    game = finished(anne.base, "tic-tac-toe", 2)
    anne.open(f"/games/{game}")
    page = anne.page
    page.locator(".audit .found").wait_for()
    version = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"]
    assert f"{version} of {version} entries checked." in page.locator(".audit .found").inner_text()
    assert not page.locator(".audit .verdict").is_visible()
    with page.expect_download() as started:
        page.get_by_role("link", name="Save the game").click()
    file = tmp_path / "game.jsonl"
    started.value.save_as(file)
    assert len(file.read_text().splitlines()) >= version
    page.locator(".audit input[type=file]").set_input_files(file)
    page.locator("dialog .found", has_text="game.jsonl is good.").wait_for()


def test_a_file_that_is_dropped_is_checked_and_play_goes_on(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    text = requests.get(f"{anne.base}/v1/games/{finished(anne.base, 'tic-tac-toe', 2)}/export", timeout=10).text
    first, *others = text.splitlines()
    changed = "\n".join([json.dumps({**json.loads(first), "at": "2020-01-01T00:00:00.000000Z"}), *others])
    anne.begin("Tic-tac-toe", "human", "bot:random")
    found = anne.page.locator("dialog .found")
    for name, content, size, said in (
        ("good.jsonl", text, 0, "good.jsonl is good."),
        ("changed.jsonl", changed, 0, "Something is wrong"),
        ("cut.jsonl", "\n".join(text.splitlines()[:3]), 0, "The log ends before the game is over"),
        ("noise.jsonl", '{"a": [1.5, \u0000\n', 0, "Something is wrong"),
        ("picture.png", "\u0089PNG", 0, "picture.png is no file of a game."),
        ("empty", "", 0, "empty is no file of a game."),
        ("large.jsonl", "", 20 * 2**20, "it has 20 MB, and those have 8 MB at most"),
    ):
        assert anne.page.evaluate(DROP, [name, content, size])
        anne.page.locator("dialog .found", has_text=said).wait_for()
        anne.page.keyboard.press("Escape")
        found.wait_for(state="detached")
    assert play_to_the_end(anne, by_keys) > 0


def test_no_page_registers_a_service_worker_nor_may_it(visit: Callable[..., Visitor]) -> None:
    """A worker would answer for the site after a newer release came. The policy lets no page name a script of one."""
    anne = visit()
    page = anne.page
    anne.open()
    page.locator("main h2").first.wait_for()
    anne.sit("tic-tac-toe", "human", "human")
    page.locator(".asked.mine").wait_for()
    registered = "navigator.serviceWorker.getRegistrations().then(found => found.length)"
    assert page.evaluate(registered) == 0
    own = "document.querySelector('script[src]').src"
    assert page.evaluate(f"navigator.serviceWorker.register({own}).then(() => '', error => error.name)") == "TypeError"
    assert page.evaluate(registered) == 0
    (refusal,) = anne.complaints
    assert "TrustedScriptURL" in refusal
    anne.complaints.clear()


def test_the_page_hashes_as_everybody_does(visit: Callable[..., Visitor]) -> None:
    """Every length about a block of 64 bytes, and keys that are longer than one."""
    anne = visit()
    anne.open()
    lengths = [*range(140), 1000, 70_000]
    hashed, keyed = anne.page.evaluate(
        """async (lengths) => {
          const {src} = document.querySelector('script[src*=main]');
          const {mac, sha256} = await import(src.replace('main.js', 'verify.mjs'));
          const bytes = (length) => Uint8Array.from({length}, (_, at) => (at * 7 + length) % 256);
          const hex = (all) => Array.from(all, (each) => each.toString(16).padStart(2, '0')).join('');
          return [(length) => sha256(bytes(length)), (length) => mac(bytes(length), bytes(length + 1))]
            .map((way) => lengths.map((length) => hex(way(length))));
        }""",
        lengths,
    )

    def made(length: int) -> bytes:
        return bytes((at * 7 + length) % 256 for at in range(length))

    assert hashed == [hashlib.sha256(made(length)).hexdigest() for length in lengths]
    assert keyed == [hmac.digest(made(length), made(length + 1), "sha256").hex() for length in lengths]
