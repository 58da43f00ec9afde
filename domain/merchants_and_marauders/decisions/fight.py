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
from ..state import GLORY_LIMIT, Recorder, State, afloat, at_war, nation_of, ship_of
from ..state.sides import may_flee, side_of
from . import figures

# Raids


def _whole(state: State, seat: int) -> bool:
    now = ship_of(state, seat).now
    return bool(now.hull and now.cargo and now.masts and now.crew and now.cannons)


def _raid_as(state: State, frame: MerchantFound, command: c.RaidAs) -> str | None:
    """With a destroyed location the merchant must be let go (MM-172, MM-173)."""
    if command.nation not in frame.choices:
        return "nation_not_possible"
    return None if _whole(state, frame.seat) else "location_destroyed"


def _spend_weapon(state: State, frame: RaidWeapons, command: c.SpendWeapon) -> str | None:
    if command.weapon not in state.seats[frame.seat].weapons:
        return "not_owned"
    return None if raids.failed_dice(nearest(state, Raid)) else "no_failed_die"


def _can_draw(state: State) -> bool:
    """Whether the cargo deck or its discard pile has a card (MM-180)."""
    return bool(state.cargo.cards or state.cargo.discard)


def _raid_draw(state: State, frame: RaidSpend, command: c.RaidDraw) -> str | None:
    if not nearest(state, Raid).successes:
        return "no_success_left"
    return None if _can_draw(state) else "deck_empty"


def _raid_discard(state: State, frame: RaidSpend, command: c.RaidDiscard) -> str | None:
    raid = nearest(state, Raid)
    if not raid.successes:
        return "no_success_left"
    return "card_not_on_table" if command.card not in raid.table else None


def _raid_exchange(state: State, frame: RaidSpend, command: c.RaidExchange) -> str | None:
    raid = nearest(state, Raid)
    if not command.free and not raid.successes:
        return "no_success_left"
    if command.card not in raid.table:
        return "card_not_on_table"
    if command.free and not raids.free_exchange(state):
        return "ability_used"
    return None if _can_draw(state) else "deck_empty"


def _exchanges(state: State, frame: RaidSpend) -> list[c.RaidExchange]:
    table = nearest(state, Raid).table
    return [c.RaidExchange(card, free) for card in table for free in (False, True)]


# Battles


def _board(state: State, frame: Declare, command: c.Board) -> str | None:
    """Not in the first round (MM-267), nor without Crew or Masts (MM-268)."""
    fight = nearest(state, Battle)
    if fight.round <= 1:
        return "first_round_shoot_only"
    now = afloat(state, side_of(fight, frame.side).who)
    if not now.crew:
        return "crew_destroyed"
    return None if now.masts else "masts_destroyed"


def _flee(state: State, frame: Declare, command: c.Flee) -> str | None:
    """Not in the first round (MM-267), nor without Masts (MM-268). NPCs flee only if they are weaker (MM-250)."""
    fight = nearest(state, Battle)
    if fight.round <= 1:
        return "first_round_shoot_only"
    if not afloat(state, side_of(fight, frame.side).who).masts:
        return "masts_destroyed"
    return None if may_flee(state, frame.side) else "npc_may_not_flee"


def _mark(state: State, frame: Reroll, command: c.MarkDie) -> str | None:
    own = side_of(nearest(state, Battle), frame.side)
    dice = own.dice if frame.roll == "contest" else own.locations
    if not (0 <= command.index < len(dice)):
        return "no_such_die"
    if command.index in frame.marked:
        return "already_marked"
    return "die_limit_reached" if frame.most and len(frame.marked) >= frame.most else None


def _reroll(state: State, frame: Reroll, command: c.RerollMarked) -> str | None:
    return None if frame.marked else "nothing_marked"


def _dice(state: State, frame: Reroll) -> list[c.MarkDie]:
    own = side_of(nearest(state, Battle), frame.side)
    return [c.MarkDie(index) for index in range(len(own.dice if frame.roll == "contest" else own.locations))]


