"""MM-K22, MM-K23, MM-K31 and MM-429: what leaves of events and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from domain.game import Hidden, Malformed, Secret
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import check, legal_commands
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact, redact_command
from tradewinds.testing import Chance

from .defeats import NAVY, boarded, boarded_npc, two
from .scenario import SKULL, Attempt, Table, given

FROM_ALL: dict[type[e.Event], tuple[str, ...]] = {
    e.GameSetUp: (
        "demand_pool",
        "merchants",
        "modifications",
        "event_deck",
        "glory_deck",
        "captain_deck",
        "cargo_deck",
        "rumor_deck",
        "mission_deck",
    ),
    e.MerchantsRefilled: ("tokens",),
    e.ModificationReturned: ("modification",),
    e.DeckReshuffled: ("deck",),
    e.GloryDeckShuffled: ("deck",),
    e.CaptainDrawn: ("deck",),
    e.RumorReturned: ("deck",),
}
"""The third column of the table of events, and the orders of decks (MM-389): fields hidden from everybody."""

FROM_OTHERS: dict[type[e.Event], tuple[str, ...]] = {
    e.CaptainDealt: ("captain",),
    e.ShipChosen: ("ship",),
    e.OfferDrawn: ("cards",),
    e.CardSetAside: ("card",),
    e.GoodsBought: ("cards", "price"),
    e.CargoTaken: ("cards",),
    e.RumorDrawn: ("card",),
    e.RumorReturned: ("card",),
    e.GoldStashed: ("amount",),
    e.GoldWithdrawn: ("amount",),
    e.GoldChanged: ("amount",),
    e.GloryDrawn: ("card",),
    e.GloryAnnounced: ("card",),
    e.ReactionPassed: ("kind",),
    e.GoldMovedFromStash: ("amount",),
    e.PlunderTaken: ("items",),
}
"""Fields hidden from other seats and spectators."""


def lies_open(event: e.Event) -> bool:
    """Whether this event's fields are open for once."""
    match event:
        case e.ShipChosen():
            return not event.secret
        case e.OfferDrawn() | e.CardSetAside() | e.CargoTaken():
            return event.open
        case e.GoldChanged():
            return not event.covered
        case e.RumorReturned():
            return event.was_open
        case e.PlunderTaken():
            return event.kind not in ("glory", "cargo", "rumor")
    return False


def hidden_fields(event: e.Event, viewer: int | None) -> set[str]:
    hidden = set(FROM_ALL.get(type(event), ()))
    if isinstance(event, e.CaptainDrawn) and event.deck is None:
        hidden = set()
    fields = FROM_OTHERS.get(type(event))
    if fields and not lies_open(event):
        owners = {getattr(event, "seat")}  # noqa: B009 - not every event has one, all of these do
        owners |= {event.from_seat} if isinstance(event, e.PlunderTaken) else set()
        hidden |= set() if viewer in owners else set(fields)
    return hidden


def covered(value: Any) -> Hidden | Secret:
    if isinstance(value, int):
        return Secret()
    return Hidden(len(value) if isinstance(value, tuple) else 1)


def played(seed: int, seats: int, limit: int = 2500) -> Iterator[tuple[State, int, c.Command, list[e.Event], State]]:
    """Every step of a game played at random."""
    chance = Chance(seed)
    state = setup(Options(), seats, chance).state
    for _ in range(limit):
        if not to_act(state):
            return
        seat = to_act(state)[0]
        legal = [each for each in legal_commands(state, seat) if not isinstance(each, c.Retire)]
        command: c.Command = legal[chance.below(len(legal))]
        recorder = decide(state, seat, command, chance)
        yield state, seat, command, list(recorder.events), recorder.state
        state = recorder.state


