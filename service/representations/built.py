"""Builds the answers about games from what a caller may see: the one place where views and redactions are asked for.

Each game has its own answer types with its view, commands and events, distinguished by `ruleset`. openapi.yaml takes its
schemas from these types, and msgspec its encoders.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

import msgspec

from domain import session
from domain.drawing import MOST_CANDIDATES, Picture
from domain.fairness import ALGORITHM
from domain.game import AnyGame, Json, Rejected
from domain.offers import command_of, labels, nearest_first, offer_id
from domain.scenes import Scene, text_of
from domain.session import Session, lifecycle
from domain.session.clocks import TimeOut
from domain.session.renaming import renamed
from domain.session.results import Outcome, because, outcome_answer
from domain.session.takebacks import destination, waiting_for
from events.commands.intents import CommandResult
from events.deadlines import takeback_ends_ms, too_late
from events.envelope import Commit
from events.games.game_log import GameLog
from events.games.log_errors import view_errors
from events.games.look_backs import Costly
from events.games.repository import PastPosition
from events.identity import moment_of, timestamp
from events.log.codec import Codec, either, list_of
from events.store_types import About
from service.http import encode, note_after_change, rules_refusing, services
from service.representations.commits import CommitAnswer, PageAnswer, TurnAnswer
from service.representations.games import (
    Asked,
    BranchOf,
    CreatedAnswer,
    Fairness,
    GameAnswer,
    Invitation,
    SeatAnswer,
    SeatedAnswer,
    SeatToken,
    TakebackAnswer,
    TakebackNow,
    clock_answer,
)
from service.representations.look_backs import ComparedOffer, CostlyDecision
from service.representations.offers import (
    AcceptedAnswer,
    ActionsAnswer,
    AdviceAnswer,
    OfferAnswer,
    Refusal,
    UnavailableAnswer,
)
from service.representations.pictures import PictureAnswer
from service.viewer import SPECTATOR, Viewer

PICTURES = 256
"""The most pictures that a process keeps of each game, of up to 10 KB."""
DRAWN = 256
"""The most pictures that a process keeps of each game as values, for scenes; they share many of their pieces."""

_Look: TypeAlias = tuple[str, int | None, bool]
"""The head of a position, and who looks at it: a seat, and whether nothing is hidden. The seat is left out where all see the
same."""
Kept = TypeVar("Kept")


def prefix_of(ruleset: str) -> str:
    """The prefix of the names of a game's schemas."""
    return "".join(word.capitalize() for word in ruleset.split("-"))


