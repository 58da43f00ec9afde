"""Answers to the decisions of raids, battles, effects and windows (D-15 to D-31)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain
from domain.kit.stack import nearest

from .. import commands as c
from .. import effects, raids, rumors, scouting
from ..battle import aftermath, hits, naval
from ..cards import windows
from ..cards.feasibility import why_not
from ..cards.targets import employed
from ..content import LOCATIONS, NATIONS, WEAPONS, glory_card
from ..flow import close, leave
from ..frames import (
    AcceptOffer,
    AssignX,
    Battle,
    Choose,
    ClaimReward,
    ClaimShip,
    Declare,
    FireChasers,
    HitResponse,
    MerchantFound,
    Plunder,
    Raid,
    RaidSpend,
    RaidWeapons,
    React,
    Reroll,
    ResolveCard,
    RumorCheck,
    Scouting,
    Volley,
    Window,
)
from ..refusals import refuse, require
from ..state import GLORY_LIMIT, Recorder, State, afloat, at_war, nation_of, ship_of
from ..state.sides import may_flee, side_of

# Raids


def _whole(state: State, seat: int) -> bool:
    now = ship_of(state, seat).now
    return bool(now.hull and now.cargo and now.masts and now.crew and now.cannons)


def _raid_as(state: State, frame: MerchantFound, command: c.RaidAs) -> None:
    """With a destroyed location the merchant must be let go (MM-172, MM-173)."""
    require(command.nation in frame.choices, "nation_not_possible")
    require(_whole(state, frame.seat), "location_destroyed")


def _spend_weapon(state: State, frame: RaidWeapons, command: c.SpendWeapon) -> None:
    require(command.weapon in state.seats[frame.seat].weapons, "not_owned")
    require(raids.failed_dice(nearest(state, Raid)), "no_failed_die")


def _success(state: State) -> Raid:
    raid = nearest(state, Raid)
    require(raid.successes, "no_success_left")
    return raid


def _can_draw(state: State) -> bool:
    """Whether the cargo deck or its discard pile has a card (MM-180)."""
    return bool(state.cargo.cards or state.cargo.discard)


def _raid_draw(state: State, frame: RaidSpend, command: c.RaidDraw) -> None:
    _success(state)
    require(_can_draw(state), "deck_empty")


def _raid_discard(state: State, frame: RaidSpend, command: c.RaidDiscard) -> None:
    require(command.card in _success(state).table, "card_not_on_table")


def _raid_exchange(state: State, frame: RaidSpend, command: c.RaidExchange) -> None:
    raid = nearest(state, Raid)
    if not command.free:
        _success(state)
    require(command.card in raid.table, "card_not_on_table")
    require(not command.free or raids.free_exchange(state), "ability_used")
    require(_can_draw(state), "deck_empty")


def _exchanges(state: State, frame: RaidSpend) -> list[c.RaidExchange]:
    table = nearest(state, Raid).table
    return [c.RaidExchange(card, free) for card in table for free in (False, True)]


# Battles


def _board(state: State, frame: Declare, command: c.Board) -> None:
    """Not in the first round (MM-267), nor without Crew or Masts (MM-268)."""
    fight = nearest(state, Battle)
    require(fight.round > 1, "first_round_shoot_only")
    now = afloat(state, side_of(fight, frame.side).who)
    require(now.crew, "crew_destroyed")
    require(now.masts, "masts_destroyed")


def _flee(state: State, frame: Declare, command: c.Flee) -> None:
    """Not in the first round (MM-267), nor without Masts (MM-268). NPCs flee only if they are weaker (MM-250)."""
    fight = nearest(state, Battle)
    require(fight.round > 1, "first_round_shoot_only")
    require(afloat(state, side_of(fight, frame.side).who).masts, "masts_destroyed")
    require(may_flee(state, frame.side), "npc_may_not_flee")


def _mark(state: State, frame: Reroll, command: c.MarkDie) -> None:
    own = side_of(nearest(state, Battle), frame.side)
    dice = own.dice if frame.roll == "contest" else own.locations
    require(0 <= command.index < len(dice), "no_such_die")
    require(command.index not in frame.marked, "already_marked")
    require(not frame.most or len(frame.marked) < frame.most, "die_limit_reached")


def _reroll(state: State, frame: Reroll, command: c.RerollMarked) -> None:
    require(frame.marked, "nothing_marked")


def _dice(state: State, frame: Reroll) -> list[c.MarkDie]:
    own = side_of(nearest(state, Battle), frame.side)
    return [c.MarkDie(index) for index in range(len(own.dice if frame.roll == "contest" else own.locations))]


def _shot(state: State, frame: Volley, weapon: str) -> None:
    """One kind a volley (MM-318), on the hits of the guns only (MM-319)."""
    require(weapon in state.seats[frame.seat].weapons, "not_owned")
    require(not side_of(nearest(state, Battle), frame.side).shot, "shot_already_used")
    require(not frame.by_card, "shot_not_allowed")


def _chain(state: State, frame: Volley, command: c.UseChainShot) -> None:
    _shot(state, frame, "chain_shot")


def _grape(state: State, frame: Volley, command: c.UseGrapeshot) -> None:
    _shot(state, frame, "grapeshot")


def _set_location(state: State, frame: Volley, command: c.SetLocation) -> None:
    own = side_of(nearest(state, Battle), frame.side)
    require(own.picks, "not_allowed")
    require(0 <= command.index < len(own.locations), "no_such_die")
    require(command.location != "hull", "hull_not_allowed")


def _settings(state: State, frame: Volley) -> list[c.SetLocation]:
    own = side_of(nearest(state, Battle), frame.side)
    places = ("cargo", "masts", "crew", "cannons")
    return [c.SetLocation(index, place) for index in range(len(own.locations)) for place in places] if own.picks else []


def _assign(state: State, frame: AssignX, command: c.AssignX) -> None:
    require(command.location in LOCATIONS, "no_such_location")


def _absorb(state: State, frame: HitResponse, command: c.Absorb) -> None:
    shields = hits.shields(state, frame.seat)
    require(command.source in shields, "not_available")
    require(frame.location in shields[command.source].locations, "wrong_location")


def _move_hit(state: State, frame: HitResponse, command: c.MoveHit) -> None:
    require(hits.may_move_hit(state, frame.seat), "ability_used")
    require(command.location != frame.location, "same_location")


def _claim_reward(state: State, frame: ClaimReward, command: c.ClaimReward) -> None:
    """Not from a nation that wants the winner or is at war with the winner (MM-201)."""
    require(command.nation in state.seats[frame.loser].bounties, "no_such_bounty")
    require(command.nation not in state.seats[frame.seat].bounties, "winner_wanted")
    require(not at_war(state, command.nation, nation_of(state, frame.seat)), "nation_at_war")


def _take_ship(state: State, frame: ClaimShip, command: c.TakeShip) -> None:
    require(aftermath.claimable(state, frame.seat, frame.loser), "ship_not_in_supply")


def _take_weapon(state: State, frame: Plunder, command: c.TakeWeapon) -> None:
    require(command.weapon in state.seats[frame.loser].weapons, "not_available")
    require(command.weapon not in state.seats[frame.seat].weapons, "already_owned")


def _take_glory(state: State, frame: Plunder, command: c.TakeGlory) -> None:
    require(command.card in state.seats[frame.loser].glory, "not_available")


def _take_rumor(state: State, frame: Plunder, command: c.TakeRumor) -> None:
    require(state.seats[frame.loser].rumors, "not_available")


def _take_specialist(state: State, frame: Plunder, command: c.TakeSpecialist) -> None:
    """Not of a type already employed (MM-339)."""
    require(command.card in state.seats[frame.loser].specialists, "not_available")
    require(glory_card(command.card).specialist not in employed(state, frame.seat), "already_employed")


# Effects and windows


def _choose(state: State, frame: Choose, command: c.Choose) -> None:
    require(command.option in frame.options, "option_not_offered")


def _accept(state: State, frame: AcceptOffer, command: c.Accept) -> None:
    require(frame.what != "start_raid" or _whole(state, frame.seat), "location_destroyed")


def accept(recorder: Recorder, frame: AcceptOffer, command: c.Accept, rng: Rng) -> None:
    """Accepts a re-roll of the process below, or an optional effect of a card."""
    if frame.what != "reroll":
        effects.accept(recorder, frame, command, rng)
        return
    below = recorder.state.stack[-2]
    close(recorder)
    if isinstance(below, RumorCheck):
        rumors.reroll(recorder, frame, rng)
    else:
        assert isinstance(below, Scouting)
        scouting.reroll(recorder, frame, rng)


def _announce(state: State, frame: React, command: c.Announce) -> None:
    own = state.seats[frame.seat]
    card = c.named(command.card)
    require(card in own.glory, "not_in_hand")
    require(glory_card(card).timing == frame.timing, "wrong_timing")
    require(card not in nearest(state, Window).withdrawn, "withdrawn_before")
    code = why_not(state, frame.seat, card)
    if code is not None:
        refuse(code)
    require(len(own.glory) <= GLORY_LIMIT, "hand_over_limit")


def _still(state: State, frame: ResolveCard, command: c.PlayAnnounced) -> None:
    card = state.seats[frame.seat].announced
    require(card is not None and why_not(state, frame.seat, card) is None, "condition_not_met")


FIGHTS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    MerchantFound: {
        c.RaidAs: Answer(scouting.raid_as, lambda s, f: [c.RaidAs(nation) for nation in NATIONS], _raid_as),
        c.LetGo: Answer(scouting.let_go, plain(c.LetGo()), always),
    },
    RaidWeapons: {
        c.SpendWeapon: Answer(raids.spend_weapon, lambda s, f: [c.SpendWeapon(each) for each in WEAPONS], _spend_weapon),
        c.FinishWeapons: Answer(leave, plain(c.FinishWeapons()), always),
    },
    RaidSpend: {
        c.RaidDraw: Answer(raids.raid_draw, plain(c.RaidDraw()), _raid_draw),
        c.RaidDiscard: Answer(
            raids.raid_discard, lambda s, f: [c.RaidDiscard(card) for card in nearest(s, Raid).table], _raid_discard
        ),
        c.RaidExchange: Answer(raids.raid_exchange, _exchanges, _raid_exchange),
        c.RaidStop: Answer(raids.raid_stop, plain(c.RaidStop()), always),
    },
    Declare: {
        c.Shoot: Answer(naval.shoot, plain(c.Shoot()), always),
        c.Board: Answer(naval.board, plain(c.Board()), _board),
        c.Flee: Answer(naval.flee, plain(c.Flee()), _flee),
    },
    Reroll: {
        c.MarkDie: Answer(naval.mark_die, _dice, _mark),
        c.RerollMarked: Answer(naval.reroll_marked, plain(c.RerollMarked()), _reroll),
        c.KeepDice: Answer(leave, plain(c.KeepDice()), always),
    },
    Volley: {
        c.UseChainShot: Answer(naval.use_chain_shot, plain(c.UseChainShot()), _chain),
        c.UseGrapeshot: Answer(naval.use_grapeshot, plain(c.UseGrapeshot()), _grape),
        c.SetLocation: Answer(naval.set_location, _settings, _set_location),
        c.FinishVolley: Answer(leave, plain(c.FinishVolley()), always),
    },
    AssignX: {
        c.AssignX: Answer(naval.assign_x, lambda s, f: [c.AssignX(place) for place in LOCATIONS], _assign),
    },
    HitResponse: {
        c.Absorb: Answer(hits.absorb, lambda s, f: [c.Absorb("reinforced_hull"), c.Absorb("surgeon")], _absorb),
        c.MoveHit: Answer(hits.move_hit, lambda s, f: [c.MoveHit(place) for place in LOCATIONS], _move_hit),
        c.AcceptHit: Answer(hits.accept_hit, plain(c.AcceptHit()), always),
    },
    FireChasers: {
        c.FireChasers: Answer(naval.fire_chasers, plain(c.FireChasers()), always),
        c.HoldChasers: Answer(leave, plain(c.HoldChasers()), always),
    },
    ClaimReward: {
        c.ClaimReward: Answer(
            aftermath.claim_reward, lambda s, f: [c.ClaimReward(nation) for nation in NATIONS], _claim_reward
        ),
        c.DeclineReward: Answer(leave, plain(c.DeclineReward()), always),
    },
    ClaimShip: {
        c.TakeShip: Answer(aftermath.take_ship, plain(c.TakeShip()), _take_ship),
        c.KeepOwnShip: Answer(leave, plain(c.KeepOwnShip()), always),
    },
    Plunder: {
        c.TakeWeapon: Answer(aftermath.take_weapon, lambda s, f: [c.TakeWeapon(each) for each in WEAPONS], _take_weapon),
        c.TakeGlory: Answer(
            aftermath.take_glory, lambda s, f: [c.TakeGlory(card) for card in s.seats[f.loser].glory], _take_glory
        ),
        c.TakeRumor: Answer(aftermath.take_rumor, plain(c.TakeRumor()), _take_rumor),
        c.TakeSpecialist: Answer(
            aftermath.take_specialist,
            lambda s, f: [c.TakeSpecialist(card) for card in s.seats[f.loser].specialists],
            _take_specialist,
        ),
        c.FinishPlunder: Answer(leave, plain(c.FinishPlunder()), always),
    },
    Choose: {c.Choose: Answer(effects.choose, lambda s, f: [c.Choose(option) for option in f.options], _choose)},
    AcceptOffer: {
        c.Accept: Answer(accept, plain(c.Accept()), _accept),
        c.Decline: Answer(leave, plain(c.Decline()), always),
    },
    React: {
        c.Announce: Answer(windows.announce, lambda s, f: [c.Announce(card) for card in s.seats[f.seat].glory], _announce),
        c.Pass: Answer(windows.pass_window, plain(c.Pass()), always),
    },
    ResolveCard: {
        c.PlayAnnounced: Answer(windows.play_announced, plain(c.PlayAnnounced()), _still),
        c.WithdrawCard: Answer(windows.withdraw_card, plain(c.WithdrawCard()), always),
    },
}
