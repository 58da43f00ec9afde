"""How golden games of any game are found: players at random, and players that take what looks best to the game's bots."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from conformance.golden.coverage import entries, everything, occurring
from conformance.golden.recording import REFUSAL, Players, Search
from conformance.playing import all_seats_of, options_of
from conformance.record import made_up
from domain.fairness import Draws
from domain.game import AnyGame

SENSE = (0.0, 0.3, 0.8)
"""How often a player of a game gives the command that looks best."""
EARLIER = 8
"""Commands of earlier positions that are tried at a position."""
GAMES, PATIENCE, COMMITS = 200, 50, 200


def search_of(game: AnyGame) -> Search:
    """Everything that random games with random options show."""
    seats = list(all_seats_of(game))
    earlier: dict[type, list[Any]] = defaultdict(list)

    def seated(number: int, missing: frozenset[str], draws: Callable[[int], Draws]) -> Players:
        chance = random.Random(number)
        count, sense = seats[number % len(seats)], chance.choice(SENSE)
        options = msgspec.to_builtins(options_of(game, count, number))

        def choose(state: Any, seat: int, legal: Sequence[Any]) -> Any:
            if chance.random() >= sense:
                return chance.choice(legal)
            view = game.gate.view(state, seat)
            return max(legal, key=lambda command: game.bots.evaluate(view, seat, command))

        return Players(options, count, choose)

    def illegal(state: Any, seat: int, legal: Sequence[Any], chance: random.Random) -> Iterator[tuple[int, Any]]:
        for command in legal:
            if command not in earlier[type(command)]:
                earlier[type(command)].append(command)
        for kind, commands in earlier.items():
            for command in chance.sample(commands, min(EARLIER, len(commands))):
                yield seat, command
                yield chance.choice(seats) - 1, command
            yield from ((seat, command) for command in made_up(kind, {}))

    return Search(
        game=game,
        wanted=everything(game).union(
            entries(game), (f"{REFUSAL}{code}" for code in game.rules.refusals), (f"seats {count}" for count in seats)
        ),
        occurring=occurring(game),
        players=seated,
        illegal=illegal,
        setups=[({}, wrong) for wrong in range(seats[0] - 1, seats[-1] + 2) if wrong not in seats],
        games=GAMES,
        patience=PATIENCE,
        least=COMMITS,
    )
