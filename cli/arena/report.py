"""The report on many games of bots: win rates with intervals, lengths and speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt

import msgspec

from cli.arena.matches import Match, Played, codec_of
from domain.levels import Level


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an entrant. A shared victory counts as a share of one; `interval` is the win rate's, at 95 %."""

    level: Level
    games: int
    wins: float
    win_rate: float
    interval: tuple[float, float]
    mean_score: float
    remarks: dict[str, int]
    """How often it did what the game counts (`Bots.remarks`), in all games."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a run. It has fewer games than `wanted` if it was interrupted."""

    ruleset: str
    seed: int
    games: int
    wanted: int
    entrants: tuple[Entrant, ...]
    mean_turns: float
    mean_moves: float
    commands: dict[str, int]
    """How often each type of command was given in all games."""
    seconds: float
    games_per_second: float
    moves_per_second: float


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The Wilson score interval of a win rate, by default at 95 %."""
    rate, spread = wins / games, z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    half = sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def report(match: Match, results: Sequence[Played], wanted: int, seconds: float) -> Report:
    """The report on the games played, at least one."""
    games, moves = len(results), sum(each.moves for each in results)
    wins = [sum(shares) for shares in zip(*(each.shares for each in results), strict=True)]
    scores = [sum(scores) for scores in zip(*(each.scores for each in results), strict=True)]
    return Report(
        ruleset=match.ruleset,
        seed=match.seed,
        games=games,
        wanted=wanted,
        entrants=tuple(
            Entrant(
                level=level,
                games=games,
                wins=won,
                win_rate=won / games,
                interval=wilson(won, games),
                mean_score=score / games,
                remarks=summed(each.remarks[number] for each in results),
            )
            for number, (level, won, score) in enumerate(zip(match.levels, wins, scores, strict=True))
        ),
        mean_turns=sum(each.turns for each in results) / games,
        mean_moves=moves / games,
        commands=dict.fromkeys(_commands(match.ruleset), 0) | summed(each.used for each in results),
        seconds=seconds,
        games_per_second=games / seconds,
        moves_per_second=moves / seconds,
    )


def _commands(ruleset: str) -> list[str]:
    """The types of commands of a game, in alphabetical order."""
    return sorted(str(each.__struct_config__.tag) for each in codec_of(ruleset).game.types.commands)


def summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sums of the counts of many games, by name in alphabetical order."""
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(sorted(total.items()))


def did(remarks: Mapping[str, int], turns: float) -> str:
    """What a player did that the game counts (`Bots.remarks`), such as `bust: 6, 0.20 a turn`. `turns` is the number of
    turns of that player. Counts below a twentieth of it come without a rate."""
    rates = {name: f", {count / turns:.2f} a turn" if count >= turns / 20 else "" for name, count in remarks.items()}
    return "; ".join(f"{name}: {count}{rates[name]}" for name, count in remarks.items())


def unused(ruleset: str, used: Mapping[str, int]) -> list[str]:
    """The types of commands that nobody gave, in alphabetical order."""
    return [kind for kind in _commands(ruleset) if not used.get(kind)]


def _remarks(result: Report) -> Iterator[str]:
    """Lines on the counts of `Bots.remarks`, and on commands that nobody gave."""
    turns = result.mean_turns * result.games / len(result.entrants)
    for number, entrant in enumerate(result.entrants, 1):
        if entrant.remarks:
            yield f"counted, {number} {entrant.level}: {did(entrant.remarks, turns)}"
    never_used = unused(result.ruleset, result.commands)
    if never_used:
        yield f"never used: {', '.join(never_used)}"


def as_text(result: Report) -> str:
    """The report as a table for people."""
    games = str(result.games) if result.games == result.wanted else f"{result.games} of {result.wanted}"
    rows = [
        f"{number:>2}  {each.level:<8} {each.games:>6} {each.win_rate:>9.1%}  {each.interval[0]:>7.1%} to "
        f"{each.interval[1]:>6.1%} {each.mean_score:>11.2f}"
        for number, each in enumerate(result.entrants, 1)
    ]
    return "\n".join(
        [
            f"{result.ruleset}: {games} games, seed {result.seed}; an even share is {1 / len(result.entrants):.1%}",
            "",
            "    level     games  win rate      95 % interval  mean score",
            *rows,
            "",
            f"length: {result.mean_turns:.1f} turns, {result.mean_moves:.1f} moves",
            *_remarks(result),
            f"speed: {result.moves_per_second:.0f} moves/s, {result.games_per_second:.2f} games/s",
        ]
    )
