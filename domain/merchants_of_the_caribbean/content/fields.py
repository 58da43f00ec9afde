"""The meanings of the fields in the decks."""

from __future__ import annotations

from collections.abc import Mapping

FIELDS: Mapping[str, str] = {
    "decks": "The newest revision of each list of cards.",
    "deck_id": "The name of the list, as the option `deck` takes it.",
    "revision": "The version of the list.",
    "title": "Its name for people.",
    "total": "How many cards it has.",
    "min_players": "The fewest seats that the deck allows.",
    "cards.min_players": "Of an Expedition Request: the fewest seats with which it is used.",
    "max_players": "The most seats that the deck allows.",
    "provenance": "Where the list comes from.",
    "defaults": "The values of options that are left null.",
    "target_influence": "The influence points that trigger the end.",
    "expedition_required": "Whether a seat must have completed an Expedition Request to trigger the end and to win.",
    "jester_pays_active_on_empty_harbour": "Whether Jesters also pay an active seat that stops with an empty harbour.",
    "totals": "How many cards there are of each kind.",
    "totals.*": "How many cards.",
    "cards": "The different cards.",
    "kind": "The kind of card: a Ship, a Person, an Expedition Request or a Tax Increase.",
    "id": "The card's id; its copies are `<id>:1`, `<id>:2` and so on.",
    "name": "Its name for people.",
    "count": "How many copies the deck has.",
    "source": "Whether it is `sourced` from a publication or `reconstructed`.",
    "source_note": "Which of its figures are known, in words.",
    "type": "The type within its kind; a second Ship of one type is a bust.",
    "colour": "Of a Ship: the colour of its flag.",
    "coins": "In coins.",
    "cards.coins": "Of a Ship: what it pays, in coins.",
    "strength": "Fighting strength: what a Person adds, or what repels a Ship; null is the skull, which nothing repels.",
    "cost": "Of a Person: its price, in coins.",
    "influence": "In influence points.",
    "skill": "What a Person can do for its seat.",
    "code": "Which skill it is.",
    "ship_type": "The type of Ship that pays more.",
    "symbol": "The symbol of a request that it serves.",
    "min_harbour_cards": "How many cards the harbour must hold for the bonus.",
    "takes": "How many more cards it lets its seat take.",
    "requires": "How many Persons with each symbol a request needs.",
    "requires.*": "How many.",
    "reward": "What a completed request pays.",
    "threshold": "Seats with this many coins or more are taxed.",
    "bonus": "What a Tax Increase gives.",
    "criterion": "Who gets the bonus: the seats with the most fighting strength, or those with the fewest influence points.",
}
"""By their names, as `Game.content_fields`."""

READ_BY_FOLDS = frozenset(
    {
        "DeckList.cards",
        "EmptyHarbourBonus.coins",
        "ExpeditionRequest.count",
        "ExpeditionRequest.influence",
        "ExpeditionRequest.min_players",
        "ExtraTake.takes",
        "FullHarbourBonus.coins",
        "FullHarbourBonus.min_harbour_cards",
        "HireDiscount.coins",
        "Person.count",
        "Person.influence",
        "Person.skill",
        "Person.strength",
        "Ship.count",
        "TaxIncrease.count",
    }
)
"""The figures that `evolve` reads, as `<type>.<field>` of the content. If one of them changes, the deck gets a new revision
beside the old one. Any other figure, such as a cost, changes in place, with a new `version` of the ruleset."""
