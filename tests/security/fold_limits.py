"""Folds made-up commits under a limit of memory: ``python -m tests.security.fold_limits RULESET`` names what is too much.

Every number in every kind of event and command of a played game is made huge, one at a time. It runs as a process of its
own, because what it looks for would take the tests with it.
"""

from __future__ import annotations

import copy
import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from cli.arena.matches import Match, play
from domain import session
from events.errors import Unreadable
from events.log.codec import Codec
from events.log.exported import read_lines
from tests.support.games import GAMES, codec_of

HUGE = (2**31 - 1, 10**12, -(10**12))
MEMORY = 2 * 2**30
SECONDS = 1.0
"""Far more than any commit of a game takes."""
FOLLOWING = 3
"""Commits that are folded after the forged one: what it has left behind may be too much for them."""


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every whole number in some JSON."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from numbers(each, (*path, place))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def within(value: Any, path: Sequence[Any]) -> Any:
    for part in path:
        value = value[part]
    return value


def kinds(commits: list[Any]) -> dict[Any, tuple[int, tuple[Any, ...]]]:
    """One place for each number of each kind of event and command."""
    found: dict[Any, tuple[int, tuple[Any, ...]]] = {}
    for place, commit in enumerate(commits):
        for path in numbers(commit):
            around = [within(commit, path[:length]) for length in range(len(path))]
            named = tuple(each["type"] for each in around if isinstance(each, dict) and "type" in each)
            found.setdefault((named, tuple(0 if isinstance(part, int) else part for part in path)), (place, path))
    return found


def too_much(ruleset: str) -> Iterator[str]:
    """Each kind of number that takes too much time or memory to fold when it is huge."""
    seats = max(2, GAMES[ruleset].rules.seats(GAMES[ruleset].types.options())[0])
    log = play(Match(ruleset, ("random",) * seats, {}, 1, 0.1, None, True), 0).log.splitlines()
    codec, commits, before = codec_of(ruleset), [json.loads(line) for line in log], [None]
    for events in codec.events(read_lines(log)):
        before.append(session.fold(codec.game, before[-1], events))  # type: ignore[arg-type]
    for kind, (place, path) in kinds(commits).items():
        for huge in HUGE:
            forged = copy.deepcopy(commits[place])
            within(forged, path[:-1])[path[-1]] = huge
            began = time.perf_counter()
            what = folded(codec, before[place], [json.dumps(forged).encode(), *log[place + 1 : place + 1 + FOLLOWING]])
            took = time.perf_counter() - began
            if what == "MemoryError" or took > SECONDS:
                yield f"{kind} = {huge}: {took:.1f} s, {what}"


def folded(codec: Codec, now: Any, lines: list[bytes]) -> str:
    """How the fold of these lines ends: a changed event may break it in any way, as long as it does so at once."""
    try:
        for events in codec.events(read_lines(lines)):
            now = session.fold(codec.game, now, events)
    except Unreadable:
        return "refused"
    except Exception as error:
        return type(error).__name__
    return "folded"


def main() -> None:
    """Name what is too much, and fail if there is something."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    found = list(too_much(sys.argv[1]))
    print("\n".join(found) or "nothing is too much")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