def _shot(state: State, frame: Volley, weapon: str) -> str | None:
    """One kind a volley (MM-318), on the hits of the guns only (MM-319)."""
    if weapon not in state.seats[frame.seat].weapons:
        return "not_owned"
    if side_of(nearest(state, Battle), frame.side).shot:
        return "shot_already_used"
    return "shot_not_allowed" if frame.by_card else None


def _chain(state: State, frame: Volley, command: c.UseChainShot) -> str | None:
    return _shot(state, frame, "chain_shot")


def _grape(state: State, frame: Volley, command: c.UseGrapeshot) -> str | None:
    return _shot(state, frame, "grapeshot")


def _set_location(state: State, frame: Volley, command: c.SetLocation) -> str | None:
    own = side_of(nearest(state, Battle), frame.side)
    if not own.picks:
        return "not_allowed"
    if not (0 <= command.index < len(own.locations)):
        return "no_such_die"
    return "hull_not_allowed" if command.location == "hull" else None


def _settings(state: State, frame: Volley) -> list[c.SetLocation]:
    own = side_of(nearest(state, Battle), frame.side)
    places = ("cargo", "masts", "crew", "cannons")
    return [c.SetLocation(index, place) for index in range(len(own.locations)) for place in places] if own.picks else []


def _assign(state: State, frame: AssignX, command: c.AssignX) -> str | None:
    return "no_such_location" if command.location not in LOCATIONS else None


def _absorb(state: State, frame: HitResponse, command: c.Absorb) -> str | None:
    shields = hits.shields(state, frame.seat)
    if command.source not in shields:
        return "not_available"
    return "wrong_location" if frame.location not in shields[command.source].locations else None


def _move_hit(state: State, frame: HitResponse, command: c.MoveHit) -> str | None:
    if not hits.may_move_hit(state, frame.seat):
        return "ability_used"
    return "same_location" if command.location == frame.location else None


def _claim_reward(state: State, frame: ClaimReward, command: c.ClaimReward) -> str | None:
    """Not from a nation that wants the winner or is at war with the winner (MM-201)."""
    if command.nation not in state.seats[frame.loser].bounties:
        return "no_such_bounty"
    if command.nation in state.seats[frame.seat].bounties:
        return "winner_wanted"
    return "nation_at_war" if at_war(state, command.nation, nation_of(state, frame.seat)) else None


def _take_ship(state: State, frame: ClaimShip, command: c.TakeShip) -> str | None:
    return None if aftermath.claimable(state, frame.seat, frame.loser) else "ship_not_in_supply"


def _take_weapon(state: State, frame: Plunder, command: c.TakeWeapon) -> str | None:
    if command.weapon not in state.seats[frame.loser].weapons:
        return "not_available"
    return "already_owned" if command.weapon in state.seats[frame.seat].weapons else None


def _take_glory(state: State, frame: Plunder, command: c.TakeGlory) -> str | None:
    return "not_available" if command.card not in state.seats[frame.loser].glory else None


def _take_rumor(state: State, frame: Plunder, command: c.TakeRumor) -> str | None:
    return None if state.seats[frame.loser].rumors else "not_available"


def _take_specialist(state: State, frame: Plunder, command: c.TakeSpecialist) -> str | None:
    """Not of a type already employed (MM-339)."""
    if command.card not in state.seats[frame.loser].specialists:
        return "not_available"
    return "already_employed" if glory_card(command.card).specialist in employed(state, frame.seat) else None


# Effects and windows


def _choose(state: State, frame: Choose, command: c.Choose) -> str | None:
    return "option_not_offered" if command.option not in frame.options else None


def _accept(state: State, frame: AcceptOffer, command: c.Accept) -> str | None:
    return "location_destroyed" if frame.what == "start_raid" and not _whole(state, frame.seat) else None


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


def _announce(state: State, frame: React, command: c.Announce) -> str | None:
    own = state.seats[frame.seat]
    card = c.named(command.card)
    if card not in own.glory:
        return "not_in_hand"
    if glory_card(card).timing != frame.timing:
        return "wrong_timing"
    if card in nearest(state, Window).withdrawn:
        return "withdrawn_before"
    code = why_not(state, frame.seat, card)
    if code is not None:
        return code
    return "hand_over_limit" if len(own.glory) > GLORY_LIMIT else None


