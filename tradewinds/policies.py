"""Which levels of bots other packages offer: the entry points of the group `tradewinds.policies`.

A policy that cannot be loaded is refused by name, and everything else runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import MappingProxyType

from domain.game import AnyGame
from domain.levels import LADDER, NAME, OWN
from domain.policies import Policy
from tradewinds.packages import RefusedGame, origin_of

GROUP = "tradewinds.policies"


class NotAPolicy(Exception):
    """An entry point leads to no policy; the message says why."""


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
                raise NotAPolicy("another package has a policy of this name")
            policies[point.name] = _loaded(point)
        except NotAPolicy as error:
            refused.append(RefusedGame(f"the policy {point.name}", origin_of(point), str(error), error.__cause__))
    return MappingProxyType({name: _playable_by(game, policies) for name, game in games.items()}), tuple(refused)


def _playable_by(game: AnyGame, policies: Mapping[str, Policy]) -> AnyGame:
    own = {name: policy for name, policy in policies.items() if policy.rulesets is None or game.name in policy.rulesets}
    return replace(game, bots=replace(game.bots, policies=own)) if own else game


def _loaded(point: EntryPoint) -> Policy:
    """Raises NotAPolicy."""
    try:
        policy = point.load()
    except (Exception, SystemExit) as error:  # Whatever its code does wrong, the games run.
        raise NotAPolicy(f"`{point.value}` cannot be imported ({type(error).__name__})") from error
    if not isinstance(policy, Policy):
        raise NotAPolicy(f"`{point.value}` is no `tradewinds.Policy`, but of type {type(policy).__name__}")
    if policy.level != point.name:
        raise NotAPolicy(f"the level of this entry point is named {policy.level!r}; both names must be the same")
    if policy.level in OWN or not re.fullmatch(NAME, policy.level):
        raise NotAPolicy(f"{policy.level!r} cannot be the name of a level")
    if policy.below not in LADDER:
        raise NotAPolicy(f"`below` is {policy.below!r}, not one of {', '.join(LADDER)}")
    if not (policy.rulesets is None or isinstance(policy.rulesets, frozenset)):
        raise NotAPolicy("`rulesets` is not a frozenset of names of games")
    return policy
