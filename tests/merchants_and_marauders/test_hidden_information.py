"""Chapter 21: what a seat and a spectator see of a game."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from domain.game import Hidden, Secret
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import GOODS, PORTS, ZONES
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import MaraudersView, SeatView, open_view, view
from domain.merchants_and_marauders.view.redactions import redact
from tradewinds.testing import Chance

from .defeats import NAVY, boarded, boarded_npc, two
from .scenario import SKULL, Table, given

CALM = ("cocoa_1", "cocoa_4", "cocoa_5")
"""Merchants' cards without hits, worth 1 + 3 + 3."""


def seen(table: Table, viewer: int | None, seat: int = 0) -> SeatView:
    return view(table.state, viewer).seats[seat]


def by_all(table: Table) -> list[MaraudersView]:
    """The views of a spectator and of every seat."""
    return [view(table.state, viewer) for viewer in (None, *range(len(table.state.seats)))]


def merchant_found(**position: object) -> Table:
    """Seat 0 has found the English merchant off Havana."""
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, **position)  # type: ignore[arg-type]
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    return table


def buying(**position: object) -> Table:
    """Seat 0 looks at an offer in Cartagena, where cocoa is in demand."""
    table = given(
        in_port={0: "cartagena"},
        demand={"cartagena": "cocoa"},
        next_cargo=("food_1", "food_2", "cocoa_1", "food_3", "rum_1", "wood_1", "wood_2"),
        **position,  # type: ignore[arg-type]
    )
    table.when(c.OpenPortAction())
    table.when(c.StartBuying())
    return table


@pytest.mark.rule("MM-379")
def test_captains_ships_and_what_lies_with_them_are_open_to_all() -> None:
    table = given(
        seats=3,
        captains=("francis_wright", "odette_lancelin", "joost_verhage"),
        damage={1: ("masts",)},
        bounties={1: {"spanish": 2}},
        modifications={1: ("chasers",)},
        weapons={1: ("chain_shot",)},
        specialists={1: ("g44:1",)},
        points={1: 3},
        mission="m01",
        glory={1: ("g01:1", "g02:1")},
    )
    assert table.state.seats[0].mission == "m01"
    for viewer in (None, 0, 1, 2):
        own, other = table.seat(1), seen(table, viewer, 1)
        for field in ("captain", "ship", "bounties", "weapons", "specialists", "points", "zone", "in_port"):
            expected = getattr(own, field)
            assert getattr(other, field) == ((expected,) if field == "captain" else expected), field
        assert other.ship is not None
        assert (other.ship.now.masts, other.ship.modifications) == (1, ("chasers",))
        mission = seen(table, viewer)
        assert (mission.mission, mission.mission_step) == ("m01", 0)
        if viewer != 1:
            assert (other.glory, other.cargo, other.rumors) == (Hidden(2), Hidden(0), Hidden(0)), "their numbers"


@pytest.mark.rule("MM-380", "MM-381", "MM-382", "MM-I23")
def test_cards_in_hand_and_on_board_are_seen_by_their_owner_alone() -> None:
    table = given(seats=3, glory={0: ("g01:1", "g22:1")}, cargo=("cocoa_1", "rum_1"), rumor="r02")
    own = seen(table, 0)
    assert (own.glory, own.cargo, own.rumors) == (("g01:1", "g22:1"), ("cocoa_1", "rum_1"), ("r02",))
    for viewer in (None, 1, 2):
        other = seen(table, viewer)
        assert (other.glory, other.cargo, other.rumors) == (Hidden(2), Hidden(2), Hidden(1))
        text = msgspec.json.encode(view(table.state, viewer)).decode()
        assert not [card for card in ("g01:1", "g22:1", "cocoa_1", "rum_1", "r02") if f'"{card}"' in text]


@pytest.mark.rule("MM-381")
def test_a_rumor_is_open_once_it_has_been_played() -> None:
    # The cove lies off Old Providence and is kept.
    table = given(at_sea={0: "old_providence"}, rumor="r06")
    assert seen(table, 1).rumors == Hidden(1)
    table.when(c.PlayRumor(), SKULL, SKULL, SKULL, SKULL)
    assert seen(table, 1).open_rumor == "r06"
    assert seen(table, None).rumors == ("r06",)
    table.after(e.RumorDrawn(0, "r02"), e.FrameOpened(f.ChooseRumor(0)))
    assert seen(table, 1).rumors == Hidden(2), "the one drawn beside it is covered"
    assert seen(table, 0).rumors == ("r06", "r02")


