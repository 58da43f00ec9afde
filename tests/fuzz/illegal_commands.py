"""Commands invented from the values that their fields can have: nearly all of them are illegal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game import AnyGame
from tests.fuzz.catalogue import Catalogue

NONSENSE: Sequence[Any] = ("nothing of this game", "", -1, 99, {"count": 1, "hidden": True}, {"hidden": True}, [], None)
ANY_KIND, LISTED, OWN, SENSELESS = 0.15, 0.2, 0.45, 0.04
"""How often a command is of any kind instead of one of the open decision; and how often a field has the value of a listed
command, the name of something in sight, or nonsense."""


class Hostile:
    """Invents commands for the positions of one game."""

    def __init__(self, game: AnyGame, catalogue: Catalogue, chooser: random.Random) -> None:
        self._game, self._catalogue, self._chooser = game, catalogue, chooser
        self._hand: tuple[Any, int, Sequence[str]] = (None, 0, ())
        """The list of the last position."""
        self._known = {name: frozenset(values) for name, values in catalogue.names.items()}

    def command(self, state: Any, seat: int, legal: Sequence[Any]) -> Any | None:
        """A command for the position; None if what was drawn does not fit its fields."""
        chooser = self._chooser
        known = self._catalogue.kinds(state) if state is not None else ()
        if not known or chooser.random() < ANY_KIND:
            return self.of_kind(chooser.choice(self._game.types.commands), state, seat, legal)
        possible = {type(command) for command in legal}
        impossible = [kind for kind in known if kind not in possible]
        return self.of_kind(
            chooser.choice(impossible if impossible and chooser.random() < 0.5 else known), state, seat, legal
        )

    def of_kind(self, kind: type[Any], state: Any, seat: int, legal: Sequence[Any]) -> Any | None:
        """A command of this kind; None if what was drawn does not fit its fields."""
        fields = {name: self._value(name, state, seat, legal) for name in kind.__struct_fields__}
        try:
            return msgspec.convert({**fields, "type": kind.__struct_config__.tag}, kind)
        except msgspec.ValidationError:
            return None

    def _at_hand(self, state: Any, seat: int) -> Sequence[str]:
        before, whose, things = self._hand
        if before is not state or whose != seat:
            things = self._catalogue.at_hand(state, seat)
            self._hand = state, seat, things
        return things

    def _value(self, name: str, state: Any, seat: int, legal: Sequence[Any]) -> Any:
        chooser, draw = self._chooser, self._chooser.random()
        names = self._catalogue.names.get(name, NONSENSE)
        if draw < SENSELESS:
            return chooser.choice(NONSENSE)
        if draw < SENSELESS + LISTED:
            listed = [getattr(command, name) for command in legal if name in command.__struct_fields__]
            if listed:
                return msgspec.to_builtins(chooser.choice(listed))
        elif draw < SENSELESS + LISTED + OWN and state is not None and name not in self._catalogue.drawn:
            known = self._known.get(name, ())
            fitting = [each for each in self._at_hand(state, seat) if each in known]
            return chooser.choice(fitting or names)
        if name in self._catalogue.drawn and state is not None:
            return self._catalogue.drawn[name](state, seat, chooser)
        return chooser.choice(names)
