"""The type of our policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.game import Question, Rng
from policies.budget import Limit

Choose: TypeAlias = Callable[[Question, Rng, Limit], Any]
"""Chooses one of the legal commands; raises OutOfTime if it has no answer when the limit is reached."""
