"""Small phrases for sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

IRREGULAR = {"die": "dice", "success": "successes", "bounty": "bounties"}


def plural(number: int, thing: str) -> str:
    """`no cards`, `1 card`, `3 Spanish bounties`."""
    *before, last = thing.split()
    several = " ".join((*before, IRREGULAR.get(last, f"{last}s")))
    return f"{number or 'no'} {thing if number == 1 else several}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def counted(words: Iterable[str]) -> str:
    """`2 Rum and 1 Sugar`."""
    return listed([f"{number} {word}" for word, number in Counter(words).items()])


def with_article(words: str) -> str:
    """`an English ship`, `a Sloop`."""
    return f"{'an' if words[0] in 'AEIOUaeiou' else 'a'} {words}"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
