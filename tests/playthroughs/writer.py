"""Plays a game by a script and writes down everything that anybody sees of it. Knows games only by their `Game` record."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.fairness import Draws, game_key
from domain.game import AnyGame, Rejected
from domain.recorder import Recorder
from tests.playthroughs.plain_text import changes, laid_out, short
from tests.support.players import Player

NAMES = ("Anna", "Ben", "Cleo", "Dirk", "Emma")

HEAD = """\
# {title}: {about}.
#
# A whole game as text: what everybody is shown, offered and told. Read it to see how the game goes and what an interface
# has to show. The rules are in domain/{folder}/RULES.md.
#
# Each step begins with what a seat is asked, as everybody reads it, and all that it may do: in words, in brackets
# as a command, and after the bar what is foreseen of it. The command that it gave has a `>`. Once for each reason,
# `refused` shows what was offered before and may not be done now, with code and facts of the refusal. Then comes
# what happened: `told` in sentences, and, where the text goes into it, each `event` as data and `view` with what is
# now different in the view. Whole views stand at the beginning, at the end and every {whole_views} turns. What has
# no name is for everybody, also for who only watches; what a seat is shown otherwise is `for` that seat. `?` is
# hidden, `?3` are three hidden things, `-` is nothing.{valued}
#
# `make playthroughs` writes this file. A test plays the game again and compares: what differs, people see otherwise.
"""
VALUED = """
# Behind `=` stands how good an offer looks to the bot `greedy`, which plays here."""
WHOLE_VIEWS = 20
"""After so many turns all views stand there whole."""


@dataclass(frozen=True, kw_only=True)
class Script:
    """A game to write down: how it is set up and played. The same script gives the same text."""

    name: str
    about: str
    seats: int
    player: Player
    secret: int
    """Behind all draws; those of the players too."""
    options: Mapping[str, Any] = field(default_factory=dict)
    valued: bool = False
    """Whether to show what bots make of it: of each offer how good it looks, and who is how far ahead at each turn."""
    in_words: bool = False
    """Whether events and views are left out, which take four fifths of the room."""
    turns: int | None = None
    """How many are written down; all unless set."""


def file_of(ruleset: str, script: Script) -> Path:
    """Where the game of this script is written down."""
    return Path(__file__).parent / f"{ruleset}-{script.name}.txt"


def write(game: AnyGame, script: Script) -> str:
    """The game as text."""
    return "\n".join(_Writer(game, script).lines()) + "\n"


