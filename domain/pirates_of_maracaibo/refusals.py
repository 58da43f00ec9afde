"""Every refusal code of this game, with a sentence on when it is given (RULES.md, chapter 25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from domain.game import Json, Rejected

REFUSALS: Mapping[str, str] = {
    "player_count_not_allowed": "Setting up: 1 to 4 seats play, or `players` is another number.",
    "invalid_setting": "Setting up: a setting has a value that is not allowed.",
    "game_not_running": "The game has not started or is over.",
    "not_a_seat": "There is no such seat.",
    "not_your_decision": "Another seat is asked now.",
    "wrong_decision": "The command does not answer the open decision.",
    "malformed_command": "A field of the command has a value that no command can have.",
    "not_dealt_to_you": "The Quest was not dealt to the seat.",
    "already_chosen": "The seat has returned its Quest.",
    "unknown_space": "There is no such space.",
    "must_enter_maracaibo": "From the Gulf a ship can only go to Maracaibo.",
    "not_rightward": "A move ends in a column further right.",
    "out_of_range": "The space is too far.",
    "no_movement_left": "No movement is left.",
    "not_adjacent": "The space does not touch the present one.",
    "dead_end_step": "After this step no legal end of the move could be reached.",
    "must_move": "A ship must move.",
    "not_on_this_card": "The opponent is not on this card.",
    "already_paid": "The opponent has been paid.",
    "open_water": "There is no card to buy.",
    "cannot_afford": "There are not enough doubloons.",
    "already_built": "The seat has a token on this Residence.",
    "unknown_slot": "There is no such slot.",
    "slot_filled": "The slot has a marker.",
    "line_not_reached": "The slot's line asks for more Upgrades.",
    "unknown_action": "The Location has no such action.",
    "action_done": "The action was taken.",
    "other_side_taken": "The other side of the action was taken.",
    "nothing_to_do": "It would do nothing now.",
    "unknown_pool": "There is no such pool of Raiding Power.",
    "no_action_affordable": "The pool can pay for no raid action that is left.",
    "explorer_at_end": "The Explorer has reached the end of the track.",
    "not_a_residence": "There is no Residence on this space.",
    "unknown_market_space": "The Ruby Market has no such space.",
    "market_space_taken": "The space of the Ruby Market is taken.",
    "unknown_effect": "The list has no such effect.",
    "effect_done": "The effect was performed.",
    "no_rerolls_left": "No reroll is left in this raid.",
    "die_not_rolled": "This die was not rolled.",
    "unknown_raid_action": "The seat has no such raid action.",
    "raid_action_used": "The raid action was used in this turn.",
    "not_enough_power": "The pool has not enough Raiding Power.",
    "nothing_used_yet": "A pool that was resumed must pay for a raid action first.",
    "type_not_allowed": "The effect does not give this type of Treasure.",
    "wrong_area": "The space does not take this type of Treasure.",
    "space_taken": "The space has a marker.",
    "unknown_forfeit": "The seat has no such ability.",
    "forfeit_used": "The ability was used in this Explore action.",
    "movement_too_low": "The last movement cannot be given up.",
    "space_occupied": "Another Explorer is there.",
    "tile_not_available": "The tile cannot be used now.",
    "forfeit_already_used": "After a forfeit the Explorer must move.",
    "no_marker_there": "No marker of the seat is stored there.",
    "no_buried_space": "The marker has no empty buried space.",
    "no_whale": "Only the Whale replaces the Quest Market.",
    "already_refreshed": "The Quest Market was replaced for this Quest.",
    "source_empty": "There is no Quest.",
    "not_your_quest": "The seat does not hold this Quest.",
    "face_down": "The card lies face down.",
    "not_an_improvement": "There is no Improvement on this space.",
    "wrong_type": "The Improvement is of another type.",
    "not_a_location": "There is no Location on this space.",
    "location_has_tile": "A Black Market tile lies on the Location.",
    "tile_not_placed": "The tile is not placed.",
    "not_in_market": "The Figurehead is not in the market.",
    "unknown_island": "There is no such island.",
}


def refuse(code: str, **params: Json) -> NoReturn:
    raise Rejected(code, REFUSALS[code], **params)


def require(holds: object, code: str, **params: Json) -> None:
    if not holds:
        raise Rejected(code, REFUSALS[code], **params)
