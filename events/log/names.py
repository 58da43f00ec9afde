"""The names of players, which are kept beside a log that has only their seals.

A field `n:<64 hex digits of the seal>` has the salt in hex, and the name right after it. In an exported file the names are
the last line::

    {"names":{"sha256:<64 hex digits>":["<salt in hex>","<name>"]}}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from domain.session import Session, lifecycle, seals
from domain.session.renaming import renamed, renamed_table
from events.identity import FORGOT

_FIELD = "n:"
_DIGITS = 2 * seals.SALT_BYTES
_SALT = re.compile(f"[0-9a-f]{{{_DIGITS}}}")


class KeptName(NamedTuple):
    """A name with the salt of its seal."""

    salt: str
    """In hex."""
    name: str

    @property
    def seal(self) -> str:
        """The seal of this name with this salt; empty if the salt is malformed."""
        return seals.seal(self.name, bytes.fromhex(self.salt)) if _SALT.fullmatch(self.salt) else ""


NO_NAMES: Mapping[str, KeptName] = MappingProxyType({})
NewSalt = Callable[[], bytes]


def name_field(seal: str) -> str:
    """The field beside the log that has the name of a seal."""
    return _FIELD + seal.removeprefix("sha256:")


def kept_names(beside: Mapping[str, str]) -> dict[str, KeptName]:
    """The names in the fields beside a log, by their seals."""
    return {
        f"sha256:{field[len(_FIELD) :]}": KeptName(value[:_DIGITS], value[_DIGITS:])
        for field, value in beside.items()
        if field.startswith(_FIELD)
    }


def plain(names: Mapping[str, KeptName]) -> dict[str, str]:
    """Names without their salts."""
    return {seal: kept.name for seal, kept in names.items()}


def fields_of_names(names: Mapping[str, KeptName]) -> dict[str, str]:
    """The fields beside a log for names by their seals."""
    return {name_field(seal): kept.salt + kept.name for seal, kept in names.items()}


def without_names(beside: Mapping[str, str], forgotten: Iterable[str]) -> dict[str, str]:
    """The fields beside a log after the names of these seals were forgotten; the same if they are not there."""
    gone = {name_field(seal) for seal in forgotten} & beside.keys()
    left = {field: value for field, value in beside.items() if field not in gone}
    return left | {FORGOT: str(int(beside.get(FORGOT, "0")) + 1)} if gone else left


def has_forgotten(after: Mapping[str, str], before: Mapping[str, str]) -> bool:
    """Whether the fields beside a log are the same as before, except for names that were forgotten since."""
    return after.items() - {(FORGOT, after.get(FORGOT, ""))} <= before.items() and all(
        field == FORGOT or field.startswith(_FIELD) for field in before.keys() - after.keys()
    )


class Sealing:
    """Seals the names that players give with one command. `fields` has what must be kept beside the log."""

    def __init__(self, new_salt: NewSalt) -> None:
        self._new_salt = new_salt
        self.fields: dict[str, str] = {}

    def command(self, command: Any) -> Any:
        """The command as the log has it."""
        return renamed(command, self._sealed)

    def session(self, session: Session[Any]) -> Session[Any]:
        """A table with all names sealed: one of a log from before names were sealed has some that are not."""
        return renamed_table(session, self._sealed)

    def _sealed(self, name: str, seat: int) -> str:
        # The decision refuses what is no name, but looks first for other faults of the command.
        if not seals.is_personal(name) or not lifecycle.is_name(name):
            return name
        kept = KeptName(self._new_salt().hex(), name)
        self.fields |= fields_of_names({kept.seal: kept})
        return kept.seal


def seals_of(session: Session[Any]) -> Iterable[str]:
    """The seals of the names at a table."""
    return [each.name for each in session.seats if seals.is_seal(each.name)]


def names_line(names: Mapping[str, KeptName]) -> bytes:
    """The last line of an exported file, without the line feed."""
    return b'{"names":%b}' % encoded_names(names)


def encoded_names(names: Mapping[str, KeptName]) -> bytes:
    return msgspec.json.encode(names, order="sorted")


def read_names(value: Any) -> dict[str, KeptName]:
    """The names in an exported line. Only their form is checked here; `events.games.audit` checks the seals. Raises
    ValueError."""
    try:
        found = msgspec.convert(value, dict[str, KeptName])
    except msgspec.ValidationError as error:
        raise ValueError(f"the names: {error}") from None
    for seal, kept in found.items():
        if not seals.SEAL.fullmatch(seal):
            raise ValueError("the names: a seal is sha256: and 64 hex digits")
        if not _SALT.fullmatch(kept.salt):
            raise ValueError(f"the names: the salt of {seal} is {_DIGITS} hex digits")
    return found
