"""Games of bots against bots, without a service.

Everything in a game, including its times, follows from the seed and its number, so a run can be repeated to the byte. Only
bots that search by the clock may choose differently next time; with a fixed number of iterations they are repeatable too.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

from cli.arena.tally import Match, Played, Tally
from domain import session
from domain.fairness import GENESIS, SECRET_BYTES
from domain.game import Question
from domain.session import lifecycle
from domain.session.lifecycle import Dealer, SeatPlan
from domain.session.rights import VISITOR, Actor
from events.envelope import exported_line, sealed
from events.identity import timestamp
from events.log.codec import Codec, Codecs
from policies import choose
from tradewinds.installed import installed

START = datetime(2000, 1, 1, tzinfo=UTC)
"""The time at which every game starts; each commit is a second later."""


@cache
def codec_of(ruleset: str) -> Codec:
    """The codec of an installed game; made once a process. Raises RulesetNotInstalled."""
    return Codecs(installed().games).of(ruleset)


def play(match: Match, number: int) -> Played:
    """Play the game of this number to its end."""
    codec, name = codec_of(match.ruleset), match.deal(number)
    game, tally = codec.game, Tally(codec.game, match, number)
    dealer = Dealer(sha256(name.encode()).digest(), name)
    # Bots of the same deal have other random numbers in each of its games: else two that are alike would repeat it.
    minds = [Random(f"{name}-{number}-{seat}") for seat in range(len(match.entrants))]
    creation = _creation(match, tally.seated)
    recorder = lifecycle.create(game, creation, dealer)
    log = _Log(match, codec, dealer.secret)
    log.take(VISITOR, creation, recorder.events)
    while asked := session.to_act(game, recorder.state):
        seat, now = asked[0], recorder.state.state
        level = match.entrants[tally.seated[seat]]
        began = perf_counter()
        question = Question(game, game.gate.view(now, seat), seat, game.rules.legal_commands(now, seat))
        failed = partial(tally.failed, tally.seated[seat])
        command = choose(level, question, minds[seat], match.budget, match.iterations, failed)
        seconds = perf_counter() - began
        actor = Actor("bot", seat)
        recorder = lifecycle.decide(game, recorder.state, actor, command, dealer, log.version + 1)
        log.take(actor, command, recorder.events)
        tally.take(seat, command, recorder.events, now, recorder.state.state, seconds)
    if recorder.state.outcome is None:
        raise ValueError(f"{match.name(number)} asks nobody and is not over")
    return tally.played(recorder.state, b"".join(log.lines))


def try_out(match: Match) -> None:
    """Raises Rejected if the games of this match cannot be created."""
    game, creation = codec_of(match.ruleset).game, _creation(match, match.seated(0))
    lifecycle.check_levels(game, creation)
    lifecycle.create(game, creation, Dealer(bytes(SECRET_BYTES), match.deal(0)))


def _creation(match: Match, seated: Sequence[int]) -> lifecycle.CreateGame:
    programs = match.hosting.programs if match.hosting else {}
    plans = [
        SeatPlan(kind="human") if name in programs else SeatPlan(kind="bot", name=f"{name} {each + 1}", level=name)
        for each, name in ((each, match.entrants[each]) for each in seated)
    ]
    return lifecycle.CreateGame(ruleset=match.ruleset, seats=tuple(plans), options=dict(match.options))


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
