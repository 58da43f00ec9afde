"""How games end: the ranks of the seats, and what was noted on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game import AnyGame
from domain.kit.words import listed
from domain.session.state import Loss, LostSeat, Session
from domain.values import Outcome as RulesOutcome
from domain.values import Rung

DEEDS: Mapping[Loss, str] = {"resigned": "resigned", "timed_out": "ran out of time"}
"""What is said of who has lost before the end."""


class Outcome(RulesOutcome, frozen=True, kw_only=True):
    """How a game ended. Several `winners` share the victory; without winners nobody won, as in a draw.

    Seats that have lost before the end rank behind all others, the first of them last. An automated opponent has no rank.
    """

    resigned: tuple[int, ...] = ()
    """The seats whose players resigned, in this order."""
    timed_out: tuple[int, ...] = ()
    """The seats whose time was over at least once, in the order of the first times."""
    replaced: tuple[int, ...] = ()
    """The seats that a bot played at the end in place of a person."""
    seconds: tuple[int, ...] = ()
    """By the numbers of the seats, how long the game waited for each of them to act, in whole seconds; not while the clock
    was stopped."""

    def __post_init__(self) -> None:
        """Give an outcome that an earlier release stored the ranks of its seats."""
        if not self.ranks and self.scores:
            msgspec.structs.force_setattr(self, "ranks", outcome_of(self, len(self.scores)).ranks)


def outcome_answer(shown: Session[Any], waited: Sequence[int]) -> Outcome | None:
    """How a game ended; None until it has, and if it was abandoned. `waited`: as in `Position`, at its end."""
    if shown.outcome is None:
        return None
    return Outcome(
        **msgspec.structs.asdict(shown.outcome),
        resigned=tuple([seat for seat, by in shown.lost if by == "resigned"]),
        timed_out=shown.timed_out,
        replaced=tuple([at for at, seat in enumerate(shown.seats) if seat.kind == "bot" and seat.generation]),
        seconds=tuple([ms // 1000 for ms in waited]),
    )


def because(game: AnyGame, shown: Session[Any], names: Sequence[str]) -> str:
    """Why a game is over, as `outcome_answer` has it, but with the names of its seats: what decided it, and who gave up or
    ran out of time before."""
    assert shown.outcome is not None
    lost = {by: [names[each.seat] for each in shown.lost if each.by == by] for by in DEEDS}
    gone = [f"{listed(seats)} {DEEDS[by]}" for by, seats in lost.items() if seats]
    if shown.ending in DEEDS:
        left = listed([names[seat] for seat in shown.outcome.winners])
        return f"{listed(gone)}, and {f'only {left} is left' if left else 'nobody is left'}."
    said = shown.outcome.because if game.words.because is None else game.words.because(shown.state, names)
    return f"{said} Before, {listed(gone)}." if gone else said


def ladder(game: AnyGame, shown: Session[Any]) -> list[Rung]:
    """What each criterion of a game that is over has decided, in turn. Empty where the game names none, and where no
    criterion decided, because the others had given up or run out of time. Seats that have lost before are out of it."""
    if game.rules.criteria is None or shown.outcome is None or shown.ending in DEEDS:
        return []
    lost = {each.seat for each in shown.lost}
    left = {at for at in range(len(shown.seats) + len(shown.outcome.opponents)) if at not in lost}
    rungs = []
    for each in game.rules.criteria(shown.state):
        several = len(left) > 1
        figures = tuple([figure if several and at in left else None for at, figure in enumerate(each.figures)])
        if several:
            # Where the only ones who met a condition are out of it, it tells the others nothing.
            left = each.best(left) or (left if lost else set())
        rungs.append(Rung(each.name, each.condition, figures, several and len(left) < 2))
    return rungs


def waited_after(
    waited: tuple[int, ...], asked: Sequence[int], since_ms: int, at_ms: int, *, stopped: bool
) -> tuple[int, ...]:
    """For how many milliseconds a game has waited for each seat, after a commit at `at_ms`. Before it, from `since_ms` on,
    it asked these seats. Clocks of different processes may differ: a time that goes back counts as none."""
    spent = at_ms - since_ms
    if stopped or spent <= 0 or not asked:
        return waited
    return tuple([ms + spent if seat in asked else ms for seat, ms in enumerate(waited)])


def outcome_of(outcome: RulesOutcome, seats: int, lost: Sequence[LostSeat] = ()) -> RulesOutcome:
    """The outcome of a game with this number of seats, with the ranks of all, given the one of its rules.

    A seat that has lost before ranks behind all others, and behind those that lost after it, whatever its bot did then. So
    it wins nothing: where only such seats would win, the best of the others do. An automated opponent has no rank.
    """
    places = {each.seat: place for place, each in enumerate(reversed(lost), seats)}
    ranks = ranked([(places.get(seat, 0), _of_rules(outcome, seat)) for seat in range(seats)])
    winners = tuple(seat for seat in outcome.winners if seat not in places)
    if outcome.winners and not winners:
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat not in places)
    return replace(outcome, winners=winners, ranks=ranks)


def _of_rules(outcome: RulesOutcome, seat: int) -> tuple[int, int]:
    """What a seat is ranked by where it has not lost before; the lowest is the best."""
    if outcome.ranks:
        return outcome.ranks[seat], 0
    return int(seat not in outcome.winners), -outcome.scores[seat] if outcome.scores else 0


def ranked(keys: Sequence[tuple[int, tuple[int, int]]]) -> tuple[int, ...]:
    """The ranks by these keys, from 1 for the lowest; equal ones share a rank."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