class Representations:
    """The answer types of one game, and the functions that build them. Everything passes the game's `view` or `redact`."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.game = game = codec.game
        self.prefix = prefix_of(game.name)
        self._pictures: OrderedDict[_Look, msgspec.Raw] = OrderedDict()
        self._drawn: OrderedDict[_Look, Picture] = OrderedDict()
        """Pictures that scenes began or ended with."""
        commands = either(game.types.commands)
        all_commands = either((*lifecycle.COMMANDS, *game.types.recorded_commands))
        events = either((*session.EVENTS, *game.types.recorded_events))
        tagged = {"frozen": True, "kw_only": True, "tag_field": "ruleset", "tag": game.name, "module": __name__}

        def answer_type(name: str, base: Any, fields: list[tuple[str, Any]], doc: str | None = None) -> Any:
            made = msgspec.defstruct(f"{self.prefix}{name}", fields, bases=(base,), **tagged)  # type: ignore[arg-type]
            made.__doc__ = " ".join((doc or base.__doc__).split())
            return made

        self.commit_type = commit = answer_type(
            "Commit", CommitAnswer, [("command", all_commands | None), ("events", list_of(events))]
        )
        fields = [("action", commands), ("preview", game.types.preview or dict[str, Any])]
        self.offer_type = offer = msgspec.defstruct(
            f"{self.prefix}Offer", fields, bases=(OfferAnswer,), frozen=True, module=__name__
        )
        offer.__doc__ = OfferAnswer.__doc__
        self.game_type = game_type = answer_type(
            "Game",
            GameAnswer,
            [("options", game.types.options), ("view", game.types.view | None), ("offers", list_of(offer) | None)],
            f"A game of {game.title} as the caller may see it; `view` is null in the lobby.",
        )
        self.unavailable_type = unavailable = msgspec.defstruct(
            f"{self.prefix}Unavailable", [("action", commands)], bases=(UnavailableAnswer,), frozen=True, module=__name__
        )
        unavailable.__doc__ = UnavailableAnswer.__doc__
        self.actions_type = answer_type(
            "Actions", ActionsAnswer, [("actions", list_of(offer)), ("unavailable", list_of(unavailable) | None)]
        )
        self.accepted_type = answer_type("Accepted", AcceptedAnswer, [("events", list_of(events)), ("game", game_type)])
        self.created_type = answer_type("CreatedGame", CreatedAnswer, [("game", game_type)])
        self.seated_type = answer_type("ChangedSeat", SeatedAnswer, [("game", game_type)])
        self.page_type = answer_type("Commits", PageAnswer, [("items", list_of(commit))])

    # The gate

    def view(self, game_log: GameLog, shown: Session[Any], viewer: Viewer) -> Any:
        """The game's view for a viewer; None in the lobby. Raises LogDamaged."""
        if shown.state is None:
            return None
        with view_errors(game_log.id):
            return (
                self.game.gate.open_view(shown.state) if viewer.revealed else self.game.gate.view(shown.state, viewer.seat)
            )

    def events(self, game_log: GameLog, events: Sequence[Any], viewer: Viewer) -> list[Any]:
        """Events as a viewer may see them, with the names that are known."""
        if viewer.revealed:
            return [renamed(event, game_log.name_of) for event in events]
        redact, seat = self.game.gate.redact, viewer.seat
        seen = [
            renamed(session.redact(event), game_log.name_of) if type(event) in session.AROUND else redact(event, seat)
            for event in events
        ]
        return [event for event in seen if event is not None]

    def command(self, game_log: GameLog, commit: Commit, viewer: Viewer) -> Any:
        """The command of a commit as a viewer may see it; None if it may not."""
        command = renamed(game_log.command(commit), game_log.name_of)
        if viewer.revealed:
            return command
        if isinstance(command, TimeOut) and command.action is not None:
            seen = self.game.gate.redact_command(command.action, command.seat, viewer.seat)
            return msgspec.structs.replace(command, action=seen)
        if commit.seat is None or isinstance(command, lifecycle.COMMANDS):
            return lifecycle.redact_command(command)
        return self.game.gate.redact_command(command, commit.seat, viewer.seat)

    def asked(self, game_log: GameLog, shown: Session[Any], view: Any = None) -> tuple[Asked, ...]:
        """What each seat that is to act is asked, for everybody and for its player; `view`: the spectator's, if at hand."""
        to_act = session.to_act(self.game, shown)
        if not to_act:
            return ()
        if view is None:
            view = self.view(game_log, shown, SPECTATOR)
        names, words = game_log.names_of(shown), self.game.words
        with view_errors(game_log.id):
            return tuple(
                [Asked(seat, words.asked(view, seat, names), words.asked_you(view, seat, names)) for seat in to_act]
            )

    def picture(
        self, game_log: GameLog, shown: Session[Any], version: int, head: str, viewer: Viewer, view: Any = None
    ) -> msgspec.Raw | None:
        """The picture of a position as a viewer may see it; None in the lobby, and if the game has no drawing. `view`: the
        viewer's, if it is at hand.

        It is rendered once for each kind of viewer, whoever asks first: the seat that acts, a stream or a reader.
        """
        key = self._look(head, viewer)
        found = self._pictures.get(key)
        if found is None:
            drawn = self._drawn.get(key) or self.drawn(game_log, shown, viewer, view)
            if drawn is None:
                return None
            turn = session.turn(self.game, shown)
            answer = PictureAnswer(version=version, turn=turn, pieces=drawn.pieces, facts=drawn.facts)
            found = _kept(self._pictures, PICTURES, key, msgspec.Raw(encode(answer)))
        return found

    def drawn(self, game_log: GameLog, shown: Session[Any], viewer: Viewer, view: Any = None) -> Picture | None:
        """The same picture as a value."""
        if shown.state is None or self.game.drawing is None:
            return None
        view = view or self.view(game_log, shown, viewer)
        with view_errors(game_log.id):
            return self.game.drawing.picture(view, None if viewer.revealed else viewer.seat)

    def drawn_at(self, game_log: GameLog, position: PastPosition, viewer: Viewer, view: Any = None) -> Picture | None:
        """The same picture of a position, kept for scenes that begin or end with it."""
        key = self._look(position.head, viewer)
        found = self._drawn.get(key) or self.drawn(game_log, position.session, viewer, view)
        return None if found is None else _kept(self._drawn, DRAWN, key, found)

    def _look(self, head: str, viewer: Viewer) -> _Look:
        drawing = self.game.drawing
        alike = viewer.revealed or (drawing is not None and drawing.same_for_all)
        return head, None if alike else viewer.seat, viewer.revealed

    def scene(
        self,
        game_log: GameLog,
        events: Sequence[Any],
        before: PastPosition | None,
        after: PastPosition,
        viewer: Viewer,
        view: Any = None,
    ) -> Scene:
        """What a viewer sees of a commit with these redacted events; `view`: the viewer's after it, if it is at hand. No
        view is made of anything between the positions before and after it."""
        begun = None if before is None else self.drawn_at(game_log, before, viewer)
        ended = self.drawn_at(game_log, after, viewer, view)
        with view_errors(game_log.id):
            return session.scene(self.game, events, game_log.names_of(after.session), game_log.options, begun, ended)

    # Answers

    def game_answer(
        self,
        game_log: GameLog,
        shown: Session[Any],
        version: int,
        head: str,
        at: str,
        viewer: Viewer,
        *,
        past: bool = False,
        about: About | None = None,
        view: Any = None,
    ) -> Any:
        """The game at a version as a viewer may see it; `past`: as it always was at that version. `about`: the notes of the
        holder of its API key, for the holder alone. `view`: the viewer's, if it is at hand."""
        view, names = view or self.view(game_log, shown, viewer), game_log.names_of(shown)
        asked = None
        if viewer.asked:
            asked = self.asked(game_log, shown, view if viewer.seat is None and not viewer.revealed else None)
        return self.game_type(
            id=game_log.id,
            ruleset_version=shown.ruleset_version,
            status=shown.status,
            version=version,
            turn=session.turn(self.game, shown),
            options=game_log.options,
            seats=tuple(
                [
                    SeatAnswer(seat.kind, names[at], seat.level, None if about is None else about.player(at))
                    for at, seat in enumerate(shown.seats)
                ]
            ),
            external_id=None if about is None else about.external_id,
            metadata=None if about is None else about.metadata,
            to_act=session.to_act(self.game, shown),
            acted_at=at,
            clock=None if shown.clock is None else clock_answer(shown.clock, running=not shown.clock_stopped),
            deadlines=game_log.deadlines_at(version),
            asked=asked,
            view=view,
            picture=self.picture(game_log, shown, version, head, viewer, view) if viewer.picture else None,
            offers=self._offers_now(game_log, shown, version, viewer, view) if viewer.offers and not past else None,
            outcome=self._outcome(game_log, shown, names),
            ended=shown.ending,
            fairness=Fairness(ALGORITHM, shown.commitment, shown.client_seeds, shown.secret),
            head=head,
            visibility=shown.visibility,
            trusted_host=shown.trusted_host,
            substitute=shown.substitute,
            lost=tuple([each.seat for each in shown.lost]),
            takeback=shown.takeback,
            takeback_asked=_takeback_asked(shown),
            takeback_now=None if past or shown.takeback == "never" else _takeback_now(game_log, version, viewer),
            advice=shown.advice,
            custody=game_log.custody,
            in_custody=game_log.in_custody,
            imported=game_log.imported,
            reproducible=shown.staged,
            rematch_of=shown.rematch_of,
            rematch_by=shown.rematch_by,
            rematch_host="asker" if game_log.asker_hosts else "same",
            branch_of=None if shown.origin is None else BranchOf(shown.origin.game, shown.origin.version),
            created_at=game_log.created_at,
        )

    def _outcome(self, game_log: GameLog, shown: Session[Any], names: Sequence[str]) -> Outcome | None:
        """With what decided it, by the names of the seats, which nothing that is kept without the game may have."""
        outcome = outcome_answer(shown, game_log.position.waited)
        if outcome is None:
            return None
        with view_errors(game_log.id):
            return msgspec.structs.replace(outcome, because=because(self.game, shown, names))

    def accepted(self, accepted: CommandResult, viewer: Viewer) -> Any:
        game_log = accepted.game_log
        commit, events = accepted.commit, self.events(game_log, accepted.events, viewer)
        view, scene = self.view(game_log, accepted.session, viewer), None
        if viewer.scene:
            before = services().games.position(game_log, commit.version - 1)
            after = PastPosition(accepted.session, str(commit.head), commit.at)
            scene = self.scene(game_log, events, before, after, viewer, view)
        return self.accepted_type(
            version=commit.version,
            events=events,
            text=self._text(game_log, events, game_log.names_of(accepted.session), scene),
            scene=scene,
            head=commit.head,
            game=self.after(accepted, viewer, view),
        )

    def created(self, accepted: CommandResult) -> Any:
        given, game = accepted.tokens.items(), accepted.game_log.id
        return self.created_type(
            game=self.after(accepted, SPECTATOR),
            url=table_of(game),
            host_token=accepted.tokens.get("host"),
            seats=[SeatToken(int(name[1:]), token, table_of(game, name, token)) for name, token in given if name[0] == "s"],
            invitations=[
                Invitation(int(name[1:]), shown, table_of(game, name, shown)) for name, shown in given if name[0] == "i"
            ],
        )

    def seated(self, accepted: CommandResult, seat: int) -> Any:
        tokens, game_log = accepted.tokens, accepted.game_log
        given = next((name for name in (f"s{seat}", f"i{seat}") if name in tokens), None)
        return self.seated_type(
            game=self.after(accepted, Viewer(seat if given == f"s{seat}" else None)),
            seat=seat,
            token=tokens.get(f"s{seat}"),
            invitation=tokens.get(f"i{seat}"),
            url=table_of(game_log.id) if given is None else table_of(game_log.id, given, tokens[given]),
        )

    def after(self, accepted: CommandResult, viewer: Viewer, view: Any = None) -> Any:
        """The game right after an accepted command; for the holder of its API key with the notes. `view`: the viewer's, if
        it is at hand."""
        game_log, commit = accepted.game_log, accepted.commit
        head, about = str(commit.head), note_after_change(accepted.game_log)
        return self.game_answer(game_log, accepted.session, commit.version, head, commit.at, viewer, about=about, view=view)

    def actions(self, game_log: GameLog, seat: int, unavailable: bool, advice: AdviceAnswer | None = None) -> Any:
        """What a seat can do now; `unavailable`: and what it would look for and cannot do."""
        version, shown, *_ = game_log.position
        offers, refused = [], []
        with view_errors(game_log.id):
            commands = self._commands(shown, seat)
            if commands:
                view, names = self.game.gate.view(shown.state, seat), game_log.names_of(shown)
                offers = self._offers(view, seat, commands, names)
                refused = self._unavailable(shown.state, view, seat, commands, names) if unavailable else []
        return self.actions_type(
            version=version, seat=seat, actions=offers, unavailable=refused if unavailable else None, advice=advice
        )

    def costly(self, game_log: GameLog, seat: int, found: Costly) -> CostlyDecision:
        """A decision of a game that is over, in words. Raises LogDamaged."""
        version, before = found.version, services().games.session_at(game_log, found.version)
        names, commands = game_log.names_at(version), self.game.types.commands
        with view_errors(game_log.id):
            view, legal = self.game.gate.view(before.state, seat), self._commands(before, seat)
            shown = dict(zip(legal, labels(self.game, view, seat, legal, names), strict=True))
            given, better = [
                ComparedOffer(
                    each, shown[command], self.game.words.describe(view, seat, command, names),
                    dict(self.game.words.preview(view, seat, command)),
                )
                for each, command in [(each, command_of(commands, each)) for each in (found.given, found.better)]
            ]  # fmt: skip
        return CostlyDecision(version, game_log.turn_of(version + 1), round(found.cost, 4), given, better)

    def _offers_now(
        self, game_log: GameLog, shown: Session[Any], version: int, viewer: Viewer, view: Any
    ) -> list[Any] | None:
        """The offers of the viewer's seat, whose view is given; None for others, if nothing is hidden, and if the game has
        gone on."""
        seat = viewer.seat
        if seat is None or viewer.revealed or game_log.position.version != version:
            return None
        with view_errors(game_log.id):
            commands = self._commands(shown, seat)
            if not commands:
                return []
            return self._offers(view, seat, commands, game_log.names_of(shown))

    def _commands(self, shown: Session[Any], seat: int) -> Sequence[Any]:
        """The legal commands of a seat; none of one that a bot plays."""
        if shown.status != "running" or shown.state is None or shown.seats[seat].kind == "bot":
            return ()
        return self.game.rules.legal_commands(shown.state, seat)

    def _offers(self, view: Any, seat: int, commands: Sequence[Any], names: Sequence[str]) -> list[Any]:
        words, drawing = self.game.words, self.game.drawing
        return [
            self.offer_type(
                id=offer_id(command),
                label=label,
                group=None if drawing is None else drawing.group(command),
                targets=() if drawing is None else tuple(drawing.targets(view, seat, command)),
                action=command,
                text=words.describe(view, seat, command, names),
                preview=dict(words.preview(view, seat, command)),
            )
            for command, label in zip(commands, labels(self.game, view, seat, commands, names), strict=True)
        ]

    def _unavailable(self, state: Any, view: Any, seat: int, legal: Sequence[Any], names: Sequence[str]) -> list[Any]:
        game, drawing = self.game, self.game.drawing
        if drawing is None:
            return []
        refusals = [(command, _refusal(game, state, seat, command)) for command in drawing.candidates(view, seat)]
        found = [(command, refusal) for command, refusal in refusals if refusal is not None][:MOST_CANDIDATES]
        order, missed = nearest_first(legal, [(command, refusal.code) for command, refusal in found])
        refused = [found[place] for place in order]
        shown = labels(game, view, seat, [command for command, _ in refused], names)
        return [
            self.unavailable_type(
                label=label,
                group=drawing.group(command),
                targets=tuple(drawing.targets(view, seat, command)),
                action=command,
                refusal=refusal,
                missed=place < missed,
            )
            for place, (label, (command, refusal)) in enumerate(zip(shown, refused, strict=True))
        ]

    def commits(
        self, game_log: GameLog, commits: Sequence[Commit], viewer: Viewer, position_at: Callable[[int], PastPosition]
    ) -> Iterator[Any]:
        """History as a viewer may see it. `position_at` finds earlier positions, for viewers who want more than what is in
        the commits."""
        if not commits:
            return
        newest, before, after, first = game_log.position, None, None, commits[0].version
        if viewer.scene and first > 1:
            before = position_at(first - 1)
        with view_errors(game_log.id):
            for commit, events in zip(commits, game_log.events(commits), strict=True):
                if viewer.needs_positions:
                    if commit.version == newest.version:
                        shown = newest.session
                    elif before is None:
                        shown = position_at(commit.version).session
                    else:
                        shown = session.fold(self.game, before.session, events)
                    after = PastPosition(shown, str(commit.head), commit.at)
                yield self._commit(game_log, commit, self.events(game_log, events, viewer), before, after, viewer)
                before = after

    def _commit(
        self,
        game_log: GameLog,
        commit: Commit,
        events: list[Any],
        before: PastPosition | None,
        after: PastPosition | None,
        viewer: Viewer,
    ) -> Any:
        version, command, asked, picture, scene = commit.version, self.command(game_log, commit, viewer), None, None, None
        if after is not None:
            asked = self.asked(game_log, after.session) if viewer.asked else None
            scene = self.scene(game_log, events, before, after, viewer) if viewer.scene else None
            picture = self.picture(game_log, after.session, version, after.head, viewer) if viewer.picture else None
        return self.commit_type(
            version=version,
            turn=game_log.turn_of(version),
            seat=None if command is None else commit.seat,
            actor=commit.actor,
            at=commit.at,
            command=command,
            events=events,
            text=self._text(game_log, events, game_log.names_at(version), scene),
            status=game_log.status_at(version),
            to_act=game_log.to_act_at(version),
            deadlines=game_log.deadlines_at(version),
            asked=asked,
            picture=picture,
            scene=scene,
            head=commit.head,
        )

    def _text(self, game_log: GameLog, events: Sequence[Any], names: Sequence[str], scene: Scene | None) -> str:
        """Redacted events in words, which the beats of their scene have already."""
        return session.narrate(self.game, events, names, game_log.options) if scene is None else text_of(scene)

    def turns(self, game_log: GameLog, pieces: Iterable[Sequence[Commit]], viewer: Viewer) -> list[TurnAnswer]:
        """The turns in which a command was given, among these pieces of a history."""
        each = (pair for commits in pieces for pair in zip(commits, game_log.events(commits), strict=True))
        items = []
        for turn, pairs in groupby(each, lambda pair: game_log.last_turn(pair[0].version)):
            played = list(pairs)
            first, last = played[0][0], played[-1][0]
            with view_errors(game_log.id):
                happened = [event for _, events in played for event in self.events(game_log, events, viewer)]
                text = session.narrate(self.game, happened, game_log.names_at(last.version), game_log.options)
            items.append(TurnAnswer(turn, game_log.turn_seats[turn], first.version, last.version, text))
        return items


