"""Events and commands as a seat or a spectator may see them (RULES.md, chapters 24 and 25.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.game import Hidden

from .. import commands as c
from .. import events as e
from ..values import LaidCard


def redact(event: e.Event, seat: int | None) -> e.Event:
    """The event as a seat or a spectator may see it (RULES.md, chapter 25.1)."""
    hide = REDACTIONS.get(type(event))
    return event if hide is None else hide(event, seat)


def _hidden(zone: Any) -> Hidden:
    if isinstance(zone, Hidden):
        return zone
    return Hidden(len(zone) if isinstance(zone, tuple | Mapping) else 1)


def _from_all(*fields: str) -> Callable[[Any, int | None], Any]:
    return lambda event, seat: replace(event, **{field: _hidden(getattr(event, field)) for field in fields})


def _from_others(field: str, who: str = "seat") -> Callable[[Any, int | None], Any]:
    def hide(event: Any, seat: int | None) -> Any:
        if seat is not None and getattr(event, who) == seat:
            return event
        return replace(event, **{field: _hidden(getattr(event, field))})

    return hide


def _covered(card: LaidCard) -> LaidCard:
    return card if card.face_up else replace(card, id=_hidden(card.id))


def _set_up(event: e.GameSetUp, seat: int | None) -> e.Event:
    """Treasure Value tiles are hidden as long as their Locations are (PM-333)."""
    hidden: dict[str, Any] = {field: _hidden(getattr(event, field)) for field in ("tier_two", "quest_deck", "solo_deck")}
    if event.options.fog_of_war_locations:
        hidden["value_tiles"] = _hidden(event.value_tiles)
    return replace(event, sea=tuple(_covered(card) for card in event.sea), **hidden)


def _card_shown(event: Any, seat: int | None) -> Any:
    return event if event.card is None else replace(event, card=_covered(event.card))


def _quest_gained(event: e.QuestGained, seat: int | None) -> e.Event:
    """One of the market is known to all (PM-387)."""
    known = event.source != "deck" or event.seat == seat
    return event if known else replace(event, quest=_hidden(event.quest))


def _jordan_quest(event: e.JordanQuestTaken, seat: int | None) -> e.Event:
    return event if event.source != "deck" else replace(event, quest=_hidden(event.quest))


REDACTIONS: Mapping[type[e.Event], Callable[[Any, int | None], Any]] = {
    e.GameSetUp: _set_up,
    e.QuestsDealt: _from_others("quests", "who"),
    e.QuestReturned: _from_others("quest"),
    e.QuestDeckShuffled: _from_all("deck"),
    e.QuestGained: _quest_gained,
    e.QuestMarketRefreshed: _from_all("deck"),
    e.QuestDiscarded: _from_others("quest"),
    e.SailingEnded: _card_shown,
    e.SpaceRefilled: _card_shown,
    e.TierTwoTopChanged: _card_shown,
    e.SoloDeckShuffled: _from_all("deck"),
    e.JordanQuestTaken: _jordan_quest,
}


# Commands


def redact_command(command: c.Command, seat: int, viewer: int | None) -> c.Command:
    """Without what the event hides."""
    if viewer != seat and isinstance(command, c.ReturnQuest | c.DiscardQuest):
        return replace(command, quest=_hidden(command.quest))
    return command
