"""Answers about actions: those that are legal, and what became of one that was sent.

Each game narrows `Any` to its own types (`service.representations.built`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.levels import Level
from domain.scenes import Scene
from policies.advice import Measure


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an action is not legal."""

    code: str
    """The code, as in a problem."""
    detail: str
    """The reason as a sentence."""
    params: dict[str, Any]
    """The figures and names that the rules compared, such as price and purse; those in the sentence, and at times more."""
    rules: tuple[str, ...]
    """Addresses of the rules by which the game refuses."""


class OfferAnswer(msgspec.Struct, frozen=True):
    """An action that is legal now."""

    id: str
    """Names the offer among the others, in at most 100 characters; `{"offer": "<id>"}` may be sent in place of `action`."""
    label: str
    """The action in at most 40 characters, for a button; different from the labels of all others."""
    group: str | None
    """The group of the board that it stands in; null if the game is not drawn."""
    targets: tuple[str, ...]
    """The ids of the pieces and areas that it is about, the most telling first; empty if the game is not drawn."""
    action: Any
    """The action to send, unchanged."""
    text: str
    """The action as a sentence for people."""
    preview: Any
    """The costs and gains of the action, as far as the seat can know."""


class UnavailableAnswer(msgspec.Struct, frozen=True):
    """An action that a person would look for, and that is not legal now."""

    label: str
    """The action in at most 40 characters."""
    group: str
    """The group of the board that it stands in."""
    targets: tuple[str, ...]
    """The ids of the pieces and areas that it is about, the most telling first."""
    action: Any
    """The action."""
    refusal: Refusal
    """Why it is not legal."""
    missed: bool
    """Whether a person misses it among the offers, because none like it is legal: show it there, greyed, with the reason. At
    most three of the list, its first."""


class AdvisedOffer(msgspec.Struct, frozen=True):
    """An offer, as a bot sees it."""

    offer: str
    """The `id` of the offer."""
    expects: float | None
    """The bot's estimate of it, in the `measure` of the advice; null if the bot did not look at it."""


class AdviceAnswer(msgspec.Struct, frozen=True):
    """The choice of a bot in the place of the seat. The bot knows what the seat sees, and nothing else."""

    level: Level
    """The level of the bot; `greedy` in place of `expert` if the time was not enough to search."""
    measure: Measure
    """`victory`: the share of the victory, from 0 to 1, that the seat may expect; `value`: the game's own estimate of what
    the action brings, where only the differences within one answer mean something; `none`: nothing is expected."""
    ranking: tuple[AdvisedOffer, ...]
    """All offers, in the order in which the bot would choose: it would take the first."""


class ActionsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal action of the caller's seat at this version."""

    version: int
    """The version at which they are legal."""
    seat: int
    """The caller's seat."""
    actions: Any
    """The legal actions; none while the seat is not asked to act."""
    unavailable: Any
    """Actions that a person would look for and that are not legal now, at most 60: too dear, closed, already done. What is
    missed most comes first, then what has the nearest reason: one that refuses the fewest others like it. Null without
    `unavailable=true`; empty if the game is not drawn."""
    advice: AdviceAnswer | None
    """The advice of a bot; null without `advise`, and while the seat is not asked to act."""


class AcceptedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted action: the version it made, its events, the same in words, and the game after it."""

    version: int
    """The version that the action made."""
    events: Any
    """The events in order, as the caller may see them."""
    text: str
    """The events in words; empty if there is nothing to say."""
    scene: Scene | None
    """What happened, as people at a table would see it, beat by beat; null without `include=scene`."""
    head: str
    """The audit head after this action. Version and head together are a receipt."""
    game: Any
    """The game right after the action."""


class LegalityAnswer(msgspec.Struct, frozen=True):
    """Whether an action is legal; nothing was stored or drawn."""

    legal: bool
    """Whether the action would be accepted now."""
    version: int
    """The version at which the action was tried."""
    refusal: Refusal | None
    """The reason why it is not legal; null if it is."""
