"""What a master that dies costs: ``python -m bench.failover [kills of each kind]`` prints the table of docs/scaling.md.

Games are played as fast as it goes through one handler, on three masters with a replica each; one master is killed by
SIGKILL, and its replica takes over. Where replicas are waited for, it is started again at once after that, as the new
master has none.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.games import RULESET
from bench.row7_memory import LONG_OPTIONS
from domain import session
from domain.session.lifecycle import CreateGame, SeatPlan
from events.commands.handler import CommandHandler
from events.errors import StaleVersion, StoreUnavailable
from events.games.repository import GameRepository
from events.identity import partition_of
from events.redis_store.cluster import connect_cluster
from events.store.event_store import EventStore
from harness.games import CODECS
from harness.redis_cluster import Cluster

KILLS = 6
GAMES = 12
PARTITIONS = 16
ACTIONS = 20
"""So many a game must have been acknowledged before the kill, and again after it."""
PATIENCE = 120.0
"""Seconds for each of these."""


class Struck(NamedTuple):
    """What came of one kill, in the games on that master."""

    acknowledged: int
    lost: int
    pause: float
    """Seconds, the longest of a game."""


class Player(threading.Thread):
    """Plays both seats of a game and remembers what was acknowledged."""

    def __init__(self, handler: CommandHandler, source: Random) -> None:
        super().__init__(daemon=True)
        seats = (SeatPlan(kind="bot", level="random"), SeatPlan(kind="bot", level="random"))
        self.game = handler.new_games.create(CreateGame(ruleset=RULESET, seats=seats, options=LONG_OPTIONS)).game_log.id
        self.heads: dict[int, str] = {}
        self.pause = 0.0
        self.ended = threading.Event()
        self._handler = handler
        self._source = source

    def run(self) -> None:
        last = time.monotonic()
        while not self.ended.is_set():
            try:
                going_on = self._act()
            except (StoreUnavailable, StaleVersion):
                time.sleep(0.02)
                continue
            if not going_on:
                return
            now = time.monotonic()
            self.pause, last = max(self.pause, now - last), now

    def _act(self) -> bool:
        """Whether there was something to do."""
        game_log = self._handler.repository.load(self.game)
        version, current, *_ = game_log.position
        bots = session.bots_to_act(game_log.game, current)
        if bots:
            command = self._source.choice(game_log.game.rules.legal_commands(current.state, bots[0]))
            done = self._handler.act_as_bot(self.game, bots[0], command, version)
            self.heads[done.commit.version] = str(done.commit.head)
        return bool(bots)

    def acknowledged(self, actions: int) -> bool:
        """Whether this number was accepted, or the game is over."""
        return len(self.heads) >= actions or not self.is_alive()

    def lost(self) -> int:
        """How many acknowledged actions are not in the log."""
        kept = {commit.version: commit.head for commit in self._handler.store.read(self.game).commits}
        return sum(kept.get(version) != head for version, head in self.heads.items())


def main() -> None:
    """Print the table."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    print("| | Actions acknowledged in games on that master | Lost | Longest pause of a game |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start()
            for wait_replicas in (0, 1):
                found = [_killed(cluster, wait_replicas, Random(kill)) for kill in range(kills)]
                acknowledged, lost = sum(each.acknowledged for each in found), sum(each.lost for each in found)
                pauses = [each.pause for each in found]
                name = f"`REDIS_WAIT_REPLICAS={wait_replicas}`"
                print(f"| {name} | {acknowledged:,} | {lost:,} | {min(pauses):.1f} to {max(pauses):.1f} s |", flush=True)
        finally:
            cluster.stop()


def _killed(cluster: Cluster, wait_replicas: int, source: Random) -> Struck:
    with connect_cluster(cluster.url, 64) as client:
        handler = CommandHandler(GameRepository(EventStore(client, PARTITIONS, wait_replicas=wait_replicas), CODECS))
        players = [Player(handler, Random(source.random())) for _ in range(GAMES)]
        master = cluster.holder(_key(players[0]))
        struck = [each for each in players if cluster.holder(_key(each)) is master]
        for each in players:
            each.start()
        try:
            _until(lambda: all(each.acknowledged(ACTIONS) for each in players))
            master.kill()
            before = [len(each.heads) for each in struck]
            if wait_replicas:
                _until(lambda: _answers(handler, struck[0].game))
                master.start()
            _until(lambda: all(each.acknowledged(count + ACTIONS) for each, count in zip(struck, before, strict=True)))
        finally:
            for each in players:
                each.ended.set()
            for each in players:
                each.join()
        if not wait_replicas:
            master.start()
        cluster.wait_whole(PATIENCE)
        acknowledged = sum(len(each.heads) for each in struck)
        return Struck(acknowledged, sum(each.lost() for each in struck), max(each.pause for each in struck))


def _key(player: Player) -> str:
    return f"{{{partition_of(player.game)}}}"


def _answers(handler: CommandHandler, game: str) -> bool:
    try:
        handler.repository.load(game)
    except StoreUnavailable:
        return False
    return True


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError("the games do not go on")
        time.sleep(0.02)


if __name__ == "__main__":
    main()
