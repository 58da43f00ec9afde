"""Between a game's typed commands and events and the JSON that stands in its commits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Union

import msgspec

from domain import lobby, table
from domain.game import Game, Malformed, Upcaster
from domain.kit.validation import validation_refusal
from domain.registry import GAMES, AnyGame
from events.envelope import Commit


class UnknownRuleset(LookupError):
    """A commit of a game that this process does not have, or has only in an older version.

    So it is while old and new processes run side by side; the new ones can read it.
    """

    code = "newer_rules"


def either(types: Sequence[Any]) -> Any:
    """The union of types that are known at run time only."""
    return Union[tuple(types)]  # noqa: UP007 (there is no operator for it)


def list_of(item: Any) -> Any:
    """The type of a list whose items' type is known at run time only."""
    return list[item]


class Codec:
    """Encoders and decoders of one game, built once. What older versions wrote goes through the game's upcasters."""

    def __init__(self, game: Game[Any, Any, Any, Any, Any]) -> None:
        self.game = game
        commands = either((*lobby.COMMANDS, *game.recorded_commands))
        events = either((*table.EVENTS, *game.recorded_events))
        self._encoder = msgspec.json.Encoder(order="sorted")
        self._command = msgspec.json.Decoder(commands)
        self._action = msgspec.json.Decoder(either(game.commands))
        self._events = msgspec.json.Decoder(list_of(events))
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in game.commands}

    def encode(self, value: object) -> msgspec.Raw:
        """A command or a list of events as JSON with sorted keys."""
        return msgspec.Raw(self._encoder.encode(value))

    def command(self, commit: Commit) -> Any:
        """The command of a commit. Raises UnknownRuleset."""
        if commit.ruleset_version == self.game.version:
            return self._command.decode(commit.command)
        payload = msgspec.json.decode(commit.command)
        for upcaster in self._upcasters(commit):
            payload = upcaster.command(payload)
        return self._command.decode(msgspec.json.encode(payload))

    def action(self, body: bytes) -> Any:
        """A command of the game's rules from a request. Raises Malformed (or msgspec.DecodeError if it is not JSON)."""
        try:
            return self._action.decode(body)
        except msgspec.ValidationError as error:
            raise self._malformed(error, body) from None
        except (UnicodeDecodeError, RecursionError) as error:
            raise msgspec.DecodeError(str(error)) from None

    def events(self, commits: Sequence[Commit]) -> list[list[Any]]:
        """The events of each of these commits. Raises UnknownRuleset."""
        version, decode = self.game.version, self._events.decode
        return [decode(commit.events if commit.ruleset_version == version else self._upcast(commit)) for commit in commits]

    def _upcast(self, commit: Commit) -> bytes:
        """The events of a commit of an older version, as today's version writes them."""
        payloads = msgspec.json.decode(commit.events, type=list[dict[str, Any]])
        for upcaster in self._upcasters(commit):
            payloads = [_upcast(payload, upcaster) for payload in payloads]
        return msgspec.json.encode(payloads)

    def _upcasters(self, commit: Commit) -> list[Upcaster]:
        """What brings the payloads of a commit up to date, step by step."""
        written, version = commit.ruleset_version, self.game.version
        if written > version:
            raise UnknownRuleset(f"{commit.ruleset} version {written} is newer than this installation")
        if written < 1:
            raise ValueError(f"there is no version {written} of {commit.ruleset}")
        return [self.game.upcasters[step] for step in range(written, version)]

    def _malformed(self, error: msgspec.ValidationError, body: bytes) -> Malformed:
        message = str(error)
        if ("Invalid value" in message and message.endswith("`$.type`")) or "missing required field `type`" in message:
            reason = message.partition(" - at ")[0]
            detail = f"`type` names no command: {reason}; `GET …/actions` lists those that are legal."
            return Malformed("unknown_command", detail, field="type", types=[*self._kinds])
        return validation_refusal("invalid_field", error, self._kind(body))

    def _kind(self, body: bytes) -> Any:
        """The command that a body names; None where it names none."""
        try:
            return self._kinds.get(msgspec.json.decode(body, type=_Named).type)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


def _upcast(payload: dict[str, Any], upcaster: Upcaster) -> dict[str, Any]:
    payload = upcaster.event(payload)
    if payload["type"] == table.PositionRestored.__struct_config__.tag:
        return {**payload, "state": upcaster.state(payload["state"])}
    return payload


class _Named(msgspec.Struct):
    type: str


@cache
def codec_of(ruleset: str) -> Codec:
    """The codec of a game by its name. Raises UnknownRuleset."""
    game: AnyGame | None = GAMES.get(ruleset)
    if game is None:
        raise UnknownRuleset(f"there is no game {ruleset!r} here")
    return Codec(game)
