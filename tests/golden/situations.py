"""Situations in golden games, and players that bring them about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.fairness import Draws
from domain.game import AnyGame
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e


def visiting_st_john(game: AnyGame, state: Any, seat: int, draws: Draws) -> Any:
    """Merchants & Marauders: anything legal but retiring without a stash; at St. John, the shipyard comes first."""
    legal = [
        each for each in game.rules.legal_commands(state, seat) if state.seats[seat].stash or not isinstance(each, c.Retire)
    ]
    if state.seats[seat].zone == "st_john":
        for kind in (c.Transfer, c.BuyModification, c.BuyShip, c.VisitShipyard, c.OpenPortAction):
            if fitting := [each for each in legal if isinstance(each, kind)]:
                return fitting[0]
    return legal[draws.below(len(legal))]


def happens(tag: str) -> Callable[[Sequence[Any]], bool]:
    """Whether there is an event of this tag."""
    return lambda events: any(event.__struct_config__.tag == tag for event in events)


def rewarded_at_the_end(events: Sequence[Any]) -> bool:
    """Merchants & Marauders: whether a victor gets the point after the death that leaves no captain (MM-358)."""
    died = max(place for place, event in enumerate(events) if isinstance(event, e.CaptainDied))
    return any(isinstance(event, e.GloryGained) for event in events[died:])


def shows_version_2(events: Sequence[Any]) -> bool:
    """Merchants & Marauders: whether a modification moves (MM-425), a stash keeps its gold (MM-362), a captain scouts for an
    attacker (MM-077), and a captain is offered all cards after buying none before (MM-096)."""
    kept = any(isinstance(each, e.GoldChanged) and each.reason == "new_captain" and each.amount < 10 for each in events)
    return happens("modification_moved")(events) and kept and _scouts_an_attacker(events) and _is_offered_all_again(events)


def _scouts_an_attacker(events: Sequence[Any]) -> bool:
    attacked: set[tuple[Any, str]] = set()
    for event in events:
        match event:
            case e.CaptainTurnStarted():
                attacked = set()
            case e.BattleStarted(aggressor=str(npc), defender=seat):
                attacked.add((seat, f"npc:{npc}"))
            case e.Scouted(side=seat, target=target) if (seat, target) in attacked:
                return True
    return False


def _is_offered_all_again(events: Sequence[Any]) -> bool:
    """The ports looked at by each seat in its turn and in the one before, each with whether something was bought there."""
    now: dict[int, dict[str, bool]] = {}
    before: dict[int, dict[str, bool]] = {}
    for event in events:
        match event:
            case e.CaptainTurnStarted(seat=seat):
                before[seat], now[seat] = now.get(seat, {}), {}
            case e.OfferDrawn(seat=seat, in_port=port, cards=cards) if port:
                now[seat][port] = False
                if before[seat].get(port) is False and len(cards) > 3:
                    return True
            case e.GoodsBought(seat=seat, in_port=port) if port:
                now[seat][port] = True
    return False
