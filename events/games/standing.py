"""Each seat's estimated share of the victory, over the versions of a game.

While a game goes on, its state would show what is hidden. Each viewer gets the mean over states that are dealt from the
viewer's own view, by draws that follow from the game's id and the version alone. So two games that look the same to a viewer
have the same standing for that viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from domain import session
from domain.fairness import Draws
from domain.game import AnyGame
from domain.session import Session
from domain.session.events import TakenBack
from domain.values import Figure, ScorePart
from events.envelope import Commit
from events.games.game_log import GameLog
from events.games.log_errors import fold_errors, view_errors

DEALS = 16
"""The number of states whose mean a viewer gets. A state takes up to 0.3 ms, in Merchants & Marauders."""
DIGITS = 4
"""Of a share, after the point. An estimate is not more precise, and processors may differ in the last digits of a float."""

Shares: TypeAlias = Callable[[Any, int], Sequence[float]]
"""The shares in a state at a version."""


Told: TypeAlias = tuple[Commit, Sequence[Any]]
"""A commit with its events."""


class StandingPoint(msgspec.Struct, frozen=True):
    """The standing at one version."""

    version: int
    """The version of the position."""
    turn: int
    """The turn in which the command was given that made this version."""
    shares: tuple[float, ...]
    """For each seat its share of the victory, between 0 and 1. They add up to 1, or to less where an automated opponent may
    win."""
    round: int | None
    """The round, from 1, or 0 before the first; null in a game without rounds."""
    points: tuple[int, ...] | None
    """What each seat would have scored if the game had ended then, and after them each opponent without a seat, in the order
    of the outcome. Null while the game goes on, since points may be hidden, and in games that count none."""


def revealed(game: AnyGame) -> Shares:
    """The shares in the states themselves; for games that are over."""
    return lambda state, version: game.bots.win_shares(state)


def as_seen(game: AnyGame, game_id: str, viewer: int | None) -> Shares:
    """The shares as a seat (None: a spectator) can estimate them from its view."""
    key = sha256(f"standing of {game_id}".encode()).digest()

    def shares(state: Any, version: int) -> Sequence[float]:
        view, draws = game.gate.view(state, viewer), Draws(key, version)
        dealt = [game.bots.win_shares(game.bots.determinize(view, viewer, draws)) for _ in range(DEALS)]
        return [sum(of_seat) / DEALS for of_seat in zip(*dealt, strict=True)]

    return shares


def standing(
    game_log: GameLog,
    before: Session[Any] | None,
    told: Sequence[Told],
    versions: Collection[int],
    shares: Shares,
    *,
    over: bool,
) -> list[StandingPoint]:
    """The standing at these versions, which are among those of the commits; `before` is the session at their beginning.
    `over`: whether the game is, so that nothing is hidden any more.

    Versions without a position, before the start, have no point. Raises LogDamaged.
    """
    game, now, found = game_log.game, before, []
    counted = game.rules.points if over else None
    for commit, events in told:
        with fold_errors(game_log.id, commit.version, commit.version):
            now = session.fold(game, now, events)
        if now.state is not None and commit.version in versions:
            with view_errors(game_log.id):
                found.append(
                    StandingPoint(
                        commit.version,
                        game_log.turn_of(commit.version),
                        tuple([round(share, DIGITS) for share in shares(now.state, commit.version)]),
                        None if game.rules.round is None else game.rules.round(now.state),
                        None if counted is None else tuple(counted(now.state)),
                    )
                )
    return found


def figures(game_log: GameLog, told: Sequence[Told]) -> list[Figure]:
    """What the game counts for each seat over all its commits, but for what was taken back. What would explain a part of the
    scores and does not add up to it is left out, as in a game that began in another one's middle."""
    counted, seats = game_log.game.words.figures, len(game_log.position.session.seats)
    if not counted:
        return []
    kept: list[Told] = []
    for commit, events in told:
        for event in events:
            if isinstance(event, TakenBack):
                kept = [each for each in kept if each[0].version <= event.to_version]
        kept.append((commit, events))
    totals = [[0] * seats for _ in counted]
    for _, events in kept:
        for event in events:
            for row, each in zip(totals, counted, strict=True):
                counts = each.by(event)
                if counts is not None:
                    row[counts[0]] += counts[1]
    found = [Figure(each.id, each.name, tuple(row), each.part) for row, each in zip(totals, counted, strict=True)]
    outcome = game_log.position.session.outcome
    explained = {part.id for part in (outcome.parts if outcome else ()) if _adds_up(found, part)}
    return [each for each in found if each.part is None or each.part in explained]


def _adds_up(figures: Sequence[Figure], part: ScorePart) -> bool:
    explaining = [each.counts for each in figures if each.part == part.id]
    return bool(explaining) and tuple(map(sum, zip(*explaining, strict=True))) == part.scores
