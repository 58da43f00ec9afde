"""Small phrases for sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

IRREGULAR = {"die": "dice", "success": "successes", "bounty": "bounties"}
SECOND_PERSON = {"is": "are", "has": "have"}


@dataclass(frozen=True)
class Subject:
    """The player whom a sentence is about: named where it is for everybody, `You` where it is said to the player."""

    name: str | None
    """None: the sentence is said to the player."""

    def __str__(self) -> str:
        return "You" if self.name is None else self.name

    @property
    def own(self) -> str:
        """`your` ship, `the own` ship."""
        return "your" if self.name is None else "the own"

    def does(self, verb: str) -> str:
        """The verb of the subject, from its third person: Anne `buries`, you `bury`."""
        if self.name is not None:
            return verb
        if verb in SECOND_PERSON:
            return SECOND_PERSON[verb]
        if verb.endswith("ies"):
            return f"{verb[:-3]}y"
        return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "oes")) else verb[:-1]


YOU = Subject(None)


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


def ordinal(number: int) -> str:
    """`1st`, `12th`, `23rd`."""
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