@pytest.mark.rule("MM-K23", "MM-389")
def test_exactly_the_hidden_fields_are_left_out_of_an_event() -> None:
    kinds = set()
    for seed, seats in enumerate((2, 3, 4)):
        events = [*setup(Options(), seats, Chance(seed)).events]
        events += [event for *_, told, _ in played(seed, seats) for event in told]
        for event in events:
            for viewer in (None, *range(seats)):
                shown = redact(event, viewer)
                expected = asdict(event)
                for field in hidden_fields(event, viewer):
                    kinds.add((type(event), field))
                    expected[field] = covered(expected[field])
                assert shown is not None
                assert asdict(shown) == expected
    table = {(kind, field) for each in (FROM_ALL, FROM_OTHERS) for kind, fields in each.items() for field in fields}
    assert {pair for pair in table if pair[0] not in {type(event) for event in RARE}} <= kinds


RARE: list[e.Event] = [
    e.MerchantsRefilled(("havana",), ("dutch",)),
    e.CaptainDrawn(1, "joost_verhage", redrawn=False),
    e.CaptainDrawn(1, "joost_verhage", redrawn=True, deck=("luc_garrigue", "francis_wright")),
    e.RumorReturned(1, "r01", ("r02", "r01"), was_open=False),
    e.RumorReturned(1, "r06", ("r02", "r06"), was_open=True),
    e.OfferRedrawn(1, ("rum_1",), 1),
    e.GloryDeckShuffled(("g01:1", "g02:1")),
    e.CargoTaken(1, ("rum_1",), ("rum_2",), "plunder"),
    e.CargoTaken(1, ("rum_1",), ("rum_2",), "plunder", open=True),
    e.PlunderTaken(1, 0, "glory", items=("g01:1",)),
    e.PlunderTaken(1, 0, "cargo", items=("rum_1", "rum_2")),
    e.PlunderTaken(1, 0, "rumor", items=("r01",)),
    e.PlunderTaken(1, 0, "gold", amount=4),
    e.PlunderTaken(1, 0, "weapon", items=("chain_shot",)),
    e.PlunderTaken(1, 0, "specialist", items=("g44:1",)),
    e.ShipChosen(1, "sloop", secret=True),
    e.ShipChosen(1, "sloop"),
    e.GoldChanged(1, 4, "new_captain", covered=True),
    e.GoldChanged(1, 4, "raid"),
    e.GoldMovedFromStash(1, 7),
]


@pytest.mark.rule("MM-K23")
@pytest.mark.parametrize("event", RARE, ids=str)
def test_events_that_are_rare_are_redacted_too(event: e.Event) -> None:
    for viewer in (None, 0, 1, 2):
        expected = asdict(event)
        for field in hidden_fields(event, viewer):
            expected[field] = covered(expected[field])
        shown = redact(event, viewer)
        assert shown is not None
        assert asdict(shown) == expected


def rows(chapter: str) -> Iterator[list[str]]:
    """The cells of the tables of a chapter of the rules."""
    text = files("domain.merchants_and_marauders").joinpath("RULES.md").read_text()
    part = text.partition(f"\n## {chapter}")[2].partition("\n## ")[0]
    for line in part.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.rule("MM-K22", "MM-K23")
def test_every_event_of_the_rules_is_recorded_and_hides_what_the_rules_say() -> None:
    tags = {str(kind.__struct_config__.tag): kind for kind in e.EVENTS}
    told = {}
    for names, _, hidden in rows("23."):
        told.update(dict.fromkeys(re.findall(r"`(\w+)`", names), hidden))
    # The start of a game is what the table calls so; here it is laid out.
    told["game_set_up"] = told.pop("game_started", "")
    assert len(told) > 90
    assert set(told) <= set(tags)
    hiding = {name for name, hidden in told.items() if hidden not in ("-", "")}
    # The rules do not list as fields what says how play goes on, nor the orders of decks.
    tells = {tag for tag, kind in tags.items() if kind in FROM_ALL or kind in FROM_OTHERS}
    assert hiding == tells & set(told) - {"captain_drawn"}


@pytest.mark.rule("MM-K22")
def test_the_events_alone_give_the_same_game() -> None:
    first = setup(Options(), 3, Chance(5))
    state: State | None = None
    for event in first.events:
        state = evolve(state, event)
    for before, _, _, events, after in played(5, 3):
        assert state == before
        for event in events:
            state = evolve(state, event)
        assert state == after
        assert events, "no command goes by without an event"
    assert state is not None


