"""Selects the installed games that the service offers: those whose contract does not clash with that of the others."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from domain.game import AnyGame
from domain.session import lifecycle
from events.log.codec import Codec
from service.openapi.document import PER_GAME, REQUESTS
from service.openapi.games import Clash, game_schemas
from service.openapi.shared import shared_schemas
from service.problems import own_codes
from service.representations.built import prefix_of
from tradewinds.installed import Installed, installed
from tradewinds.packages import RefusedGame

log = logging.getLogger(__name__)

SHARED_CODES = frozenset({*lifecycle.REFUSALS, "invalid_field"})
"""Codes that mean the same in every game, so that games may use them too."""


@cache
def offered_here() -> Installed:
    """The installed games that the service offers; found once a process."""
    return offered(installed())


def offered(packages: Installed) -> Installed:
    """The packages without the games that would spoil the contract for all others: such a game is refused and logged.

    Tradewinds' own games are taken as they are: the tests write their contract.
    """
    games = dict(packages.ours.games)
    if len(games) == len(packages.games):
        return packages
    taken: dict[str, Any] = {**{_schema_name(each): None for each in REQUESTS}, **dict.fromkeys((*PER_GAME, "Action"))}
    taken |= shared_schemas()
    for game in _comparable(games, [name for name in packages.games if name not in games]):
        taken |= game_schemas(Codec(game), {"properties": {}})
    refused = list(packages.refused)
    for name, game in packages.games.items():
        if name in games:
            continue
        try:
            taken |= _fitting(game, taken)
        except Clash as clash:
            refused.append(RefusedGame(name, packages.origins[name], str(clash)))
        except (Exception, SystemExit) as error:  # Whatever its code does wrong, the other games run.
            problem = f"its contract cannot be written ({type(error).__name__})"
            refused.append(RefusedGame(name, packages.origins[name], problem, error))
        else:
            games[name] = game
    for each in refused[len(packages.refused) :]:
        log.error("a game is refused: %s", each, exc_info=each.error)
    return Installed(MappingProxyType(games), packages.origins, tuple(refused))


def _comparable(ours: Mapping[str, AnyGame], others: Iterable[str]) -> Iterator[AnyGame]:
    """Those of our games whose schemas others could contradict. Writing all would delay every start by half a second.

    A game has the schemas that all games share, so one of ours has them too, and schemas whose names begin with its prefix:
    another game can only have such a name if one of the two prefixes begins with the other.
    """
    smallest = min(ours.values(), key=lambda game: len(game.types.recorded_events), default=None)
    prefixes = [prefix_of(name) for name in others]
    for name, game in ours.items():
        own = prefix_of(name)
        if game is smallest or any(own.startswith(each) or each.startswith(own) for each in prefixes):
            yield game


def _schema_name(request: type) -> str:
    return request.__name__.removesuffix("Schema")


def _fitting(game: AnyGame, taken: dict[str, Any]) -> dict[str, Any]:
    """The schemas of a game. Raises Clash if they, or its refusals, have names that mean something else already."""
    shadowed = sorted((own_codes().keys() - SHARED_CODES) & set(game.rules.refusals))
    if shadowed:
        raise Clash(f"its refusals have codes of the service's own: {', '.join(shadowed)}")
    schemas = game_schemas(Codec(game), {"properties": {}})
    clashing = sorted(name for name, schema in schemas.items() if name in taken and taken[name] != schema)
    if clashing:
        raise Clash(f"its types would be named in the contract as others are already: {', '.join(clashing)}")
    return schemas
