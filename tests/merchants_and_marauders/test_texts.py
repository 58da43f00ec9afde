"""What games say: every command and event has its words, and what is told of events gives nothing hidden away."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.commands import COMMANDS, Command
from domain.merchants_and_marauders.content import CAPTAINS, CARGO, GOODS, RUMORS, glory_card
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.events import EVENTS, RETIRED_EVENTS, Event
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.texts import DESCRIPTIONS, PREVIEWS, SENTENCES, SILENT, describe, preview
from domain.merchants_and_marauders.texts.narration.beats import BEATS
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact
from tests.support.sentences import NAMES
from tradewinds.testing import Chance

from .business import in_port_action
from .fights import duel
from .raiding import raided
from .scenario import SKULL, Attempt, given


def seen(events: Sequence[Event], viewer: int | None) -> list[Event]:
    shown = (redact(event, viewer) for event in events)
    return [event for event in shown if event is not None]


def narrated(attempt: Attempt, viewer: int | None = None) -> str:
    return GAME.words.narrate(seen(attempt.events, viewer), NAMES, Options())


# All of them


def test_every_command_is_described_and_previewed() -> None:
    assert set(DESCRIPTIONS) == set(PREVIEWS) == set(COMMANDS)


def test_every_event_is_told_or_knowingly_left_to_others() -> None:
    assert {*SENTENCES, *BEATS, *SILENT} == {*EVENTS, *RETIRED_EVENTS}


# Whole games


def random_game(seed: int) -> Iterator[tuple[State, int, Sequence[Command], Sequence[Event]]]:
    """Positions, the seat asked there, its legal commands, and the events of the one that it gave at random."""
    rng, choice = Chance(seed), random.Random(seed)
    windows: Any = ("uniform", "holders_only")[seed % 2]
    state = setup(Options(windows=windows), 2 + seed % 3, rng).state
    while state.result is None:
        seat = choice.choice(to_act(state))
        legal = legal_commands(state, seat)
        recorder = decide(state, seat, choice.choice(legal), rng)
        yield state, seat, legal, recorder.events
        state = recorder.state


UNREADABLE = re.compile(r"_|\bNone\b|Hidden\(|Secret\(|  |\.\.|\( | ,|\b1 (cards|dice|hits|actions)\b|\ba [AEIO]")
"""Raw ids, holes, gaps and slips of grammar."""


def assert_readable(text: str) -> None:
    assert text, "nothing is said"
    assert not UNREADABLE.search(text), text
    assert text[0].isupper(), text
    assert text[-1] in ".!", text


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_in_whole_games_can_be_read(seed: int) -> None:
    for state, seat, legal, _ in random_game(seed):
        offered = view(state, seat)
        for command in legal:
            assert_readable(describe(offered, seat, command, NAMES))
            foreseen = preview(offered, seat, command)
            assert all(0 <= float(str(foreseen.get(key, 0))) <= 1 for key in ("chance", "risk"))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_of_whole_games_can_be_read(seed: int) -> None:
    for _, seat, _, events in random_game(seed):
        for viewer in (None, seat):
            assert_readable(GAME.words.narrate(seen(events, viewer), NAMES, Options()))


def test_of_nothing_nothing_is_told() -> None:
    assert GAME.words.narrate([], NAMES, Options()) == ""


def hidden_names(events: Sequence[Event], viewer: int | None) -> set[str]:
    """The names of cards that these events hold and that the viewer does not see in any of them."""
    shown = msgspec.json.encode(seen(events, viewer)).decode()
    found: set[str] = set()
    for event in events:
        for value in msgspec.structs.asdict(event).values():
            for card in value if isinstance(value, tuple) else (value,):
                if isinstance(card, str) and f'"{card}"' not in shown:
                    found |= {name_of(card)} - {""}
    words = re.findall(r'"([\w:]+)"', shown)
    return found - {name_of(word) for word in words} - {word.capitalize() for word in words if word in GOODS}


def name_of(card: str) -> str:
    if card in RUMORS:
        return RUMORS[card].name
    if card in CAPTAINS:
        return CAPTAINS[card].name
    if card in CARGO:
        return CARGO[card].good.capitalize()
    return glory_card(card).name if re.fullmatch(r"g\d\d:\d", card) else ""


@pytest.mark.parametrize("seed", range(6))
def test_no_hidden_card_is_named(seed: int) -> None:
    checked = 0
    for _, _, _, events in random_game(seed):
        for viewer in (None, 0, 1):
            text = GAME.words.narrate(seen(events, viewer), NAMES, Options())
            for name in hidden_names(events, viewer):
                assert name not in text, text
                checked += 1
    assert checked > 50


def test_a_card_drawn_is_named_to_its_owner_alone() -> None:
    drawn = e.GloryDrawn(1, "g22:1")
    sentences = [GAME.words.narrate(seen([drawn], viewer), NAMES, Options()) for viewer in (1, 0, None)]
    assert sentences == ["Ben draws the glory card Braced Timbers.", "Ben draws a glory card.", "Ben draws a glory card."]


# Sentences


def test_a_turn_is_told_in_its_order() -> None:
    table = given(at_sea={0: "havana"}, merchants={"tortuga": "dutch"}, npcs={"dutch": ("npc_nl_1", "nassau")})
    assert narrated(table.when(c.Sail("tortuga"))) == "Anna sails from Havana to Tortuga."
    assert narrated(table.when(c.ScoutMerchant("roll"), SKULL, 3, 1)) == (
        "Anna scouts for the merchant (skull, 3, 1) with success. It is Dutch."
    )
    assert narrated(table.when(c.LetGo())) == "The merchant in Tortuga is let go."
    assert narrated(table.when(c.EnterPort("open"))) == "Anna enters the port of Tortuga."
    assert narrated(table.when(c.EndTurn())) == "It is Ben's turn."


def test_a_search_in_vain_says_so() -> None:
    table = given(at_sea={0: "havana"}, captains=("margery_thorne", "luc_garrigue"))
    assert narrated(table.when(c.ScoutMerchant("roll"), 1, 2, 4, 3)) == "Anna scouts for the merchant (1, 2, 4, 3) in vain."


def test_an_npc_that_finds_a_captain_is_told_with_its_dice() -> None:
    table = given(
        at_sea={0: "nassau"}, npcs={"pirate_sloop": ("npc_ps_1", "havana")}, captains=("luc_garrigue", "hendrik_slot")
    )
    assert narrated(table.when(c.Sail("havana"), 1, SKULL, 2)).startswith(
        "Anna sails from Nassau to Havana. The pirate Sloop scouts for Anna (1, skull, 2) with success."
        " The pirate Sloop attacks Anna (Ben plays for the NPC). Combat round 1."
    )


def test_port_business_is_told_with_goods_and_gold() -> None:
    cargo = ("rum_1", "rum_2", "rum_3")
    table = in_port_action(
        in_port={0: "havana"}, gold=9, cargo=cargo, demand={"havana": "rum"}, next_glory=["g22:1"], next_cargo=["food_1"]
    )
    assert narrated(table.when(c.StartSelling())) == "Anna puts goods up for sale."
    for card in cargo:
        assert narrated(table.when(c.AddToSale(card)), 0) == "Anna sets 1 Rum aside."
    sold = "Anna sells 3 Rum for 21 gold. Havana demands Tobacco now instead of Rum."
    point = " Anna earns a glory point for the sale (1 now) and draws"
    attempt = table.when(c.FinishSale())
    assert narrated(attempt, 0) == f"{sold}{point} the glory card Braced Timbers."
    assert narrated(attempt) == f"{sold}{point} a glory card."
    assert narrated(table.when(c.SeekRumor(), 1)) == "Anna asks for rumors for 2 gold (1) in vain."
    attempt = table.when(c.StartBuying())
    assert narrated(attempt) == "Anna is offered 6 cargo cards."
    assert narrated(attempt, 0).startswith("Anna is offered 1 Food")
    table.when(c.TakeCard("food_1"))
    attempt = table.when(c.FinishLot())
    assert narrated(attempt) == "Anna buys 1 cargo card."
    assert narrated(attempt, 0) == "Anna buys 1 Food for 3 gold."
    assert narrated(table.when(c.EndPortAction())) == "Anna ends the Port action in Havana."


def test_what_is_stashed_is_told_to_its_owner_alone() -> None:
    table = in_port_action(in_port={0: "port_royal"}, gold=9)
    assert narrated(table.when(c.StartStashing())) == "Anna goes to stash gold."
    attempt = table.when(c.DepositGold(5))
    assert narrated(attempt, 0) == "Anna stashes 5 gold."
    assert narrated(attempt, 1) == narrated(attempt) == "Anna stashes some gold."
    assert narrated(table.when(c.FinishStashing())) == "Anna stashes no more gold."


def test_a_raid_is_told_card_by_card() -> None:
    table, attempt = raided(("cocoa_1", "rum_1", "cocoa_3"), SKULL, 1, 1)
    assert narrated(attempt) == (
        "Anna raids an English merchant. Anna gets 1 English bounty (1 now)."
        " Cargo drawn: Cocoa (1 gold, escape), Rum (1 gold, escape) and Cocoa (3 gold, Crew hit)."
        " Anna rolls skull, 1, 1 for the raid: 1 success."
    )
    assert narrated(table.when(c.RaidDiscard("rum_1"))) == (
        "A success is used to discard Rum (1 gold, escape). Anna takes 1 hit: Crew down to 1."
        " The raid succeeds: Anna takes 4 gold."
    )


def test_a_combat_round_reads_as_one() -> None:
    table = duel(1, 1, 1, 1, 1, 1)
    assert narrated(table.when(c.Shoot())) == "Anna declares Shoot."
    assert narrated(table.when(c.Shoot(), contest=(SKULL, 3, SKULL, SKULL, 2, 2), hits=(3, 2))) == (
        "Ben declares Shoot. Anna rolls skull, 3, skull; Ben rolls skull, 2, 2: Anna wins the contest."
        " Ben takes 1 hit: Crew down to 1. Anna takes 1 hit: Masts down to 1. Combat round 3."
    )


def test_boarding_is_told_to_its_end() -> None:
    table = duel(1, 1, 1, 1, 1, 1)
    table.when(c.Board())
    assert narrated(table.when(c.Shoot(), contest=(SKULL, 1, 1, 2, 2, 2), crew=(SKULL, SKULL, 1, 3, 3))) == (
        "Ben declares Shoot. Anna rolls skull, 1, 1; Ben rolls 2, 2, 2: Anna wins the contest."
        " Anna boards, and crew combat begins. Crew combat, round 1: Anna rolls skull, skull, 1 (2 hits);"
        " Ben rolls 3, 3 (no hits). Ben takes 2 hits: Crew destroyed. Anna wins the battle in crew combat."
        " Ben's captain Odette Lancelin is dead. Anna earns a glory point for the victory (1 now) and draws a glory card."
    )


def test_a_flight_names_who_fled() -> None:
    table = duel(1, 1, 1, 1, 1, 1)
    table.when(c.Shoot())
    assert narrated(table.when(c.Flee(), 1, 2, 3, SKULL, 1, 1)) == (
        "Ben declares Flee. Anna rolls 1, 2, 3; Ben rolls skull, 1, 1: Ben wins the contest."
        " Ben escapes, and the battle is over."
    )


def test_where_only_a_decision_passes_it_is_told_who_passed() -> None:
    table = given(glory={0: ["g12:1"]}, windows="uniform")
    assert narrated(table.when(c.EndTurn())) == "Anna ends the turn."
    assert narrated(table.when(c.Pass())) == "Anna hires nobody."
