"""A game as a value, for the Python prompt, notebooks and scripts: `from tradewinds import Play`."""

from play.position import Play

__all__ = ["Play"]
