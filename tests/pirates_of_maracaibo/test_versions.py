"""What games of older versions wrote, as today's version reads it."""

from __future__ import annotations

import msgspec
import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.game import GAME
from events.envelope import Commit
from tests.support.games import codec_of

REVEALED = b'{"type":"solo_card_revealed","card":"SB2","main_action":"solo_explore_location"}'
GAINED = b'{"type":"vp_gained","who":"jordan","amount":3,"cause":"explore"}'
CHOSEN = b'{"type":"die_chosen","seat":0,"pool":1,"color":"green","pips":4,"power":6,"treasure_type":"emerald"}'


def written(ruleset_version: int, command: bytes, *events: bytes) -> Commit:
    """A commit as this version of the rules wrote it."""
    return Commit(
        version=9,
        command_id="",
        actor="player",
        seat=0,
        at="",
        ruleset=GAME.name,
        ruleset_version=ruleset_version,
        command=msgspec.Raw(command),
        events=msgspec.Raw(b"[%s]" % b",".join(events)),
    )


@pytest.mark.rule("PM-310")
def test_in_version_1_end_kept_jordan_from_nothing() -> None:
    commit = written(1, b'{"type":"end_turn"}', REVEALED, GAINED)
    assert codec_of(GAME.name).events([commit]) == [
        [e.SoloCardRevealed("SB2", "solo_explore_location", False), e.VpGained("jordan", 3, "explore")]
    ]


@pytest.mark.parametrize("ruleset_version", [1, 2])
def test_up_to_version_2_the_colour_of_a_die_was_spelt_otherwise(ruleset_version: int) -> None:
    commit = written(ruleset_version, b'{"type":"choose_die","color":"green"}', CHOSEN)
    assert codec_of(GAME.name).command(commit) == c.ChooseDie("green")
    assert codec_of(GAME.name).events([commit]) == [[e.DieChosen(0, 1, "green", 4, 6, "emerald")]]
