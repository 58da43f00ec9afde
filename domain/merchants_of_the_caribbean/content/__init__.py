"""The decks, read from data/*.json: what every card is, and which instances a game is played with (RULES.md, chapter 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from domain.game import Json

ShipType: TypeAlias = Literal["pinace", "flute", "skiff", "frigate", "galleon"]
Symbol: TypeAlias = Literal["settler", "captain", "priest"]


class _Skill(msgspec.Struct, frozen=True, tag_field="code", forbid_unknown_fields=True):
    pass


class LootBonus(_Skill, frozen=True, tag="loot_bonus"):
    """Trader: looting a Ship of this type brings more coins (MC-100)."""

    ship_type: ShipType
    coins: int


class ExpeditionSymbol(_Skill, frozen=True, tag="expedition_symbol"):
    """Settler, Captain, Priest: serves this symbol of a request (MC-054)."""

    symbol: Symbol


class ExpeditionJoker(_Skill, frozen=True, tag="expedition_joker"):
    """Jack of all Trades: serves any one symbol of a request (MC-055)."""


class Combat(_Skill, frozen=True, tag="combat"):
    """Sailor, Pirate: the card's own `strength` drives off Ships (MC-038)."""


class HireDiscount(_Skill, frozen=True, tag="hire_discount"):
    """Mademoiselle: Persons cost less (MC-101)."""

    coins: int


class EmptyHarbourBonus(_Skill, frozen=True, tag="empty_harbour_bonus"):
    """Jester: coins for an empty harbour and for a bust (MC-075, MC-104)."""

    coins: int


class FullHarbourBonus(_Skill, frozen=True, tag="full_harbour_bonus"):
    """Admiral: coins for a full harbour (MC-102)."""

    coins: int
    min_harbour_cards: int


class ExtraTake(_Skill, frozen=True, tag="extra_take"):
    """Governor: more cards in the own part of Loot and Hire (MC-107)."""

    takes: int


Skill: TypeAlias = (
    LootBonus | ExpeditionSymbol | ExpeditionJoker | Combat | HireDiscount | EmptyHarbourBonus | FullHarbourBonus | ExtraTake
)


class _Card(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    count: int
    source: Literal["sourced", "reconstructed"]
    source_note: str = ""


class Ship(_Card, frozen=True, kw_only=True, tag="ship"):
    """Brings coins when looted; `strength` or more repels it, None is the skull, which nothing repels (MC-007)."""

    type: ShipType
    colour: str
    coins: int
    strength: int | None


class Person(_Card, frozen=True, kw_only=True, tag="person"):
    """Hired for `cost` coins, for its influence, strength and skill (MC-009)."""

    type: str
    cost: int
    influence: int
    strength: int
    skill: Skill


class Reward(msgspec.Struct, frozen=True):
    coins: int


class ExpeditionRequest(_Card, frozen=True, kw_only=True, tag="expedition_request"):
    """Asks for Persons by symbol, for influence and a reward (MC-011). In play from `min_players` seats up (MC-V05)."""

    type: str
    influence: int
    requires: dict[Symbol, int]
    reward: Reward
    min_players: int


class Bonus(msgspec.Struct, frozen=True):
    criterion: Literal["most_strength", "fewest_influence"]
    coins: int


class TaxIncrease(_Card, frozen=True, kw_only=True, tag="tax_increase"):
    """Taxes seats with `threshold` coins or more and pays a bonus (MC-013)."""

    type: str
    threshold: int
    bonus: Bonus


Card: TypeAlias = Ship | Person | ExpeditionRequest | TaxIncrease


class Defaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of options that are left null (MC-V02)."""

    target_influence: int
    expedition_required: bool
    jester_pays_active_on_empty_harbour: bool


class DeckList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of data/."""

    deck_id: str
    revision: int
    title: str
    total: int
    min_players: int
    max_players: int
    provenance: str
    defaults: Defaults
    totals: dict[str, int]
    cards: tuple[Card, ...]


@dataclass(frozen=True, eq=False)
class Deck:
    """The card of every instance, for one deck and number of seats. Compared by identity: `deck` makes each once."""

    cards: Mapping[str, Card]
    shuffled: tuple[str, ...]
    """The instances that make up the draw deck at setup, in the order of the list."""

    @cached_property
    def posted(self) -> tuple[str, ...]:
        """The requests that lie open from the start (MC-V05)."""
        return tuple(instance for instance in self.cards if instance not in self.shuffled)


def _read() -> dict[tuple[str, int], DeckList]:
    lists = [
        msgspec.json.decode(file.read_bytes(), type=DeckList)
        for file in files(__package__.rpartition(".")[0]).joinpath("data").iterdir()
        if file.name.endswith(".json")
    ]
    return {(deck.deck_id, deck.revision): deck for deck in sorted(lists, key=lambda deck: (deck.deck_id, deck.revision))}


DECK_LISTS = _read()
"""Every revision of every deck that was ever played with, so that a corrected list changes no old game (MC-005)."""

NEWEST = {deck_id: deck for (deck_id, _), deck in DECK_LISTS.items()}
"""The revision that new games are set up with."""

ALWAYS_SHUFFLED = 2
"""Requests for more seats than this are not shuffled: they lie open from the start (MC-V05)."""


@cache
def deck(deck_id: str, revision: int, seats: int) -> Deck:
    """The cards of a game. A card's copies are `<card id>:1`, `<card id>:2`, ... (MC-014)."""
    cards: dict[str, Card] = {}
    order: list[str] = []
    for card in DECK_LISTS[deck_id, revision].cards:
        min_players = card.min_players if type(card) is ExpeditionRequest else ALWAYS_SHUFFLED
        if min_players > seats:
            continue
        instances = [f"{card.id}:{copy}" for copy in range(1, card.count + 1)]
        cards.update(dict.fromkeys(instances, card))
        if min_players == ALWAYS_SHUFFLED:
            order += instances
    return Deck(cards, tuple(order))


@cache
def card_names() -> Mapping[str, Card]:
    """A card for every card id of any deck; kind, type, name and what a Ship or Person shows follow from the id alone."""
    return {card.id: card for listed in DECK_LISTS.values() for card in listed.cards}


def content() -> Json:
    """The decks for drawing, each card with its provenance."""
    decks: Json = msgspec.json.decode(msgspec.json.encode(list(NEWEST.values())))
    return {"decks": decks}