def shown_to(attempt: Attempt, viewer: int | None) -> list[e.Event | None]:
    return [redact(event, viewer) for event in attempt.events]


@pytest.mark.rule("MM-383", "MM-K23")
def test_what_lay_open_on_the_table_is_open_as_it_is_taken_on_board() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, next_cargo=("cocoa_1", "cocoa_4", "cocoa_5"))
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    table.when(c.RaidAs("english"), 1, 1, 1)
    assert e.CardSetAside(0, "cocoa_1", open=True) in shown_to(table.when(c.TakeCard("cocoa_1")), 1)
    taken = e.CargoTaken(0, ("cocoa_1",), ("cocoa_4", "cocoa_5"), "raid", open=True)
    assert taken in shown_to(table.when(c.FinishLot()), None)
    naval = two(npcs=NAVY, ships=("frigate", "sloop"), next_cargo=("cocoa_1", "cocoa_4", "cocoa_5"))
    boarded_npc(naval, "dutch")
    naval.when(c.KeepOwnShip())
    naval.when(c.TakeCard("cocoa_4"))
    taken = e.CargoTaken(0, ("cocoa_4",), ("cocoa_1", "cocoa_5"), "plunder", open=True)
    assert taken in shown_to(naval.when(c.FinishLot()), 1)


@pytest.mark.rule("MM-384", "MM-K23")
def test_a_purchase_tells_others_the_number_of_cards_and_what_is_discarded() -> None:
    table = given(
        gold=10,
        in_port={0: "cartagena"},
        demand={"cartagena": "cocoa"},
        next_cargo=("food_1", "cocoa_1", "food_2", "rum_1", "rum_2", "wood_1", "wood_2"),
    )
    table.when(c.OpenPortAction())
    drawn = e.OfferDrawn(0, Hidden(6), ("cocoa_1",), in_port="cartagena")
    assert drawn in shown_to(table.when(c.StartBuying()), 1)
    assert e.CardSetAside(0, Hidden(1)) in shown_to(table.when(c.TakeCard("food_2")), None)
    left = ("food_1", "rum_1", "rum_2", "wood_1", "wood_2")
    assert e.GoodsBought(0, Hidden(1), Secret(), left, in_port="cartagena") in shown_to(table.when(c.FinishLot()), 1)


@pytest.mark.rule("MM-382", "MM-384", "MM-K23")
def test_cargo_taken_from_a_beaten_captain_stays_covered_to_the_others() -> None:
    table = two(seats=3, ships=("frigate", "sloop", "sloop"), at_sea={0: "havana", 1: "havana"})
    table.after(e.OfferDrawn(1, ("rum_1", "rum_2"), ()), e.CargoTaken(1, ("rum_1", "rum_2"), (), "cargo"))
    boarded(table, winner=0)
    table.when(c.KeepOwnShip())
    attempt = table.when(c.FinishPlunder())
    covered = e.PlunderTaken(0, 1, "cargo", items=Hidden(2))
    assert covered in shown_to(attempt, 2)
    assert covered in shown_to(attempt, None)
    for party in (0, 1):
        assert e.PlunderTaken(0, 1, "cargo", items=("rum_1", "rum_2")) in shown_to(attempt, party)
    table.when(c.TakeCard("rum_2"))
    assert e.CargoTaken(0, Hidden(1), ("rum_1",), "plunder") in shown_to(table.when(c.FinishLot()), 2)


@pytest.mark.rule("MM-385", "MM-386", "MM-K23")
def test_that_gold_is_stashed_or_taken_out_is_told_and_how_much_is_not() -> None:
    table = given(gold=12, stash=4)
    table.when(c.OpenPortAction())
    table.when(c.StartStashing())
    assert e.GoldStashed(0, Secret()) in shown_to(table.when(c.DepositGold(5)), 1)
    table.when(c.FinishStashing())
    assert e.GoldWithdrawn(0, Secret()) in shown_to(table.when(c.WithdrawGold("all")), None)
    assert (table.seat().gold, table.seat().stash) == (16, 0)


