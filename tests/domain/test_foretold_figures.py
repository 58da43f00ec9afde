"""The other figures of previews: how each is compared with what happens, or why it is not.

What pictures count is compared for every game by `conformance/previews.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import pytest

from conformance.previews import played_by_bots
from domain.merchants_and_marauders import commands as mmc
from domain.merchants_and_marauders import events as mme
from domain.merchants_of_the_caribbean import commands as mcc
from domain.merchants_of_the_caribbean import events as mce
from domain.pirates_of_maracaibo import commands as pmc
from domain.pirates_of_maracaibo import events as pme
from domain.pirates_of_maracaibo.content import value_of
from tests.support.games import OURS


class Given(NamedTuple):
    """A command of a game between bots, and what it led to."""

    before: Any
    seat: int
    command: Any
    events: list[Any]
    after: Any

    def first(self, kind: type[Any]) -> Any:
        """The first event of this type; None if there is none."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def of(self, kind: type[Any], field: str) -> Any:
        """A field of the first event of this type; None if there is none."""
        event = self.first(kind)
        return None if event is None else getattr(event, field)


Happened = Callable[[Given], Any]
"""The figure as it turned out; None where the game did not get to it."""


def _rolled(given: Given) -> Any:
    """The first check of the seat; contests are rolled when both sides have declared."""
    if isinstance(given.command, mmc.Shoot | mmc.Board | mmc.Flee | mmc.RerollMarked):
        return None
    return next((event for event in given.events if isinstance(event, mme.CheckRolled) and event.side == given.seat), None)


def _success(given: Given) -> bool | None:
    check = _rolled(given)
    return None if check is None or isinstance(given.command, mmc.EndTurn) else check.success


def _spent(given: Given) -> int | None:
    spent = given.first(mme.ActionSpent)
    return None if spent is None else spent.left - given.before.turn.actions


def _end_of_raid(field: str) -> Happened:
    """Of a raid that ends by itself after `raid_stop`, without a card of a hand."""

    def happened(given: Given) -> Any:
        end = given.first(mme.RaidEnded)
        helped = given.first(mme.RaidHelped) is not None or end is None or end.outcome != "success"
        return None if helped else getattr(end, field)

    return happened


def _paid(given: Given) -> int | None:
    return given.of(mce.CoinsPaid, "amount") or 0


def _gained(given: Given) -> int | None:
    return given.of(mce.CoinsGained, "amount") if isinstance(given.command, mcc.LootShip) else 0


def _moved(given: Given) -> int | None:
    return given.of(pme.ExplorerMoved if isinstance(given.command, pmc.MoveExplorer) else pme.ShipSailed, "steps")


def _left_in_pool(given: Given) -> int | None:
    """Of a raid action, unless its effects go on in the same pool."""
    if not isinstance(given.command, pmc.UseRaidAction):
        return None
    return given.of(pme.RaidActionUsed, "power_left")


def _won(given: Given) -> bool | None:
    fought = given.first(pme.CombatFought)
    return None if fought is None else fought.winner == given.seat


def _markers(given: Given) -> int | None:
    command = given.command
    kind = command.treasure if isinstance(command, pmc.ChooseTreasure) else command.island
    return next(count for island, count in given.after.islands.items() if island == kind)


