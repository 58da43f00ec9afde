"""Learns what offers are worth by playing against random seats: `python examples/learning/learn.py RULESET GAMES`.

Needs `pip install --editable .[pettingzoo]`. The value of an offer is a weighted sum of its numbers, moved towards the final
reward of each game: a Monte Carlo method, which knows nothing of the game.
"""

import sys

import numpy as np

from tradewinds.pettingzoo import env

ruleset, games = sys.argv[1], int(sys.argv[2])
chance, environment = np.random.default_rng(1), env(ruleset, seats=2)
weights = np.zeros(environment.observation_space("seat_0")["offers"].shape[1])
rewards = []
for game in range(games):
    environment.reset(seed=game)
    learner, chosen = f"seat_{game % 2}", []
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, info = environment.last()
        if terminated or truncated:
            environment.step(None)
            rewards += [reward] if agent == learner else []
            continue
        offers = seen["offers"][: seen["action_mask"].sum()]
        guess = agent != learner or chance.random() < 0.1
        action = chance.integers(len(offers)) if guess else np.argmax(offers @ weights)
        environment.step(int(action))
        chosen += [offers[action]] if agent == learner else []
    for offer in chosen:
        weights += 0.0005 * (rewards[-1] - offer @ weights) * offer
    if (game + 1) % 20 == 0 or game + 1 == games:
        latest = np.array(rewards[-20:])
        print(f"game {game + 1}: won {np.mean(latest > 0):.0%} of the last {len(latest)}")
