"""A game whose previews say something else than what happens breaks a promise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from conformance.playing import Broken
from conformance.previews import (
    previews_are_of_what_is_counted,
    what_a_preview_says_is_what_happens,
    what_bots_see_is_what_happens,
)
from domain.drawing import Counted
from domain.game import AnyGame
from domain.merchants_and_marauders import commands as mm
from domain.merchants_of_the_caribbean import commands as mc
from tests.support.changed import changed
from tests.support.games import GAMES

CARIBBEAN, MARAUDERS = GAMES["merchants-of-the-caribbean"], GAMES["merchants-and-marauders"]


def saying(game: AnyGame, kind: type[Any], instead: Callable[[dict[str, Any]], Mapping[str, Any]]) -> AnyGame:
    """The game with other previews of commands of this type."""

    def preview(view: Any, seat: int, command: Any) -> Mapping[str, Any]:
        found = dict(game.words.preview(view, seat, command))
        return instead(found) if isinstance(command, kind) else found

    return changed(game, words={"preview": preview})


def test_a_wrong_figure_is_found() -> None:
    wrong = saying(CARIBBEAN, mc.LootShip, lambda said: said | {"coins": said["coins"] + 1})
    with pytest.raises(Broken, match=r"the preview of LootShip.* says coins \d, and it changes by \d"):
        what_a_preview_says_is_what_happens(wrong, 2, 1)


def test_a_wrong_figure_is_found_in_games_of_bots() -> None:
    wrong = saying(CARIBBEAN, mc.HirePerson, lambda said: said | {"influence": said["influence"] + 1})
    with pytest.raises(Broken, match=r"the preview of HirePerson.* says influence \d, and it changes by \d"):
        what_bots_see_is_what_happens(wrong, 2, 1)


def test_a_price_that_is_left_out_is_found() -> None:
    wrong = saying(MARAUDERS, mm.BuyWeapon, lambda said: {})
    with pytest.raises(Broken, match=r"the preview of BuyWeapon.* does not say that gold changes by -\d"):
        what_a_preview_says_is_what_happens(wrong, 2, 1, every=1)


def test_what_happens_later_is_not_foretold_for_now() -> None:
    wrong = saying(MARAUDERS, mm.TakeCard, lambda said: said["later"])
    with pytest.raises(Broken, match=r"the preview of TakeCard.* and it changes by 0"):
        what_a_preview_says_is_what_happens(wrong, 2, 1, every=1)


def test_more_than_success_brings_is_found() -> None:
    """`chance` says nothing sure: success may bring the bounty or not, but nothing else."""
    wrong = saying(MARAUDERS, mm.SeekRumor, lambda said: {"on_success": {"gold": said["gold"] + 1}})
    with pytest.raises(Broken, match=r"the preview of SeekRumor.* says gold 0, and -1 if it works, and it changes by -2"):
        what_a_preview_says_is_what_happens(wrong, 2, 1, every=1)


def test_a_wrong_figure_of_a_command_with_consequences_is_found() -> None:
    """The hits of the raid and its plunder follow, and are no excuse."""
    wrong = saying(MARAUDERS, mm.RaidStop, lambda said: said | {"successes": said["successes"] + 1})
    with pytest.raises(Broken, match=r"the preview of RaidStop.* says successes -?\d, and it changes by -\d"):
        what_bots_see_is_what_happens(wrong, 2, 5, every=1)


def test_a_figure_that_no_deal_brings_about_is_found() -> None:
    wrong = saying(MARAUDERS, mm.RaidAs, lambda said: said | {"gold": 30})
    with pytest.raises(Broken, match=r"the preview of RaidAs.* says gold 30, and it changes by 0"):
        what_bots_see_is_what_happens(wrong, 2, 5, every=1)


@pytest.mark.parametrize("part", ["on_success", "later"])
def test_only_what_is_counted_changes_later(part: str) -> None:
    wrong = saying(CARIBBEAN, mc.StopDiscovering, lambda said: said | {part: {"takes": 2}})
    with pytest.raises(Broken, match=f"`{part}` in the preview of StopDiscovering.* which `drawing.counted` does not name"):
        previews_are_of_what_is_counted(wrong, 2, 1)


def test_what_is_counted_is_not_hidden_from_its_own_seat() -> None:
    assert CARIBBEAN.drawing is not None
    board = CARIBBEAN.drawing

    def picture(view: Any, seat: int | None) -> Any:
        shown = board.picture(view, seat)
        hidden = {
            area: tuple((key, None if key == "coins" else value) for key, value in facts)
            for area, facts in shown.facts.items()
        }
        return type(shown)(pieces=shown.pieces, facts=hidden)

    wrong = replace(CARIBBEAN, drawing=replace(board, picture=picture, counted={"coins": Counted("seat/{seat}", "coins")}))
    with pytest.raises(Broken, match=r"`drawing.counted` names \['coins'\], which the picture hides from its own seat"):
        previews_are_of_what_is_counted(wrong, 2, 1)
