"""Sentences for commands of set-up, moving and the cards of the sea."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.scene import number
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
from ..phrases import deeds, lasting, scoring, without
from ..preview.turn import after_acquiring
from ..scene import Scene

Describe: TypeAlias = Callable[[Scene, Any, Facts], str]


def plain(sentence: str) -> Describe:
    return lambda scene, command, facts: sentence


# Setting up


def return_quest(scene: Scene, command: c.ReturnQuest, facts: Facts) -> str:
    kept = [scene.quest(quest) for quest in scene.own.dealt if quest != command.quest]
    return f"Return {scene.quest(command.quest)} and keep {listed(kept)}."


# Moving


def spaces(steps: int) -> str:
    return plural(steps, "space")


def offer(scene: Scene, space: str) -> str:
    """A card of the sea for a seat that may stop there: its type and price, or the actions of a Location."""
    card = scene.card_id(space)
    if card in IMPROVEMENTS:
        cost = acquire_price(scene.state, scene.seat, space)
        return f", {with_article(n.improvement_type(card))} {n.price(cost)}{too_dear(scene, space, cost)}"
    if card in RESIDENCES:
        if scene.seat in scene.state.residences[card]:
            return ", which you have built already"
        cost = construct_price(scene.state, scene.seat, card)
        return f", a Residence {n.price(cost)}{too_dear(scene, space, cost)}"
    if card in LOCATIONS:
        actions = LOCATIONS[card].actions
        return f", a Location to {deeds(actions)}{impossible(scene, actions)}{tiles(scene, space)}"
    return ""


def too_dear(scene: Scene, space: str, cost: int) -> str:
    """A remark if the price exceeds the money left after paying the opponents there, or after winning from them."""
    own, there = scene.own.doubloons, met(scene.state, scene.seat, space)
    most = own + len(there) if scene.view.options.pirate_skirmish else own - payment(scene.state, scene.seat, space)
    return ", more than you can pay" if cost > most else ""


def impossible(scene: Scene, actions: Sequence[Effect]) -> str:
    """A remark on actions, and sides of actions, that can do nothing now."""
    sides = [side for action in actions for side in action.sides or ((action,),)]
    idle = [effect for side in sides if not any_can(scene.state, scene.seat, side) for effect in side]
    return f" ({without(idle)} would do nothing now)" if idle else ""


def tiles(scene: Scene, space: str) -> str:
    """The Treasure Value tile of a Location and the seat's own Black Market tile."""
    value = scene.view.sea[space].value_tile
    location = scene.card_id(space)
    own = [tile for tile, place in scene.own.tiles.items() if place == location]
    found = [f"the {n.treasure(value)} Treasure Value tile"] if value is not None else []
    found += [f"your Black Market tile to {deeds(effects_of(tile_source(scene.state, tile)))}" for tile in own]
    return f", with {listed(found)}" if found else ""


def meeting(scene: Scene, space: str, facts: Facts) -> str:
    """The payment to opponents there, or the combat with them."""
    there = met(scene.state, scene.seat, space) if space in scene.view.sea else ()
    if not there:
        return ""
    if "chance" in facts:
        return f" There you fight {scene.captains(there)} ({facts['chance']:.0%} to win)."
    paid = payment(scene.state, scene.seat, space)
    if not paid:
        return " You have no doubloon to pay there."
    if there == ("jordan",):
        return f" You pay {n.doubloons(paid)}, because Jordan is there."
    if paid < len(there):
        some = "one" if paid == 1 else f"{paid}"
        return f" You pay 1 doubloon{' each' if paid > 1 else ''} to {some} of {scene.captains(there)}."
    return f" You pay 1 doubloon{' each' if paid > 1 else ''} to {scene.captains(there)}."


def fog(scene: Scene, space: str) -> str:
    """The doubloons on a face-down Location."""
    card = scene.view.sea.get(space)
    if card is None or card.face_up or not card.doubloons:
        return ""
    return f" You find {n.doubloons(card.doubloons)} there."


def sail_to(scene: Scene, command: c.SailTo, facts: Facts) -> str:
    space = command.space
    bonus = f" for {facts['vp']} VP" if space == MARACAIBO else ""
    return (
        f"Sail {spaces(number(facts, 'steps'))} to {scene.place(space)}{offer(scene, space)}{bonus}."
        f"{meeting(scene, space, facts)}{fog(scene, space)}"
    )


def sail_step(scene: Scene, command: c.SailStep, facts: Facts) -> str:
    space = command.space
    bonus = f" for {facts['vp']} VP" if space == MARACAIBO else ""
    return f"Sail 1 space to {scene.place(space)}{offer(scene, space)}{bonus}{afterwards(scene, space, facts)}."


