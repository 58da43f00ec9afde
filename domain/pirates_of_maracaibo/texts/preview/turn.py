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
from ..perspective import Perspective

# Moving


def arrival(perspective: Perspective, space: str) -> Facts:
    """Immediate costs and gains of ending the move on a space."""
    if space == MARACAIBO:
        return {"vp": MARACAIBO_VP}
    if space not in perspective.view.sea:
        return {}
    card = perspective.view.sea[space]
    found = card.doubloons if not card.face_up and card.back == "tier_1_location" else 0
    facts: Facts = {"doubloons": found, "markers": int(card.value_tile is not None)}
    if not perspective.view.options.pirate_skirmish:
        paid: Facts = {"doubloons": -payment(perspective.state, perspective.seat, space)}
        return plus(facts, {"later": paid} if chooses_payees(perspective.state, perspective.seat, space) else paid)
    others = tuple(strength(perspective.state, who) for who in met(perspective.state, perspective.seat, space))
    return {**facts, "chance": round(winning(strength(perspective.state, perspective.seat), others), 4)} if others else facts


def _sail_to(perspective: Perspective, command: c.SailTo) -> Facts:
    steps = distances(perspective.view.options.layout, perspective.own.ship)[command.space]
    return {"steps": steps, **arrival(perspective, command.space)}


def _sail_step(perspective: Perspective, command: c.SailStep) -> Facts:
    """Arriving in the Gulf or in Maracaibo ends the move; elsewhere it may go on."""
    if command.space in (GULF, MARACAIBO):
        return {"steps": 1, **arrival(perspective, command.space)}
    return {"steps": 1, "spaces_left": spaces_left(perspective) - 1}


def _stop(perspective: Perspective, command: c.StopSailing) -> Facts:
    return {"spaces_left": spaces_left(perspective), **arrival(perspective, perspective.own.ship)}


def spaces_left(perspective: Perspective) -> int:
    return ship_range(perspective.state, perspective.seat) - nearest(perspective.state, Sail).moved


# Cards


def acquired(perspective: Perspective, space: str, surcharge: int = 0) -> Facts:
    """The price, the income and VP of the card, and certain gains, for which the card itself counts."""
    card = IMPROVEMENTS[perspective.card_id(space)]
    paid = acquire_price(perspective.state, perspective.seat, space, surcharge)
    return plus(
        {
            "doubloons": -paid,
            "card_vp": card.vp,
            "doubloon_income": card.income.doubloons,
            "vp_income": card.income.vp,
        },
        gains(after_acquiring(perspective, space), perspective.seat, card.immediate, optional=True),
    )


def after_acquiring(perspective: Perspective, space: str) -> State:
    """The state with the card, because its effects may count the card itself (PM-075)."""
    return evolve(perspective.state, e.ImprovementAcquired(perspective.seat, space, perspective.card_id(space), 0))


def built(perspective: Perspective, space: str, *, half: bool = False) -> Facts:
    """The price, and the points of the first builder (PM-080)."""
    residence = RESIDENCES[perspective.card_id(space)]
    first = not perspective.state.residences[residence.id]
    paid = construct_price(perspective.state, perspective.seat, residence.id, half=half)
    return {"doubloons": -paid, "vp": residence.first_builder_vp * first}


def _acquire_from(perspective: Perspective, command: c.AcquireFrom) -> Facts:
    return acquired(perspective, command.space, nearest(perspective.state, AcquireRemote).surcharge)


TURN_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.ReturnQuest: lambda perspective, command: {"later": {"quests": -1}},
    c.SailTo: _sail_to,
    c.SailStep: _sail_step,
    c.StopSailing: _stop,
    c.ChoosePaidOpponent: lambda perspective, command: {"doubloons": -SHARE_PAYMENT},
    c.Decline: nothing,
    c.IgnoreCard: lambda perspective, command: {"doubloons": IGNORE_DOUBLOONS},
    c.AcquireImprovement: lambda perspective, command: acquired(perspective, perspective.own.ship),
    c.ConstructResidence: lambda perspective, command: built(perspective, perspective.own.ship),
    c.GulfResidence: lambda perspective, command: built(perspective, command.space),
    c.ConstructAt: lambda perspective, command: built(perspective, command.space),
    c.RetireResidence: lambda perspective, command: built(perspective, command.space, half=True),
    c.AcquireFrom: _acquire_from,
    c.EndTurn: lambda perspective, command: {"power": -sum(pool.power for pool in turn_of(perspective.state).pools)},
}
