"""Finds levels of bots of other packages, by the entry points of the group `tradewinds.policies`.

A policy that cannot be loaded is refused by name, and everything else runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import MappingProxyType

from domain.game import AnyGame, Policy
from domain.levels import LADDER, NAME, OWN
from tradewinds.packages import RefusedGame, Unusable, loaded, origin_of


def with_policies(
    games: Mapping[str, AnyGame], points: Iterable[EntryPoint]
) -> tuple[Mapping[str, AnyGame], tuple[RefusedGame, ...]]:
    """The games with the policies of these entry points, and what is refused. If two packages offer one level, the first
    distribution by name has it."""
    policies: dict[str, Policy] = {}
    refused: list[RefusedGame] = []
    for point in sorted(points, key=lambda each: (origin_of(each).distribution, each.name, each.value)):
        try:
            if point.name in policies:
                raise Unusable("another package has a policy of this name")
            policies[point.name] = _policy(point)
        except Unusable as error:
            refused.append(RefusedGame(f"the policy {point.name}", origin_of(point), str(error), error.__cause__))
    return MappingProxyType({name: _playable_by(game, policies) for name, game in games.items()}), tuple(refused)


def _playable_by(game: AnyGame, policies: Mapping[str, Policy]) -> AnyGame:
    own = {name: policy for name, policy in policies.items() if policy.rulesets is None or game.name in policy.rulesets}
    return replace(game, bots=replace(game.bots, policies=own)) if own else game


def _policy(point: EntryPoint) -> Policy:
    """Raises Unusable."""
    policy: Policy = loaded(point, Policy)
    if policy.level != point.name:
        raise Unusable(f"the level of this entry point is named {policy.level!r}; both names must be the same")
    if policy.level in OWN or not re.fullmatch(NAME, policy.level):
        raise Unusable(f"{policy.level!r} cannot be the name of a level")
    if policy.below not in LADDER:
        raise Unusable(f"`below` is {policy.below!r}, not one of {', '.join(LADDER)}")
    if not (policy.rulesets is None or isinstance(policy.rulesets, frozenset)):
        raise Unusable("`rulesets` is not a frozenset of names of games")
    return policy
