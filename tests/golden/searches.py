"""How golden games of our own games are found: by the players of the fuzz, who go for what is missing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from conformance.golden.coverage import everything, label
from conformance.golden.recording import REFUSAL, Players, Search
from domain.fairness import Draws
from domain.game import AnyGame
from tests.fuzz.batches import catalogue_of
from tests.fuzz.catalogue import Catalogue
from tests.fuzz.coverage import NOTHING
from tests.fuzz.illegal_commands import Hostile
from tests.fuzz.players import players
from tests.fuzz.playout import Sink
from tests.golden.missing import MISSING
from tests.support.games import OURS

PATIENCE = 300
"""Games without anything new after which the search ends: rare effects come up in one of hundreds."""
ILLEGAL = 12
"""Commands that are tried at each position."""


def labels_of(game: AnyGame, catalogue: Catalogue) -> Callable[[Any, Sequence[Any]], set[str]]:
    """The labels of a command and its events."""

    def occurring(command: Any, events: Sequence[Any]) -> set[str]:
        labels = {label("event", event) for event in events}
        if command is not None:
            labels.add(label("command", command))
        return labels | set(catalogue.reached([*events] if command is None else [command, *events]))

    return occurring


def wanted_of(game: AnyGame) -> frozenset[str]:
    """Every command, event, option, card, ship, effect and refusal."""
    refusals = {f"{REFUSAL}{code}" for code in game.rules.refusals}
    return everything(game) | catalogue_of(game.name).everything | refusals


def search_of(name: str) -> Search:
    """For a process of its own, since from now on the effects of this game report that they work."""
    game, catalogue, sink = OURS[name], catalogue_of(name), Sink()
    catalogue.watch(sink.note)
    occurring = labels_of(game, catalogue)

    def seated(number: int, missing: frozenset[str], draws: Callable[[int], Draws]) -> Players:
        chooser = random.Random(number)
        options = catalogue.settings(chooser)
        given = game.types.options(**options)
        seats = chooser.choice(game.rules.seats(given))
        version = 1
        reached: set[str] = set()

        def look(state: Any, seat: int, command: Any) -> tuple[set[str], Any]:
            worked: set[str] = set()
            with sink.into(worked):
                recorder = game.rules.decide(state, seat, command, draws(version + 1))
            return worked | occurring(command, recorder.events), recorder.state

        # The ways to the positions of two refusals would exclude each other.
        refusals = sorted(each for each in missing if each.startswith(REFUSAL))
        aims = missing.difference(refusals).union(chooser.sample(refusals, min(1, len(refusals))))
        chosen = players(game, catalogue, seats, chooser, look, lambda: set(aims - reached) or {NOTHING})

        def choose(state: Any, seat: int, legal: Sequence[Any]) -> Any:
            nonlocal version
            command = chosen[seat](state, seat, legal)
            reached.update(look(state, seat, command)[0])
            version += 1
            return command

        return Players(options, seats, choose)

    def illegal(state: Any, seat: int, legal: Sequence[Any], chance: random.Random) -> Iterator[tuple[int, Any]]:
        hostile = Hostile(game, catalogue, chance)
        for _ in range(ILLEGAL):
            command = hostile.command(state, seat, legal)
            if command is not None:
                others = (*range(len(state.seats)), *catalogue.strangers)
                yield chance.choice(others) if chance.random() < 0.1 else seat, command

    fewest, *_, most = game.rules.seats(game.types.options())
    return Search(
        game=game,
        wanted=wanted_of(game) - MISSING[name].keys(),
        occurring=occurring,
        players=seated,
        illegal=illegal,
        setups=[*(({}, seats) for seats in (fewest - 1, most + 1)), *((each, fewest) for each in catalogue.bad_settings)],
        noting=sink.into,
        patience=PATIENCE,
    )
