"""Chapter 15: commands, refusals and their order."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from domain.game import Malformed, Rejected
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME
from tests.support.games import codec_of

from .catalogue import PORT_ROYAL
from .scenario import (
    FIVE_SHIPS,
    FLUTE,
    FRIGATE,
    GALLEON,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_CAPTAINS,
    TWO_PRIESTS,
    TWO_SETTLERS,
    NoChance,
    Seeded,
    Table,
    given,
    new_game,
)
from .test_discover import revealed_and_repelled

Options = GAME.types.options
PRIEST_PAIR = PRIESTS[:2]
COMPLETE = c.CompleteExpedition(request=TWO_PRIESTS, discards=PRIEST_PAIR)


# Positions in which much is refused


def discovering() -> Table:
    return given(seats=3, persons={0: (SAILOR, *PRIEST_PAIR)}, requests=(TWO_PRIESTS,), harbour=(PINACE, JESTERS[0]))


def repelling() -> Table:
    table = given(
        seats=3,
        persons={0: (SAILOR, *PRIEST_PAIR)},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE, JESTERS[0]),
        next_cards=(FLUTE,),
    )
    return table.do(0, c.RevealCard())


def taking(takes: int = 1) -> Table:
    """With one take the active seat has used it up, but can still complete a request."""
    table = given(
        seats=3,
        persons={0: PRIEST_PAIR},
        requests=(TWO_PRIESTS,),
        coins={0: 3},
        harbour=(PINACE, SKIFF, JESTERS[0], SAILOR),
    ).do(0, c.StopDiscovering())
    return table.do(0, c.LootShip(card=SKIFF)) if takes == 0 else table


def others_taking() -> Table:
    return given(
        seats=3, persons={0: PRIEST_PAIR, 1: PRIESTS[2:4]}, requests=(TWO_PRIESTS,), harbour=(PINACE, SKIFF, JESTERS[0])
    ).do(0, c.StopDiscovering(), c.FinishTaking())


def bust_window() -> Table:
    return given(
        seats=3, persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",)
    ).do(0, c.RevealCard())


def finished() -> Table:
    return given(options={"round_limit": 1}).pass_turn().pass_turn()


def piles_empty() -> Table:
    return given(persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), draw_deck=())


def refusal_of_setup(options: object, seats: int) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        GAME.rules.setup(options, seats, Seeded(1))  # type: ignore[arg-type]
    return refusal.value


def refusal_of_check(state: object, seat: int, command: c.Command) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        GAME.rules.check(state, seat, command)  # type: ignore[arg-type]
    return refusal.value


@pytest.mark.rule("MC-C01")
@pytest.mark.parametrize(
    ("position", "seat", "command"),
    [
        (discovering, 0, c.LootShip(card=PINACE)),
        (discovering, 1, c.RevealCard()),
        (repelling, 0, c.RevealCard()),
        (taking, 0, c.HirePerson(card=JESTERS[0])),
        (others_taking, 1, c.RevealCard()),
        (bust_window, 0, c.FinishTaking()),
        (finished, 0, c.RevealCard()),
    ],
)
def test_a_refused_command_changes_nothing(position: Callable[[], Table], seat: int, command: c.Command) -> None:
    table = position()
    before = msgspec.json.encode(table.state)
    with pytest.raises(Rejected):
        GAME.rules.decide(table.state, seat, command, NoChance())
    assert msgspec.json.encode(table.state) == before


@pytest.mark.rule("MC-C01", "MC-C02")
@pytest.mark.parametrize(
    ("position", "seat", "command", "code"),
    [
        # game_over before unknown_seat and everything else
        (finished, 0, c.RevealCard(), "game_over"),
        (finished, 9, c.RevealCard(), "game_over"),
        (finished, 1, c.LootShip(card=PINACE), "game_over"),
        # unknown_seat before not_your_turn
        (discovering, 3, c.RevealCard(), "unknown_seat"),
        (discovering, -1, c.RevealCard(), "unknown_seat"),
        (repelling, 3, c.RevealCard(), "unknown_seat"),
        # not_your_turn before wrong_decision and the command's own
        (repelling, 1, c.RevealCard(), "not_your_turn"),
        (repelling, 1, c.RepelShip(card=FLUTE), "not_your_turn"),
        (repelling, 2, c.RepelShip(card=PINACE), "not_your_turn"),
        (discovering, 1, c.LootShip(card=PINACE), "not_your_turn"),
        (discovering, 2, c.CompleteExpedition(request=TWO_SETTLERS, discards=()), "not_your_turn"),
        (others_taking, 0, COMPLETE, "not_your_turn"),
        (others_taking, 2, c.LootShip(card=PINACE), "not_your_turn"),
        (repelling, 0, c.StopDiscovering(), "wrong_decision"),
        (repelling, 0, c.LootShip(card=PINACE), "wrong_decision"),
        (repelling, 0, c.HirePerson(card=PINACE), "wrong_decision"),
        (repelling, 0, c.FinishTaking(), "wrong_decision"),
        (repelling, 0, c.EndTurn(), "wrong_decision"),
        (repelling, 0, COMPLETE, "wrong_decision"),
        # wrong_decision before the command's own
        (discovering, 0, c.LootShip(card=GALLEON), "wrong_decision"),
        (discovering, 0, c.HirePerson(card=PINACE), "wrong_decision"),
        (discovering, 0, c.FinishTaking(), "wrong_decision"),
        (discovering, 0, c.EndTurn(), "wrong_decision"),
        (taking, 0, c.RevealCard(), "wrong_decision"),
        (taking, 0, c.StopDiscovering(), "wrong_decision"),
        (taking, 0, c.EndTurn(), "wrong_decision"),
        (others_taking, 1, c.RevealCard(), "wrong_decision"),
        (others_taking, 1, c.CompleteExpedition(request=TWO_PRIESTS, discards=PRIESTS[2:4]), "wrong_decision"),
        (others_taking, 1, c.CompleteExpedition(request=TWO_SETTLERS, discards=()), "wrong_decision"),
        (others_taking, 1, c.EndTurn(), "wrong_decision"),
        (bust_window, 0, c.RevealCard(), "wrong_decision"),
        (bust_window, 0, c.StopDiscovering(), "wrong_decision"),
        (bust_window, 0, c.LootShip(card=PINACE), "wrong_decision"),
        (bust_window, 0, c.FinishTaking(), "wrong_decision"),
        # repel_ship and keep_ship have codes of their own in place of wrong_decision
        (discovering, 0, c.RepelShip(card=PINACE), "ship_cannot_be_repelled"),
        (discovering, 0, c.RepelShip(card=JESTERS[0]), "no_ship_to_repel"),
        (discovering, 0, c.RepelShip(card=FLUTE), "no_ship_to_repel"),
        (repelling, 0, c.RepelShip(card=PINACE), "ship_cannot_be_repelled"),
        (repelling, 0, c.RepelShip(card=SKIFF), "no_ship_to_repel"),
        (taking, 0, c.RepelShip(card=PINACE), "ship_cannot_be_repelled"),
        (others_taking, 1, c.RepelShip(card=PINACE), "ship_cannot_be_repelled"),
        (others_taking, 1, c.RepelShip(card=SAILOR), "no_ship_to_repel"),
        (bust_window, 0, c.RepelShip(card=PINACE), "no_ship_to_repel"),
        (discovering, 0, c.KeepShip(card=PINACE), "no_ship_to_keep"),
        (repelling, 0, c.KeepShip(card=PINACE), "no_ship_to_keep"),
        (taking, 0, c.KeepShip(card=PINACE), "no_ship_to_keep"),
        (others_taking, 1, c.KeepShip(card=PINACE), "no_ship_to_keep"),
        (bust_window, 0, c.KeepShip(card=PINACE), "no_ship_to_keep"),
    ],
)
def test_general_refusals_come_in_their_order(
    position: Callable[[], Table], seat: int, command: c.Command, code: str
) -> None:
    position().when(seat, command).refused(code)


@pytest.mark.rule("MC-C05", "MC-C06")
def test_repel_and_keep_name_the_ship_of_the_open_decision() -> None:
    table = repelling()
    table.when(0, c.RepelShip(card=GALLEON)).refused("no_ship_to_repel")
    table.when(0, c.KeepShip(card=GALLEON)).refused("no_ship_to_keep")
    table.when(0, c.RepelShip(card=FLUTE)).then_only(e.ShipRepelled(seat=0, card=FLUTE, seat_strength=1))


@pytest.mark.rule("MC-C01", "MC-C08", "MC-C09")
@pytest.mark.parametrize(
    ("position", "command", "code"),
    [
        (lambda: taking(0), c.LootShip(card=GALLEON), "no_takes_left"),
        (lambda: taking(0), c.LootShip(card=SAILOR), "no_takes_left"),
        (lambda: taking(0), c.LootShip(card=PINACE), "no_takes_left"),
        (taking, c.LootShip(card=GALLEON), "card_not_in_harbour"),
        (taking, c.LootShip(card=TWO_PRIESTS), "card_not_in_harbour"),
        (taking, c.LootShip(card=JESTERS[1]), "card_not_in_harbour"),
        (taking, c.LootShip(card=JESTERS[0]), "not_a_ship"),
        (lambda: taking(0), c.HirePerson(card=JESTERS[1]), "no_takes_left"),
        (lambda: taking(0), c.HirePerson(card=PINACE), "no_takes_left"),
        (lambda: taking(0), c.HirePerson(card=JESTERS[0]), "no_takes_left"),
        (taking, c.HirePerson(card=JESTERS[1]), "card_not_in_harbour"),
        (taking, c.HirePerson(card=FRIGATE), "card_not_in_harbour"),
        (taking, c.HirePerson(card=PRIESTS[0]), "card_not_in_harbour"),
        (taking, c.HirePerson(card=PINACE), "not_a_person"),
        (taking, c.HirePerson(card=JESTERS[0]), "cannot_afford"),
    ],
)
def test_refusals_of_takes_come_in_their_order(position: Callable[[], Table], command: c.Command, code: str) -> None:
    position().when(0, command).refused(code)


@pytest.mark.rule("MC-C09")
def test_too_few_coins_states_needed_and_available() -> None:
    taking().when(0, c.HirePerson(card=JESTERS[0])).refused("cannot_afford", price=5, available=3)
    others_taking().when(1, c.HirePerson(card=JESTERS[0])).refused("cannot_afford", price=6, available=3)


@pytest.mark.rule("MC-C01", "MC-C10")
@pytest.mark.parametrize(
    ("request_card", "discards", "code"),
    [
        (TWO_CAPTAINS, (SETTLERS[0],), "request_not_open"),
        (TWO_CAPTAINS, PRIEST_PAIR, "request_not_open"),
        (PRIESTS[0], PRIEST_PAIR, "request_not_open"),
        (PINACE, PRIEST_PAIR, "request_not_open"),
        (TWO_PRIESTS, (SETTLERS[0],), "person_not_owned"),
        (TWO_PRIESTS, (*PRIEST_PAIR, SETTLERS[0]), "person_not_owned"),
        (TWO_PRIESTS, (PRIESTS[0], PRIESTS[0]), "person_not_owned"),
        (TWO_PRIESTS, (*PRIEST_PAIR, PRIESTS[0]), "person_not_owned"),
        (TWO_PRIESTS, (PRIESTS[0], TWO_PRIESTS), "person_not_owned"),
        (TWO_PRIESTS, (PRIESTS[0], SAILOR, "sailor-3-1:2"), "expedition_needs_unmet"),
        (TWO_PRIESTS, (PRIESTS[0],), "expedition_needs_unmet"),
        (TWO_PRIESTS, (*PRIEST_PAIR, SAILOR), "expedition_discards_not_exact"),
        (TWO_PRIESTS, PRIESTS[:3], "expedition_discards_not_exact"),
    ],
)
def test_refusals_of_completing_come_in_their_order(request_card: str, discards: tuple[str, ...], code: str) -> None:
    table = given(persons={0: (*PRIESTS[:3], SAILOR, "sailor-3-1:2")}, requests=(TWO_PRIESTS,))
    table.when(0, c.CompleteExpedition(request=request_card, discards=discards)).refused(code)


@pytest.mark.rule("MC-C04")
def test_refusals_of_revealing_come_in_their_order() -> None:
    piles_empty().when(0, c.RevealCard()).refused("no_card_to_reveal")
    revealed_and_repelled(110, (SAILOR, *PRIEST_PAIR), (TWO_PRIESTS,)).when(0, c.RevealCard()).refused(
        "reveal_limit_reached"
    )
    # 110 reveals, and the two Ships have become coins.
    table = revealed_and_repelled(110, (SAILOR, *PRIEST_PAIR), (TWO_PRIESTS,))
    table.after(
        e.DeckReshuffled(size=2, deck_order=(PINACE, FLUTE)),
        e.CoinsGained(seat=0, amount=2, reason="jester", missing=0, cards=(PINACE, FLUTE)),
    )
    table.when(0, c.RevealCard()).refused("no_card_to_reveal")


@pytest.mark.rule("MC-C02")
def test_before_setup_there_is_no_game() -> None:
    assert refusal_of_check(None, 0, c.RevealCard()).code == "game_not_started"
    assert refusal_of_check(None, 9, c.RevealCard()).code == "game_not_started", "before unknown_seat"
    laid_out = GAME.fold(new_game().events[:1])
    assert refusal_of_check(laid_out, 0, c.RevealCard()).code == "game_not_started"


@pytest.mark.rule("MC-C03")
@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (Options(deck="tarot"), 2, "invalid_option"),
        (Options(deck="tarot", target_influence=0), 17, "invalid_option"),
        (Options(deck="tarot", players=17), 2, "invalid_option"),
        (Options(), 5, "player_count_not_allowed"),
        (Options(players=5), 5, "player_count_not_allowed"),
        (Options(players=3), 2, "player_count_not_allowed"),
        (Options(target_influence=0), 1, "player_count_not_allowed"),
        (Options(deck=PORT_ROYAL, round_limit=0), 6, "player_count_not_allowed"),
        (Options(target_influence=0), 2, "invalid_option"),
        (Options(target_influence=51), 2, "invalid_option"),
        (Options(starting_seat=2), 2, "invalid_option"),
    ],
)
def test_refusals_of_setting_up_come_in_their_order(options: object, seats: int, code: str) -> None:
    assert refusal_of_setup(options, seats).code == code


def setting_up(options: object, seats: int = 2) -> Callable[[], object]:
    return lambda: GAME.rules.setup(options, seats, Seeded(1))  # type: ignore[arg-type]


def trying(position: Callable[[], Table], command: c.Command, seat: int = 0) -> Callable[[], object]:
    return lambda: GAME.rules.check(position().state, seat, command)


def completing(*discards: str, request: str = TWO_PRIESTS) -> Callable[[], object]:
    return trying(discovering, c.CompleteExpedition(request=request, discards=discards))


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "player_count_not_allowed": (
        setting_up(Options(), seats=1),
        "1 player is not allowed with these options, but 2 to 4 are.",
    ),
    "invalid_option": (setting_up(Options(round_limit=0)), "round_limit must be a number from 1 to 1000."),
    "invalid_field": (trying(discovering, c.LootShip(card="raft-1-1:1")), "There is no card 'raft-1-1:1' in this game."),
    "game_not_started": (
        lambda: GAME.rules.check(None, 0, c.RevealCard()),  # type: ignore[arg-type]
        "The game has not started yet.",
    ),
    "game_over": (trying(finished, c.RevealCard()), "The game is over."),
    "unknown_seat": (trying(discovering, c.RevealCard(), seat=3), "There is no such seat: the game has 3 seats."),
    "not_your_turn": (trying(discovering, c.RevealCard(), seat=1), "It is for seat 1 to decide now."),
    "wrong_decision": (
        trying(discovering, c.EndTurn()),
        "That cannot be done now. You are discovering: reveal a card, complete a request or stop.",
    ),
    "no_card_to_reveal": (
        trying(piles_empty, c.RevealCard()),
        "Draw deck and discard pile are empty: there is no card to reveal.",
    ),
    "reveal_limit_reached": (
        trying(lambda: revealed_and_repelled(110), c.RevealCard()),
        "This turn has revealed 110 cards, as many as the game has, and can reveal no more.",
    ),
    "ship_cannot_be_repelled": (
        trying(discovering, c.RepelShip(card=PINACE)),
        "This Ship lies in the harbour: only a Ship just revealed can be repelled.",
    ),
    "no_ship_to_repel": (
        trying(discovering, c.RepelShip(card=GALLEON)),
        "This card is not a Ship waiting to be repelled.",
    ),
    "no_ship_to_keep": (trying(discovering, c.KeepShip(card=PINACE)), "This card is not a Ship waiting to be kept."),
    "must_reveal_first": (trying(given, c.StopDiscovering()), "Reveal at least one card before you stop."),
    "no_takes_left": (
        trying(lambda: taking(0), c.LootShip(card=PINACE)),
        "You have taken 1 card, as many as you may.",
    ),
    "card_not_in_harbour": (trying(taking, c.LootShip(card=GALLEON)), "This card does not lie in the harbour."),
    "not_a_ship": (trying(taking, c.LootShip(card=JESTERS[0])), "Only Ships can be looted; a Person is hired."),
    "not_a_person": (trying(taking, c.HirePerson(card=PINACE)), "Only Persons can be hired; a Ship is looted."),
    "cannot_afford": (
        trying(others_taking, c.HirePerson(card=JESTERS[0]), seat=1),
        "The Jester takes 6 coins, price and fee together, and you have 3.",
    ),
    "request_not_open": (completing(request=TWO_SETTLERS), "This card is not an open Expedition Request."),
    "person_not_owned": (
        completing(SETTLERS[0]),
        "Every Person given up must lie in your own display, and be named once.",
    ),
    "expedition_needs_unmet": (completing(SAILOR), "The request still needs: 2 Priests."),
    "expedition_discards_not_exact": (
        completing(*PRIEST_PAIR, SAILOR),
        "The request needs 2 Persons; 1 too many are named.",
    ),
}
"""For each code a command or a set-up that is refused with it, and what the player is told then."""


@pytest.mark.rule("MC-C02", "MC-C03")
@pytest.mark.parametrize("code", sorted(GAME.rules.refusals))
def test_every_refusal_has_its_code_and_says_what_is_wrong(code: str) -> None:
    attempt, said = REFUSED[code]
    with pytest.raises(Rejected) as refusal:
        attempt()
    assert (refusal.value.code, refusal.value.message) == (code, said)
    msgspec.json.encode(refusal.value.params)


@pytest.mark.rule("MC-C02")
@pytest.mark.parametrize(
    ("position", "seat", "possible"),
    [
        (discovering, 0, "You are discovering: reveal a card, complete a request or stop."),
        (taking, 0, "You are taking cards: loot, hire, complete a request or finish."),
        (others_taking, 1, "You may take from the harbour now: loot, hire or finish."),
        (bust_window, 0, "After the bust you can only complete requests or end the turn."),
    ],
)
def test_a_command_of_another_phase_is_answered_with_what_is_possible(
    position: Callable[[], Table], seat: int, possible: str
) -> None:
    foreign = c.FinishTaking() if position in (discovering, bust_window) else c.RevealCard()
    refusal = refusal_of_check(position().state, seat, foreign)
    assert (refusal.code, refusal.params["possible"]) == ("wrong_decision", possible)
    assert refusal.message.endswith(possible)


@pytest.mark.rule("MC-C02")
def test_the_list_of_refusals_is_that_of_the_rules() -> None:
    assert set(GAME.rules.refusals) == set(REFUSED)


# The form of commands


@pytest.mark.rule("MC-C18")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"type": "abandon_ship"}', "unknown_command"),
        ('{"card": "flute-1-1:1"}', "unknown_command"),
        ('{"type": 5}', "invalid_field"),
        ('{"type": "loot_ship"}', "invalid_field"),
        ('{"type": "loot_ship", "card": 5}', "invalid_field"),
        ('{"type": "loot_ship", "card": "flute-1-1:1", "price": 0}', "invalid_field"),
        ('{"type": "reveal_card", "card": "flute-1-1:1"}', "invalid_field"),
        ('{"type": "complete_expedition", "request": "expedition-2-priest:1"}', "invalid_field"),
        ('{"type": "complete_expedition", "request": "expedition-2-priest:1", "discards": "priest-4-1:1"}', "invalid_field"),
    ],
)
def test_commands_of_the_wrong_form_are_refused(body: str, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        codec_of(GAME.name).action(body.encode())
    assert refusal.value.code == code


@pytest.mark.rule("MC-C18")
@pytest.mark.parametrize(
    "card", ["", "raft-1-1:1", "flute-1-1", "flute-1-1:0", "flute-1-1:4", "captain-4-1:5", FLUTE.upper()]
)
@pytest.mark.parametrize(("position", "seat"), [(discovering, 0), (discovering, 1), (discovering, 9), (finished, 0)])
def test_a_card_that_is_not_in_this_game_is_refused_before_anything_else(
    position: Callable[[], Table], seat: int, card: str
) -> None:
    state = position().state
    for command in (
        *(kind(card=card) for kind in (c.LootShip, c.HirePerson, c.RepelShip, c.KeepShip)),
        c.CompleteExpedition(request=card, discards=PRIEST_PAIR),
        c.CompleteExpedition(request=TWO_PRIESTS, discards=(PRIESTS[0], card)),
    ):
        refusal = refusal_of_check(state, seat, command)
        assert isinstance(refusal, Malformed)
        assert refusal.code == "invalid_field"


@pytest.mark.rule("MC-C18", "MC-V05")
def test_a_card_of_the_other_deck_is_not_in_this_game() -> None:
    five_only = "expedition-1-priest-1-captain-1-settler:1"
    command = c.CompleteExpedition(request=five_only, discards=())
    assert refusal_of_check(given().state, 0, command).code == "invalid_field"
    assert refusal_of_check(given(deck=PORT_ROYAL, seats=4).state, 0, command).code == "invalid_field"
    assert refusal_of_check(given(deck=PORT_ROYAL, seats=5).state, 0, command).code == "expedition_needs_unmet"


@pytest.mark.rule("MC-C04", "MC-C05", "MC-C06", "MC-C07", "MC-C08", "MC-C09", "MC-C10", "MC-C11", "MC-C12")
def test_the_fields_of_the_commands() -> None:
    assert {kind.__struct_config__.tag: kind.__struct_fields__ for kind in GAME.types.commands} == {
        "reveal_card": (),
        "repel_ship": ("card",),
        "keep_ship": ("card",),
        "stop_discovering": (),
        "loot_ship": ("card",),
        "hire_person": ("card",),
        "complete_expedition": ("request", "discards"),
        "finish_taking": (),
        "end_turn": (),
    }


@pytest.mark.rule("MC-C12")
def test_the_window_is_closed_by_end_turn() -> None:
    table = bust_window()
    table.when(1, c.EndTurn()).refused("not_your_turn")
    table.when(0, c.EndTurn()).then_only(e.TurnEnded(seat=0, barren=False, automatic=False), e.TurnStarted(round=2, seat=1))


@pytest.mark.rule("MC-C11")
def test_finishing_starts_the_next_seat_with_its_admiral_coins() -> None:
    table = given(persons={1: ("admiral-5-1:1",)}, harbour=(*FIVE_SHIPS, SAILOR)).do(0, c.StopDiscovering())
    table.when(0, c.FinishTaking()).then_only(
        e.TakingFinished(seat=0, taken=0, automatic=False),
        e.TakingStarted(seat=1, takes=1, harbour_size=6),
        e.CoinsGained(seat=1, amount=2, reason="admiral", missing=0, cards=table.drawn(2)),
    )


@pytest.mark.rule("MC-C07")
def test_stopping_needs_the_decision_discover() -> None:
    given(next_cards=(TAX,)).when(0, c.StopDiscovering()).refused("must_reveal_first")
    taking().when(0, c.StopDiscovering()).refused("wrong_decision")
