"""Every installed game as a PettingZoo environment. Needs `pip install tradewinds[pettingzoo]`.

    from tradewinds.pettingzoo import env

    environment = env("merchants-of-the-caribbean", seats=2)

docs/bots.md, section "For researchers", has an example. Nothing that serves games imports this package.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tradewinds.pettingzoo.environment import LOST, TradewindsEnv

__all__ = ["TradewindsEnv", "env"]


def env(ruleset: str, **arguments: Any) -> OrderEnforcingWrapper:
    """A `TradewindsEnv` of these arguments in PettingZoo's usual wrappers: an action that the mask excludes ends the game
    with the reward of a loss for its agent."""
    inner = TerminateIllegalWrapper(TradewindsEnv(ruleset, **arguments), illegal_reward=LOST)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(inner))
