"""Commands of arriving captains and captain turns as sentences (D-01 to D-05, D-29)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Hidden
from domain.kit.foreseen import later
from domain.kit.perspective import number
from domain.kit.stack import nearest

from ... import commands as c
from ...cards.windows import playable
from ...content import MISSIONS, RUMORS, SHIPS, Step
from ...flow import attack_bounty, check_of
from ...frames import Carpenter, HireByDeed, React, Window
from ...missions import is_last_step, step_here
from ...moving import ENTRY_PRICE, papers, reef_checks
from ...npcs import chance_to_find, hunters
from ...rounds import why_not_by_deed
from ...state import port_here, stash_points, turn_of
from ...values import Locations
from .. import names as n
from ..cards import reward
from ..facts import Facts, rolled
from ..perspective import Perspective, at
from .phrases import Describe, at_sea, card_text, check, cost, ship_values


def choose_ship(perspective: Perspective, command: c.ChooseShip, facts: Facts) -> str:
    card = SHIPS[n.shown(command.ship)]
    full = Locations(card.hull, card.cargo, card.masts, card.crew, card.cannons)
    return f"Begin with a {card.name}: {ship_values(card.id, full)}."


def keep_captain(perspective: Perspective, command: c.KeepCaptain, facts: Facts) -> str:
    captain = perspective.own.captain or ""
    return f"Keep {n.captain(captain)} as your captain, although a pirate waits outside the home port."


def redraw_captain(perspective: Perspective, command: c.RedrawCaptain, facts: Facts) -> str:
    captain = perspective.own.captain or ""
    return f"Reject {n.captain(captain)} and draw another captain, whom you must keep."


def place_modification(perspective: Perspective, command: c.PlaceModification, facts: Facts) -> str:
    left = perspective.view.seats[perspective.seat].returning
    count = left.count if isinstance(left, Hidden) else len(left)
    which = "the modification" if count == 1 else f"one of the {count} modifications"
    return f"Lay {which} of your old ship face down in {n.port(command.port)}."


def repair_free(perspective: Perspective, command: c.RepairFree, facts: Facts) -> str:
    return f"Let the Carpenter repair 1 point of {n.location(command.location)}."


def pass_on(perspective: Perspective, command: c.Pass, facts: Facts) -> str:
    decision = perspective.view.decision
    if isinstance(decision, Carpenter):
        return "Let the Carpenter repair nothing."
    if isinstance(decision, HireByDeed):
        hireable = any(why_not_by_deed(perspective.state, perspective.seat, card) is None for card in perspective.own.glory)
        return f"Hire nobody at the end of this turn{'' if hireable else nothing_fits('can be hired for a deed')}."
    when = moment(perspective, nearest(perspective.state, React).timing)
    fits = playable(perspective.state, perspective.seat, nearest(perspective.state, Window))
    return f"Play no glory card {when}{'' if fits else nothing_fits('can be played now')}."


def nothing_fits(what: str) -> str:
    """Why a seat without a fitting card is asked nevertheless (MM-390, MM-K26)."""
    return f": none of yours {what}, but whoever holds any is asked, so that others learn nothing"


def moment(perspective: Perspective, timing: str) -> str:
    """When a reaction window opens, with what caused it."""
    subject = nearest(perspective.state, Window).subject
    match timing:
        case "any_turn":
            seat = turn_of(perspective.state).seat
            whose = "your turn" if seat == perspective.seat else f"the turn of {perspective.captain(seat)}"
            return f"at the {subject} of {whose}"
        case "event":
            return f"against {n.event(subject)}"
        case _:
            return n.TIMINGS[timing]


# Moving


def hunted(perspective: Perspective, zone: str) -> str:
    """The NPC ships that would scout for the captain in the zone."""
    there = at(perspective.state, perspective.seat, zone)
    found = hunters(there, perspective.seat)
    if not found:
        return ""
    ships = n.listed([f"{n.npc(npc)} ({chance_to_find(there, npc, perspective.seat):.0%})" for npc in found])
    return f" There {ships} will try to find you."


def sail(perspective: Perspective, command: c.Sail, facts: Facts) -> str:
    return f"Sail to {n.place(command.zone)} {cost(facts)}.{hunted(perspective, command.zone)}"


def leave_port(perspective: Perspective, command: c.LeavePort, facts: Facts) -> str:
    here = n.port(port_here(perspective.own) or "")
    surplus = -later(facts, "cargo")
    lost = f" You must discard {n.plural(surplus, 'cargo card')}, because {at_sea(perspective)}." if surplus > 0 else ""
    return f"Leave the port of {here} for the open sea {cost(facts)}.{lost}{hunted(perspective, perspective.own.zone)}"


def enter_port(perspective: Perspective, command: c.EnterPort, facts: Facts) -> str:
    there = f"the port of {n.port(port_here(perspective.own) or '')}"
    match command.means:
        case "open":
            said = f"Enter {there} {cost(facts)}"
        case "gold":
            said = f"Pay {n.gold(ENTRY_PRICE)} to enter {there}, which is closed to you, {cost(facts)}"
        case "influence":
            said = (
                f"Try to enter {there}, which is closed to you, by {check('influence', facts)} {cost(facts)};"
                " if it fails you stay at sea"
            )
        case "papers":
            card = papers(perspective.state, perspective.seat) or ""
            said = f"Enter {there}, which is closed to you, with {n.card_of(card)} {cost(facts)}"
        case _:
            said = f"Enter {there}, which is closed to you, only to sell, buy and recruit there, {cost(facts)}"
    return f"{said}.{at_the_reef(perspective)}"


def at_the_reef(perspective: Perspective) -> str:
    there = at(perspective.state, perspective.seat, perspective.own.zone, in_port=True)
    checks = [check_of(there, perspective.seat, effect.skill) for effect in reef_checks(there, perspective.seat)]
    return "".join(
        [f" The ship takes a Hull hit there unless {check(each.skill, rolled(each))} succeeds." for each in checks]
    )


# Scouting


def scout_merchant(perspective: Perspective, command: c.ScoutMerchant, facts: Facts) -> str:
    if command.way == "sure_spanish":
        return (
            "Find the merchant here without a roll for 1 action; you must then treat it as Spanish, whatever it is, or let"
            " it go."
        )
    return f"Scout for the merchant here by {check('scouting', facts)} for 1 action."


def _attack(perspective: Perspective, victim: int | str, whom: str, facts: Facts) -> str:
    nation = attack_bounty(perspective.state, perspective.seat, victim)
    bounty = f", which brings you {n.with_article(n.nation(nation))} bounty" if nation else ""
    return f"Scout for {whom} by {check('scouting', facts)} for 1 action; if you find it, a battle begins{bounty}."


def scout_npc(perspective: Perspective, command: c.ScoutNpc, facts: Facts) -> str:
    return _attack(perspective, command.npc, n.npc(command.npc), facts)


def scout_captain(perspective: Perspective, command: c.ScoutCaptain, facts: Facts) -> str:
    return _attack(perspective, command.seat, f"the ship of {perspective.captain(command.seat)}", facts)


# Port action, rumors, missions, cards


def open_port_action(perspective: Perspective, command: c.OpenPortAction, facts: Facts) -> str:
    here = n.port(port_here(perspective.own) or "")
    return f"Begin your Port action in {here} for 1 action: trade, visit the shipyard, recruit and more."


def play_rumor(perspective: Perspective, command: c.PlayRumor, facts: Facts) -> str:
    rumor = RUMORS[perspective.own.rumors[0]]
    paid = " for 1 action" if facts.get("actions") else ""
    return f"Find out whether the rumor {rumor.name} is true by {check(rumor.skill, facts)}{paid}. {rumor.text}"


def work_mission(perspective: Perspective, command: c.WorkMission, facts: Facts) -> str:
    mission = MISSIONS[perspective.own.mission or ""]
    last = f" {reward(mission)}" if is_last_step(perspective.state, perspective.seat) else ""
    return f"{work(step_here(perspective.state, perspective.seat), facts)} for the mission {mission.name}.{last}"


def work(step: Step, facts: Facts) -> str:
    """What a step of a mission takes."""
    match step.type:
        case "check":
            return f"Make {check(step.skill, facts)} for 1 action"
        case "crew_combat":
            return f"Fight {step.enemy_crew} guards of Leadership {step.enemy_leadership} for 1 action, to the death,"
        case "deliver":
            return f"Deliver {step.n} {n.good(step.good)}"
        case "carry":
            return f"Deliver the {step.item}"
        case _:
            return f"Pay {step.gold} gold"


def use_cove(perspective: Perspective, command: c.UseCove, facts: Facts) -> str:
    return f"Stash gold here for 1 action, thanks to the rumor {n.rumor(perspective.own.open_rumor or '')}."


def play_glory(perspective: Perspective, command: c.PlayGlory, facts: Facts) -> str:
    return f"Play {card_text(command.card)}"


def withdraw_gold(perspective: Perspective, command: c.WithdrawGold, facts: Facts) -> str:
    if command.amount == "all":
        return f"Take your whole stash on board: {n.gold(number(facts, 'gold'))}."
    return f"Take {n.gold(number(facts, 'gold'))} from your stash on board."


def retire(perspective: Perspective, command: c.Retire, facts: Facts) -> str:
    captain = n.captain(perspective.own.captain or "")
    return (
        f"Retire {captain}: ship, cargo, cards and {n.gold(-number(facts, 'gold'))} on board are lost, glory points and"
        " stash stay. Your next turn begins with a new captain."
    )


def declare_victory(perspective: Perspective, command: c.DeclareVictory, facts: Facts) -> str:
    points = perspective.own.points + stash_points(perspective.own)
    declared = f"Declare your {points} glory points: your stash is shown, and the game ends with this round."
    return f"{declared} {n.FINAL_COMPARISON[perspective.state.options.final_comparison]}"


def end_turn(perspective: Perspective, command: c.EndTurn, facts: Facts) -> str:
    left = number(facts, "unused")
    lost = f" {n.plural(left, 'action')} {'is' if left == 1 else 'are'} lost." if left else ""
    checks = number(facts, "checks")
    if not checks:
        return f"End your turn.{lost}"
    dice = n.plural(number(facts, "dice"), "die")
    times = n.plural(checks, "Seamanship check")
    return f"End your turn.{lost} At sea the storm means {times} with {dice} and 1 hit for each that fails."


TURN: Mapping[type[c.Command], Describe] = {
    c.ChooseShip: choose_ship,
    c.KeepCaptain: keep_captain,
    c.RedrawCaptain: redraw_captain,
    c.PlaceModification: place_modification,
    c.RepairFree: repair_free,
    c.Pass: pass_on,
    c.Sail: sail,
    c.EnterPort: enter_port,
    c.LeavePort: leave_port,
    c.ScoutMerchant: scout_merchant,
    c.ScoutNpc: scout_npc,
    c.ScoutCaptain: scout_captain,
    c.OpenPortAction: open_port_action,
    c.PlayRumor: play_rumor,
    c.WorkMission: work_mission,
    c.UseCove: use_cove,
    c.PlayGlory: play_glory,
    c.WithdrawGold: withdraw_gold,
    c.Retire: retire,
    c.DeclareVictory: declare_victory,
    c.EndTurn: end_turn,
}