class _Writer:
    def __init__(self, game: AnyGame, script: Script) -> None:
        self.game = game
        self.script = script
        self.names = NAMES[: script.seats]
        self.options = msgspec.convert(script.options, game.types.options)
        secret = script.secret.to_bytes(32, "big")
        self.key = game_key(secret, script.name, ())
        self.choices = Draws(game_key(secret, "choices", ()), 0)
        self.version = 0
        self.tried: dict[str, Any] = {}
        """The last command of each type that was offered."""
        self.refused: set[tuple[str, str]] = set()
        """What was refused so far: types of commands with the codes."""

    def draws(self) -> Draws:
        """Of the next version, as the service has them."""
        self.version += 1
        return Draws(self.key, self.version)

    def lines(self) -> Iterator[str]:
        game, script = self.game, self.script
        laid_out_game = game.rules.setup(self.options, script.seats, self.draws())
        yield HEAD.format(
            title=game.title,
            about=script.about,
            folder=game.name.replace("-", "_"),
            whole_views=WHOLE_VIEWS,
            valued=VALUED if script.valued else "",
        )
        yield from laid_out({"ruleset": game.name, "seats": list(self.names), "options": as_json(self.options)}, "")
        yield "\n=== set-up ==="
        yield from self._happened(laid_out_game.events)
        state = laid_out_game.state
        yield from self._views(state)
        while game.rules.to_act(state):
            number = game.rules.turn(state)
            if script.turns is not None and number > script.turns:
                yield "\n=== here the text ends, the game goes on ==="
                return
            yield from self._turn_begins(state, number)
            happened: list[Any] = []
            while game.rules.turn(state) == number and (awaited := game.rules.to_act(state)):
                seat = awaited[self.choices.below(len(awaited))]
                recorder = yield from self._step(state, seat)
                state = recorder.state
                happened += recorder.events
            yield f"\n  turn {number} in short: {self._told(happened, None)}"
            if number % WHOLE_VIEWS == 0:
                yield from self._views(state)
        yield "\n=== the end ==="
        yield f"outcome: {short(as_json(game.rules.outcome(state)))}"
        yield "all is open now:"
        yield from laid_out(as_json(game.gate.open_view(state)), "  ")

    def _turn_begins(self, state: Any, number: int) -> Iterator[str]:
        seat = self.game.rules.turn_seat(state)
        yield f"\n=== turn {number}{'' if seat is None else f' ({self.names[seat]})'} ==="
        if self.script.valued:
            shares = zip(self.names, self.game.bots.win_shares(state), strict=True)
            yield "  shares of the victory: " + ", ".join(f"{name} {share:.3f}" for name, share in shares)

    def _step(self, state: Any, seat: int) -> Generator[str, None, Recorder[Any, Any]]:
        """The offers, the command that is given, and what it leads to. Returns the record of it."""
        game = self.game
        command = self.script.player(game, state, seat, self.choices)
        yield f"\n{self.version}. {game.words.asked(game.gate.view(state, None), seat, self.names)}"
        seen = game.gate.view(state, seat)
        for offer in game.rules.legal_commands(state, seat):
            yield f"  {'>' if offer == command else ' '} {self._offer(seen, seat, offer)}"
        yield from self._refusals(state, seat)
        recorder = game.rules.decide(state, seat, command, self.draws())
        yield from self._happened(recorder.events)
        if not self.script.in_words:
            yield from self._for_each("view", lambda viewer: self._changes(state, recorder.state, viewer))
        return recorder

    def _offer(self, seen: Any, seat: int, command: Any) -> str:
        game = self.game
        foreseen = game.words.preview(seen, seat, command)
        return " ".join(
            [
                game.words.describe(seen, seat, command, self.names),
                f"[{_tagged(command)}]",
                *(["|", *_fields(as_json(foreseen))] if foreseen else []),
                *([f"= {game.bots.evaluate(seen, seat, command):.4g}"] if self.script.valued else []),
            ]
        )

    def _refusals(self, state: Any, asked: int) -> Iterator[str]:
        """What is not possible now of what was offered before, to the seat that is asked and to the next."""
        for kind, command in self.tried.items():
            for seat in {asked: None, (asked + 1) % self.script.seats: None}:
                try:
                    self.game.rules.check(state, seat, command)
                except Rejected as refusal:
                    if (kind, refusal.code) not in self.refused:
                        self.refused.add((kind, refusal.code))
                        facts = " ".join(_fields({"code": refusal.code} | as_json(refusal.params)))
                        yield f"  refused to {self.names[seat]}: {refusal.message} [{_tagged(command)}] | {facts}"
        self.tried |= {type(offer).__name__: offer for offer in self.game.rules.legal_commands(state, asked)}

    def _happened(self, events: Sequence[Any]) -> Iterator[str]:
        yield from self._for_each("told", lambda viewer: [self._told(events, viewer)])
        if not self.script.in_words:
            yield from self._for_each("event", lambda viewer: [_tagged(event) for event in self._seen(events, viewer)])

    def _told(self, events: Sequence[Any], viewer: int | None) -> str:
        return self.game.words.narrate(self._seen(events, viewer), self.names, self.options)

    def _seen(self, events: Sequence[Any], viewer: int | None) -> list[Any]:
        redacted = (self.game.gate.redact(event, viewer) for event in events)
        return [event for event in redacted if event is not None]

    def _changes(self, before: Any, after: Any, viewer: int | None) -> list[str]:
        old, new = (as_json(self.game.gate.view(state, viewer)) for state in (before, after))
        return list(changes(old, new))

    def _for_each(self, what: str, lines: Callable[[int | None], Sequence[str]]) -> Iterator[str]:
        """The lines for who only watches, and of each seat those that it sees otherwise."""
        for_all = lines(None)
        yield from (f"  {what}: {line}" for line in for_all)
        for seat, name in enumerate(self.names):
            yield from (f"  {what} for {name}: {line}" for line in lines(seat) if line not in for_all)

    def _views(self, state: Any) -> Iterator[str]:
        """The view of who only watches, and what is different in that of each seat."""
        if self.script.in_words:
            return
        for_all = as_json(self.game.gate.view(state, None))
        yield "\n  the view of who only watches:"
        yield from laid_out(for_all, "    ")
        for seat, name in enumerate(self.names):
            otherwise = list(changes(for_all, as_json(self.game.gate.view(state, seat))))
            yield from (f"  otherwise for {name}:", *(f"    {line}" for line in otherwise)) if otherwise else ()


def as_json(value: Any) -> Any:
    """What a client gets of it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _tagged(value: Any) -> str:
    """A command or event: its type and fields."""
    fields = as_json(value)
    return " ".join([fields.pop("type"), *_fields(fields)])


def _fields(fields: Mapping[str, Any]) -> list[str]:
    return [f"{name}={short(value)}" for name, value in fields.items()]
