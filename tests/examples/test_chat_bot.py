"""The chat bot, against a whole Tradewinds: several people play by it, while it is killed and others act first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import requests

from tests.examples.client_path import CLIENT_PATH, EXAMPLES
from tests.support.keys import new_key
from tests.support.tradewinds import Tradewinds, free_port, wait_until
from tradewinds_client import Seat
from tradewinds_client import Tradewinds as Client

CHANNEL = "42"


class Bot:
    """The bot, which may be killed and started again; and all that it has posted."""

    def __init__(self, service: str, key: str) -> None:
        self.service, self.key, self.port = service, key, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.posts: list[dict[str, str]] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(EXAMPLES / "chat_bot.py"), self.service, str(self.port)],
            env={**os.environ, **CLIENT_PATH, "KEY": self.key},
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        assert wait_until(self._answers, 30)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in iter(self.process.stdout.readline, ""):
            self.posts.append(json.loads(line))

    def _answers(self) -> bool:
        try:
            return requests.post(f"{self.url}/hook", b"{}", timeout=5).status_code == 401
        except requests.ConnectionError:
            return False

    def says(self, player: str, text: str) -> str:
        """What it answers to somebody."""
        said = {"channel": CHANNEL, "player": player, "text": text}
        return str(requests.post(f"{self.url}/chat", json=said, timeout=30).text)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reading.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def calls(self) -> list[str]:
        """The calls of people, each once: a chat drops a post whose id it has."""
        return [each for each in dict.fromkeys(post["id"] for post in self.posts) if "/turn-" in each]

    def turn(self, game: str) -> str:
        """Whom it called last."""
        last = [post["text"] for post in self.posts if post["id"].startswith(f"{game}/turn-")][-1]
        return last.partition(",")[0].removeprefix("@")


@pytest.fixture
def key(hosting_service: Tradewinds) -> str:
    return new_key(hosting_service)


@pytest.fixture
def bot(hosting_service: Tradewinds, key: str) -> Iterator[Bot]:
    started = Bot(f"http://{hosting_service.settings.address}", key)
    try:
        yield started
    finally:
        started.kill()


@contextmanager
def hosting(bot: Bot) -> Iterator[Client]:
    with Client(bot.service, bot.key) as client:
        yield client


def begun(bot: Bot, *players: str, ruleset: str = "tic-tac-toe") -> str:
    """A game that the first of them begins; its channel was told whose turn it is."""
    said = bot.says(players[0], f"play {ruleset} {' '.join(players[1:])}")
    assert said.endswith("begins."), said
    game = said.partition(" ")[0]
    assert wait_until(lambda: any(post["id"].startswith(game) for post in bot.posts), 20)
    return game


def act(bot: Bot, player: str) -> str:
    """The one who is asked does the first that is offered."""
    return bot.says(player, bot.says(player, "moves").splitlines()[0])


def asked(bot: Bot, game: str) -> list[str]:
    """For each time that a seat was asked anew: the id of the call that is due."""
    with hosting(bot) as client:
        commits = client.events(game, limit=1000)["items"]
    found: list[str] = []
    before: list[int] = []
    for commit in commits:
        found += [f"{game}/turn-{seat}-{commit['version']}" for seat in commit["to_act"] if seat not in before]
        before = commit["to_act"]
    return found


def bot_is_asked(bot: Bot, game: str) -> bool:
    with hosting(bot) as client:
        return any(each["bot"] for each in next(client.games(ids=[game]))["pending"])


def test_it_answers_what_was_done_and_who_else_must_wait(bot: Bot) -> None:
    game = begun(bot, "ann", "bob")
    player = bot.turn(game)
    waiting = ({"ann", "bob"} - {player}).pop()
    assert {each["channel"] for each in bot.posts} == {CHANNEL}
    assert bot.says(waiting, "moves") == "It is not your turn."
    assert act(bot, player) == f"{player} marks the top left."
    assert "Top left: X" in bot.says(waiting, "board")
    assert wait_until(lambda: bot.turn(game) == waiting, 20)
    assert bot.says("eve", "moves").endswith("You play: nothing here.")
    assert bot.says(player, "play chess bob").startswith("/ruleset: Must be one of")
    assert bot.says(player, "do nonsense").startswith("play RULESET")


def test_a_race_is_lost_once_and_not_tried_for_ever(bot: Bot) -> None:
    game = begun(bot, "ann", "bob")
    player = bot.turn(game)
    shown = bot.says(player, "moves").splitlines()[0]
    with hosting(bot) as client:
        seat = Seat(game, client.game(game)["to_act"][0])
        client.act(seat, client.offers(seat)["actions"][1])
    assert bot.says(player, shown) == "The game has gone on since. Say `moves` to see what you can do now."
    with hosting(bot) as client:
        assert len([each for each in client.events(game)["items"] if each["command"]["type"] == "place_mark"]) == 1


def test_who_acts_several_times_in_a_row_is_called_once(bot: Bot) -> None:
    game = begun(bot, "ann", "bob", ruleset="merchants-of-the-caribbean")
    first = bot.turn(game)
    for number in range(4):
        if bot.says(first, "moves").startswith("do "):  # Unless the cards have ended the turn.
            act(bot, first)
        if number == 2:
            bot.kill()
            bot.start()
    with hosting(bot) as client:
        assert wait_until(lambda: told_upto(client, game) == client.game(game)["version"], 20)
    assert bot.calls() == asked(bot, game)


def told_upto(client: Client, game: str) -> int:
    return int(next(client.games(ids=[game]))["metadata"]["told"].split()[1])


def test_who_lets_a_bot_play_is_not_called(bot: Bot) -> None:
    game = begun(bot, "ann", "bob")
    first = bot.turn(game)
    away = ({"ann", "bob"} - {first}).pop()
    assert bot.says(away, "away").startswith("A bot plays for you")
    while bot.says(first, "moves").startswith("do "):
        act(bot, first)
        with hosting(bot) as client:
            assert wait_until(
                lambda client=client: [each["bot"] for each in next(client.games(ids=[game]))["pending"]] != [True], 20
            )
    assert wait_until(lambda: any(post["id"] == f"{game}/over-0-0" for post in bot.posts), 20)
    assert not [post for post in bot.posts if f"@{away}" in post["text"]]


def test_a_game_against_a_bot_calls_people_alone(bot: Bot) -> None:
    game = begun(bot, "ann", "random")
    for _ in range(5):
        if wait_until(lambda: bot.says("ann", "moves").startswith("do "), 5):
            act(bot, "ann")
    assert wait_until(lambda: any(post["id"] == f"{game}/over-0-0" for post in bot.posts), 20)
    assert {bot.turn(game)} == {"ann"}
    assert bot.calls() == asked_of(bot, game, "ann")


def asked_of(bot: Bot, game: str, player: str) -> list[str]:
    with hosting(bot) as client:
        seat = [each["player"] for each in next(client.games(ids=[game]))["seats"]].index(player)
    return [each for each in asked(bot, game) if each.startswith(f"{game}/turn-{seat}-")]


def test_killed_at_any_moment_it_loses_nothing_and_calls_nobody_twice(bot: Bot) -> None:
    game = begun(bot, "ann", "bob")
    for number in range(9):
        player = bot.turn(game)
        before = len(bot.calls())
        said = act(bot, player)
        if number % 3 == 0:
            bot.kill()  # After the action, before or after its news.
            bot.start()
        if "wins" in said or "draw" in said:
            break
        assert wait_until(lambda before=before: len(bot.calls()) > before, 20)
    assert wait_until(lambda: any(post["id"] == f"{game}/over-0-0" for post in bot.posts), 20)
    assert bot.calls() == asked(bot, game)
    told = [post["id"] for post in bot.posts]
    assert len(told) - len({*told}) <= 3, "a post is repeated only by a kill before its note"


def test_a_rematch_begins_at_once_in_the_same_channel(bot: Bot) -> None:
    old = begun(bot, "ann", "bob")
    assert bot.says("ann", "resign")
    assert wait_until(lambda: any(post["id"] == f"{old}/over-0-0" for post in bot.posts), 20)
    new = bot.says("bob", "rematch").partition(" ")[0]
    assert bot.says("ann", "rematch").startswith(new), "it is the same, whoever asks"
    assert wait_until(lambda: any(post["id"].startswith(f"{new}/turn-") for post in bot.posts), 20)
    assert act(bot, bot.turn(new)).endswith("marks the top left.")
    assert {each["channel"] for each in bot.posts} == {CHANNEL}


def test_a_takeback_is_asked_and_answered_in_the_channel(bot: Bot) -> None:
    game = begun(bot, "ann", "bob")
    first = bot.turn(game)
    second = ({"ann", "bob"} - {first}).pop()
    act(bot, first)
    act(bot, second)
    bot.says(first, "back")
    assert wait_until(lambda: any(post["id"].startswith(f"{game}/back-") for post in bot.posts), 20)
    assert bot.says(second, "accept")
    with hosting(bot) as client:
        assert client.picture(game)["pieces"] == client.picture(game, version=1)["pieces"]
