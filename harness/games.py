"""The games of Tradewinds itself, whatever else is installed."""

from __future__ import annotations

from events.log.codec import Codecs
from tradewinds.installed import installed

GAMES = installed().ours.games
CODECS = Codecs(GAMES)
