"""How a rule refuses a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from domain.game import Json, Rejected


class Refusals:
    """Refuses by the codes of one game, in the words of its table: every code, with a sentence on when it is given."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._sentences = sentences

    def refuse(self, code: str, **params: Json) -> NoReturn:
        """Raises Rejected with this code."""
        raise Rejected(code, self._sentences[code], **params)

    def require(self, holds: object, code: str, **params: Json) -> None:
        """Raises Rejected with this code unless the condition holds."""
        if not holds:
            # Not by `refuse`: the list of legal commands comes here for every candidate that is none.
            raise Rejected(code, self._sentences[code], **params)
