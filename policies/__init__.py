"""The bots' policies. They get a seat's view and its legal commands, never the state, and work for any game.

- `random`: any legal command, each as likely as the others;
- `casual`: like `greedy`, but it overlooks some commands;
- `greedy`: the command that the game's evaluation values most;
- `expert`: looks ahead, to the end of the turn in our games;
- `stand_in`: the safest command, for a seat whose player is gone.

Packages may offer more (`plugged`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from domain.game import Question
from domain.levels import Level, played_as
from policies.budget import Choose, Limit, OutOfTime
from policies.chance import Chance
from policies.plugged import Failed, ask, logged
from policies.simple import casual, greedy, stand_in, uniform
from policies.turn_search import expert

LEVELS: Mapping[Level, tuple[Choose, ...]] = {
    "random": (uniform,),
    "greedy": (greedy, uniform),
    "casual": (casual, uniform),
    "expert": (expert, greedy, uniform),
    "stand_in": (stand_in,),
}
"""The policy of each level that a game may offer, followed by cheaper ones that take over when the time is up. The last one
needs no time."""


def choose(
    level: Level,
    question: Question,
    rng: Random,
    budget: float,
    iterations: int | None = None,
    failed: Callable[[Failed], object] | None = None,
) -> Any:
    """The command that a bot of this level gives. A single legal command is played at once, without asking a policy.

    `budget` is in seconds of wall-clock time. The clock is read between calls of the game's functions, so the time may be
    exceeded by one call. If a policy of another package fails, the level below it has the same time again; that is logged,
    or told to `failed`. With `iterations` the clock is not used: a search makes exactly that many iterations, and the choice
    follows from the other arguments only.
    """
    game, chance = question.game, Chance(rng)
    if len(question.legal) == 1:
        return question.legal[0]
    plugged = game.bots.policies.get(level)
    if plugged is not None:
        try:
            return ask(plugged, question, chance, budget if iterations is None else None)
        except Failed as failure:
            (failed or partial(logged, plugged, question))(failure)
            level = plugged.below
    style = game.bots.styles.get(level)
    if style is not None:
        question = question._replace(game=replace(game, bots=replace(game.bots, evaluate=style.evaluate)))
    limit = Limit(perf_counter() + budget) if iterations is None else Limit(None, iterations)
    *dear, cheapest = LEVELS[played_as(level, game.bots.levels)]
    for policy in dear:
        try:
            return policy(question, chance, limit.share())
        except OutOfTime:
            continue
    return cheapest(question, chance, limit)
