"""Finds games of an API key by what its holder has noted about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.identity import external_field, partition_of
from events.store_types import About, Cursor, OwnedGame, Page
from service.http import services

Wanted = Callable[[OwnedGame, About], bool]


def own_games(
    owner: str,
    query: Mapping[str, Any],
    statuses: Sequence[str],
    before: Cursor | None,
    since_ms: int | None,
    wanted: Wanted = lambda line, about: True,
) -> Page[tuple[OwnedGame, About]]:
    """Games of a key in these statuses that an `OwnFilters` and `wanted` choose. Raises StoreUnavailable."""
    ruleset, player, metadata = query.get("ruleset"), query.get("player"), query.get("metadata", {})

    def chosen(found: tuple[OwnedGame, About]) -> bool:
        line, about = found
        return (
            (ruleset is None or line.ruleset == ruleset)
            and (player is None or player in about.players.values())
            and metadata.items() <= about.metadata.items()
            and wanted(line, about)
        )

    owned, named = services().store.owned, _named(owner, query, statuses)
    if named is None:
        return owned.page(owner, statuses, before, query["limit"], chosen, since_ms)
    return owned.among(owner, named, statuses, before, query["limit"], chosen, since_ms)


def _named(owner: str, query: Mapping[str, Any], statuses: Sequence[str]) -> list[str] | None:
    """The games that a query names by their ids, their own or that of the holder; None if it names none."""
    store = services().store
    ids: list[str] | None = query.get("ids")
    if ids is not None:
        ids = [game for game in ids if int(partition_of(game)) < store.partitions]
    if "external_id" not in query:
        return ids
    game = store.owned.named(external_field(owner, query["external_id"]))
    return [] if game is None or (ids is not None and game not in ids) else [game]
