"""Records whole exported games: `python -m tests.golden.logs.record`. Only on purpose, and never because an old one fails.

If a log no longer folds, or folds to another end, the game needs an upcaster. If decisions no longer lead to the recorded
events, the game needs a new version. New recordings go beside the old ones, which players may have on their disks.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain import session
from domain.game import Rejected
from domain.session import lifecycle
from domain.session.clocks import Clock, SetClock
from events.envelope import Commit
from events.log.exported import exported_lines
from events.log.names import kept_names
from events.redis_store import keys
from tests.support.games import CODECS, codec_of
from tests.support.play import BOT, HUMAN, OPEN, Match, fake_store, handler_on
from workers.clocks import Timekeeper

HERE = Path(__file__).parent


def _table(*seats: lifecycle.SeatPlan, **options: Any) -> Match:
    return Match.create(handler_on(fake_store(), CODECS), *seats, options=options, trusted_host=True)


def handed_around() -> Match:
    """Humans with client seeds; a repeated claim, seats handed to bots, taken back and given away."""
    match = _table(HUMAN, OPEN, target_influence=6)
    for _ in range(2):
        match.claim(1, key="k" * 32, name="Bo Ü. \N{SAILBOAT}", client_seed="seed of Bo")
    match.play(Random(1), 10)
    match.manage("host", lifecycle.HandToBot(seat=0, level="random"))
    match.play(Random(2), 10)
    match.manage("s0", lifecycle.TakeBack(seat=0))
    match.manage("host", lifecycle.Reassign(seat=1, name="Cy"))
    return match.play(Random(3))


def bots_only() -> Match:
    return _table(BOT, BOT, BOT, deck="port-royal-120", target_influence=6).play(Random(4))


def branch() -> Match:
    parent = _table(HUMAN, BOT, HUMAN, target_influence=6).play(Random(5), 40)
    made = parent.handler.new_games.branch(parent.game_log, lifecycle.BranchGame(parent=parent.id, version=30), 0)
    return Match(parent.handler, made).play(Random(6))


def abandoned() -> Match:
    match = _table(HUMAN, HUMAN, deck="port-royal-120").play(Random(7), 30)
    match.manage("host", lifecycle.AbandonGame())
    return match


def abandoned_lobby() -> Match:
    match = _table(HUMAN, OPEN, OPEN)
    match.claim(2)
    match.manage("host", lifecycle.AbandonGame())
    return match


def clock() -> Match:
    """A clock that is stopped and resumed, a deadline that is moved, time-outs until a bot gets the seat, and takebacks."""
    fields = {"seconds": 1, "on_timeout": "stand_in", "level": "greedy", "patience": 2}
    store = fake_store()
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, takeback="own", clock=Clock(**fields))
    keeper = Timekeeper(store, handler_on(store, CODECS), store.redis.client)
    match.manage("host", SetClock(running=False))
    match.play(Random(8), 5)
    match.manage("host", SetClock(running=True))
    keeper.sweep(1.0)
    time.sleep(1.1)
    store.redis.client.hincrby(keys.looked(0), "at", -60_000)
    keeper.sweep(1.0)
    for actions in (3, 4):
        time.sleep(1.1)
        keeper.sweep(1.0)
        match.play(Random(actions), actions)
    for _ in range(20):
        seat, _ = match.to_act()
        match.play(Random(9), 1)
        with suppress(Rejected):
            match.manage(f"s{seat}", lifecycle.AskTakeback(seat=seat))
            break
    while not any(seat.kind == "bot" for seat in match.game_log.session.seats):
        time.sleep(1.1)
        keeper.sweep(1.0)
    (seat,) = (number for number, each in enumerate(match.game_log.session.seats) if each.kind == "bot")
    match.play(Random(10), 4)
    match.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
    return match.play(Random(11))


def clock_ends_it() -> Match:
    store = fake_store()
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=Clock(seconds=1, on_timeout="abandon"))
    match.play(Random(12), 6)
    time.sleep(1.1)
    Timekeeper(store, handler_on(store, CODECS), store.redis.client).sweep(1.0)
    return match


def sealed_names() -> Match:
    """Names that a creation, a claim and a hand-over gave, in the first form of logs that seals them; one is forgotten."""
    ann, bot = (msgspec.structs.replace(plan, name=name) for plan, name in ((HUMAN, "Ann"), (BOT, "Ü")))
    match = _table(ann, OPEN, bot, target_influence=6)
    match.claim(1, name="Bo \N{SAILBOAT}", client_seed="seed of Bo")
    match.play(Random(8), 20)
    match.manage("host", lifecycle.Reassign(seat=0, name="Cy"))
    return match.play(Random(9))


GAMES: Sequence[Callable[[], Match]] = (
    handed_around, bots_only, branch, abandoned, abandoned_lobby, clock, clock_ends_it, sealed_names,
)  # fmt: skip
FORGOTTEN = "Ann"
"""A name that the recordings lack."""


def end_of(commits: Sequence[Commit]) -> dict[str, Any]:
    """The end of a game, with nothing hidden."""
    codec = codec_of(commits[0].ruleset)
    now: session.Session[Any] | None = None
    for events in codec.events(commits):
        now = session.fold(codec.game, now, events)
    assert now is not None
    end = {
        "versions": len(commits),
        "status": now.status,
        "turn": session.turn(codec.game, now),
        "seats": now.seats,
        "outcome": now.outcome,
        "client_seeds": now.client_seeds,
        "view": None if now.state is None else codec.game.gate.open_view(now.state),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(end))
    return plain


def main() -> None:
    for game in GAMES:
        log, end = HERE / f"{game.__name__}.ndjson", HERE / "ends" / f"{game.__name__}.json"
        if log.exists():
            sys.stdout.write(f"{log.name} is there already\n")
            continue
        match = game()
        commits, names = match.commits, kept_names(match.game_log.secrets)
        known = {seal: kept for seal, kept in names.items() if kept.name != FORGOTTEN}
        log.write_bytes(b"".join(line + b"\n" for line in exported_lines(commits, known)))
        end.parent.mkdir(exist_ok=True)
        end.write_bytes(msgspec.json.format(msgspec.json.encode(end_of(commits)), indent=2) + b"\n")
        sys.stdout.write(f"{log.name}: {len(commits)} commits\n")


if __name__ == "__main__":
    main()