def table_of(game: str, given: str = "", secret: str = "") -> str:
    """The address of the table of a game; `given`: with the token ("s0") or invitation ("i0") of a seat, in the part of the
    address that browsers send nowhere."""
    address = f"{services().settings.public_url}/games/{game}"
    kinds = {"s": "token", "i": "invitation"}
    return f"{address}#seat={given[1:]}&{kinds[given[0]]}={secret}" if given else address


def _takeback_asked(shown: Session[Any]) -> TakebackAnswer | None:
    """The takeback that waits for answers."""
    request = shown.takeback_asked
    return None if request is None else TakebackAnswer(request.seat, request.to_version, waiting_for(shown))


def _takeback_now(game_log: GameLog, version: int, viewer: Viewer) -> TakebackNow | None:
    """What becomes of a takeback of the viewer's seat. None for others, and if the game has gone on."""
    position, seat = game_log.position, viewer.seat
    if seat is None or position.version != version:
        return None
    ends = None
    try:
        found = destination(position.session, seat, services().games.past(game_log, position))
        if position.times is not None and not found.must_agree:
            ends = takeback_ends_ms(position.times, seat)
            if ends is not None and position.times.stopped_ms is not None:
                if position.times.stopped_ms >= ends:
                    raise too_late()
                ends = None
    except Rejected as refused:
        return TakebackNow(None, (), None, Refusal(refused.code, refused.message, dict(refused.params), ()))
    return TakebackNow(found.version, found.must_agree, None if ends is None else timestamp(moment_of(ends)), None)


def _refusal(game: AnyGame, state: Any, seat: int, command: Any) -> Refusal | None:
    """Why a command is refused now; None if it is not."""
    try:
        game.rules.check(state, seat, command)
    except Rejected as refused:
        rules = rules_refusing(game.name, refused.code, str(command.__struct_config__.tag))
        return Refusal(refused.code, refused.message, dict(refused.params), rules)
    return None


@cache
def _representations_of(codec: Codec) -> Representations:
    return Representations(codec)


def representations_of(game_log: GameLog) -> Representations:
    """The representations of a game_log's game, built once."""
    return _representations_of(game_log.codec)


def _kept(all_kept: OrderedDict[_Look, Kept], most: int, look: _Look, found: Kept) -> Kept:
    """Keeps a picture among the newest ones. Several threads may do so at once: each step is one that nothing interrupts."""
    all_kept[look] = found
    while len(all_kept) > most:
        all_kept.popitem(last=False)
    return found


def to_json(value: Any) -> Json:
    """Plain JSON values, with lists where a Struct has tuples."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(value))
    return plain
