"""Every refusal code of this game, with a sentence on when it is given (RULES.md, chapter 15)."""

from __future__ import annotations

from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "unknown_deck": "Setting up: there is no deck of this name.",
    "player_count_not_allowed": "Setting up: the deck is not for this number of seats, or `players` is another number.",
    "invalid_option": "Setting up: an option has a value that is not allowed.",
    "invalid_field": "A field of the command names no card of this game.",
    "game_not_started": "The game has not been set up yet.",
    "game_over": "The game has ended.",
    "unknown_seat": "There is no such seat in this game.",
    "not_your_turn": "Another seat holds the open decision.",
    "decision_pending": "The revealed Ship must be repelled or kept first.",
    "wrong_phase": "The command does not belong to the open decision.",
    "no_card_to_reveal": "Draw deck and discard pile are both empty.",
    "reveal_limit_reached": "As many cards as the game has were revealed in this turn.",
    "ship_cannot_be_repelled": "A Ship in the harbour can no longer be repelled.",
    "no_ship_to_repel": "The card is not a Ship waiting to be repelled or kept.",
    "no_ship_to_keep": "The card is not a Ship waiting to be repelled or kept.",
    "must_reveal_first": "At least one card must be revealed before stopping.",
    "no_takes_left": "The seat has taken as many cards as it may.",
    "card_not_in_harbour": "The card does not lie in the harbour.",
    "not_a_ship": "Only Ships can be looted.",
    "not_a_person": "Only Persons can be hired.",
    "not_enough_coins": "The seat has fewer coins than price and fee together.",
    "request_not_open": "The card is not an open Expedition Request.",
    "person_not_owned": "A named Person is not in the own personal display, or is named twice.",
    "expedition_needs_unmet": "The named Persons leave a symbol of the request unserved.",
    "expedition_discards_not_exact": "More Persons are named than the request requires.",
}
