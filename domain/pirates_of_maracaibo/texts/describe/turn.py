"""Sentences for commands of set-up, moving and the cards of the sea."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.perspective import number
from domain.kit.stack import nearest
from domain.kit.words import listed, plural, with_article

from ... import commands as c
from ... import frames as f
from ...content import IMPROVEMENTS, LOCATIONS, RESIDENCES, Effect, Residence, effects_of
from ...decisions.arriving import met, payment
from ...decisions.sailing import may_end
from ...effects.feasibility import any_can, tile_source
from ...sea import acquire_price, construct_price
from ...state import State
from ...values import GULF, MARACAIBO
from .. import names as n
from ..facts import Facts
from ..perspective import Perspective
from ..phrases import deeds, lasting, scoring, without
from ..preview.turn import after_acquiring

Describe: TypeAlias = Callable[[Perspective, Any, Facts], str]


def plain(sentence: str) -> Describe:
    return lambda perspective, command, facts: sentence


# Setting up


def return_quest(perspective: Perspective, command: c.ReturnQuest, facts: Facts) -> str:
    kept = [perspective.quest(quest) for quest in perspective.own.dealt if quest != command.quest]
    return f"Return {perspective.quest(command.quest)} and keep {listed(kept)}."


# Moving


def spaces(steps: int) -> str:
    return plural(steps, "space")


def offer(perspective: Perspective, space: str) -> str:
    """A card of the sea for a seat that may stop there: its type and price, or the actions of a Location."""
    card = perspective.card_id(space)
    if card in IMPROVEMENTS:
        cost = acquire_price(perspective.state, perspective.seat, space)
        return f", {with_article(n.improvement_type(card))} {n.price(cost)}{too_dear(perspective, space, cost)}"
    if card in RESIDENCES:
        if perspective.seat in perspective.state.residences[card]:
            return ", which you have built already"
        cost = construct_price(perspective.state, perspective.seat, card)
        return f", a Residence {n.price(cost)}{too_dear(perspective, space, cost)}"
    if card in LOCATIONS:
        actions = LOCATIONS[card].actions
        return f", a Location to {deeds(actions)}{impossible(perspective, actions)}{tiles(perspective, space)}"
    return ""


def too_dear(perspective: Perspective, space: str, cost: int) -> str:
    """A remark if the price exceeds the money left after paying the opponents there, or after winning from them."""
    own, there = perspective.own.doubloons, met(perspective.state, perspective.seat, space)
    most = (
        own + len(there)
        if perspective.view.options.pirate_skirmish
        else own - payment(perspective.state, perspective.seat, space)
    )
    return ", more than you can pay" if cost > most else ""


def impossible(perspective: Perspective, actions: Sequence[Effect]) -> str:
    """A remark on actions, and sides of actions, that can do nothing now."""
    sides = [side for action in actions for side in action.sides or ((action,),)]
    idle = [effect for side in sides if not any_can(perspective.state, perspective.seat, side) for effect in side]
    return f" ({without(idle)} would do nothing now)" if idle else ""


def tiles(perspective: Perspective, space: str) -> str:
    """The Treasure Value tile of a Location and the seat's own Black Market tile."""
    value = perspective.view.sea[space].value_tile
    location = perspective.card_id(space)
    own = [tile for tile, place in perspective.own.tiles.items() if place == location]
    found = [f"the {n.treasure(value)} Treasure Value tile"] if value is not None else []
    found += [f"your Black Market tile to {deeds(effects_of(tile_source(perspective.state, tile)))}" for tile in own]
    return f", with {listed(found)}" if found else ""


