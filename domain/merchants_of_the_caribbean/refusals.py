"""Every refusal code of this game, with the template of the sentence that explains it (RULES.md, chapter 15)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.refusals import Refusals

REFUSALS: Mapping[str, str] = {
    "player_count_not_allowed": "Setting up: the deck is not for this number of seats, or `players` is another number.",
    "invalid_option": "Setting up: an option has a value that is not allowed.",
    "invalid_field": "A field of the command names no card of this game.",
    "game_not_started": "The game has not started yet.",
    "game_over": "The game is over.",
    "unknown_seat": "There is no such seat: the game has {seats:seat}.",
    "not_your_turn": "It is for {awaited_seat:who} to decide now.",
    "wrong_decision": "That cannot be done now. {possible}",
    "no_card_to_reveal": "Draw deck and discard pile are empty: there is no card to reveal.",
    "reveal_limit_reached": "This turn has revealed {limit:card}, as many as the game has, and can reveal no more.",
    "ship_cannot_be_repelled": "This Ship lies in the harbour: only a Ship just revealed can be repelled.",
    "no_ship_to_repel": "This card is not a Ship waiting to be repelled.",
    "no_ship_to_keep": "This card is not a Ship waiting to be kept.",
    "must_reveal_first": "Reveal at least one card before you stop.",
    "no_takes_left": "You have taken {taken:card}, as many as you may.",
    "card_not_in_harbour": "This card does not lie in the harbour.",
    "not_a_ship": "Only Ships can be looted; a Person is hired.",
    "not_a_person": "Only Persons can be hired; a Ship is looted.",
    "cannot_afford": "The {what} takes {price:coin}, price and fee together, and you have {available}.",
    "request_not_open": "This card is not an open Expedition Request.",
    "person_not_owned": "Every Person given up must lie in your own display, and be named once.",
    "expedition_needs_unmet": "The request still needs: {missing}.",
    "expedition_discards_not_exact": "The request needs {needed:Person}; {surplus} too many are named.",
}


_refusals = Refusals(REFUSALS)
refuse, check_answer = _refusals.refuse, _refusals.check
