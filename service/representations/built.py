"""The types of answers, and the one place that builds them from what a caller may see.

Each game has its own answer types with its view, commands and events, distinguished by `ruleset`. openapi.yaml takes its
schemas from these types, and msgspec its encoders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Literal

import msgspec

from domain import lifecycle, table
from domain.fairness import ALGORITHM
from domain.game import Json, Outcome
from domain.rights import Role
from domain.table import Level, SeatKind, Status, Table
from events.audit import Audit
from events.codec import Codec, either, list_of
from events.commands import CommandResult
from events.envelope import Commit
from events.game_log import GameLog
from events.log_errors import view_errors
from events.records import GameSummary


class SeatAnswer(msgspec.Struct, frozen=True):
    """The player of a seat."""

    kind: SeatKind
    """The kind of player; `open`: none yet."""
    name: str
    """The player's name."""
    level: Level | None
    """The level of a bot; otherwise null."""


class Fairness(msgspec.Struct, frozen=True):
    """The values from which the draws follow and can be checked."""

    algorithm: str
    """The algorithm that makes each draw from secret, client seeds and version."""
    commitment: str
    """SHA-256 of the secret, in hex; published before the first draw."""
    client_seeds: tuple[str, ...]
    """By seat, once all are taken: the seed of its claim, empty if none was sent, or `bot-<seat>`."""
    secret: str | None
    """The secret in hex; null until the game is over."""


class BranchOf(msgspec.Struct, frozen=True):
    """The position at which a branch began."""

    game: str
    """The id of the original game."""
    version: int
    """The version of the original game."""


# The fields that the answers of all games share. Each game narrows `Any` to its own types.


