"""Games with programs, on a service: a program is any client of it, started once a game to play one seat."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from functools import partial
from hashlib import sha256
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any

import click

from cli.arena.matches import codec_of
from cli.arena.relay import Relay, relayed
from cli.arena.tally import LONGEST_SAID, Match, Played, Tally
from domain import session
from domain.session import Session
from domain.session.rights import SEATED
from events.log.exported import read_lines
from service.up.lifeline import die_with_parent
from telemetry.logs import without_tokens
from tradewinds_client import Seat, Tradewinds, answers, errors
from tradewinds_client.calls import Call

PATIENCE = 60.0
"""Seconds for which a service may be away."""
LOOK = 0.1
"""Seconds between two looks at a game and its programs."""
GRACE = 5.0
"""Seconds that a program has to end after its game, or once it was asked to."""


class Program:
    """A running program, which plays one seat."""

    def __init__(self, command: str, seat: Seat, relay: Relay, errors: IO[bytes]) -> None:
        self.seat, self.relay, self._errors = seat, relay, errors
        place = {"URL": f"http://127.0.0.1:{relay.server_port}", "GAME": seat.game, "SEAT": seat.seat, "TOKEN": seat.token}
        # The token is in no command line, which other users see.
        environment = {**os.environ, **{f"TRADEWINDS_{name}": str(value) for name, value in place.items()}}
        self.process = subprocess.Popen(
            shlex.split(command), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            start_new_session=True, preexec_fn=partial(die_with_parent, os.getpid()),
        )  # fmt: skip

    def stop(self, grace: float = 0.0) -> None:
        """End it, and all that it has started."""
        for sent in (None, signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                if sent is not None:
                    os.killpg(self.process.pid, sent)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace if sent is None else GRACE)

    def last_words(self) -> str:
        """The last line that it wrote to its standard error."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        return without_tokens(next((line.strip() for line in reversed(lines) if line.strip()), "")[:LONGEST_SAID])


def play(match: Match, number: int) -> Played:
    """Play the game of this number to its end. Raises ClickException if the service or a program cannot be used."""
    hosting = match.hosting
    assert hosting is not None
    tally = Tally(codec_of(match.ruleset).game, match, number)
    try:
        with Tradewinds(hosting.url, hosting.key, patience=PATIENCE) as service:
            seats = Seat.all(_created(service, match, match.deal(number)))
            with _started(service, match, tally, seats) as programs:
                _watch(service, seats[0].game, programs, tally)
            path = f"/v1/games/{seats[0].game}/export"
            log: bytes = service.send(Call("GET", path, read=lambda answer: answer.content))
    except errors.TradewindsError as error:
        raise click.ClickException(f"The game {match.name(number)} cannot be played on {hosting.url}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"A program for the game {match.name(number)} cannot be started: {error}") from None
    over = _counted(tally, log)
    if over.outcome is None:
        raise click.ClickException(f"The game {match.name(number)} was ended on {hosting.url} without a result.")
    return tally.played(over, log if match.recorded else b"")


def _created(service: Tradewinds, match: Match, deal: str) -> answers.CreatedGame:
    """A game of people only: bots bring seeds of their own into the draws, so a deal would change with their seats."""
    assert match.hosting is not None
    clock = {"seconds": match.hosting.seconds, "on_timeout": "lose"}
    create = partial(
        service.create_game, match.ruleset, [{"kind": "human"}] * len(match.entrants),
        options=match.options, visibility="unlisted", clock=clock,
    )  # fmt: skip
    try:
        return create(secret=sha256(deal.encode()).hexdigest())
    except errors.Invalid as refusal:
        if refusal.code != "not_reproducible":
            raise
        return create()


@contextmanager
def _started(service: Tradewinds, match: Match, tally: Tally, seats: list[Seat]) -> Iterator[dict[int, Program]]:
    """The programs of a game by their seats, after all others were given to bots."""
    hosting = match.hosting
    assert hosting is not None
    programs: dict[int, Program] = {}
    named = {number: match.entrants[entrant] for number, entrant in enumerate(tally.seated)}
    for number, name in named.items():
        if name not in hosting.programs:
            service.change_seat(seats[number], number, kind="bot", level=name)
    with ExitStack() as stack:
        for number, name in named.items():
            if name in hosting.programs:
                relay = stack.enter_context(relayed(hosting.url))
                words = stack.enter_context(TemporaryFile())
                programs[number] = Program(hosting.programs[name], seats[number], relay, words)
                stack.callback(programs[number].stop)
        yield programs
        for number, program in programs.items():
            if program.relay.refused:
                tally.troubles[tally.seated[number]]["refused"] += program.relay.refused


def _watch(service: Tradewinds, game: str, programs: dict[int, Program], tally: Tally) -> None:
    """Wait until a game is over. A program that ends before loses its seat, and one that has lost its seat is ended."""
    playing = {**programs}
    while True:
        ended = [number for number, each in playing.items() if each.process.poll() is not None]
        now = service.game(game)
        if now["status"] != "running":
            break
        for number in now["lost"]:
            if number in playing:
                playing.pop(number).stop()
        for number in ended:
            if number in playing:
                _lost(service, playing.pop(number), tally.seated[number], tally)
        time.sleep(LOOK)
    for number, program in playing.items():
        program.stop(0 if number in now["lost"] else GRACE)


def _lost(service: Tradewinds, program: Program, entrant: int, tally: Tally) -> None:
    """Note that a program ended too early, and resign for it."""
    status = program.process.returncode
    tally.troubles[entrant]["crashed" if status else "left"] += 1
    name, words = tally.match.entrants[entrant], program.last_words()
    tally.said.append(f"{name} ended too early, with status {status}{f': {words}' if words else ''}")
    # Refused if the game is over by now, or if the program renewed its token or gave the seat away; then the clock decides.
    with suppress(errors.Problem):
        service.resign(program.seat)


def _counted(tally: Tally, log: bytes) -> Session[Any]:
    """Count what is in the log of a game that is over; how it ended."""
    codec, commits = codec_of(tally.match.ruleset), read_lines(BytesIO(log))
    now: Session[Any] | None = None
    since = datetime.fromisoformat(commits[0].at)
    for commit, happened in zip(commits, codec.events(commits), strict=True):
        before, now, at = now, session.fold(codec.game, now, happened), datetime.fromisoformat(commit.at)
        command = codec.command(commit)
        if before is not None and commit.actor in SEATED and isinstance(command, codec.game.types.commands):
            assert commit.seat is not None
            tally.take(commit.seat, command, happened, before.state, now.state, (at - since).total_seconds())
        since = at
    assert now is not None
    lost = {each.seat: each.by for each in now.lost}
    programs = tally.match.hosting.programs if tally.match.hosting else {}
    for number, entrant in enumerate(tally.seated):
        if lost.get(number) == "timed_out":
            tally.troubles[entrant]["late"] += 1
        elif now.seats[number].kind == "bot" and number not in lost and tally.match.entrants[entrant] in programs:
            tally.troubles[entrant]["replaced"] += 1
    return now