def _still(state: State, frame: ResolveCard, command: c.PlayAnnounced) -> str | None:
    card = state.seats[frame.seat].announced
    return "condition_not_met" if card is None or why_not(state, frame.seat, card) is not None else None


FIGHTS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    MerchantFound: {
        c.RaidAs: Answer(scouting.raid_as, lambda s, f: [c.RaidAs(nation) for nation in NATIONS], _raid_as),
        c.LetGo: Answer(scouting.let_go, plain(c.LetGo()), always),
    },
    RaidWeapons: {
        c.SpendWeapon: Answer(
            raids.spend_weapon,
            lambda s, f: [c.SpendWeapon(each) for each in WEAPONS],
            _spend_weapon,
            figures=figures.OWN_WEAPON,
        ),
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
        c.Flee: Answer(naval.flee, plain(c.Flee()), _flee, figures=figures.FLIGHT),
    },
    Reroll: {
        c.MarkDie: Answer(naval.mark_die, _dice, _mark, figures=figures.MARKS),
        c.RerollMarked: Answer(naval.reroll_marked, plain(c.RerollMarked()), _reroll),
        c.KeepDice: Answer(leave, plain(c.KeepDice()), always),
    },
    Volley: {
        c.UseChainShot: Answer(naval.use_chain_shot, plain(c.UseChainShot()), _chain, figures=figures.CHAIN_SHOT),
        c.UseGrapeshot: Answer(naval.use_grapeshot, plain(c.UseGrapeshot()), _grape, figures=figures.GRAPESHOT),
        c.SetLocation: Answer(naval.set_location, _settings, _set_location),
        c.FinishVolley: Answer(leave, plain(c.FinishVolley()), always),
    },
    AssignX: {
        c.AssignX: Answer(naval.assign_x, lambda s, f: [c.AssignX(place) for place in LOCATIONS], _assign),
    },
    HitResponse: {
        c.Absorb: Answer(
            hits.absorb, lambda s, f: [c.Absorb("reinforced_hull"), c.Absorb("surgeon")], _absorb, figures=figures.SHIELD
        ),
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
        c.TakeShip: Answer(aftermath.take_ship, plain(c.TakeShip()), _take_ship, figures=figures.CLAIMED_SHIP),
        c.KeepOwnShip: Answer(leave, plain(c.KeepOwnShip()), always),
    },
    Plunder: {
        c.TakeWeapon: Answer(
            aftermath.take_weapon,
            lambda s, f: [c.TakeWeapon(each) for each in WEAPONS],
            _take_weapon,
            figures=figures.LOSERS_WEAPON,
        ),
        c.TakeGlory: Answer(
            aftermath.take_glory,
            lambda s, f: [c.TakeGlory(card) for card in s.seats[f.loser].glory],
            _take_glory,
            figures=figures.LOSERS_GLORY,
        ),
        c.TakeRumor: Answer(aftermath.take_rumor, plain(c.TakeRumor()), _take_rumor, figures=figures.LOSERS_RUMOR),
        c.TakeSpecialist: Answer(
            aftermath.take_specialist,
            lambda s, f: [c.TakeSpecialist(card) for card in s.seats[f.loser].specialists],
            _take_specialist,
            figures=figures.LOSERS_SPECIALIST,
        ),
        c.FinishPlunder: Answer(leave, plain(c.FinishPlunder()), always),
    },
    Choose: {c.Choose: Answer(effects.choose, lambda s, f: [c.Choose(option) for option in f.options], _choose)},
    AcceptOffer: {
        c.Accept: Answer(accept, plain(c.Accept()), _accept),
        c.Decline: Answer(leave, plain(c.Decline()), always),
    },
    React: {
        c.Announce: Answer(
            windows.announce,
            lambda s, f: [c.Announce(card) for card in s.seats[f.seat].glory],
            _announce,
            figures=figures.FULL_HAND,
        ),
        c.Pass: Answer(windows.pass_window, plain(c.Pass()), always),
    },
    ResolveCard: {
        c.PlayAnnounced: Answer(windows.play_announced, plain(c.PlayAnnounced()), _still),
        c.WithdrawCard: Answer(windows.withdraw_card, plain(c.WithdrawCard()), always),
    },
}
