"""What people see of a command: the beats of its scene. `Watched` checks for every viewer that they lead to the picture."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.texts import SILENT
from domain.scenes import BeatPiece, Gain, Moment, Move, Roll, Scene, Show, Turn

from .business import in_port_action
from .defeats import WON, boarded, two
from .drawn import PLAYERS, Drawn
from .fights import FOUND, against, at_havana
from .raiding import CALM, NO_SUCCESS, found
from .rumor_play import FALSE, TRUE, holding
from .scenario import SKULL, given
from .scenes import Watched
from .test_announced_cards import at_the_end_of_turn_one


def faces(roll: Roll, side: int = 0) -> list[str]:
    return [die.shows for die in roll.rolls[side].dice]


def ids(pieces: tuple[str | BeatPiece, ...]) -> list[str | None]:
    return [piece if isinstance(piece, str) else piece.id for piece in pieces]


def nameless(area: str, was: str | None = None) -> BeatPiece:
    """A piece that becomes the first in an area that the viewer cannot tell from others."""
    return BeatPiece(id=f"{area}/down", inside=area, down=True, was=was)


# Sailing, checks, rounds


@pytest.mark.rule("MM-059")
def test_a_ship_sails_by_one_move() -> None:
    watched = Watched(given(at_sea={0: "havana"}), c.Sail("nassau"))
    assert watched.one(Move).pieces == ("ship/0",)
    assert (watched.one(Move).to, watched.text) == ("nassau", "Anne sails from Havana to Nassau.")


@pytest.mark.rule("MM-075")
def test_scouting_rolls_its_dice_and_says_whether_it_was_enough() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"})
    watched = Watched(table, c.ScoutMerchant("roll"), SKULL, 1, 2)
    roll = watched.one(Roll)
    assert (roll.what, roll.needed, roll.won, roll.open) == ("Scouting for the merchant", 1, True, False)
    assert (faces(roll), roll.rolls[0].by, roll.rolls[0].total) == (["skull", "1", "2"], "ship/0", 1)
    assert [die.counts for die in roll.rolls[0].dice] == [True, False, False]
    assert ids(watched.one(Show, weight=1).pieces) == ["raid/merchant"]
    (found,) = watched.one(Move, to="merchant_track").pieces
    assert found == nameless("merchant_track", was="merchant/havana")


@pytest.mark.rule("MM-011")
def test_a_roll_that_may_be_repeated_waits_for_its_verdict() -> None:
    table = in_port_action(captains=("odette_lancelin", "joost_verhage"), gold=2)
    first = Watched(table, c.SeekRumor(), 1, 1, 1, 1).one(Roll)
    assert (first.won, first.open) == (None, True)
    again = Watched(table, c.Accept(), 1, 1, 2, SKULL).one(Roll)
    assert (again.won, again.open, again.what) == (True, False, "Influence to hear a rumor, rolled again")
    assert all(die.again for die in again.rolls[0].dice)


@pytest.mark.rule("MM-034", "MM-043")
def test_the_end_of_a_round_shows_the_next_event() -> None:
    table = given(next_events=("gale", "npc_en_1"), at_sea={0: "bridgetown"})
    table.when(c.EndTurn())
    watched = Watched(table, c.EndTurn())
    assert [beat.title for beat in watched.must_be_seen if isinstance(beat, Turn | Moment)] == ["Round 2", "Gale"]
    assert watched.one(Turn, round=2).by is None
    assert (watched.one(Turn, seat=0).title, watched.one(Turn, seat=0).by) == ("Anne's turn", "seat/0")
    assert ids(watched.one(Show, source="events").pieces) == ["gale"]


@pytest.mark.rule("MM-045")
def test_a_storm_rolls_check_by_check_and_counts_its_hits() -> None:
    table = given(next_events=("storm_1", "npc_en_1"), at_sea={0: "bridgetown"})
    table.end_round()
    watched = Watched(table, c.EndTurn(), 1, 2, 3, SKULL, SKULL, 1, 1, 4, 4, 4, 2)
    assert [(roll.what, roll.won) for roll in watched.all(Roll)] == [
        ("Seamanship in the storm", False),
        ("Seamanship in the storm", True),
        ("Seamanship in the storm", False),
    ]
    assert [(gain.at, gain.by, gain.now) for gain in watched.all(Gain)] == [
        ("seat/0/ship/hull", -1, 1),
        ("seat/0/ship/masts", -1, 1),
    ]


# Port business


@pytest.mark.rule("MM-088", "MM-089")
def test_a_sale_counts_gold_and_cargo_and_turns_a_demand_over() -> None:
    table = in_port_action(cargo=("rum_1", "rum_2"), demand={"port_royal": "rum"})
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    table.when(c.AddToSale("rum_2"))
    watched = Watched(table, c.FinishSale(), viewer=0)
    assert (watched.one(Gain, fact="gold").by, watched.one(Gain, fact="gold").now) == (12, 12)
    assert watched.one(Gain, at="seat/0/cargo").by == -2
    assert ids(watched.one(Move, to="cargo/discard").pieces) == ["rum_1", "rum_2"]
    assert ids(watched.one(Show, source="demand").pieces) == ["demand/port_royal"]
    assert watched.one(Gain, at="seat/0", fact="gold").text == "Anne sells 2 Rum for 12 gold."


def test_goods_bought_are_cards_for_their_owner_and_a_number_for_others() -> None:
    def bought(viewer: int | None) -> Watched:
        table = in_port_action(gold=10, next_cargo=("rum_1", "wood_1"), demand={"port_royal": "sugar"})
        table.when(c.StartBuying())
        table.when(c.TakeCard("rum_1"))
        return Watched(table, c.FinishLot(), viewer=viewer)

    own, others = bought(0).one(Move, to="seat/0/cargo"), bought(None).one(Move, to="seat/0/cargo")
    assert ids(own.pieces) == ["rum_1"]
    assert others.pieces == (nameless("seat/0/cargo"),)
    assert bought(0).one(Gain, fact="gold").now is not None
    assert (bought(None).one(Gain, fact="gold").by, bought(None).one(Gain, fact="gold").now) == (None, None)


@pytest.mark.rule("MM-105")
def test_a_new_ship_comes_from_the_supply_with_its_values() -> None:
    table = in_port_action(gold=40)
    table.when(c.VisitShipyard())
    watched = Watched(table, c.BuyShip("frigate"), viewer=0)
    assert ids(watched.one(Move, source="supply", to="seat/0/ship").pieces) == ["seat/0/ship/card"]
    assert watched.one(Gain, at="seat/0/ship/hull").by == table.seat().ship.now.hull - 2
    assert watched.one(Gain, fact="points").by == 1


def test_gold_goes_hidden_to_the_stash() -> None:
    def stashed(viewer: int | None) -> Watched:
        table = in_port_action(gold=10)
        table.when(c.StartStashing())
        return Watched(table, c.DepositGold("all"), viewer=viewer)

    assert [gain.by for gain in stashed(0).all(Gain)] == [-10, 10]
    assert [(gain.by, gain.now) for gain in stashed(1).all(Gain)] == [(None, None), (None, None)]
    assert stashed(1).text == "Anne stashes some gold."


# Rumors and missions


@pytest.mark.rule("MM-124")
@pytest.mark.parametrize(
    ("dice", "title", "tone"), [(TRUE, "The rumor is true", "good"), (FALSE, "The rumor is false", "bad")]
)
def test_a_rumor_is_shown_rolled_for_and_judged(dice: tuple[int, ...], title: str, tone: str) -> None:
    watched = Watched(holding("r07"), c.PlayRumor(), *dice)
    assert watched.one(Moment, weight=2, title=title).tone == tone
    assert watched.one(Roll).won == (tone == "good")
    assert ids(watched.one(Show, by="seat/0").pieces) == ["r07"]


def test_a_mission_that_is_done_must_be_seen() -> None:
    held = ("rum_1", "rum_2")
    table = in_port_action(in_port={0: "st_john"}, mission="m04", cargo=("wood_1", "wood_2", *held))
    table.when(c.WorkMission())
    port = next(port for port, token in table.state.modifications.items() if token == "chasers")
    watched = Watched(table, c.Choose(port))
    assert watched.one(Moment, weight=2).title == "Mission done"
    assert ids(watched.one(Move, to="mission/discard").pieces) == ["m04"]
    fitted = watched.one(Move, to="seat/0/modifications").pieces[0]
    assert isinstance(fitted, BeatPiece)
    assert (fitted.id, fitted.was) == ("seat/0/modification/chasers", f"modification/{port}")
    assert watched.one(Gain, fact="points").now == 1


# Raids


@pytest.mark.rule("MM-186", "MM-187")
def test_a_raid_shows_its_cards_rolls_and_tells_how_it_ends() -> None:
    watched = Watched(found(next_cargo=CALM), c.RaidAs("english"), *NO_SUCCESS)
    kinds = [type(beat).__name__ for beat in watched.scene if beat.weight]
    assert kinds == ["Moment", "Show", "Show", "Roll", "Moment", "Gain"]
    assert ids(watched.one(Show, source="cargo").pieces) == [*CALM]
    ended = watched.one(Moment, weight=2)
    assert (ended.title, ended.tone, ended.seat) == ("The raid succeeds", "good", 0)
    assert watched.one(Gain, fact="gold").by == 7
    assert watched.one(Move, to="seat/0/offer")


@pytest.mark.rule("MM-148")
def test_a_raid_shows_the_merchant_as_what_it_is_raided_and_says_the_same() -> None:
    """Whatever its token says."""
    table = found(zone="cartagena", token="english", next_cargo=("cocoa_1", "cocoa_2", "cocoa_4"))
    raided = Watched(table, c.RaidAs("spanish"), SKULL, 1, 1)
    (shown,) = raided.one(Show, weight=0).pieces
    assert (ids((shown,)), shown.face) == (["raid/merchant"], "merchant/spanish")
    assert raided.one(Moment, title="Raid").text == "Anne raids a Spanish merchant."
    drawn = Drawn(table, None)
    assert drawn.faces("raid") == ["merchant/spanish"]
    assert drawn.fact("raid", "nation") == "Spanish"


@pytest.mark.rule("MM-183")
def test_a_raid_that_fails_says_what_was_destroyed() -> None:
    watched = Watched(found(next_cargo=("cocoa_6", "cocoa_1", "cocoa_4")), c.RaidAs("english"), *NO_SUCCESS)
    assert [(beat.title, beat.text) for beat in watched.all(Moment) if beat.weight == 2] == [
        ("Cannons destroyed", "Anne takes 1 hit: Cannons destroyed."),
        ("The raid fails", "The raid fails, for Anne's Cannons are destroyed."),
    ]
    assert watched.one(Gain, at="seat/0/ship/cannons").now == 0
    assert ids(watched.one(Move, to="cargo/discard").pieces) == ["cocoa_6", "cocoa_1", "cocoa_4"]


@pytest.mark.rule("MM-182")
def test_a_merchant_that_escapes_must_be_seen() -> None:
    cards = ("cocoa_1", "cocoa_4", "cocoa_5", "cocoa_8")
    table = found(next_cargo=cards, ships=("flute", "sloop"))
    ended = Watched(table, c.RaidAs("english"), *NO_SUCCESS).one(Moment, weight=2)
    assert (ended.title, ended.tone) == ("The merchant escapes", "bad")
    assert "3 escape icons" in ended.text


@pytest.mark.rule("MM-179")
def test_successes_of_a_raid_are_counted_while_they_are_spent() -> None:
    table = found(next_cargo=(*CALM, "rum_1"))
    rolled = Watched(table, c.RaidAs("english"), SKULL, SKULL, 1)
    assert (rolled.one(Gain, fact="successes").by, rolled.one(Gain, fact="successes").now) == (2, 2)
    drawn = Watched(table, c.RaidDraw())
    assert ids(drawn.one(Show).pieces) == ["rum_1"]
    assert drawn.one(Gain, fact="successes").now == 1


# Battles


@pytest.mark.rule("MM-269", "MM-274", "MM-290")
def test_a_round_of_a_battle_shows_declarations_dice_and_hits() -> None:
    table = at_havana(1)
    table.when(c.ScoutCaptain(1), *FOUND)
    first = Watched(table, c.Shoot())
    assert first.one(Moment).title == "Anne: Shoot"
    watched = Watched(table, c.Shoot(), SKULL, SKULL, 3, 1, 2, 1, 2)
    assert watched.one(Moment, seat=1).title == "Bartholomew: Shoot"
    contest, where = watched.all(Roll)
    assert (contest.what, contest.winner, contest.open) == ("Contest, combat round 2", "ship/0", False)
    assert [side.by for side in contest.rolls] == ["ship/0", "ship/1"]
    assert [side.total for side in contest.rolls] == [2, 0]
    assert (where.what, faces(where)) == ("Where the hits fall", ["Masts"])
    hits = [(gain.at, gain.by, gain.now, gain.weight) for gain in watched.all(Gain)]
    assert hits == [("seat/1/ship/masts", -1, 1, 1), ("battle/1/ship/masts", -1, 1, 0)]


def test_the_ships_of_a_battle_come_into_sight_when_it_begins() -> None:
    watched = Watched(at_havana(npc="dutch"), c.ScoutNpc("dutch"), *FOUND)
    assert watched.one(Moment, title="Battle").at == ("battle", "ship/0", "npc/dutch")
    assert "battle/1/ship/hull" in ids(watched.one(Move, to="battle/1/ship").pieces)


def test_hits_on_a_naval_ship_are_counted_at_its_place_on_the_map() -> None:
    table = against("dutch")
    table.when(c.Shoot())
    watched = Watched(table, c.Shoot(), SKULL, SKULL, SKULL, 1, 1, 1, 2)
    assert [(gain.at, gain.fact, gain.by) for gain in watched.all(Gain)] == [
        ("npc/dutch", "masts", -1),
        ("battle/1/ship/masts", "now", -1),
    ]


@pytest.mark.rule("MM-282", "MM-354")
def test_a_sunk_ship_and_its_captain_must_be_seen() -> None:
    table = two(ships=("frigate", "sloop"))
    table.when(c.ScoutCaptain(1), SKULL, 1, 1, *WON, SKULL, SKULL, SKULL)
    table.when(c.AssignX("hull"))
    table.when(c.AssignX("hull"))
    watched = Watched(table, c.AssignX("masts"))
    titles = [beat.title for beat in watched.must_be_seen if isinstance(beat, Moment)]
    assert titles == ["Hull destroyed", "Sunk", "Captain lost"]
    assert watched.one(Gain, at="seat/1/ship/hull").by == -2
    gone = watched.one(Moment, title="Captain lost")
    assert (gone.tone, gone.seat) == ("bad", 1)
    assert ids(watched.one(Move, to="captains/gone").pieces) == ["joost_verhage"]
    assert (watched.one(Moment, title="Sunk").seat, watched.one(Moment, title="Sunk").tone) == (0, "good")


@pytest.mark.rule("MM-305", "MM-306")
def test_crew_combat_rolls_both_crews_round_by_round() -> None:
    table = two(ships=("frigate", "sloop"))
    table.when(c.ScoutCaptain(1), SKULL)
    table.when(c.Board())
    watched = Watched(table, c.Shoot(), SKULL, SKULL, 1, 1, 1, *(1,) * 5, *WON)
    assert [roll.what for roll in watched.all(Roll)] == [
        "Contest, combat round 2",
        "Crew combat, round 1",
        "Crew combat, round 2",
    ]
    assert len(watched.all(Roll)[2].rolls) == 2
    assert watched.one(Moment, title="Beaten in crew combat").at == ("ship/0", "battle")


def test_rounds_of_crew_combat_that_share_a_sentence_share_a_roll() -> None:
    rounds = [e.CrewRoundRolled(number, (1, 2), (3,), 0, 0, (0, "r22")) for number in (2, 3, 4)]
    tale = GAME.words.tell(rounds, PLAYERS[:2], Options())
    assert [(beat.what, len(beat.rolls)) for beat in tale.beats if isinstance(beat, Roll)] == [
        ("Crew combat, rounds 2 to 4", 6)
    ]


@pytest.mark.rule("MM-338")
def test_a_rumor_that_a_winner_takes_is_seen_by_both_captains_alone() -> None:
    def taken(viewer: int | None) -> list[Move]:
        table = two(rumor="r12")
        boarded(table, winner=1)
        table.when(c.DeclineReward())
        table.when(c.KeepOwnShip())
        return Watched(table, c.TakeRumor(), viewer=viewer).all(Move)

    lost, won = (move.pieces for viewer in (0, 1) for move in taken(viewer))
    assert lost == (nameless("seat/1/rumors", was="r12"),)
    assert ids(won) == ["r12"]
    assert taken(None) == []


# The end


@pytest.mark.rule("MM-369", "MM-370")
def test_the_point_that_decides_and_the_end_must_be_seen() -> None:
    table = in_port_action(in_port={0: "st_john"}, mission="m04", cargo=("wood_1", "wood_2"), points={0: 9})
    table.when(c.WorkMission())
    port = next(port for port, token in table.state.modifications.items() if token == "chasers")
    watched = Watched(table, c.Choose(port))
    assert watched.one(Gain, fact="points").weight == 2
    assert ids(watched.one(Move, to="glory_track/10").pieces) == ["marker/0"]
    assert watched.one(Moment, title="Last round").at == ("marker/0", "seat/0")
    table.when(c.EndPortAction())
    table.when(c.EndTurn())
    ended = Watched(table, c.EndTurn())
    assert ended.one(Moment, title="The game is over").at == ("seat/0",)


# Hidden things


def test_an_announced_card_is_covered_for_others() -> None:
    def announced(viewer: int | None) -> Move:
        table = at_the_end_of_turn_one(glory={0: ("g09:1",), 1: ("g09:2", "g01:1")}, bounties={2: {"french": 1}})
        return Watched(table, c.Announce("g09:2"), viewer=viewer).one(Move, to="seat/1/announced")

    assert ids(announced(1).pieces) == ["g09:2"]
    assert announced(0).pieces == announced(None).pieces == (nameless("seat/1/announced"),)


def test_twins_see_the_same_scene() -> None:
    """The card that another captain earns is another one of the deck."""

    def scene(drawn: str) -> Scene:
        return Watched(
            given(next_glory=(drawn,), rumor="r01", at_sea={0: "caribbean_sea"}), c.PlayRumor(), *TRUE, viewer=1
        ).scene

    assert scene("g01:1") == scene("g09:1")


def test_a_battle_that_nobody_won_at_sea_is_not_told_for_who_dies_in_the_next() -> None:
    ended, begun = e.BattleEnded("pirate_sloop", "crew"), e.BattleStarted("pirate_sloop", 1, None)

    told = GAME.words.tell([ended, begun, e.CaptainDied(1, "francis_wright")], PLAYERS, Options())

    first = told.beats[0]
    assert isinstance(first, Moment)
    assert (first.title, first.tone, first.seat) == ("Beaten in crew combat", "neutral", None)


def test_titles_and_questions_that_would_be_too_long_say_the_short_thing() -> None:
    name = "Bartholomew Archibald Featherstonehaugh"

    told = GAME.words.tell([e.ActionDeclared(0, 1, "shoot"), e.CaptainTurnStarted(0, 1)], [name, "Bo"], Options())

    titles = [beat.title for beat in told.beats if isinstance(beat, Moment | Turn) and beat.title]
    assert titles == ["Shoot", "The turn of seat 1"]


def test_every_event_that_is_silent_has_a_reason() -> None:
    assert all(SILENT.values())
