"""Refusing commands by code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from domain.values import Json, Rejected


class Refusals:
    """Refuses by the codes of one game. `sentences` has every code with the sentence that explains it."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def refuse(self, code: str, **params: Json) -> NoReturn:
        """Raises Rejected with this code."""
        raise Rejected(code, self.sentences[code], **params)

    def require(self, holds: object, code: str, **params: Json) -> None:
        """Raises Rejected with this code unless the condition holds."""
        if not holds:
            # Raised here, not by `refuse`, to save a call: this runs for every illegal candidate.
            raise Rejected(code, self.sentences[code], **params)
