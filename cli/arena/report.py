"""The report on many games: win rates with intervals, who beat whom, ratings, lengths and speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

import msgspec

from cli.arena.matches import codec_of
from cli.arena.tally import Match, Played

AtTables: TypeAlias = Sequence[tuple[Sequence[int], Played]]
"""Games, each with the numbers of its entrants among all."""


class Rating(msgspec.Struct, frozen=True):
    """The Elo number of an entrant by the model of Bradley and Terry, and the bounds of its difference to the first one."""

    elo: float
    low: float
    high: float


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an entrant. A shared victory counts as a share of one; `interval` is the win rate's, at 95 %."""

    name: str
    """A level, or the name of a program."""
    games: int
    wins: float
    win_rate: float
    interval: tuple[float, float]
    mean_score: float | None
    """Over the games that the rules ended."""
    seconds: float
    """The mean time for a decision."""
    remarks: dict[str, int]
    """How often it did what the game counts (`Bots.remarks`), in all games."""
    troubles: dict[str, int]
    """How often it was `refused` something, ended too early (`crashed`, `left`), was `late`, was `replaced` by a bot, or
    `failed` as a policy."""
    rating: Rating | None = None
    """Null unless asked for, and as long as some entrants have not met, not even by others."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a run. It has fewer games than `wanted` if it was interrupted."""

    ruleset: str
    seed: int
    seats: int
    """At a table."""
    games: int
    wanted: int
    entrants: tuple[Entrant, ...]
    beaten: tuple[tuple[float, ...], ...]
    """`beaten[i][j]`: how many games entrant i won in which entrant j sat too."""
    met: tuple[tuple[int, ...], ...]
    """`met[i][j]`: how many games these were."""
    said: tuple[str, ...]
    """What is known of programs that ended too early, and of policies that failed, each once."""
    mean_turns: float
    mean_moves: float
    commands: dict[str, int]
    """How often each type of command was given in all games."""
    seconds: float
    """The time of this run, of which are `games_per_second` and `moves_per_second`."""
    games_per_second: float
    moves_per_second: float


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The Wilson score interval of a win rate, by default at 95 %; without games everything is possible."""
    if not games:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    half = sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def report(everybody: Match, seats: int, results: AtTables, wanted: int, new: int, seconds: float) -> Report:
    """The report on the games played, at least one. `new`: how many of them this run has played."""
    games = len(results)
    moves, turns = (sum(getattr(each, what) for _, each in results) / games for what in ("moves", "turns"))
    return Report(
        ruleset=everybody.ruleset,
        seed=everybody.seed,
        seats=seats,
        games=games,
        wanted=wanted,
        entrants=tuple(
            _entrant(name, [(table.index(number), each) for table, each in results if number in table])
            for number, name in enumerate(everybody.entrants)
        ),
        beaten=tuple(map(tuple, beaten(len(everybody.entrants), results))),
        met=tuple(map(tuple, met(len(everybody.entrants), results))),
        said=tuple(dict.fromkeys(each for _, game in results for each in game.said)),
        mean_turns=turns,
        mean_moves=moves,
        commands=dict.fromkeys(_commands(everybody.ruleset), 0) | summed(each.used for _, each in results),
        seconds=seconds,
        games_per_second=new / seconds,
        moves_per_second=new * moves / seconds,
    )


def _entrant(name: str, played: Sequence[tuple[int, Played]]) -> Entrant:
    """The result of an entrant, of the games that it played with its place among the entrants of each."""
    games, won = len(played), sum(each.shares[place] for place, each in played)
    scores = [each.scores[place] for place, each in played if each.scores]
    decisions = sum(each.decisions[place] for place, each in played)
    return Entrant(
        name=name,
        games=games,
        wins=won,
        win_rate=won / games if games else 0.0,
        interval=wilson(won, games),
        mean_score=sum(scores) / len(scores) if scores else None,
        seconds=sum(each.seconds[place] for place, each in played) / max(1, decisions),
        remarks=summed(each.remarks[place] for place, each in played),
        troubles=summed(each.troubles[place] for place, each in played),
    )


def beaten(entrants: int, results: AtTables) -> list[list[float]]:
    """How many games each won in which each other sat too. A shared victory counts as a share of one."""
    found = [[0.0] * entrants for _ in range(entrants)]
    for table, game in results:
        for one, share in zip(table, game.shares, strict=True):
            for other in table:
                found[one][other] += share if other != one else 0.0
    return found


def met(entrants: int, results: AtTables) -> list[list[int]]:
    """In how many games each sat with each other."""
    found = [[0] * entrants for _ in range(entrants)]
    for table, _ in results:
        for one in table:
            for other in table:
                found[one][other] += other != one
    return found


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
    """Lines on the counts of `Bots.remarks`, on troubles, and on commands that nobody gave."""
    for number, entrant in enumerate(result.entrants, 1):
        if entrant.remarks:
            turns = result.mean_turns * entrant.games / result.seats
            yield f"counted, {number} {entrant.name}: {did(entrant.remarks, turns)}"
    for number, entrant in enumerate(result.entrants, 1):
        if entrant.troubles:
            yield f"trouble, {number} {entrant.name}: {'; '.join(f'{what}: {n}' for what, n in entrant.troubles.items())}"
    yield from result.said
    never_used = unused(result.ruleset, result.commands)
    if never_used:
        yield f"never used: {', '.join(never_used)}"


def _row(number: int, each: Entrant, width: int) -> str:
    rating = each.rating and f"  {each.rating.elo:>5.0f}  {each.rating.low:>5.0f} to {each.rating.high:>5.0f}"
    score = f"{each.mean_score:.2f}" if each.mean_score is not None else "-"
    return (
        f"{number:>2}  {each.name:<{width}} {each.games:>6} {each.win_rate:>9.1%}  {each.interval[0]:>7.1%} to "
        f"{each.interval[1]:>6.1%} {score:>11} {each.seconds * 1000:>12.1f}{rating or ''}"
    )


def _pairs(result: Report) -> Iterator[str]:
    """The table of who beat whom, if there are more than two."""
    if len(result.entrants) > 2:
        yield "games won by the entrant of the line, of those in which the entrant of the column sat too:"
        yield "    " + "".join(f"{number:>14}" for number in range(1, len(result.entrants) + 1))
        for number, (won, of) in enumerate(zip(result.beaten, result.met, strict=True), 1):
            yield f"{number:>4}" + "".join(f"{f'{w:g} of {n}' if n else '-':>14}" for w, n in zip(won, of, strict=True))
        yield ""


def as_text(result: Report) -> str:
    """The report as a table for people."""
    games = str(result.games) if result.games == result.wanted else f"{result.games} of {result.wanted}"
    width = max(8, *(len(each.name) for each in result.entrants))
    rated = any(each.rating for each in result.entrants)
    head = f"    {'entrant':<{width}}  games  win rate      95 % interval  mean score  ms/decision"
    return "\n".join(
        [
            f"{result.ruleset}: {games} games, seed {result.seed}; an even share is {1 / result.seats:.1%}",
            "",
            head + ("    Elo   95 % interval" if rated else ""),
            *(_row(number, each, width) for number, each in enumerate(result.entrants, 1)),
            "",
            *_pairs(result),
            f"length: {result.mean_turns:.1f} turns, {result.mean_moves:.1f} moves",
            *_remarks(result),
            f"speed: {result.moves_per_second:.0f} moves/s, {result.games_per_second:.2f} games/s",
        ]
    )
