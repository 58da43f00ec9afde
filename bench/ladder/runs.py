"""The runs that prove the ladder: which levels play each other, with which options, and how many games."""

from __future__ import annotations

from typing import NamedTuple

from cli.arena.matches import codec_of
from cli.arena.tally import Match
from domain.levels import Level
from domain.session import OptionValue
from tradewinds.installed import installed

SEED = 1
GAMES = 400
SOLO_GAMES = 100


class Run(NamedTuple):
    """What the arena plays, and how many games of it."""

    match: Match
    games: int


def run(ruleset: str, levels: tuple[Level, ...], options: dict[str, OptionValue], games: int) -> Run:
    """Some entrants with some options. A search makes as many playouts as it does when the clock does not stop it."""
    playouts = codec_of(ruleset).game.bots.lookahead.playouts
    return Run(Match(ruleset, levels, options, SEED, 1.0, playouts, False), games)


def runs() -> list[Run]:
    """Each level against the one below it, at two seats and alone among three of those at four; then games with Jordan."""
    found: list[Run] = []
    for name, game in installed().ours.games.items():
        allowed = game.rules.seats(game.types.options())
        for below, level in zip(game.bots.levels, game.bots.levels[1:], strict=False):
            found += [run(name, (level, *(below,) * (seats - 1)), {}, GAMES) for seats in (2, 4) if seats in allowed]
    for level in ("greedy", "expert"):
        found += [run("pirates-of-maracaibo", (level,), {"b_cards": cards}, SOLO_GAMES) for cards in (3, 6)]
    return found