@pytest.mark.rule("MM-383")
def test_cards_of_a_raid_are_open_on_the_table_and_covered_on_board() -> None:
    table = merchant_found(next_cargo=CALM)
    table.when(c.RaidAs("english"), SKULL, 1, 1)
    assert isinstance(table.top, f.RaidSpend)
    for shown in by_all(table):
        assert [frame.table for frame in shown.stack if isinstance(frame, f.Raid)] == [CALM]
    table.when(c.RaidStop())
    table.when(c.TakeCard("cocoa_4"))
    for shown in by_all(table):
        assert (shown.seats[0].offer, shown.seats[0].lot) == (("cocoa_1", "cocoa_5"), ("cocoa_4",))
    table.when(c.FinishLot())
    assert [shown.seats[0].cargo for shown in by_all(table)] == [Hidden(1), ("cocoa_4",), Hidden(1)]


@pytest.mark.rule("MM-383")
def test_cards_of_a_naval_ship_are_open_until_they_are_on_board() -> None:
    table = two(npcs=NAVY, ships=("frigate", "sloop"), next_cargo=CALM)
    boarded_npc(table, "dutch")
    table.when(c.KeepOwnShip())
    assert table.top == f.BuyLot(0, "plunder", 0)
    assert {shown.seats[0].offer for shown in by_all(table)} == {CALM}
    table.when(c.TakeCard("cocoa_4"))
    table.when(c.FinishLot())
    assert [shown.seats[0].cargo for shown in by_all(table)] == [Hidden(1), ("cocoa_4",), Hidden(1)]


@pytest.mark.rule("MM-384")
def test_an_offer_of_goods_is_seen_by_the_buyer_alone() -> None:
    table = buying(gold=10)
    assert seen(table, 0).offer == ("food_1", "food_2", "food_3", "rum_1", "wood_1", "wood_2")
    table.when(c.TakeCard("food_2"))
    for viewer in (None, 1):
        assert (seen(table, viewer).offer, seen(table, viewer).lot) == (Hidden(5), Hidden(1))
        assert "cocoa_1" in view(table.state, viewer).cargo.discard, "a good in demand is discarded face up"
    before = [shown.seats[0].gold for shown in by_all(table)]
    table.when(c.FinishLot())
    assert before == [Secret(), 10, Secret()]
    assert [shown.seats[0].gold for shown in by_all(table)] == [Secret(), 9, Secret()]
    assert [shown.seats[0].cargo for shown in by_all(table)] == [Hidden(1), ("food_2",), Hidden(1)]


@pytest.mark.rule("MM-384", "MM-382")
def test_a_lot_for_sale_is_covered_until_it_is_sold() -> None:
    table = given(cargo=("rum_1", "rum_2"))
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_2"))
    assert [shown.seats[0].lot for shown in by_all(table)] == [Hidden(1), ("rum_2",), Hidden(1)]
    table.when(c.FinishSale())
    assert {shown.cargo.discard for shown in by_all(table)} == {("rum_2",)}


@pytest.mark.rule("MM-385")
def test_the_stash_is_the_owners_secret_until_he_declares() -> None:
    table = given(stash=40, points={0: 6})
    assert [shown.seats[0].stash for shown in by_all(table)] == [Secret(), 40, Secret()]
    table.when(c.DeclareVictory())
    assert [shown.seats[0].stash for shown in by_all(table)] == [40, 40, 40]
    assert [shown.seats[1].stash for shown in by_all(table)] == [Secret(), Secret(), 0]


@pytest.mark.rule("MM-385")
def test_all_stashes_are_open_when_the_game_is_over() -> None:
    table = given(stash=40, points={1: 10}).after(e.VictoryDeclared(1, 10, 0))
    table.end_round()
    assert table.state.result is not None
    assert [shown.seats[0].stash for shown in by_all(table)] == [40, 40, 40]


