"""Builds the answers about games from what a caller may see: the one place where views and redactions are asked for.

Each game has its own answer types with its view, commands and events, distinguished by `ruleset`. openapi.yaml takes its
schemas from these types, and msgspec its encoders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any

import msgspec

from domain import lifecycle, table
from domain.fairness import ALGORITHM
from domain.game import Json
from domain.table import Table
from events.codec import Codec, either, list_of
from events.commands import CommandResult
from events.envelope import Commit
from events.game_log import GameLog
from events.log_errors import view_errors
from service.representations.commits import CommitAnswer, PageAnswer, TurnAnswer
from service.representations.games import BranchOf, CreatedAnswer, Fairness, GameAnswer, SeatAnswer, SeatedAnswer, SeatToken
from service.representations.offers import AcceptedAnswer, ActionsAnswer, OfferAnswer


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

        def answer_type(name: str, base: Any, fields: list[tuple[str, Any]], doc: str | None = None) -> Any:
            made = msgspec.defstruct(f"{self.prefix}{name}", fields, bases=(base,), **tagged)  # type: ignore[arg-type]
            made.__doc__ = " ".join((doc or base.__doc__).split())
            return made

        self.game_type = game_type = answer_type(
            "Game",
            GameAnswer,
            [("options", game.types.options), ("view", game.types.view | None)],
            f"A game of {game.title} as the caller may see it; `view` is null in the lobby.",
        )
        self.commit_type = commit = answer_type(
            "Commit", CommitAnswer, [("command", all_commands | None), ("events", list_of(events))]
        )
        self.offer_type = offer = msgspec.defstruct(
            f"{self.prefix}Offer", [("action", commands)], bases=(OfferAnswer,), frozen=True, module=__name__
        )
        offer.__doc__ = OfferAnswer.__doc__
        self.actions_type = answer_type("Actions", ActionsAnswer, [("actions", list_of(offer))])
        self.accepted_type = answer_type("Accepted", AcceptedAnswer, [("events", list_of(events)), ("game", game_type)])
        self.created_type = answer_type("Created", CreatedAnswer, [("game", game_type)])
        self.seated_type = answer_type("Seated", SeatedAnswer, [("game", game_type)])
        self.page_type = answer_type("Commits", PageAnswer, [("items", list_of(commit))])

    # The gate

    def view(self, game_log: GameLog, shown: Table[Any], seat: int | None, revealed: bool) -> Any:
        """The game's view for a seat; `revealed`: with nothing hidden. Raises LogDamaged."""
        if shown.state is None:
            return None
        with view_errors(game_log.id):
            return self.game.gate.open_view(shown.state) if revealed else self.game.gate.view(shown.state, seat)

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
        self, game_log: GameLog, shown: Table[Any], version: int, head: str, seat: int | None, revealed: bool = False
    ) -> Any:
        """The game at a version as a seat (None: a spectator) may see it."""
        return self.game_type(
            id=game_log.id,
            ruleset_version=shown.ruleset_version,
            status=shown.status,
            version=version,
            turn=table.turn(self.game, shown),
            options=game_log.options,
            seats=tuple([SeatAnswer(each.kind, each.name, each.level) for each in shown.seats]),
            to_act=table.to_act(self.game, shown),
            view=self.view(game_log, shown, seat, revealed),
            outcome=shown.outcome,
            fairness=Fairness(ALGORITHM, shown.commitment, shown.client_seeds, shown.secret),
            head=head,
            visibility=shown.visibility,
            trusted_host=shown.trusted_host,
            imported=game_log.imported,
            branch_of=None if shown.origin is None else BranchOf(shown.origin.game, shown.origin.version),
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
        version, shown, _ = game_log.position
        actions = []
        if shown.status == "running" and shown.state is not None and shown.seats[seat].kind != "bot":
            with view_errors(game_log.id):
                actions = self._offers(shown, seat, self.game.rules.legal_commands(shown.state, seat))
        return self.actions_type(version=version, seat=seat, actions=actions)

    def _offers(self, shown: Table[Any], seat: int, commands: Sequence[Any]) -> list[Any]:
        if not commands:
            return []
        game, view, names = self.game, self.game.gate.view(shown.state, seat), shown.names
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
