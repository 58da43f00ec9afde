"""What games of older versions wrote, as today's version reads it."""

from __future__ import annotations

import msgspec
import pytest

from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.game import GAME
from events.envelope import Commit
from tests.support.games import codec_of

REVEALED = b'{"type":"solo_card_revealed","card":"SB2","main_action":"solo_explore_location"}'
GAINED = b'{"type":"vp_gained","who":"jordan","amount":3,"cause":"explore"}'


@pytest.mark.rule("PM-310")
def test_in_version_1_end_kept_jordan_from_nothing() -> None:
    commit = Commit(
        version=9,
        command_id="",
        actor="player",
        seat=0,
        at="",
        ruleset=GAME.name,
        ruleset_version=1,
        command=msgspec.Raw(b'{"type":"end_turn"}'),
        events=msgspec.Raw(b"[%s,%s]" % (REVEALED, GAINED)),
    )
    assert codec_of(GAME.name).events([commit]) == [
        [e.SoloCardRevealed("SB2", "solo_explore_location", False), e.VpGained("jordan", 3, "explore")]
    ]
