"""Answers about the games that can be played."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.about import About
from domain.lessons import Lesson
from domain.levels import Level


class SeatRange(msgspec.Struct, frozen=True):
    """The number of seats with the standard options; other options may allow other numbers."""

    min: int
    """The fewest."""
    max: int
    """The most."""
    allowed: tuple[int, ...]
    """Every number that can play, the fewest first. A number between the fewest and the most may be missing."""


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson: a game that is played once, step by step, to learn how."""

    name: str
    """The value of `lesson` in a creation."""
    title: str
    """Its name for people."""
    text: str
    """What is learnt in it."""
    minutes: int
    """How long it takes."""


class StyleLine(msgspec.Struct, frozen=True):
    """A way to play a level of bots, as strong as the level."""

    level: Level
    """One of `bot_levels`, such as `greedy:trader`."""
    text: str
    """How it plays, for people."""


class RulesetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played."""

    ruleset: str
    """Its name in addresses and bodies."""
    title: str
    """Its name for people."""
    version: int
    """The version of its rules and content; each game keeps the one it began with."""
    seats: SeatRange
    """The number of players."""
    bot_levels: tuple[Level, ...]
    """The levels that a seat of `kind` `bot` may have: from the weakest to the strongest, then styles of them
    (`greedy:trader`), those of packages that are installed here, and `stand_in`, which plays for a player who has left."""
    bot_styles: list[StyleLine]
    """What people see of those of `bot_levels` that are styles."""
    advising_levels: tuple[Level, ...]
    """The levels that give advice in games created with `advice`."""
    drawn: bool
    """Whether its games have a board and pictures."""
    silent_events: tuple[str, ...]
    """The types of events about which no beat of a scene is: other events of their commits tell what they change. A log for
    people may leave out commits that have no others."""
    table_events: tuple[str, ...]
    """The types of events around the rules. After one of them other fields of the game may have changed than those that its
    commit repeats, such as `seats` or `outcome`: read the game again."""
    options: dict[str, Any]
    """A JSON Schema of the game's own options, with their defaults, ranges and meanings."""
    rules: str | None
    """The address of its rules as a page, where `#` and the number of a rule leads to it; with `.md` and `.json` after it
    as Markdown and one by one. Null: its package has none."""
    about: About | None
    """What one does in it, how long it takes and how much there is to learn; null: its package does not say."""
    cover: str | None
    """The address of its picture as SVG, for lists of games: its own, or an early position. Null: it has no board."""
    how_to_play: str | None
    """The address of a page that says in two minutes how it is played; null: its package has none."""
    lessons: list[LessonLine]
    """The lessons that it offers, the first one for whoever knows nothing of it."""


class ScenarioAnswer(msgspec.Struct, frozen=True):
    """A prepared position, for tests of frontends."""

    name: str
    """The value of `scenario` in a creation."""
    title: str
    """Its name for people."""
    text: str
    """Its content as a sentence."""
    seats: int
    """The number of seats of a game that begins with it."""
    options: dict[str, Any]
    """The options that it has; the others have their default."""


class RulesetsAnswer(msgspec.Struct, frozen=True):
    """The games on offer."""

    items: list[RulesetAnswer]
    """All of them."""


class RulesetContent(RulesetAnswer, frozen=True, kw_only=True):
    """A game that can be played, with all that is needed to draw it."""

    content: Any
    """Cards and boards by kind. Views and actions name an entry by its `id`; `source` says whether it is
    `sourced` or `reconstructed`. The README of the game's data files explains words such as those of `op`."""
    refusals: dict[str, str]
    """Every code with which the rules refuse an action, with its sentence, in which "…" stands for each figure or name
    that a refusal has in its `detail` and `params`."""
    scenarios: list[ScenarioAnswer]
    """Prepared positions, with which a game can begin where the service runs with `REPRODUCIBLE=on`."""
    scripts: dict[str, Lesson]
    """The lessons with their steps, by their names."""