# Commands


COVERED: dict[type[c.Command], str] = {
    c.ChooseShip: "ship",
    c.AddToSale: "card",
    c.TakeCard: "card",
    c.KeepRumor: "rumor",
    c.DepositGold: "amount",
    c.WithdrawGold: "amount",
    c.TakeGlory: "card",
    c.Announce: "card",
}
"""The commands whose field some event hides."""


@pytest.mark.rule("MM-429")
def test_a_command_is_shown_to_others_without_the_field_that_its_event_hides() -> None:
    samples: list[c.Command] = [
        c.ChooseShip("sloop"),
        c.AddToSale("rum_1"),
        c.TakeCard("rum_1"),
        c.KeepRumor("r01"),
        c.DepositGold("all"),
        c.DepositGold(5),
        c.WithdrawGold("all"),
        c.WithdrawGold(1),
        c.TakeGlory("g01:1"),
        c.Announce("g01:1"),
    ]
    assert {type(command) for command in samples} == set(COVERED)
    for command in samples:
        field = COVERED[type(command)]
        assert redact_command(command, 1, 1) == command
        for viewer in (None, 0, 2):
            shown = redact_command(command, 1, viewer)
            hidden = Secret() if field == "amount" else Hidden(1)
            assert shown == replace(command, **{field: hidden})
            assert msgspec.json.decode(msgspec.json.encode(shown), type=c.Command) == shown


@pytest.mark.rule("MM-429", "MM-I23")
def test_no_command_shown_to_another_names_what_its_events_hide_from_him() -> None:
    kinds = set()
    for seed in (1, 2):
        for state, seat, command, events, after in played(seed, 3):
            kinds.add(type(command))
            for viewer in (None, *(other for other in range(3) if other != seat)):
                shown = redact_command(command, seat, viewer)
                named = {value for value in asdict(shown).values() if isinstance(value, str)} if shown else set()
                told = msgspec.json.encode([redact(event, viewer) for event in events]).decode()
                positions = msgspec.json.encode((view(state, viewer), view(after, viewer))).decode()
                assert all(f'"{name}"' in told + positions or name in FIXED for name in named), (command, viewer)
                if shown != command:
                    assert type(command) in COVERED
    assert len(kinds) > 40


FIXED = {"roll", "sure_spanish", "open", "gold", "influence", "papers", "event", "reinforced_hull", "surgeon"}
"""Words of commands that are no cards: ways, means and sources."""


@pytest.mark.rule("MM-K23", "MM-429")
def test_nobody_else_learns_of_a_standing_pass_of_version_1() -> None:
    event, command = e.StandingPassSet(1, "any_turn", True), c.SetStandingPass("any_turn", True)
    for viewer in (None, 0, 2):
        assert redact(event, viewer) is None
        assert redact_command(command, 1, viewer) is None
    assert redact(event, 1) == event
    assert redact_command(command, 1, 1) == command


@pytest.mark.rule("MM-429", "MM-K10")
def test_nobody_can_ask_for_something_hidden() -> None:
    table = given(cargo=("rum_1",), gold=3)
    samples = [kind(Hidden(1)) for kind in (c.AddToSale, c.TakeCard, c.KeepRumor, c.TakeGlory, c.Announce, c.ChooseShip)]
    for command in (*samples, c.DepositGold(Secret()), c.WithdrawGold(Secret())):
        with pytest.raises(Malformed) as refusal:
            check(table.state, 0, command)
        assert (refusal.value.code, refusal.value.params) == ("invalid_field", {"field": COVERED[type(command)]})
    assert isinstance(table.top, f.TakeAction)
    start = Table(setup(Options(), 2, Chance(1)).state)
    with pytest.raises(Malformed):
        check(start.state, 0, c.ChooseShip(Hidden(1)))