def afterwards(scene: Scene, space: str, facts: Facts) -> str:
    """Whether and how far the move may go on after a step."""
    if space in (GULF, MARACAIBO):
        return "; this ends your move"
    left = plural(number(facts, "spaces_left"), "more space")
    if may_end(scene.state, space):
        return f"; {left} could follow" if facts["spaces_left"] else "; it is your last step"
    return f"; you must go on from there (up to {left}), because a move ends further right than it began"


def stop_sailing(scene: Scene, command: c.StopSailing, facts: Facts) -> str:
    space = scene.own.ship
    left = number(facts, "spaces_left")
    more = f"; you could sail {plural(left, 'more space')}" if left else ""
    return (
        f"End your move at {scene.place(space)}{offer(scene, space)}{more}.{meeting(scene, space, facts)}{fog(scene, space)}"
    )


def choose_paid_opponent(scene: Scene, command: c.ChoosePaidOpponent, facts: Facts) -> str:
    return f"Pay 1 doubloon to {scene.captains([command.seat])}."


# Improvements and Residences


def futile(state: State, seat: int, effects: Sequence[Effect]) -> str:
    """A remark on effects that can do nothing now."""
    return "" if not effects or any_can(state, seat, tuple(effects)) else " (no effect now)"


def income(doubloons: int, vp: int) -> list[str]:
    gains = [n.doubloons(doubloons)] if doubloons else []
    gains += [f"{vp} VP"] if vp else []
    return [f"income {listed(gains)}"] if gains else []


def worth(scene: Scene, space: str) -> str:
    """The effects of an Improvement and its VP at the end."""
    card = IMPROVEMENTS[scene.card_id(space)]
    after = after_acquiring(scene, space)
    said = [f"now {deeds(card.immediate)}{futile(after, scene.seat, card.immediate)}"] if card.immediate else []
    said += [*lasting(card.ongoing), *income(card.income.doubloons, card.income.vp)]
    return "; ".join([*said, f"at the end {listed([f'{card.vp} VP', *scoring(card.endgame)])}"])


def residence_worth(card: Residence) -> str:
    return f"at the end {scoring((card.scoring,))[0]}"


def ignore_card(scene: Scene, command: c.IgnoreCard, facts: Facts) -> str:
    return f"Ignore {scene.card(scene.own.ship)} and take {n.doubloons(number(facts, 'doubloons'))}."


def acquire_improvement(scene: Scene, command: c.AcquireImprovement, facts: Facts) -> str:
    space = scene.own.ship
    return acquiring(scene, space, acquire_price(scene.state, scene.seat, space), "")


def acquire_from(scene: Scene, command: c.AcquireFrom, facts: Facts) -> str:
    surcharge = nearest(scene.state, f.AcquireRemote).surcharge
    cost = acquire_price(scene.state, scene.seat, command.space, surcharge)
    return acquiring(scene, command.space, cost, f" from {n.cell(command.space)}")


def acquiring(scene: Scene, space: str, cost: int, from_afar: str) -> str:
    card = IMPROVEMENTS[scene.card_id(space)]
    kind = with_article(n.improvement_type(card.id))
    return f"Acquire {card.name}{from_afar} {n.price(cost)}, {kind}: {worth(scene, space)}."


def construct_here(scene: Scene, command: c.ConstructResidence, facts: Facts) -> str:
    return constructing(scene, scene.own.ship, facts, "")


def construct_afar(scene: Scene, command: c.ConstructAt | c.GulfResidence, facts: Facts) -> str:
    return constructing(scene, command.space, facts, f" in {n.cell(command.space)}")


def retire_residence(scene: Scene, command: c.RetireResidence, facts: Facts) -> str:
    built = constructing(scene, command.space, facts, f" in {n.cell(command.space)} at half price")
    return f"{built} Your Explorer returns to START."


def constructing(scene: Scene, space: str, facts: Facts, where: str) -> str:
    card = RESIDENCES[scene.card_id(space)]
    first = f", as the first captain for {facts['vp']} VP" if facts.get("vp") else ""
    paid = n.price(-number(facts, "doubloons"))
    return f"Construct {n.card(card.id)}{where} {paid}{first}: {residence_worth(card)}."


# The end of a turn, and what is left out


def end_turn(scene: Scene, command: c.EndTurn, facts: Facts) -> str:
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


def decline(scene: Scene, command: c.Decline, facts: Facts) -> str:
    assert scene.view.decision is not None
    return DECLINED[type(scene.view.decision)]


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