@pytest.mark.rule("MM-386")
@pytest.mark.parametrize(("open_gold", "others"), [(False, Secret()), (True, 7)])
def test_gold_on_board_is_the_owners_secret_unless_the_table_plays_with_open_gold(
    open_gold: bool, others: int | Secret
) -> None:
    table = given(gold=7, stash=3, open_gold=open_gold)
    assert [shown.seats[0].gold for shown in by_all(table)] == [others, 7, others]
    assert [shown.seats[0].stash for shown in by_all(table)] == [Secret(), 3, Secret()]


@pytest.mark.rule("MM-386", "MM-362")
@pytest.mark.parametrize(("stash", "gold"), [(0, 10), (3, 7), (10, 0), (25, 0)])
def test_open_gold_tells_what_a_small_stash_holds_when_a_new_captain_starts(stash: int, gold: int) -> None:
    """Covered gold does not, and the stash itself is shown to its owner alone."""
    for open_gold in (False, True):
        table = given(stash=stash, open_gold=open_gold)
        table.when(c.Retire())
        table.when(c.EndTurn())
        given_by_the_bank = table.when(c.ChooseShip("sloop")).happens(e.GoldChanged)
        others = gold if open_gold else Secret()
        assert [shown.seats[0].gold for shown in by_all(table)] == [others, gold, others]
        assert [shown.seats[0].stash for shown in by_all(table)] == [Secret(), stash, Secret()]
        assert redact(given_by_the_bank, 1) == e.GoldChanged(0, Secret(), "new_captain", covered=True)


@pytest.mark.rule("MM-386", "MM-231")
@pytest.mark.parametrize(("gold", "goal"), [((9, 2), "havana"), ((2, 9), "nassau")])
def test_a_pirates_move_tells_who_has_more_gold_and_no_amount(gold: tuple[int, int], goal: str) -> None:
    # Both captains are one zone away; the card of the next round moves the pirate Sloop.
    table = given(
        at_sea={0: "havana", 1: "nassau"}, npcs={"pirate_sloop": ("npc_ps_1", "tortuga")}, next_events=("doldrums",)
    )
    table.after(*(e.GoldChanged(seat, amount, "raid") for seat, amount in enumerate(gold)))
    assert table.end_round().happens(e.NpcMoved) == e.NpcMoved("pirate_sloop", "tortuga", goal, "hunt")
    assert [[own.gold for own in shown.seats] for shown in by_all(table)] == [
        [Secret(), Secret()],
        [gold[0], Secret()],
        [Secret(), gold[1]],
    ]


@pytest.mark.rule("MM-387")
def test_a_merchant_token_is_open_only_while_it_is_being_scouted() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"})
    for shown in by_all(table):
        assert (shown.merchant_zones, shown.merchants) == (tuple(ZONES), Hidden(17))
        assert shown.merchant_track == Hidden(0)
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    for shown in by_all(table):
        assert shown.decision == f.MerchantFound(0, "english", ("english", "spanish"))
        assert (shown.merchants, shown.merchant_track) == (Hidden(16), Hidden(1))
        assert "havana" not in shown.merchant_zones
    table.when(c.LetGo())
    for shown in by_all(table):
        assert shown.merchant_track == Hidden(1)
        assert not [frame for frame in shown.stack if isinstance(frame, f.MerchantFound | f.Raid)]


@pytest.mark.rule("MM-388", "MM-389")
def test_demand_pool_decks_and_covered_modifications_are_hidden_discards_open() -> None:
    table = given(cargo=("cocoa_1",)).after(e.CargoDiscarded(0, ("cocoa_1",), "room"), e.GloryDrawn(1, "g29:1"))
    table.after(e.GloryDiscarded(1, "g29:1"), e.ModificationRevealed("nassau", table.state.modifications["nassau"]))
    state = table.state
    for shown in by_all(table):
        assert shown.demand == state.demand
        assert shown.demand_pool == Hidden(8)
        piles = (shown.glory, shown.cargo, shown.rumor, shown.mission)
        assert all(isinstance(deck, Hidden) for deck in (shown.captains, shown.event_deck, *(pile.cards for pile in piles)))
        assert (shown.cargo.discard, shown.glory.discard) == (("cocoa_1",), ("g29:1",))
        assert shown.modifications == {"nassau": state.modifications["nassau"]}
        assert (shown.modification_ports, shown.face_down) == (tuple(PORTS), Hidden(15))