def meeting(perspective: Perspective, space: str, facts: Facts) -> str:
    """The payment to opponents there, or the combat with them."""
    there = met(perspective.state, perspective.seat, space) if space in perspective.view.sea else ()
    if not there:
        return ""
    if "chance" in facts:
        return f" There you fight {perspective.captains(there)} ({facts['chance']:.0%} to win)."
    paid = payment(perspective.state, perspective.seat, space)
    if not paid:
        return " You have no doubloon to pay there."
    if there == ("jordan",):
        return f" You pay {n.doubloons(paid)}, because Jordan is there."
    if paid < len(there):
        some = "one" if paid == 1 else f"{paid}"
        return f" You pay 1 doubloon{' each' if paid > 1 else ''} to {some} of {perspective.captains(there)}."
    return f" You pay 1 doubloon{' each' if paid > 1 else ''} to {perspective.captains(there)}."


def fog(perspective: Perspective, space: str) -> str:
    """The doubloons on a face-down Location."""
    card = perspective.view.sea.get(space)
    if card is None or card.face_up or not card.doubloons:
        return ""
    return f" You find {n.doubloons(card.doubloons)} there."


def sail_to(perspective: Perspective, command: c.SailTo, facts: Facts) -> str:
    space = command.space
    bonus = f" for {facts['vp']} VP" if space == MARACAIBO else ""
    return (
        f"Sail {spaces(number(facts, 'steps'))} to {perspective.place(space)}{offer(perspective, space)}{bonus}."
        f"{meeting(perspective, space, facts)}{fog(perspective, space)}"
    )


def sail_step(perspective: Perspective, command: c.SailStep, facts: Facts) -> str:
    space = command.space
    bonus = f" for {facts['vp']} VP" if space == MARACAIBO else ""
    next_step = afterwards(perspective, space, facts)
    return f"Sail 1 space to {perspective.place(space)}{offer(perspective, space)}{bonus}{next_step}."


def afterwards(perspective: Perspective, space: str, facts: Facts) -> str:
    """Whether and how far the move may go on after a step."""
    if space in (GULF, MARACAIBO):
        return "; this ends your move"
    left = plural(number(facts, "spaces_left"), "more space")
    if may_end(perspective.state, space):
        return f"; {left} could follow" if facts["spaces_left"] else "; it is your last step"
    return f"; you must go on from there (up to {left}), because a move ends further right than it began"


def stop_sailing(perspective: Perspective, command: c.StopSailing, facts: Facts) -> str:
    space = perspective.own.ship
    left = number(facts, "spaces_left")
    more = f"; you could sail {plural(left, 'more space')}" if left else ""
    there = f"{offer(perspective, space)}{more}.{meeting(perspective, space, facts)}{fog(perspective, space)}"
    return f"End your move at {perspective.place(space)}{there}"


def choose_paid_opponent(perspective: Perspective, command: c.ChoosePaidOpponent, facts: Facts) -> str:
    return f"Pay 1 doubloon to {perspective.captains([command.seat])}."


# Improvements and Residences


def futile(state: State, seat: int, effects: Sequence[Effect]) -> str:
    """A remark on effects that can do nothing now."""
    return "" if not effects or any_can(state, seat, tuple(effects)) else " (no effect now)"


def income(doubloons: int, vp: int) -> list[str]:
    gains = [n.doubloons(doubloons)] if doubloons else []
    gains += [f"{vp} VP"] if vp else []
    return [f"income {listed(gains)}"] if gains else []


def worth(perspective: Perspective, space: str) -> str:
    """The effects of an Improvement and its VP at the end."""
    card = IMPROVEMENTS[perspective.card_id(space)]
    after = after_acquiring(perspective, space)
    said = [f"now {deeds(card.immediate)}{futile(after, perspective.seat, card.immediate)}"] if card.immediate else []
    said += [*lasting(card.ongoing), *income(card.income.doubloons, card.income.vp)]
    return "; ".join([*said, f"at the end {listed([f'{card.vp} VP', *scoring(card.endgame)])}"])


def residence_worth(card: Residence) -> str:
    return f"at the end {scoring((card.scoring,))[0]}"


