"""Finds golden games in which everything occurs, and writes them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from conformance.golden.deciding import golden_games_are_decided_alike, plain, setup_refusal
from conformance.golden.games import (
    NO_COMMAND,
    Decision,
    GoldenGame,
    Record,
    RefusedCommand,
    RefusedSetup,
    file_of,
    read,
    versions_in,
    write,
)
from conformance.playing import Broken, as_stored, either
from domain.fairness import Draws
from domain.game import AnyGame, Rejected

Choose: TypeAlias = Callable[[Any, int, Sequence[Any]], Any]
"""`choose(state, seat, legal)`: one of the legal commands."""
GAME_COSTS = 20
"""A further game costs as much as so many more commands."""
REFUSAL, END = "refusal ", "end "


class Players(NamedTuple):
    """How one game of the search is played."""

    options: dict[str, Any]
    seats: int
    choose: Choose


@dataclass(frozen=True, kw_only=True)
class Search:
    """What golden games of a game should show, and how to look for it. Left out: whatever random games show."""

    game: AnyGame
    wanted: frozenset[str]
    """Labels: `command`, `event`, `option` or a kind of content, a space and a name."""
    occurring: Callable[[Any, Sequence[Any]], Iterable[str]]
    """The labels of a command (None: the set-up) and its events."""
    players: Callable[[int, frozenset[str], Callable[[int], Draws]], Players]
    """`players(number, missing, draws)`: how the game of this number is played, to reach what is missing."""
    illegal: Callable[[Any, int, Sequence[Any], random.Random], Iterable[tuple[int, Any]]]
    """Seats and commands for a position (state, seat that is asked, its legal commands), most of which are refused."""
    setups: Iterable[tuple[dict[str, Any], int]] = ()
    """Options and numbers of seats, some of which are refused."""
    noting: Callable[[set[str]], AbstractContextManager[None]] = field(default=lambda into: nullcontext())
    """While a command is decided, collects labels of what works without an event."""
    games: int = 1_000
    """The most games that are played."""
    patience: int = 100
    """After this many games without anything new the search ends."""
    least: int = 0
    """The record has whole games until they have this many commits, and then beginnings of games."""


class Played(NamedTuple):
    golden: GoldenGame
    labels: list[set[str]]
    """What each commit shows."""


def secret_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def play(search: Search, number: int, missing: frozenset[str]) -> Played:
    """One game of the search."""
    game = search.game
    blank = GoldenGame(seats=1, options={}, secret=secret_of(number).hex(), commits=())
    options, seats, choose = search.players(number, missing, blank.draws)
    given = msgspec.convert(options, game.types.options)
    chosen = {f"option {name}={value}" for name, value in msgspec.to_builtins(given).items()}
    recorder = game.rules.setup(given, seats, blank.draws(1))
    chance, seen = random.Random(number), set[tuple[str, str]]()
    commits: list[Decision] = []
    labels: list[set[str]] = []
    # It takes time, so it is done only while codes are missing.
    refusing = any(each.startswith(REFUSAL) for each in missing)

    def decided(seat: int | None, command: Any, worked: set[str]) -> None:
        refused = tuple(_refused(search, recorder.state, seen, chance)) if refusing else ()
        command = NO_COMMAND if command is None else msgspec.Raw(as_stored(command))
        events = msgspec.Raw(as_stored(recorder.events))
        commits.append(Decision(seat=seat, command=command, events=events, refused=refused))
        labels.append(worked | {f"{REFUSAL}{each.code}" for each in refused})

    decided(None, None, chosen.union((f"seats {seats}",), search.occurring(None, recorder.events)))
    state = recorder.state
    while awaited := game.rules.to_act(state):
        seat = awaited[number % len(awaited)]
        command = choose(state, seat, game.rules.legal_commands(state, seat))
        worked: set[str] = set()
        with search.noting(worked):
            recorder = game.rules.decide(state, seat, command, blank.draws(len(commits) + 1))
        decided(seat, command, worked.union(search.occurring(command, recorder.events)))
        state = recorder.state
    outcome = game.rules.outcome(state)
    labels[-1].add(f"{END}{outcome.reason if outcome else None}")
    golden = msgspec.structs.replace(blank, seats=seats, options=options, commits=tuple(commits))
    return Played(golden, labels)


def found(
    search: Search, known: frozenset[str] = frozenset(), there: int = 0, say: Callable[[str], None] = lambda text: None
) -> list[Played]:
    """Few and short games that show as much of what is wanted as the search reaches, and every end that it reaches. `known`:
    what other games show, which have `there` commits."""
    missing = search.wanted - known
    pool: list[Played] = []
    reached: set[str] = set()
    idle = number = 0
    whole, commits = 0, there
    while number < search.games and (commits < search.least or (missing - reached and idle < search.patience)):
        number += 1
        played = play(search, number, frozenset(missing - reached))
        new = missing.intersection(frozenset[str]().union(*played.labels)) - reached
        idle = 0 if new else idle + 1
        reached |= new
        pool.append(played)
        if commits < search.least:
            whole, commits = number, commits + len(played.labels)
        if new:
            say(f"game {number}: {len(new)} new, {len(missing - reached)} missing")
    ends = {each for played in pool for each in played.labels[-1] if each.startswith(END)}
    shown = frozenset[str]().union(*(labels for played in pool[:whole] for labels in played.labels))
    return [*pool[:whole], *_chosen(pool[whole:], frozenset(missing & reached | ends - known) - shown)]


def _chosen(pool: Sequence[Played], wanted: frozenset[str]) -> list[Played]:
    """Beginnings of games that show all this: those first that show most for their length."""
    first_at = [
        {label: place for place, labels in reversed([*enumerate(each.labels, 1)]) for label in labels & wanted}
        for each in pool
    ]
    left, lengths = set(wanted), dict[int, int]()
    while left:
        _, number, length = max(_worth(first, lengths.get(number, 0), left, number) for number, first in enumerate(first_at))
        lengths[number] = length
        left.difference_update(_shown(first_at[number], length))
    for number in sorted(lengths, key=lengths.__getitem__, reverse=True):
        others = {label for other in lengths.keys() - {number} for label in _shown(first_at[other], lengths[other])}
        alone = wanted.intersection(_shown(first_at[number], lengths[number])) - others
        lengths[number] = max((first_at[number][label] for label in alone), default=0)
    return [_beginning(pool[number], length) for number, length in sorted(lengths.items()) if length]


def _shown(first_at: Mapping[str, int], length: int) -> list[str]:
    """What so many commits of a game show."""
    return [label for label, place in first_at.items() if place <= length]


def _worth(first_at: Mapping[str, int], there: int, left: set[str], number: int) -> tuple[float, int, int]:
    """How much of what is left a game shows for a further commit, and at which length; `there`: commits already chosen."""
    places = sorted(place for label, place in first_at.items() if label in left)
    costs = ((new, place - there if there else place + GAME_COSTS) for new, place in enumerate(places, 1))
    return max(
        ((new / cost, number, place) for (new, cost), place in zip(costs, places, strict=True)), default=(0.0, number, 0)
    )


def _beginning(played: Played, length: int) -> Played:
    golden = msgspec.structs.replace(played.golden, commits=played.golden.commits[:length])
    return Played(golden, played.labels[:length])


def with_refusals(search: Search, golden: GoldenGame, seen: set[tuple[str, str]], number: int) -> GoldenGame:
    """The game with a sample of commands that are refused: of each type of command each code once. `seen`: what other
    games have."""
    game, chance = search.game, random.Random(number)
    recorder = game.rules.setup(msgspec.convert(golden.options, game.types.options), golden.seats, golden.draws(1))
    decode = msgspec.json.Decoder(either(game.types.commands)).decode
    commits = []
    for place, commit in enumerate(golden.commits, 1):
        if commit.seat is not None:
            recorder = game.rules.decide(recorder.state, commit.seat, decode(commit.command), golden.draws(place))
        refused = tuple(_refused(search, recorder.state, seen, chance))
        commits.append(msgspec.structs.replace(commit, refused=(*commit.refused, *refused)))
    return msgspec.structs.replace(golden, commits=tuple(commits))


def _refused(search: Search, state: Any, seen: set[tuple[str, str]], chance: random.Random) -> Iterator[RefusedCommand]:
    rules = search.game.rules
    seat = next(iter(rules.to_act(state)), 0)
    for by, command in search.illegal(state, seat, rules.legal_commands(state, seat), chance):
        try:
            rules.check(state, by, command)
        except Rejected as refusal:
            kind = str(type(command).__struct_config__.tag), refusal.code
            if kind not in seen:
                seen.add(kind)
                yield RefusedCommand(
                    seat=by, command=msgspec.Raw(as_stored(command)), code=refusal.code, params=plain(refusal.params)
                )


def record(search: Search, folder: Path, say: Callable[[str], None] = lambda text: None) -> Path | None:
    """Write golden games of this version, or add to those that are there what they lack. None: nothing is lacking. Raises
    Broken where the record of this version was decided otherwise."""
    game = search.game
    file, files = file_of(game, game.version, folder), versions_in(game, folder)
    known: tuple[GoldenGame, ...] = ()
    setups: tuple[RefusedSetup, ...] = ()
    if game.version in files:
        try:
            golden_games_are_decided_alike(game, folder)
        except Broken as broken:
            raise Broken(f"{file.name} stays as it is, since today's rules decide otherwise.\n{broken}") from None
        before = read(file)
        known, setups = before.games, before.refused_setups
    setups = (*setups, *_refused_setups(search, {each.code for each in setups}))
    shown = shown_in(search, Record(ruleset=game.name, version=game.version, games=known, refused_setups=setups))
    there = sum(len(golden.commits) for golden in known)
    games = [*known, *(played.golden for played in found(search, shown, there, say))]
    seen: set[tuple[str, str]] = set()
    games = [_without_repeats(golden, seen) for golden in games]
    games = [with_refusals(search, golden, seen, number) for number, golden in enumerate(games)]
    after = Record(ruleset=game.name, version=game.version, games=tuple(games), refused_setups=setups)
    if game.version in files and after == before:
        return None
    write(after, file)
    return file


def _without_repeats(golden: GoldenGame, seen: set[tuple[str, str]]) -> GoldenGame:
    """The game without refusals of which other games have one: of this type of command with this code."""

    def new(refused: RefusedCommand) -> bool:
        kind = kind_of(refused.command), refused.code
        return kind not in seen and not seen.add(kind)  # type: ignore[func-returns-value]

    commits = [msgspec.structs.replace(each, refused=tuple(filter(new, each.refused))) for each in golden.commits]
    return msgspec.structs.replace(golden, commits=tuple(commits))


def _refused_setups(search: Search, seen: set[str]) -> Iterator[RefusedSetup]:
    for options, seats in search.setups:
        refusal = setup_refusal(search.game, options, seats)
        if refusal is not None and refusal[0] not in seen:
            seen.add(refusal[0])
            yield RefusedSetup(options=options, seats=seats, code=refusal[0], params=refusal[1])


def shown_by(search: Search, golden: GoldenGame) -> frozenset[str]:
    """What a golden game of this version shows."""
    game = search.game
    given = msgspec.convert(golden.options, game.types.options)
    labels = {f"seats {golden.seats}", *(f"option {name}={value}" for name, value in msgspec.to_builtins(given).items())}
    decode = msgspec.json.Decoder(either(game.types.commands)).decode
    recorder = game.rules.setup(given, golden.seats, golden.draws(1))
    labels.update(search.occurring(None, recorder.events))
    for place, commit in enumerate(golden.commits[1:], 2):
        command = decode(commit.command)
        with search.noting(labels):
            recorder = game.rules.decide(recorder.state, commit.seat, command, golden.draws(place))  # type: ignore[arg-type]
        labels.update(search.occurring(command, recorder.events))
    outcome = game.rules.outcome(recorder.state)
    if outcome is not None:
        labels.add(f"{END}{outcome.reason}")
    labels.update(f"{REFUSAL}{refused.code}" for commit in golden.commits for refused in commit.refused)
    return frozenset(labels)


def shown_in(search: Search, record: Record) -> frozenset[str]:
    """What the golden games of this version show together."""
    refused = frozenset(f"{REFUSAL}{each.code}" for each in record.refused_setups)
    return refused.union(*(shown_by(search, golden) for golden in record.games))


def kind_of(command: msgspec.Raw) -> str:
    return msgspec.json.decode(command, type=_Tagged).type


class _Tagged(msgspec.Struct):
    type: str