@pytest.mark.rule("MM-388")
def test_which_modification_came_to_which_port_is_hidden_from_its_owner_too() -> None:
    table = given(modifications={0: ("chasers", "swivel_guns", "long_guns")}, in_port={0: "nassau"})
    table.when(c.Retire())
    assert {shown.seats[0].returning for shown in by_all(table)} == {Hidden(3)}
    free = [port for port in PORTS if port not in table.state.modifications]
    table.when(c.PlaceModification(free[0]), draws=(1,))
    assert table.state.modifications[free[0]] == "swivel_guns"
    for shown in by_all(table):
        assert free[0] in shown.modification_ports
        assert shown.modifications == {}
        assert shown.seats[0].returning == Hidden(2)


@pytest.mark.rule("MM-379", "MM-160")
def test_modifications_of_a_ship_are_open_until_the_first_is_laid_out() -> None:
    table = given(gold=40, in_port={0: "st_john"}, modifications={0: ("chasers", "long_guns")})
    for command in (c.OpenPortAction(), c.VisitShipyard(), c.BuyShip("flute")):
        table.when(command)
    assert table.top == f.TransferModifications(0, sale=7)
    assert {shown.seats[0].returning for shown in by_all(table)} == {("chasers", "long_guns")}
    table.when(c.FinishTransfer())
    assert {shown.seats[0].returning for shown in by_all(table)} == {Hidden(2)}


@pytest.mark.rule("MM-380", "MM-338")
def test_a_winner_sees_the_hand_that_he_plunders_and_nobody_else_does() -> None:
    table = two(seats=3, ships=("frigate", "sloop", "sloop"), glory={1: ("g28:1", "g29:1")})
    boarded(table, winner=0)
    assert [shown.seats[1].glory for shown in by_all(table)] == [Hidden(2), Hidden(2), ("g28:1", "g29:1"), Hidden(2)]
    table.when(c.KeepOwnShip())
    assert table.top == f.Plunder(0, 1)
    hand = ("g28:1", "g29:1")
    assert [shown.seats[1].glory for shown in by_all(table)] == [Hidden(2), hand, hand, Hidden(2)]
    table.when(c.TakeGlory("g29:1"))
    assert {shown.seats[1].glory for shown in by_all(table)} == {Hidden(1), ("g28:1",)}
    assert [isinstance(shown.seats[0].glory, Hidden) for shown in by_all(table)] == [True, False, True, True]


@pytest.mark.rule("MM-382", "MM-388")
def test_every_good_can_be_named_whatever_the_hands_hold() -> None:
    # All cocoa is on board of the two captains, and the goods to choose from do not tell.
    table = given(in_port={0: "st_maarten"}, rumor="r17", cargo=("cocoa_7", "cocoa_8"))
    on_board = tuple(f"cocoa_{number}" for number in range(1, 7))
    table.after(e.OfferDrawn(1, on_board, ()), e.CargoTaken(1, on_board, (), "cargo"))
    table.when(c.OpenPortAction())
    table.when(c.PlayRumor(), SKULL, SKULL, SKULL)
    assert table.top == f.Choose(0, "good", GOODS)
    table.when(c.Choose("cocoa"))
    assert table.legal() == [c.DropCargo("cocoa_7"), c.DropCargo("cocoa_8"), c.FinishLot()]