def ignore_card(perspective: Perspective, command: c.IgnoreCard, facts: Facts) -> str:
    return f"Ignore {perspective.card(perspective.own.ship)} and take {n.doubloons(number(facts, 'doubloons'))}."


def acquire_improvement(perspective: Perspective, command: c.AcquireImprovement, facts: Facts) -> str:
    space = perspective.own.ship
    return acquiring(perspective, space, acquire_price(perspective.state, perspective.seat, space))


def acquire_from(perspective: Perspective, command: c.AcquireFrom, facts: Facts) -> str:
    surcharge = nearest(perspective.state, f.AcquireRemote).surcharge
    cost = acquire_price(perspective.state, perspective.seat, command.space, surcharge)
    return acquiring(perspective, command.space, cost)


def acquiring(perspective: Perspective, space: str, cost: int) -> str:
    card = IMPROVEMENTS[perspective.card_id(space)]
    kind = with_article(n.improvement_type(card.id))
    return f"Acquire {card.name} {n.price(cost)}, {kind}: {worth(perspective, space)}."


def construct_here(perspective: Perspective, command: c.ConstructResidence, facts: Facts) -> str:
    return constructing(perspective, perspective.own.ship, facts, "")


def construct_afar(perspective: Perspective, command: c.ConstructAt | c.GulfResidence, facts: Facts) -> str:
    return constructing(perspective, command.space, facts, "")


def retire_residence(perspective: Perspective, command: c.RetireResidence, facts: Facts) -> str:
    built = constructing(perspective, command.space, facts, " at half price")
    return f"{built} Your Explorer returns to START."


def constructing(perspective: Perspective, space: str, facts: Facts, where: str) -> str:
    card = RESIDENCES[perspective.card_id(space)]
    first = f", as the first captain for {facts['vp']} VP" if facts.get("vp") else ""
    paid = n.price(-number(facts, "doubloons"))
    return f"Construct {n.card(card.id)}{where} {paid}{first}: {residence_worth(card)}."


# The end of a turn, and what is left out


def end_turn(perspective: Perspective, command: c.EndTurn, facts: Facts) -> str:
    lost = -number(facts, "power")
    return f"End your turn.{f' {lost} Raiding Power is lost.' if lost else ''}"


DECLINED: Mapping[type[f.Frame], str] = {
    f.GainRuby: "Leave the Ruby there.",
    f.OwnBlackMarket: "Do not use your Black Market tile here.",
    f.Upgrade: "Place no Upgrade.",
    f.SellRuby: "Sell no Ruby.",
    f.GulfOption: "Do nothing more in the Gulf.",
    f.Explore: "Do not explore.",
    f.Bury: "Bury no Treasure.",
    f.GainQuest: "Take no Quest.",
    f.DiscardQuest: "Return no Quest.",
    f.AcquireRemote: "Acquire no Improvement from afar.",
    f.ConstructRemote: "Construct no Residence.",
    f.PlaceTile: "Place no Black Market tile.",
    f.UsePlacedTile: "Use no Black Market tile.",
    f.TakeFigurehead: "Fit no Figurehead.",
}


def decline(perspective: Perspective, command: c.Decline, facts: Facts) -> str:
    assert perspective.view.decision is not None
    return DECLINED[type(perspective.view.decision)]


TURN: Mapping[type[c.Command], Describe] = {
    c.ReturnQuest: return_quest,
    c.SailTo: sail_to,
    c.SailStep: sail_step,
    c.StopSailing: stop_sailing,
    c.ChoosePaidOpponent: choose_paid_opponent,
    c.Decline: decline,
    c.IgnoreCard: ignore_card,
    c.AcquireImprovement: acquire_improvement,
    c.AcquireFrom: acquire_from,
    c.ConstructResidence: construct_here,
    c.ConstructAt: construct_afar,
    c.GulfResidence: construct_afar,
    c.RetireResidence: retire_residence,
    c.EndTurn: end_turn,
}
