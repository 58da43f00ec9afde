"""A game as an environment of PettingZoo's AEC API: agents act one at a time, as the game asks their seats."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from domain.game import AnyGame
from domain.session import OptionValue
from domain.session.lifecycle import read_options
from tradewinds.installed import installed
from tradewinds.pettingzoo.encoding import LIMIT, Vector, encoded

log = logging.getLogger(__name__)

Observation: TypeAlias = dict[str, NDArray[Any]]

VIEW_SIZE, OFFER_SIZE = 2048, 64
"""The numbers for what a seat sees, and for each command that it may give."""
WON, LOST = 1.0, -1.0
"""The rewards at the end of a game."""


class Draws:
    """The chance of a game, from the generator of an environment."""

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    def below(self, limit: int) -> int:
        """A uniformly distributed integer n with 0 <= n < limit."""
        return int(self._generator.integers(limit))


class TradewindsEnv(AECEnv):
    """A game in which `seat_0`, `seat_1`, ... learn.

    An action is an index into the list of legal commands, which has at most `Bots.longest_list` entries. An observation has

    - `observation`: what the seat sees, encoded;
    - `offers`: a row for each legal command, encoded with its preview; rows beyond the list are 0;
    - `action_mask`: 1 for each legal command. All 0 for a seat that is not asked.

    All three follow from the seat's view and its legal commands. Rewards are 0 until the end; then they go with the share of
    the victory from -1 (none) to 1 (all), and `infos` has the `score` of each seat. A position with more legal commands than
    actions truncates the game for all agents: `infos` has their number as `too_many_commands`, and a warning is logged.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        *,
        view_size: int = VIEW_SIZE,
        offer_size: int = OFFER_SIZE,
        render_mode: str | None = None,
    ) -> None:
        """Raises KeyError for a game that is not installed, and Malformed for options or seats that it does not allow."""
        super().__init__()
        self.game: AnyGame = installed().games[ruleset]
        self.metadata = {
            "name": f"{ruleset}_v{self.game.version}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.options = self.game.rules.resolve(read_options(self.game, options or {}), seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._sizes = view_size, offer_size
        self._random, _ = seeding.np_random()
        actions = self.game.bots.longest_list
        observation: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-LIMIT, LIMIT, (view_size,)),
            "offers": spaces.Box(-LIMIT, LIMIT, (actions, offer_size)),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. All its chance follows from the seed; without one it goes on from that of the game before.
        `options` are not used: those of the game are given to the constructor."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        begun = self.game.rules.setup(self.options, len(self.agents), Draws(self._random))
        self._go_on(begun.state, begun.events)

    def step(self, action: int | None) -> None:
        """Give the legal command with this index for the selected agent; None for an agent whose game is over. Raises
        ValueError for any other number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._legal):
            raise ValueError(f"{action} is not one of the {len(self._legal)} commands that {agent} may give")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        made = self.game.rules.decide(self._state, self._seats[agent], self._legal[int(action)], Draws(self._random))
        self._go_on(made.state, made.events)
        self._accumulate_rewards()

    def _go_on(self, state: Any, events: Sequence[Any]) -> None:
        """Take over a position, and select the agent that is asked."""
        self._state, self._events = state, events
        self._legal: Sequence[Any] = ()
        asked = self.game.rules.to_act(state)
        if asked:
            self.agent_selection = self.possible_agents[asked[0]]
            self._legal = self.game.rules.legal_commands(state, asked[0])
            if len(self._legal) > self.game.bots.longest_list:
                self._truncate()
        else:
            self._terminate()
        if self.render_mode == "human":
            self.render()

    def _truncate(self) -> None:
        log.warning(
            "%s has a position with %d legal commands, and `Bots.longest_list` is %d: the game is truncated",
            self.game.name, len(self._legal), self.game.bots.longest_list,
        )  # fmt: skip
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"too_many_commands": len(self._legal)} for agent in self.agents}
        self._legal = ()

    def _terminate(self) -> None:
        outcome, shares = self.game.rules.outcome(self._state), self.game.bots.win_shares(self._state)
        assert outcome is not None, "a game that asks nobody is over"
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: LOST + (WON - LOST) * float(shares[self._seats[agent]]) for agent in self.agents}
        self.infos = {agent: {"score": outcome.scores[self._seats[agent]]} for agent in self.agents}

    def view(self, agent: str) -> Any:
        """The view of the agent's seat, for encodings of your own."""
        return self.game.gate.view(self._state, self._seats[agent])

    def legal(self, agent: str) -> Sequence[Any]:
        """The commands behind the agent's actions; none if it is not asked."""
        return self._legal if agent == self.agent_selection else ()

    def observe(self, agent: str) -> Observation:
        """The observation of the agent, at any time."""
        return observation(self.game, self.view(agent), self._seats[agent], self.legal(agent), *self._sizes)

    def render(self) -> str | None:
        """The text of the last command for everybody; `human` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: human or ansi")
            return None
        told = [event for event in (self.game.gate.redact(each, None) for each in self._events) if event is not None]
        text = self.game.words.narrate(told, self.possible_agents, self.options)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to release."""


def observation(
    game: AnyGame, view: Any, seat: int, legal: Sequence[Any], view_size: int = VIEW_SIZE, offer_size: int = OFFER_SIZE
) -> Observation:
    """A seat's view and its legal commands, at most `longest_list`, as arrays."""
    actions = game.bots.longest_list
    offers, mask = np.zeros((actions, offer_size), np.float32), np.zeros(actions, np.int8)
    for number, command in enumerate(legal):
        offers[number] = _offer(game, view, seat, command, offer_size)
    mask[: len(legal)] = 1
    return {"observation": encoded({"seat": seat, "view": view}, view_size), "offers": offers, "action_mask": mask}


def _offer(game: AnyGame, view: Any, seat: int, command: Any, size: int) -> Vector:
    return encoded({"command": command, "preview": game.words.preview(view, seat, command)}, size)