@pytest.mark.rule("MM-024", "MM-025", "MM-I23")
def test_captains_and_ships_are_secret_until_all_have_chosen() -> None:
    table = Table(setup(Options(), 3, Chance(1)).state)
    dealt = [own.captain for own in table.state.seats]
    for chosen in range(3):
        for viewer in (None, 0, 1, 2):
            for seat in range(3):
                other = seen(table, viewer, seat)
                assert other.captain == ((dealt[seat],) if viewer == seat else Hidden(1))
                if viewer != seat:
                    assert (other.ship, other.zone) == (None, None), "also before and after the choice"
                elif seat < chosen:
                    assert other.ship is not None
        table.state = decide(table.state, chosen, c.ChooseShip(("sloop", "flute", "sloop")[chosen]), Chance(2)).state
    for viewer in (None, 0, 1, 2):
        assert [seen(table, viewer, seat).captain for seat in range(3)] == [(captain,) for captain in dealt]
        assert [ship.type for seat in range(3) if (ship := seen(table, viewer, seat).ship)] == ["sloop", "flute", "sloop"]


@pytest.mark.rule("MM-K06")
def test_who_decides_for_an_npc_sees_only_his_own_and_what_is_open() -> None:
    position = {"glory": {0: ("g01:1",), 1: ("g02:1",)}, "cargo": ("rum_1",), "rumor": "r02", "gold": 7}
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")}, **position)  # type: ignore[arg-type]
    table.when(c.ScoutNpc("dutch"), SKULL)
    table.when(c.Board())
    assert table.top == f.Declare(1, 1)
    other = seen(table, 1)
    assert (other.gold, other.cargo, other.glory, other.rumors) == (Secret(), Hidden(1), Hidden(1), Hidden(1))
    assert seen(table, 1, 1).glory == ("g02:1",)


# All positions of many games


def positions(seed: int, seats: int, options: Options) -> Iterator[State]:
    """Every fifth position of a game played at random."""
    chance = Chance(seed)
    state = setup(options, seats, chance).state
    for number in range(1200):
        if not to_act(state):
            return
        seat = to_act(state)[0]
        legal = [command for command in legal_commands(state, seat) if not isinstance(command, c.Retire)]
        state = decide(state, seat, legal[chance.below(len(legal))], chance).state
        if number % 5 == 0:
            yield state


def hidden_cards(state: State, viewer: int | None) -> set[str]:
    """The cards that lie where this viewer may not see them (MM-380, MM-381, MM-382, MM-383, MM-384, MM-385, MM-386,
    MM-387, MM-388, MM-389)."""
    hidden = {*state.glory.cards, *state.cargo.cards, *state.rumor.cards, *state.mission.cards, *state.event_deck}
    hidden |= {*state.captains}
    open_cards = {card for frame in state.stack if isinstance(frame, f.Window) for card in frame.withdrawn}
    for number, seat in enumerate(state.seats):
        if number == viewer:
            continue
        hidden |= {*seat.cargo, *seat.rumors} - {seat.open_rumor}
        plundered = any(isinstance(each, f.Plunder) and (each.seat, each.loser) == (viewer, number) for each in state.stack)
        hidden |= set() if plundered else {*seat.glory}
        if not seat.offer_open:
            hidden |= {*seat.offer, *seat.lot}
    return hidden - open_cards


@pytest.mark.rule("MM-I23", "MM-380", "MM-381", "MM-382", "MM-388")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_names_a_card_that_is_hidden_from_its_viewer(seats: int, windows: str) -> None:
    for state in positions(seats, seats, Options(windows=windows)):  # type: ignore[arg-type]
        for viewer in (None, *range(seats)):
            shown = view(state, viewer)
            named = set(msgspec.json.encode(shown).decode().split('"')[1::2])
            assert not named & hidden_cards(state, viewer)
            for number, (own, seat) in enumerate(zip(shown.seats, state.seats, strict=True)):
                secret = viewer != number
                assert isinstance(own.gold, Secret) == secret
                assert isinstance(own.stash, Secret) == (secret and not seat.declared and state.result is None)
            assert isinstance(shown.merchants, Hidden)
            assert isinstance(shown.merchant_track, Hidden)
            assert isinstance(shown.demand_pool, Hidden)
            assert isinstance(shown.face_down, Hidden)


@pytest.mark.rule("MM-I23")
def test_the_open_view_hides_nothing() -> None:
    for state in positions(7, 3, Options()):
        everything = open_view(state)
        text = msgspec.json.encode(everything).decode()
        assert '"hidden"' not in text
        assert [own.glory for own in everything.seats] == [own.glory for own in state.seats]
        assert everything.cargo.cards == state.cargo.cards
