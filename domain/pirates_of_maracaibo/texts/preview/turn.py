"""Costs and gains of moving and of the cards of the sea."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.foreseen import plus
from domain.kit.stack import nearest

from ... import commands as c
from ... import events as e
from ...content import IMPROVEMENTS, RESIDENCES
from ...decisions.arriving import SHARE_PAYMENT, chooses_payees, met, payment, strength
from ...decisions.buying import IGNORE_DOUBLOONS
from ...decisions.gulf import MARACAIBO_VP
from ...evolve import evolve
from ...frames import AcquireRemote, Sail
from ...sea import acquire_price, construct_price, distances, ship_range
from ...state import State, turn_of
from ...values import GULF, MARACAIBO
from ..facts import Facts, Preview, gains, nothing, winning
from ..scene import Scene

# Moving


def arrival(scene: Scene, space: str) -> Facts:
    """Immediate costs and gains of ending the move on a space."""
    if space == MARACAIBO:
        return {"vp": MARACAIBO_VP}
    if space not in scene.view.sea:
        return {}
    card = scene.view.sea[space]
    found = card.doubloons if not card.face_up and card.back == "tier_1_location" else 0
    facts: Facts = {"doubloons": found, "markers": int(card.value_tile is not None)}
    if not scene.view.options.pirate_skirmish:
        paid: Facts = {"doubloons": -payment(scene.state, scene.seat, space)}
        return plus(facts, {"later": paid} if chooses_payees(scene.state, scene.seat, space) else paid)
    others = tuple(strength(scene.state, who) for who in met(scene.state, scene.seat, space))
    return {**facts, "chance": round(winning(strength(scene.state, scene.seat), others), 4)} if others else facts


def _sail_to(scene: Scene, command: c.SailTo) -> Facts:
    steps = distances(scene.view.options.layout, scene.own.ship)[command.space]
    return {"steps": steps, **arrival(scene, command.space)}


def _sail_step(scene: Scene, command: c.SailStep) -> Facts:
    """Arriving in the Gulf or in Maracaibo ends the move; elsewhere it may go on."""
    if command.space in (GULF, MARACAIBO):
        return {"steps": 1, **arrival(scene, command.space)}
    return {"steps": 1, "spaces_left": spaces_left(scene) - 1}


def _stop(scene: Scene, command: c.StopSailing) -> Facts:
    return {"spaces_left": spaces_left(scene), **arrival(scene, scene.own.ship)}


def spaces_left(scene: Scene) -> int:
    return ship_range(scene.state, scene.seat) - nearest(scene.state, Sail).moved


# Cards


def acquired(scene: Scene, space: str, surcharge: int = 0) -> Facts:
    """The price, the income and VP of the card, and certain gains, for which the card itself counts."""
    card = IMPROVEMENTS[scene.card_id(space)]
    paid = acquire_price(scene.state, scene.seat, space, surcharge)
    return plus(
        {
            "doubloons": -paid,
            "card_vp": card.vp,
            "doubloon_income": card.income.doubloons,
            "vp_income": card.income.vp,
        },
        gains(after_acquiring(scene, space), scene.seat, card.immediate, optional=True),
    )


def after_acquiring(scene: Scene, space: str) -> State:
    """The state with the card, because its effects may count the card itself (PM-075)."""
    return evolve(scene.state, e.ImprovementAcquired(scene.seat, space, scene.card_id(space), 0))


def built(scene: Scene, space: str, *, half: bool = False) -> Facts:
    """The price, and the points of the first builder (PM-080)."""
    residence = RESIDENCES[scene.card_id(space)]
    first = not scene.state.residences[residence.id]
    paid = construct_price(scene.state, scene.seat, residence.id, half=half)
    return {"doubloons": -paid, "vp": residence.first_builder_vp * first}


def _acquire_from(scene: Scene, command: c.AcquireFrom) -> Facts:
    return acquired(scene, command.space, nearest(scene.state, AcquireRemote).surcharge)


TURN_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.ReturnQuest: lambda scene, command: {"later": {"quests": -1}},
    c.SailTo: _sail_to,
    c.SailStep: _sail_step,
    c.StopSailing: _stop,
    c.ChoosePaidOpponent: lambda scene, command: {"doubloons": -SHARE_PAYMENT},
    c.Decline: nothing,
    c.IgnoreCard: lambda scene, command: {"doubloons": IGNORE_DOUBLOONS},
    c.AcquireImprovement: lambda scene, command: acquired(scene, scene.own.ship),
    c.ConstructResidence: lambda scene, command: built(scene, scene.own.ship),
    c.GulfResidence: lambda scene, command: built(scene, command.space),
    c.ConstructAt: lambda scene, command: built(scene, command.space),
    c.RetireResidence: lambda scene, command: built(scene, command.space, half=True),
    c.AcquireFrom: _acquire_from,
    c.EndTurn: lambda scene, command: {"power": -sum(pool.power for pool in turn_of(scene.state).pools)},
}
