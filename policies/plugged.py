"""Asks policies of other packages, which may raise, hang, or answer nonsense: then another level plays.

By the clock a policy thinks in a thread of its own, because nothing can interrupt it. A policy that is late keeps its thread
until it has finished, and is not asked again before.
"""

from __future__ import annotations

import logging
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from domain.game import Policy, Question, Rng
from domain.levels import Level

log = logging.getLogger(__name__)

_thinking: dict[Level, Thread] = {}
"""The latest thread of each policy that was asked by the clock."""


class Failed(Exception):
    """A policy gave no command that can be played; the message says why."""


class _Answer(NamedTuple):
    command: Any
    error: BaseException | None = None


def ask(policy: Policy, question: Question, rng: Rng, seconds: float | None) -> Any:
    """The legal command that the policy chooses within these seconds; None: there is no clock. Raises Failed."""
    answer = _think(policy, question, rng, None) if seconds is None else _in_time(policy, question, rng, seconds)
    if answer.error is not None:
        raise Failed(f"raised {type(answer.error).__name__}") from answer.error
    if answer.command not in question.legal:
        raise Failed(f"chose {answer.command!r}, which is not legal")
    return answer.command


def logged(policy: Policy, question: Question, failure: Failed) -> None:
    """Log that a policy failed, and who plays in its place."""
    sentence = "%s %s at a move of %s: %s plays it"
    log.warning(sentence, policy.level, failure, question.game.name, policy.below, exc_info=failure.__cause__)


def _think(policy: Policy, question: Question, rng: Rng, seconds: float | None) -> _Answer:
    try:
        return _Answer(policy.choose(question, rng, seconds))
    except (Exception, SystemExit) as error:
        return _Answer(None, error)


def _in_time(policy: Policy, question: Question, rng: Rng, seconds: float) -> _Answer:
    """Raises Failed if there is no answer within these seconds."""
    if policy.level in _thinking and _thinking[policy.level].is_alive():
        raise Failed("still thinks about an earlier move")
    answers: SimpleQueue[_Answer] = SimpleQueue()
    # A daemon, because a process must be able to end while a policy hangs.
    thread = Thread(target=lambda: answers.put(_think(policy, question, rng, seconds)), name=policy.level, daemon=True)
    _thinking[policy.level] = thread
    thread.start()
    try:
        return answers.get(timeout=seconds)
    except Empty:
        raise Failed(f"had no answer after {seconds:.3f} s") from None