COMPARED: Mapping[str, Mapping[str, Happened]] = {
    "merchants-and-marauders": {
        "dice": lambda given: None if (check := _rolled(given)) is None else len(check.dice),
        "need": lambda given: None if (check := _rolled(given)) is None else check.needed,
        "actions": _spent,
        "unused": lambda given: given.before.turn.actions,
        "repair": lambda given: given.of(mme.DamageRepaired, "points"),
        "plunder": _end_of_raid("plunder"),
        "escapes": _end_of_raid("escapes"),
    },
    "merchants-of-the-caribbean": {
        "price": _paid,
        "fee": lambda given: given.of(mce.FeePaid, "amount") or 0,
        "income": _gained,
        "influence_after": lambda given: given.after.seats[given.seat].influence,
        "seat_strength": lambda given: given.of(mce.ShipRepelled, "seat_strength"),
        "keeping_busts": lambda given: given.first(mce.BustOccurred) is not None,
        "takes": lambda given: given.of(mce.TakingStarted, "takes"),
        "ship_types": lambda given: given.of(mce.DiscoveryStopped, "ship_types"),
        "reshuffles": lambda given: given.first(mce.DeckReshuffled) is not None,
    },
    "pirates-of-maracaibo": {
        "steps": _moved,
        "skipped": lambda given: given.of(pme.ExplorerMoved, "skipped"),
        "raid_power": lambda given: given.of(pme.DieChosen, "power"),
        "left": _left_in_pool,
        "island": _markers,
        "value": lambda given: value_of(_markers(given) or 0),
    },
}
CHANCES: Mapping[str, Mapping[str, Callable[[Given], bool | None]]] = {
    "merchants-and-marauders": {"chance": _success},
    "merchants-of-the-caribbean": {"bust_chance": lambda given: given.first(mce.BustOccurred) is not None},
    "pirates-of-maracaibo": {"chance": _won},
}
"""Compared over many commands: whether it happened as often as foretold."""
NEVER: Mapping[str, Mapping[str, str]] = {
    "merchants-and-marauders": {
        "checks": "the captain may die before the last of them",
        "risk": "what it warns of has several causes and consequences",
        "hits": "they fall only if the contest is won, and cards change their number",
        "cards": "a deck that runs out gives fewer, and cards of a hand add some",
        "left": "the hit may be absorbed or passed on",
        "maneuverability": "it is compared with escapes and does not change",
    },
    "merchants-of-the-caribbean": {
        "ship_strength": "it is printed on the Ship",
        "takes_left": "it is in the view",
    },
    "pirates-of-maracaibo": {
        "power": "`left` says what remains",
        "movement": "it is spent in the Explorer's next move",
        "markers": "`island` says how many there are then",
        "card_vp": "it is printed on the card and counts at the end",
        "spaces_left": "it is what the ship could still sail",
    },
}
"""Figures that are not compared, with the reason."""

every_game = pytest.mark.parametrize("name", COMPARED)


@every_game
def test_every_figure_is_compared_or_known_not_to_be(name: str) -> None:
    game = OURS[name]
    assert game.types.preview is not None
    assert game.drawing is not None
    figures = (
        set(game.types.preview.__struct_fields__)
        - {key for key, each in game.drawing.counted.items() if each.foretold}
        - {"on_success", "later"}
    )
    assert figures == {*COMPARED[name], *CHANCES[name], *NEVER[name]}
    assert len(figures) == len(COMPARED[name]) + len(CHANCES[name]) + len(NEVER[name])


@every_game
def test_figures_are_those_that_happen(name: str) -> None:
    seen = defaultdict[str, int](int)
    for preview, given in foretold(name):
        for key, happened in COMPARED[name].items():
            if key in preview and (found := happened(given)) is not None:
                seen[key] += 1
                assert found == preview[key], (key, given.command)
    assert set(seen) == set(COMPARED[name])


@every_game
def test_what_has_a_chance_happens_as_often(name: str) -> None:
    ((key, happened),) = CHANCES[name].items()
    chances, hits = list[float](), 0
    for preview, given in foretold(name):
        if key in preview and (found := happened(given)) is not None:
            chances.append(preview[key])
            hits += found
    spread = sqrt(sum(chance * (1 - chance) for chance in chances))
    assert len(chances) > 10
    assert abs(hits - sum(chances)) < 4 * spread


def test_a_raid_shows_the_plunder_that_it_pays() -> None:
    game, compared = OURS["merchants-and-marauders"], 0
    assert game.drawing is not None
    for _, given in foretold(game.name):
        end = given.first(mme.RaidEnded)
        if end is not None and end.outcome == "success":
            position = game.fold(given.events[: given.events.index(end)], given.before)
            facts = dict(game.drawing.picture(game.gate.view(position, None), None).facts["raid"])
            assert facts["plunder_now"] == end.plunder
            compared += 1
    assert compared > 10


@cache
def foretold(name: str) -> Sequence[tuple[Mapping[str, Any], Given]]:
    """The commands of some games between bots, with their previews."""
    game, found = OURS[name], []
    for seed in range(2, 6 if name == "merchants-and-marauders" else 10):
        for before, seat, _, command, after, events in played_by_bots(game, 2, seed):
            preview = game.words.preview(game.gate.view(before, seat), seat, command)
            found.append((preview, Given(before, seat, command, events, after)))
    return found
