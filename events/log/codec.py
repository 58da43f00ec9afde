"""Converts between a game's typed commands and events and the JSON in its commits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

import msgspec

from domain import session
from domain.game import AnyGame, Malformed, Upcaster
from domain.kit.closed import closed_fields
from domain.kit.validation import validation_refusal
from domain.offers import command_of
from domain.session import lifecycle
from domain.session.clocks import TimeOut
from domain.session.rights import Actor
from events.envelope import Commit
from events.errors import NewerRules, RulesetNotInstalled


def either(types: Sequence[Any]) -> Any:
    """The union of types that are known only at run time."""
    return Union[tuple(types)]  # noqa: UP007 (there is no operator for it)


def list_of(item: Any) -> Any:
    """The type of a list whose item type is known only at run time."""
    return list[item]


def _recorded_commands(game: AnyGame) -> tuple[Any, ...]:
    """The types of all commands that a log of a game may have."""
    of_the_table = [kind for kind in lifecycle.COMMANDS if kind is not TimeOut]
    return (*of_the_table, TimeOut[either(game.types.recorded_commands)], *game.types.recorded_commands)  # type: ignore[misc]


class ChosenOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action by the id of its offer."""

    offer: str
    """The `id` of the offer, as `GET …/actions` lists it."""


LISTED = 30
"""The most names of a field that a refusal lists."""
_CHOSEN = msgspec.json.Decoder(ChosenOffer)
_WITH_POSITION = frozenset(kind.__struct_config__.tag for kind in (session.PositionRestored, session.TakenBack))


def chosen_offer(body: bytes) -> str | None:
    """The id in a body that names an offer; None if the body is anything else."""
    if b'"offer"' not in body:
        return None  # Most actions are sent as they are, and need not be parsed twice.
    try:
        return _CHOSEN.decode(body).offer
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


class Codec:
    """Encoders and decoders of one game, built once. Payloads of older versions go through the game's upcasters."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        commands = either(_recorded_commands(game))
        events = either((*session.EVENTS, *game.types.recorded_events))
        self._encoder = msgspec.json.Encoder(order="sorted")
        self._command = msgspec.json.Decoder(commands)
        self._action = msgspec.json.Decoder(either(game.types.commands))
        self._events = msgspec.json.Decoder(list_of(events))
        self._closed = {kind: tuple(closed_fields(kind)) for kind in game.types.commands}
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in game.types.commands}

    def encode(self, value: object) -> msgspec.Raw:
        """A command or a list of events as JSON with sorted keys."""
        return msgspec.Raw(self._encoder.encode(value))

    def commit(
        self, version: int, actor: Actor, identity: str, command: msgspec.Raw, events: Sequence[Any], at: str
    ) -> Commit:
        """A commit under today's version of the rules, without its head."""
        return Commit(
            version=version,
            command_id=identity,
            actor=actor.role,
            seat=actor.seat,
            at=at,
            ruleset=self.game.name,
            ruleset_version=self.game.version,
            command=command,
            events=self.encode(events),
        )

    def command(self, commit: Commit) -> Any:
        """The command of a commit. Raises UnknownRuleset."""
        if commit.ruleset_version == self.game.version:
            return self._command.decode(commit.command)
        payload = msgspec.json.decode(commit.command)
        for upcaster in self._upcasters(commit):
            payload = _upcast_command(payload, upcaster)
        return self._command.decode(msgspec.json.encode(payload))

    def action(self, body: bytes) -> Any:
        """A command of the game's rules from a request: as it is, or by the id of its offer. Raises Malformed (or
        msgspec.DecodeError if it is not JSON)."""
        chosen = chosen_offer(body)
        if chosen is not None:
            return command_of(self.game.types.commands, chosen)
        try:
            action = self._action.decode(body)
        except msgspec.ValidationError as error:
            raise self._malformed(error, body) from None
        except (UnicodeDecodeError, RecursionError) as error:
            raise msgspec.DecodeError(str(error)) from None
        for field, values in self._closed[type(action)]:
            value = getattr(action, field)
            if any(type(each) is str and each not in values for each in (value if type(value) is tuple else (value,))):
                there = f"; there are: {', '.join(sorted(values))}" if len(values) <= LISTED else ""
                detail = f"`{field}` names nothing in this game{there}."
                raise Malformed("invalid_field", detail, field=field)
        return action

    def events(self, commits: Sequence[Commit]) -> list[list[Any]]:
        """The events of each of these commits. Raises NewerRules."""
        version, decode = self.game.version, self._events.decode
        return [decode(commit.events if commit.ruleset_version == version else self._upcast(commit)) for commit in commits]

    def renewed(self, events: Sequence[Any], written: int) -> list[Any]:
        """Events that version `written` wrote and the codec read, as today's version writes them: with its number and its
        form of positions. Raises msgspec.DecodeError for a position that is none."""
        if written == self.game.version:
            return [*events]
        return [self._renewed(event, written) for event in events]

    def _renewed(self, event: Any, written: int) -> Any:
        if isinstance(event, session.PositionRestored | session.TakenBack):
            state = msgspec.json.decode(event.state, type=self.game.types.state)
            return msgspec.structs.replace(event, state=session.position(state))
        if isinstance(event, session.GameCreated):  # A wrong number stays a wrong one.
            return msgspec.structs.replace(event, ruleset_version=event.ruleset_version + self.game.version - written)
        return event

    def _upcast(self, commit: Commit) -> bytes:
        """The events of a commit of an older version, as today's version writes them."""
        payloads = msgspec.json.decode(commit.events, type=list[dict[str, Any]])
        for upcaster in self._upcasters(commit):
            payloads = [_upcast(payload, upcaster) for payload in payloads]
        return msgspec.json.encode(payloads)

    def _upcasters(self, commit: Commit) -> list[Upcaster]:
        """The upcasters that bring the payloads of a commit up to date, step by step."""
        written, version = commit.ruleset_version, self.game.version
        if written > version:
            raise NewerRules(f"{commit.ruleset} version {written} is newer than this installation")
        if written < 1:
            raise ValueError(f"there is no version {written} of {commit.ruleset}")
        return [self.game.upcasters[step] for step in range(written, version)]

    def _malformed(self, error: msgspec.ValidationError, body: bytes) -> Malformed:
        message = str(error)
        if ("Invalid value" in message and message.endswith("`$.type`")) or "missing required field `type`" in message:
            reason = message.partition(" - at ")[0]
            detail = (
                f"`type` names no command: {reason}. `GET …/actions` lists what is legal: send the `action` of an offer, or "
                "its id as `offer`."
            )
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
    if payload["type"] in _WITH_POSITION:
        return {**payload, "state": upcaster.state(payload["state"])}
    return payload


def _upcast_command(payload: dict[str, Any], upcaster: Upcaster) -> dict[str, Any]:
    payload = upcaster.command(payload)
    if payload["type"] == TimeOut.__struct_config__.tag and payload["action"] is not None:
        return {**payload, "action": upcaster.command(payload["action"])}
    return payload


class _Named(msgspec.Struct):
    type: str


class Codecs:
    """The codecs of the games that a process has, each made when it is first needed."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self._made: dict[str, Codec] = {}

    def of(self, ruleset: str) -> Codec:
        """The codec of a game by its name. Raises RulesetNotInstalled."""
        codec = self._made.get(ruleset)
        if codec is None:
            game = self.games.get(ruleset)
            if game is None:
                raise RulesetNotInstalled(ruleset)
            codec = self._made[ruleset] = Codec(game)
        return codec
