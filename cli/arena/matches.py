"""Games of bots against bots, without a service.

Everything in a game, including its times, follows from the seed and its number, so a run can be repeated to the byte. Only
bots that search by the clock may choose differently next time; with a fixed number of iterations they are repeatable too.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from domain import session
from domain.fairness import GENESIS, SECRET_BYTES
from domain.game import Question
from domain.levels import Level
from domain.session import OptionValue, lifecycle
from domain.session.lifecycle import Dealer, SeatPlan
from domain.session.rights import VISITOR, Actor
from events.envelope import exported_line, sealed
from events.identity import timestamp
from events.log.codec import Codec, Codecs
from policies import choose
from tradewinds.installed import installed

START = datetime(2000, 1, 1, tzinfo=UTC)
"""The time at which every game starts; each commit is a second later."""


class Match(NamedTuple):
    """The parameters that all games of a run share. `levels` are the entrants; `budget` applies if `iterations` is None."""

    ruleset: str
    levels: tuple[Level, ...]
    options: dict[str, OptionValue]
    seed: int
    budget: float
    iterations: int | None
    recorded: bool
    """Whether the logs are recorded."""

    def name(self, number: int) -> str:
        """The id of a game, from which all its chance follows."""
        return f"{self.ruleset}-{self.seed}-{number}"


class Played(NamedTuple):
    """A finished game. `shares` of the victory and `scores` are in the order of the entrants."""

    name: str
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    turns: int
    moves: int
    remarks: tuple[Mapping[str, int], ...]
    """How often each entrant did what the game counts (`Bots.remarks`)."""
    used: Mapping[str, int]
    """How often each type of command was given."""
    log: bytes
    """Its export, one commit a line; empty if logs are not recorded."""


@cache
def codec_of(ruleset: str) -> Codec:
    """The codec of an installed game; made once a process. Raises RulesetNotInstalled."""
    return Codecs(installed().games).of(ruleset)


def seating(entrants: int, number: int) -> tuple[int, ...]:
    """The entrant on each seat. All move on by one seat with each game, so in time each has played every seat."""
    return tuple((seat - number) % entrants for seat in range(entrants))


def play(match: Match, number: int) -> Played:
    """Play the game of this number to its end."""
    codec, name = codec_of(match.ruleset), match.name(number)
    game = codec.game
    seated = seating(len(match.levels), number)
    dealer = Dealer(sha256(name.encode()).digest(), name)
    minds = [Random(f"{name}-{seat}") for seat in range(len(seated))]
    creation = _creation(match, seated)
    recorder = lifecycle.create(game, creation, dealer)
    log = _Log(match, codec, dealer.secret)
    log.take(VISITOR, creation, recorder.events)
    remarks: list[Counter[str]] = [Counter() for _ in match.levels]
    used: Counter[str] = Counter()
    while asked := session.to_act(game, recorder.state):
        seat, now = asked[0], recorder.state.state
        level = match.levels[seated[seat]]
        question = Question(game, game.gate.view(now, seat), seat, game.rules.legal_commands(now, seat))
        command = choose(level, question, minds[seat], match.budget, match.iterations)
        actor = Actor("bot", seat)
        recorder = lifecycle.decide(game, recorder.state, actor, command, dealer, log.version + 1)
        log.take(actor, command, recorder.events)
        used[command.__struct_config__.tag] += 1
        for doer, what in game.bots.remarks(now, seat, command, recorder.events, recorder.state.state):
            remarks[seated[doer]][what] += 1
    after = recorder.state
    if after.outcome is None:
        raise ValueError(f"{name} asks nobody and is not over")
    shares, seats = game.bots.win_shares(after.state), [seated.index(entrant) for entrant in range(len(seated))]
    return Played(
        name,
        shares=tuple(shares[seat] for seat in seats),
        scores=tuple(after.outcome.scores[seat] for seat in seats),
        turns=session.turn(game, after),
        moves=log.version - 1,
        remarks=tuple(map(dict, remarks)),
        used=dict(used),
        log=b"".join(log.lines),
    )


def try_out(match: Match) -> None:
    """Raises Rejected if the games of this match cannot be created."""
    game, creation = codec_of(match.ruleset).game, _creation(match, seating(len(match.levels), 0))
    lifecycle.check_levels(game, creation)
    lifecycle.create(game, creation, Dealer(bytes(SECRET_BYTES), match.name(0)))


def _creation(match: Match, seated: Sequence[int]) -> lifecycle.CreateGame:
    levels = match.levels
    plans = [SeatPlan(kind="bot", name=f"{levels[each]} {each + 1}", level=levels[each]) for each in seated]
    return lifecycle.CreateGame(ruleset=match.ruleset, seats=tuple(plans), options=match.options)


class _Log:
    """The commits of one game as the service would make them; only counted if logs are not recorded."""

    def __init__(self, match: Match, codec: Codec, secret: bytes) -> None:
        self.version = 0
        self.lines: list[bytes] = []
        self._recorded = match.recorded
        self._codec = codec
        self._secret = secret
        self._head = GENESIS

    def take(self, actor: Actor, command: Any, events: Sequence[Any]) -> None:
        """Add the next accepted command."""
        self.version += 1
        if not self._recorded:
            return
        at = timestamp(START + timedelta(seconds=self.version))
        unsealed = self._codec.commit(self.version, actor, "", self._codec.encode(command), events, at)
        commit, _ = sealed(unsealed, self._head, self._secret)
        self._head = bytes.fromhex(str(commit.head))
        self.lines.append(exported_line(commit) + b"\n")


def played(match: Match, games: int, jobs: int) -> Iterator[Played]:
    """All games of a run in order, `jobs` at a time."""
    numbers = range(games)
    if jobs == 1:
        yield from map(partial(play, match), numbers)
        return
    # Ctrl-C reaches the whole process group; only the parent, which prints the table, handles it.
    with get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(partial(play, match), numbers)