class _GameAnswer(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    """The id of the game, part of its addresses."""
    ruleset_version: int
    """The version of the rules under which it is played."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` games are over without a result."""
    version: int
    """The number of commits; each accepted command adds one."""
    turn: int
    """The current turn, from 1; 0 in the lobby and during set-up."""
    seats: tuple[SeatAnswer, ...]
    """The seats by number, from 0."""
    to_act: tuple[int, ...]
    """The seats that must act now."""
    outcome: Outcome | None
    """The result; null until the game is over, and if it was abandoned."""
    fairness: Fairness
    """The values by which its draws can be checked."""
    head: str
    """The audit head at this version. Version and head together are a receipt."""
    visibility: table.Visibility
    """`public`: in the list of games, unless imported; `unlisted`: found only by its id. Branches are unlisted."""
    trusted_host: bool
    """Whether the host may give a taken seat to another player."""
    imported: bool
    """Whether the game was loaded from a file; it can be read and branched, but not played."""
    branch_of: BranchOf | None
    """The position at which a branch began; null for games that are no branch."""
    created_at: str
    """The time of creation, RFC 3339, UTC."""
    options: Any
    """The game's options, each with its value."""
    view: Any
    """The position as the caller may see it; null in the lobby."""


class _CommitAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted command with its events, as the caller may see them. If even the kind of the command is hidden, `command`
    and `seat` are null, and the commit has no events and no text."""

    version: int
    """The version that this commit made."""
    turn: int
    """The turn in which the command was given."""
    seat: int | None
    """The seat that gave the command; null if no seat did, or if it is hidden."""
    actor: Role
    """The role in which the command was given; `service`: the service itself."""
    at: str
    """The time, RFC 3339, UTC."""
    text: str
    """The events in words; empty if there is nothing to say."""
    head: str
    """The audit head after this commit."""
    command: Any
    """The command; null if it is hidden."""
    events: Any
    """The events in order."""


class _OfferAnswer(msgspec.Struct, frozen=True):
    """An action that is legal now."""

    action: Any
    """The action to send, unchanged."""
    text: str
    """The action as a sentence for people."""
    preview: dict[str, Any]
    """What the action costs and brings, as far as the seat can know."""


class _ActionsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal action of the caller's seat at this version."""

    version: int
    """The version at which they are legal."""
    seat: int
    """The caller's seat."""
    actions: Any
    """The legal actions; none while the seat is not asked to act."""


class _AcceptedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted action: the version it made, its events, the same in words, and the game after it."""

    version: int
    """The version that the action made."""
    events: Any
    """The events in order, as the caller may see them."""
    text: str
    """The events in words; empty if there is nothing to say."""
    head: str
    """The audit head after this action. Version and head together are a receipt."""
    game: Any
    """The game right after the action."""


class SeatToken(msgspec.Struct, frozen=True):
    """A seat's token, shown only here."""

    seat: int
    """The seat's number."""
    token: str
    """The right to play the seat."""


class _CreatedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A new game with the tokens of its host and its human seats, shown only here. A repeat after the end of the game has no
    tokens."""

    game: Any
    """The new game, as a spectator sees it."""
    host_token: str | None
    """The host's token; null in a repeat after the end of the game."""
    seats: list[SeatToken]
    """The tokens of the `human` seats."""


class _SeatedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat after a change, with its new token, shown only here."""

    game: Any
    """The game as the seat sees it, or as a spectator does if there is no new token."""
    seat: int
    """The seat's number."""
    token: str | None
    """The new right to play the seat; null if the change made none."""


class _PageAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A page of history."""

    items: Any
    """The commits, oldest first."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""


class TurnAnswer(msgspec.Struct, frozen=True):
    """One step of a replay slider."""

    turn: int
    """The turn's number."""
    seat: int | None
    """The seat whose turn it was; null if it was no seat's turn."""
    first_version: int
    """The first commit of the turn."""
    last_version: int
    """The last commit of the turn: the position to show."""
    text: str
    """The events of the turn in words."""


class TurnsAnswer(msgspec.Struct, frozen=True):
    """The index of a replay slider."""

    items: list[TurnAnswer]
    """The turns in which a command was given, oldest first."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""


class PatchOperation(msgspec.Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    """The kind of operation."""
    path: str
    """The place, as a JSON pointer into the view."""
    value: Any = msgspec.UNSET
    """The value of `add`, `replace` and `test`."""
    from_: str | msgspec.UnsetType = msgspec.UNSET
    """The source of `move` and `copy`, as a JSON pointer into the view."""


class DiffAnswer(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The difference between two positions: `patch` turns the caller's view at `from` into the view at `to`."""

    from_: int
    """The version before."""
    to: int
    """The version after."""
    patch: list[PatchOperation]
    """The operations that turn one view into the other."""
    text: list[str]
    """The events in between, in words, one text for each commit."""


class LinesAnswer(msgspec.Struct, frozen=True):
    """A page of games."""

    items: list[GameSummary]
    """The games, newest first."""
    next: str | None
    """The value of `after` for the next page; null on the last page."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an action is not legal."""

    code: str
    """The code, as in a problem."""
    detail: str
    """The reason as a sentence."""
    params: dict[str, Any]
    """Details of the code."""


class TrialAnswer(msgspec.Struct, frozen=True):
    """The result of a dry run; nothing was stored or drawn."""

    legal: bool
    """Whether the action would be accepted now."""
    version: int
    """The version at which the action was tried."""
    refusal: Refusal | None
    """The reason why it is not legal; null if it is."""


class AuditAnswer(Audit, frozen=True):
    """The result of an audit."""

    version: int
    """The version of the game that was audited."""


def prefix_of(ruleset: str) -> str:
    """The prefix of the names of a game's schemas."""
    return "".join(word.capitalize() for word in ruleset.split("-"))


class Representations:
    """The answer types of one game, and the functions that build them. Everything passes the game's `view` or `redact`."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.game = game = codec.game
        self.prefix = prefix_of(game.name)
        commands = either(game.types.commands)
        all_commands = either((*lifecycle.COMMANDS, *game.types.recorded_commands))
        events = either((*table.EVENTS, *game.types.recorded_events))
        tagged = {"frozen": True, "kw_only": True, "tag_field": "ruleset", "tag": game.name, "module": __name__}

        def answer(name: str, base: Any, fields: list[tuple[str, Any]], doc: str | None = None) -> Any:
            made = msgspec.defstruct(f"{self.prefix}{name}", fields, bases=(base,), **tagged)  # type: ignore[arg-type]
            made.__doc__ = " ".join((doc or base.__doc__).split())
            return made

        self.game_type = game_type = answer(
            "Game",
            _GameAnswer,
            [("options", game.types.options), ("view", game.types.view | None)],
            f"A game of {game.title} as the caller may see it; `view` is null in the lobby.",
        )
        self.commit_type = commit = answer(
            "Commit", _CommitAnswer, [("command", all_commands | None), ("events", list_of(events))]
        )
        self.offer_type = offer = msgspec.defstruct(
            f"{self.prefix}Offer", [("action", commands)], bases=(_OfferAnswer,), frozen=True, module=__name__
        )
        offer.__doc__ = _OfferAnswer.__doc__
        self.actions_type = answer("Actions", _ActionsAnswer, [("actions", list_of(offer))])
        self.accepted_type = answer("Accepted", _AcceptedAnswer, [("events", list_of(events)), ("game", game_type)])
        self.created_type = answer("Created", _CreatedAnswer, [("game", game_type)])
        self.seated_type = answer("Seated", _SeatedAnswer, [("game", game_type)])
        self.page_type = answer("Commits", _PageAnswer, [("items", list_of(commit))])

    # The gate

    def view(self, game_log: GameLog, now: Table[Any], seat: int | None, revealed: bool) -> Any:
        """The game's view for a seat; `revealed`: with nothing hidden. Raises LogDamaged."""
        if now.state is None:
            return None
        with view_errors(game_log.id):
            return self.game.gate.open_view(now.state) if revealed else self.game.gate.view(now.state, seat)

    def events(self, events: Sequence[Any], seat: int | None, revealed: bool) -> list[Any]:
        """Events as a seat (None: a spectator) may see them."""
        if revealed:
            return list(events)
        redact = self.game.gate.redact
        seen = [table.redact(event) if type(event) in table.AROUND else redact(event, seat) for event in events]
        return [event for event in seen if event is not None]

    def command(self, game_log: GameLog, commit: Commit, seat: int | None, revealed: bool) -> Any:
        """The command of a commit as a seat (None: a spectator) may see it; None if it may not."""
        command = game_log.command(commit)
        if revealed:
            return command
        if commit.seat is None or isinstance(command, lifecycle.COMMANDS):
            return lifecycle.redact_command(command)
        return self.game.gate.redact_command(command, commit.seat, seat)

    # Answers

    def game_answer(
        self, game_log: GameLog, now: Table[Any], version: int, head: str, seat: int | None, revealed: bool = False
    ) -> Any:
        """The game at a version as a seat (None: a spectator) may see it."""
        return self.game_type(
            id=game_log.id,
            ruleset_version=now.ruleset_version,
            status=now.status,
            version=version,
            turn=table.turn(self.game, now),
            options=game_log.options,
            seats=tuple([SeatAnswer(each.kind, each.name, each.level) for each in now.seats]),
            to_act=table.to_act(self.game, now),
            view=self.view(game_log, now, seat, revealed),
            outcome=now.outcome,
            fairness=Fairness(ALGORITHM, now.commitment, now.client_seeds, now.secret),
            head=head,
            visibility=now.visibility,
            trusted_host=now.trusted_host,
            imported=game_log.imported,
            branch_of=None if now.origin is None else BranchOf(now.origin.game, now.origin.version),
            created_at=game_log.created_at,
        )

    def accepted(self, accepted: CommandResult, seat: int | None) -> Any:
        events = self.events(accepted.events, seat, False)
        return self.accepted_type(
            version=accepted.commit.version,
            events=events,
            text=table.narrate(self.game, events, accepted.table.names, accepted.game_log.options),
            head=accepted.commit.head,
            game=self.after(accepted, seat),
        )

    def created(self, accepted: CommandResult) -> Any:
        tokens = [SeatToken(int(name[1:]), token) for name, token in accepted.tokens.items() if name != "host"]
        return self.created_type(game=self.after(accepted, None), host_token=accepted.tokens.get("host"), seats=tokens)

    def seated(self, accepted: CommandResult, seat: int) -> Any:
        token = accepted.tokens.get(f"s{seat}")
        return self.seated_type(game=self.after(accepted, seat if token else None), seat=seat, token=token)

    def after(self, accepted: CommandResult, seat: int | None) -> Any:
        """The game right after an accepted command."""
        return self.game_answer(accepted.game_log, accepted.table, accepted.commit.version, str(accepted.commit.head), seat)

    def actions(self, game_log: GameLog, seat: int) -> Any:
        version, now, _ = game_log.now
        actions = []
        if now.status == "running" and now.state is not None and now.seats[seat].kind != "bot":
            with view_errors(game_log.id):
                actions = self._offers(now, seat, self.game.rules.legal_commands(now.state, seat))
        return self.actions_type(version=version, seat=seat, actions=actions)

    def _offers(self, now: Table[Any], seat: int, commands: Sequence[Any]) -> list[Any]:
        if not commands:
            return []
        game, view, names = self.game, self.game.gate.view(now.state, seat), now.names
        return [
            self.offer_type(
                action=command,
                text=game.words.describe(view, seat, command, names),
                preview=dict(game.words.preview(view, seat, command)),
            )
            for command in commands
        ]

    def commits(self, game_log: GameLog, commits: Sequence[Commit], seat: int | None, revealed: bool = False) -> list[Any]:
        """History as a seat (None: a spectator) may see it."""
        if not commits:
            return []
        with view_errors(game_log.id):
            return [
                self._commit(
                    game_log, commit, self.command(game_log, commit, seat, revealed), self.events(events, seat, revealed)
                )
                for commit, events in zip(commits, game_log.events(commits), strict=True)
            ]

    def _commit(self, game_log: GameLog, commit: Commit, command: Any, events: list[Any]) -> Any:
        return self.commit_type(
            version=commit.version,
            turn=game_log.turn_of(commit.version),
            seat=None if command is None else commit.seat,
            actor=commit.actor,
            at=commit.at,
            command=command,
            events=events,
            text=table.narrate(self.game, events, game_log.names_at(commit.version), game_log.options),
            head=commit.head,
        )

    def turns(self, game_log: GameLog, pieces: Iterable[Sequence[Commit]], seat: int | None) -> list[TurnAnswer]:
        """The turns in which a command was given, among these pieces of a history."""
        each = (pair for commits in pieces for pair in zip(commits, game_log.events(commits), strict=True))
        items = []
        for turn, pairs in groupby(each, lambda pair: game_log.turn_of(pair[0].version)):
            played = list(pairs)
            first, last = played[0][0], played[-1][0]
            with view_errors(game_log.id):
                happened = [event for _, events in played for event in self.events(events, seat, False)]
                text = table.narrate(self.game, happened, game_log.names_at(last.version), game_log.options)
            items.append(TurnAnswer(turn, game_log.turn_seats[turn], first.version, last.version, text))
        return items


@cache
def _representations_of(codec: Codec) -> Representations:
    return Representations(codec)


def representations_of(game_log: GameLog) -> Representations:
    """The representations of a game_log's game, built once."""
    return _representations_of(game_log.codec)


def to_json(value: Any) -> Json:
    """Plain JSON values, with lists where a Struct has tuples."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(value))
    return plain
