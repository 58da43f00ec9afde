"""Plays random games and examines many of their positions in two worlds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain.game import AnyGame
from domain.merchants_and_marauders.frames import HireByDeed, React
from policies.chance import Chance
from tests.fuzz.batches import catalogue_of
from tests.fuzz.catalogue import Catalogue
from tests.fuzz.illegal_commands import Hostile
from tests.fuzz.players import sensible
from tests.leaks.compare_http import Asked, Services, key_of
from tests.leaks.twin_games import Allowed, Leak, Pair
from tests.support.games import OURS

TOGETHER = 25
"""The most commands for which a pair is followed."""
APART = 40
"""The most commands from one pair to the next."""
HOSTILE = 3
"""Invented commands that each viewer tries at each position."""
LONGEST = 3_000
"""The most commands of a game; later positions are like earlier ones."""
SENSE = (0.0, 0.0, 0.4, 0.9)
"""How often the players of a game give the command that looks best."""


def never(*states: Any) -> bool:
    """For games in which only hidden names and amounts themselves can be revealed."""
    return False


def marauders(one: Any, other: Any, after: Any, other_after: Any) -> bool:
    """If windows are for holders only, the question itself shows who could play or hire a card; open gold on board shows
    what a hidden stash or lot brought; and everybody sees whether an open rumor was kept or replaced."""
    asked = any(state.stack and isinstance(state.stack[-1], React | HireByDeed) for state in (after, other_after))
    hands = [[seat.glory for seat in state.seats] for state in (one, other)]
    gold = [[seat.gold for seat in state.seats] for state in (after, other_after)]
    choosing = [number for number, seat in enumerate(one.seats) if len(seat.rumors) > 1]
    kept = [[state.seats[number].open_rumor for number in choosing] for state in (after, other_after)]
    return (
        (one.options.windows == "holders_only" and asked and hands[0] != hands[1])
        or (one.options.open_gold and gold[0] != gold[1])
        or kept[0] != kept[1]
    )


ALLOWED: Mapping[str, Allowed] = {
    # A found merchant's token goes to the covered track, and openly drawn plunder into a hold that others do not see.
    "merchants-and-marauders": Allowed(marauders, frozenset({"merchant_revealed", "modification_revealed", "offer_drawn"})),
    # To pay the coins of Jesters for a bust, the Ship that caused it may be shuffled in.
    "merchants-of-the-caribbean": Allowed(never, frozenset({"card_revealed"})),
}


@dataclass
class Counts:
    """Counts of a hunt. `comparisons` are of single observations, `requests` of whole answers over HTTP."""

    games: int = 0
    pairs: int = 0
    positions: int = 0
    comparisons: int = 0
    requests: int = 0
    over_http: int = 0

    def add(self, more: Counts) -> None:
        for name, number in vars(more).items():
            setattr(self, name, getattr(self, name) + number)


class Playout:
    """One random game. The same seed makes the same game and examines the same positions, with services or without."""

    def __init__(self, game: AnyGame, seed: int, http: float = 0.0, services: Services | None = None) -> None:
        self.game, self.http, self.services = game, http, services
        catalogue: Catalogue = catalogue_of(game.name)
        self.chance = random.Random(f"{game.name} {seed}")
        self.seed = f"{game.name} {seed}"
        self.options = msgspec.convert(catalogue.settings(self.chance), game.types.options)
        self.seats = self.chance.choice(game.rules.seats(self.options))
        self.hostile = Hostile(game, catalogue, self.chance)
        self.players = [sensible(game, self.chance, self.chance.choice(SENSE)) for _ in range(self.seats)]
        self.counts = Counts(games=1)

    def play(self) -> Counts:
        """Raises Leak, and whatever the game raises."""
        game, chance = self.game, self.chance
        state, moves = game.rules.setup(self.options, self.seats, Chance(chance)).state, 0
        while game.rules.to_act(state) and moves < LONGEST:
            pair = self._pair(state, moves)
            state, moves = pair.one, moves + len(pair.steps)
            for _ in range(chance.randint(1, APART)):
                if game.rules.to_act(state):
                    seat = chance.choice(game.rules.to_act(state))
                    command = self._choose(state, seat, list(game.rules.legal_commands(state, seat)))
                    state, moves = game.rules.decide(state, seat, command, Chance(chance)).state, moves + 1
        return self.counts

    def _choose(self, state: Any, seat: int, legal: Sequence[Any]) -> Any:
        return self.players[seat](state, seat, legal)

    def _pair(self, state: Any, moves: int) -> Pair:
        # Separate chance, so that a pair is the same whether it is followed over HTTP or not.
        chance = random.Random(f"{self.seed} {moves}")
        viewer = chance.choice((None, *range(self.seats)))
        created = None
        if self.services is not None and chance.random() < self.http:
            created = self.services.create(self.game, self.options, self.seats)
        key = f"{self.seed} {moves}".encode() if created is None else key_of(created, self.seats)
        pair = Pair(self.game, state, viewer, chance, key, ALLOWED.get(self.game.name, Allowed(never)))
        asked = None
        if self.services is not None and created is not None and pair.different:
            asked = Asked(self.services, created, pair, chance)
        try:
            self._follow(pair, asked)
        finally:
            counts = self.counts
            counts.pairs, counts.comparisons = counts.pairs + 1, counts.comparisons + pair.compared
            counts.requests += asked.compared if asked else 0
        return pair

    def _follow(self, pair: Pair, asked: Asked | None) -> None:
        for _ in range(TOGETHER):
            pair.compare(lambda seat, legal: self._made_up(pair.one, seat, legal))
            self.counts.positions += pair.different
            if not self.game.rules.to_act(pair.one):
                return
            if asked is not None:
                asked.ask()
                self.counts.over_http += 1
            together = pair.step(self._choose)
            if not together or not self.game.rules.to_act(pair.one):
                return
            if asked is not None:
                asked.act()

    def _made_up(self, state: Any, seat: int, legal: Sequence[Any]) -> list[Any]:
        commands = (self.hostile.command(state, seat, legal) for _ in range(HOSTILE))
        return [each for each in commands if each is not None]


def hunt(name: str, seed: int, http: float = 0.0, services: Services | None = None) -> Counts:
    """One playout of an installed game. Raises Leak with the command line that plays it again."""
    try:
        return Playout(OURS[name], seed, http, services).play()
    except Leak as leak:
        again = f"python -m tests.leaks --game {name} --seed {seed} --playouts 1 --http {http}"
        raise Leak(f"{name}, seed {seed}: {leak}\nAgain: {again}") from leak
