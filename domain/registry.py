"""All games. The only module that knows them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from domain.game import Game
from domain.merchants_and_marauders.game import GAME as MERCHANTS_AND_MARAUDERS
from domain.merchants_of_the_caribbean.game import GAME as MERCHANTS_OF_THE_CARIBBEAN
from domain.pirates_of_maracaibo.game import GAME as PIRATES_OF_MARACAIBO

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {game.name: game for game in (MERCHANTS_OF_THE_CARIBBEAN, MERCHANTS_AND_MARAUDERS, PIRATES_OF_MARACAIBO)}
)
