"""The job that looks back: it finds what the decisions of a seat cost, from the log of a game that is over.

It looks at one decision after another. The costliest are then looked at again, in other deals: among hundreds of estimates
the highest ones are those that chance has raised. A job works for some seconds, or a quarter of a second if others wait, and
leaves the rest to the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import session
from domain.game import Question
from domain.offers import command_of, offer_id
from domain.session import Session, TakenBack, lifecycle
from events.errors import GameDeleted, GameUnreadable, RulesetNotInstalled
from events.games.game_log import GameLog
from events.games.log_errors import fold_errors, view_errors
from events.games.look_backs import Costly, LookBack, LookBacks
from policies.budget import Limit, OutOfTime
from policies.chance import Chance
from policies.looking_back import compared, cost_of, least_cost, measure_of
from telemetry import damaged_logs
from telemetry.logs import bound
from workers.jobs import LONGEST_JOB_MS, SLICE_MS, BotServices, in_use

MOST_DECISIONS = 1_000
"""The last ones of a longer game are looked at."""
SECONDS = 40.0
"""For all decisions of a seat together, at most `BOT_BUDGET` for one."""
CHECKED = 10
"""So many of those that seem the costliest are looked at again."""
CHECK_SECONDS = 2.0
"""For each of these."""
CHECK_WORLDS = 64


class Decision(NamedTuple):
    """A command that a player gave, in the position after `version`."""

    version: int
    before: Session[Any]
    command: Any


def look(game: str, seat: int) -> None:
    """Look at the decisions of a seat, or at some of them and leave the rest to another job."""
    with bound(request_id=None, game=game):
        look_back(in_use(), game, seat)


def look_back(services: BotServices, game: str, seat: int) -> None:
    """Like `look`, with the services as an argument."""
    looks, now = LookBacks(services.queue), services.now_ms()
    known = looks.read(game, seat)
    if known.status not in ("queued", "started"):
        return  # Another job was faster.
    try:
        game_log = services.games.load(game)
        decisions = decisions_of(services, game_log, seat)[-MOST_DECISIONS:]
        known = replace(known, status="started", decisions=len(decisions))
        looks.record(game, seat, known, now)
        ends, slice_ends = now + LONGEST_JOB_MS, now + SLICE_MS
        for found in _found(services, game_log, seat, decisions, known):
            known = found
            now = services.now_ms()
            if known.status == "finished":
                break
            if now > slice_ends:
                if now > ends or services.queue.others_wait(alone=True):
                    looks.put(game, seat, known, now)
                    return
                slice_ends = now + SLICE_MS
                looks.record(game, seat, known, now)
        looks.record(game, seat, known, services.now_ms())
    except RulesetNotInstalled as error:
        looks.put(game, seat, known, services.now_ms(), ruleset=error.ruleset)
    except GameDeleted:
        services.queue.drop_all(game)
    except Exception as error:
        looks.record(game, seat, replace(known, status="failed"), services.now_ms())
        if not isinstance(error, GameUnreadable):
            raise
        damaged_logs.leave_out(game, error)


def decisions_of(services: BotServices, game_log: GameLog, seat: int) -> list[Decision]:
    """The commands of a seat's player that were not taken back, in order. Raises LogDamaged."""
    found: list[Decision] = []
    commits, before = services.store.read(game_log.id, last=game_log.version).commits, None
    for commit, events in zip(commits, game_log.events(commits), strict=True):
        if commit.actor == "player" and commit.seat == seat and before is not None and before.state is not None:
            command = game_log.command(commit)
            if lifecycle.right_to(command) is lifecycle.TO_PLAY:
                found.append(Decision(commit.version - 1, before, command))
        for event in events:
            if isinstance(event, TakenBack):
                found = [each for each in found if each.version < event.to_version]
        with fold_errors(game_log.id, commit.version, commit.version):
            before = session.fold(game_log.game, before, events)
    return found


def _found(
    services: BotServices, game_log: GameLog, seat: int, decisions: Sequence[Decision], known: LookBack
) -> Iterator[LookBack]:
    """What is known after each further decision, and after each one that is looked at again."""
    seconds = min(services.budget, SECONDS / max(1, len(decisions)))
    for number in range(known.done, len(decisions)):
        found = _rated(game_log, seat, decisions[number], seconds)
        costly = known.costly if found is None else _costliest([*known.costly, found])
        yield (known := replace(known, done=number + 1, costly=costly))
    positions = {decision.version: decision for decision in decisions}
    for each in [each for each in known.costly if not each.checked]:
        checked = _checked(game_log, seat, positions[each.version], each)
        others = [other for other in known.costly if other.version != each.version]
        yield (known := replace(known, costly=_costliest([*others, checked])))
    least = least_cost(game_log.game)
    yield replace(known, status="finished", costly=tuple([each for each in known.costly if each.cost > least]))


def _costliest(found: Sequence[Costly]) -> tuple[Costly, ...]:
    return tuple(sorted(found, key=lambda each: (-each.cost, each.version))[:CHECKED])


def _question(game_log: GameLog, seat: int, decision: Decision) -> Question:
    game, state = game_log.game, decision.before.state
    with view_errors(game_log.id):
        return Question(game, game.gate.view(state, seat), seat, game.rules.legal_commands(state, seat))


def _chance(game_log: GameLog, decision: Decision, what: str) -> Chance:
    """Asking again finds the same, as far as the time allows."""
    return Chance(Random(f"{what} {game_log.id} {decision.version}"))


def _rated(game_log: GameLog, seat: int, decision: Decision, seconds: float) -> Costly | None:
    """What a decision cost by a first look; None where there was no choice, no time or nothing better."""
    question = _question(game_log, seat, decision)
    if len(question.legal) < 2 or decision.command not in question.legal:
        return None
    try:
        chance, limit = _chance(game_log, decision, "look"), Limit(perf_counter() + seconds)
        better, cost = cost_of(question, decision.command, chance, limit)
    except OutOfTime:
        return None
    if cost <= least_cost(game_log.game):
        return None
    return Costly(decision.version, offer_id(decision.command), offer_id(better), cost, checked=False)


def _checked(game_log: GameLog, seat: int, decision: Decision, seen: Costly) -> Costly:
    """The same after a second look."""
    if measure_of(game_log.game) != "victory":
        return replace(seen, checked=True)
    better = command_of(game_log.game.types.commands, seen.better)
    chance, limit = _chance(game_log, decision, "check"), Limit(perf_counter() + CHECK_SECONDS)
    try:
        cost = compared(_question(game_log, seat, decision), better, decision.command, chance, limit, CHECK_WORLDS)
    except OutOfTime:
        cost = 0.0
    return replace(seen, cost=cost, checked=True)
