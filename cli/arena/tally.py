"""What is counted of a game: who won, what the entrants did, and how long they thought."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import msgspec

from domain import session
from domain.game import AnyGame
from domain.levels import QUICK, without_style
from domain.session import OptionValue, Session

LONGEST_SAID = 300
"""The most characters that are told of a failure."""


class Hosting(NamedTuple):
    """The service on which games with programs are played, and the programs by name, each as the command that starts it."""

    programs: Mapping[str, str]
    url: str
    key: str | None
    """An API key, if the service wants one."""
    seconds: int
    """The time of a program for a decision; its seat is lost when it is over."""


class Match(NamedTuple):
    """The parameters that all games of a table share. `budget` applies if `iterations` is None."""

    ruleset: str
    entrants: tuple[str, ...]
    """One a seat: levels of bots, and names of programs."""
    options: Mapping[str, OptionValue]
    seed: int
    budget: float
    iterations: int | None
    recorded: bool
    """Whether the logs are recorded."""
    hosting: Hosting | None = None

    @property
    def hosted(self) -> bool:
        """Whether a program plays, so that it needs a service."""
        return self.hosting is not None and not self.hosting.programs.keys().isdisjoint(self.entrants)

    @property
    def repeatable(self) -> bool:
        """Whether its games go the same way each time."""
        timed = self.iterations is None and any(without_style(each) not in QUICK for each in self.entrants)
        return not self.hosted and not timed

    @property
    def key(self) -> str:
        """Tells the games of this match from all others, in a file of results."""
        limit = f"{self.budget} seconds" if self.iterations is None else f"{self.iterations} iterations"
        options = msgspec.json.encode(self.options, order="sorted").decode()
        return f"{self.ruleset} {','.join(self.entrants)} {options} seed {self.seed}, {limit}"

    def name(self, number: int) -> str:
        """The name of a game and of its file."""
        return f"{self.ruleset}-{self.seed}-{'-'.join(self.entrants)}-{number}"

    def deal(self, number: int) -> str:
        """What all chance of the rules follows from. As many games in a row as there are seats have the same."""
        return f"{self.ruleset}-{self.seed}-{number // len(self.entrants)}"

    def seated(self, number: int) -> tuple[int, ...]:
        """The entrant on each seat. All move on by one seat with each game, so each plays each deal from every seat."""
        places = len(self.entrants)
        return tuple((seat - number) % places for seat in range(places))


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game: a line of a file of results. All tuples are in the order of the entrants."""

    run: str
    """The key of its match."""
    number: int
    name: str
    shares: tuple[float, ...]
    """Of the victory."""
    scores: tuple[int, ...] = ()
    """Empty if the game ended before the rules end it."""
    turns: int = 0
    moves: int = 0
    remarks: tuple[Mapping[str, int], ...]
    """How often each did what the game counts (`Bots.remarks`)."""
    troubles: tuple[Mapping[str, int], ...]
    """How often each was `refused` something, ended too early (`crashed`, `left`), was `late`, was `replaced` by a bot, or
    `failed` as a policy."""
    said: tuple[str, ...] = ()
    """What is known of a program that ended too early, or a policy that failed."""
    used: Mapping[str, int]
    """How often each type of command was given."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """The time of all decisions."""
    log: bytes = b""
    """Its export, one commit a line; empty if logs are not recorded, and in files of results."""


class Tally:
    """Counts what happens in a game, while it is played or as its log is read."""

    def __init__(self, game: AnyGame, match: Match, number: int) -> None:
        self.game, self.match, self.number = game, match, number
        self.seated = match.seated(number)
        self.troubles: list[Counter[str]] = [Counter() for _ in self.seated]
        self.said: list[str] = []
        self._remarks: list[Counter[str]] = [Counter() for _ in self.seated]
        self._used: Counter[str] = Counter()
        self._decisions: Counter[int] = Counter()
        self._seconds: defaultdict[int, float] = defaultdict(float)

    def failed(self, entrant: int, why: Exception) -> None:
        """Count that a policy of another package gave no legal command, so that the level below it played. Of its failures
        in a game the first one is told, with its place."""
        self.troubles[entrant]["failed"] += 1
        if self.troubles[entrant]["failed"] > 1:
            return
        said = f"{self.match.entrants[entrant]} {why}"
        if why.__cause__ is not None:
            place = extract_tb(why.__cause__.__traceback__)[-1]
            said += f": {why.__cause__} ({Path(place.filename).name}, line {place.lineno})"
        self.said.append(said[:LONGEST_SAID])

    def take(self, seat: int, command: Any, events: Sequence[Any], before: Any, after: Any, seconds: float) -> None:
        """Count a command of the rules, which led from one state to another."""
        self._used[command.__struct_config__.tag] += 1
        self._decisions[self.seated[seat]] += 1
        self._seconds[self.seated[seat]] += seconds
        for doer, what in self.game.bots.remarks(before, seat, command, events, after):
            self._remarks[self.seated[doer]][what] += 1

    def played(self, over: Session[Any], log: bytes) -> Played:
        """The game that ended like this."""
        assert over.outcome is not None
        winners = over.outcome.winners
        seats = [self.seated.index(entrant) for entrant in range(len(self.seated))]
        # Where a seat was lost, the rules know neither of that nor, maybe, of the end.
        lost = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seats))] if over.lost else None
        shares = lost or self.game.bots.win_shares(over.state)
        return Played(
            run=self.match.key,
            number=self.number,
            name=self.match.name(self.number),
            shares=tuple(shares[seat] for seat in seats),
            scores=tuple(over.outcome.scores[seat] for seat in seats) if over.outcome.scores else (),
            turns=session.turn(self.game, over),
            moves=self._used.total(),
            remarks=tuple(map(dict, self._remarks)),
            troubles=tuple(map(dict, self.troubles)),
            said=tuple(self.said),
            used=dict(self._used),
            decisions=tuple(self._decisions[entrant] for entrant in range(len(seats))),
            seconds=tuple(round(self._seconds[entrant], 6) for entrant in range(len(seats))),
            log=log,
        )
