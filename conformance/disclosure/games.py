"""The games in which is watched who is told what, and what occurred in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from conformance.disclosure.watching import Commit, Watch
from conformance.golden.coverage import everything, occurring
from conformance.golden.deciding import WHAT_TO_DO, states
from conformance.golden.games import FOLDER, read, versions_in
from conformance.playing import Broken, Chance, Step, as_json, refusal
from conformance.reaching import Players
from domain.game import AnyGame, Rejected

GAMES = 12
"""How many games are played."""
MOST_GAMES = 120
"""How many at most, for the sake of what has not occurred."""
COMMITS = 3_000
"""After so many commits no other game begins; half of them may be of golden games."""
COMMITS_WRITTEN = 12_000
"""The same for writing the table, which has to know more than the check finds."""
TRIED = 6
"""Commands of other positions that are tried at each, for the sake of refusals."""


class Watched:
    """Games in which was watched who is told what."""

    def __init__(self, game: AnyGame, folder: Path | None = None, commits: int = COMMITS) -> None:
        """Plays the games, golden ones first. `folder`: that of the game's module, with golden games and the table."""
        self.game = game
        self.folder = folder
        self.watch = Watch(game)
        self.missing = {*everything(game), *(f"refusal {code}" for code in game.rules.refusals)}
        """What has not occurred: kinds of commands and events, values of options, codes of refusals."""
        self.looked_at = 0
        """Commits."""
        self._earlier: dict[bytes, Any] = {}
        self._occurring = occurring(game)
        for commit in islice(golden(game, None if folder is None else folder / FOLDER), commits // 2):
            self._look(commit)
        players = Players(game)
        for number in range(MOST_GAMES):
            if self.looked_at >= commits or (number >= GAMES and not self.missing):
                break
            for commit in self._play(players, number):
                self._look(commit)

    def _look(self, commit: Commit) -> None:
        self.looked_at += 1
        self.watch.look(commit)
        self.missing -= self._occurring(commit.command, commit.events)

    def _play(self, players: Players, number: int) -> Iterator[Commit]:
        game = self.game
        options, seats = players.game_number(number)
        self.missing -= {f"option {name}={value}" for name, value in msgspec.to_builtins(options).items()}
        setup = game.rules.setup(options, seats, Chance(number))
        yield Commit(seats, None, None, setup.events, setup.state)
        for place, step in enumerate(players.play(number)):
            self._refused(step, seats, place)
            yield Commit(seats, step.seat, step.command, step.events, step.after)
        self._refused_at_the_end(seats)

    def _refused(self, step: Step, seats: int, place: int) -> None:
        """Notes by which codes commands of other positions and of other seats are refused."""
        if not any(each.startswith("refusal ") for each in self.missing):
            return
        tried = list(self._earlier.values())[place % 13 :: max(1, len(self._earlier) // TRIED)]
        if self.game.drawing is not None:
            tried += self.game.drawing.candidates(self.game.gate.view(step.before, step.seat), step.seat)
        for command in tried:
            self._refusal(step.before, step.seat, command)
        self._refusal(step.before, (step.seat + 1) % seats, step.command)
        self._refusal(step.after, step.seat, step.command)
        for command in step.legal:
            self._earlier.setdefault(as_json(command), command)

    def _refused_at_the_end(self, seats: int) -> None:
        for wrong in (seats - 1, seats + 1, 0, 9):
            try:
                self.game.rules.resolve(self.game.types.options(), wrong)
            except Rejected as refused:
                self.missing.discard(f"refusal {refused.code}")

    def _refusal(self, state: Any, seat: int, command: Any) -> None:
        refused = refusal(self.game, state, seat, command)
        if refused is not None:
            self.missing.discard(f"refusal {refused[0]}")


def golden(game: AnyGame, folder: Path | None) -> Iterator[Commit]:
    """The commits of the golden games of this version, in which everything occurs that random play reaches."""
    files = {} if folder is None else versions_in(game, folder)
    if game.version not in files:
        return
    for each in read(files[game.version]).games:
        try:
            folded = [*states(game, game.version, each)]
        except Exception as error:  # Events that a changed game no longer knows can break a fold in any way.
            raise Broken(f"golden games of this version can no longer be read ({error}). {WHAT_TO_DO}") from error
        for commit, (before, command, events) in zip(each.commits, folded, strict=True):
            yield Commit(each.seats, commit.seat, command, events, game.fold(events, before))
