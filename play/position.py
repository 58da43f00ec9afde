"""A game as a value: each command leads to a new one, and none ever changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from os import PathLike
from random import Random
from secrets import randbits
from typing import Any, Self, TypeAlias

import msgspec

import policies
from domain import offers, session
from domain.board_text import board_text
from domain.game import AnyGame, Game, Json, Malformed, Outcome, Question, Rejected
from domain.session import lifecycle
from domain.session.lifecycle import Dealer
from domain.session.lifecycle.beginning import checked_name
from domain.session.seals import default_name
from tradewinds.installed import installed

Given: TypeAlias = msgspec.Struct | str
"""A command, or the id of an offer: `"loot_ship:3"`."""


@dataclass(frozen=True, eq=False)
class Play:
    """A position of a game, and how it came about.

    >>> play = Play.new("merchants-of-the-caribbean", seats=2, seed=1)
    >>> play.to_act
    (1,)
    >>> play.legal()
    (RevealCard(),)
    >>> play = play.after("reveal_card")
    >>> play.text
    'Seat 2 reveals: Governor (cost 8, no points).'

    Chance follows from the seed and the version alone, by the algorithm of the service. So the same command at the same
    position always leads to the same one, and a loaded game goes on with its own draws.
    """

    game: AnyGame
    options: Any
    """The game's own options, with every value filled in."""
    state: Any
    """The whole position, hidden things included."""
    names: tuple[str, ...]
    """The names of the seats."""
    version: int
    """1 after the set-up of a new game, and one more after each command; of a loaded game the version of its commit."""
    _: KW_ONLY
    events: tuple[Any, ...] = ()
    """What happened in this version, hidden things included."""
    before: Play | None = None
    """The position before this version; None at the beginning."""
    dealer: Dealer = field(repr=False)
    """The source of all draws."""
    client_seeds: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def new(
        cls,
        game: str | AnyGame,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
    ) -> Self:
        """A new game: `game` by the name of its ruleset, or a `Game` itself.

        `seats`: the fewest that the game takes, if it is None. `seed`: another game each time, if it is None. `options` and
        `names` as in `POST /v1/games`; what is left out has its default. Raises Malformed, which names what there is.
        """
        game = _game(game)
        given = lifecycle.read_options(game, options or {})
        if seats is None:
            seats = game.rules.seats(given)[0]
        _check_whole("seats", seats)
        if seed is not None:
            _check_whole("seed", seed)
        resolved = game.rules.resolve(given, seats)
        if len(names) > seats:
            raise Malformed("invalid_field", f"There are {len(names)} names for {seats} seats.", seats=seats)
        given_names = [*names, *[""] * (seats - len(names))]
        called = tuple([checked_name(name, seat) if name else default_name(seat) for seat, name in enumerate(given_names)])
        dealer = Dealer(sha256(b"play %d" % (randbits(64) if seed is None else seed)).digest(), "play")
        laid_out = game.rules.setup(resolved, seats, dealer.draws((), 1))
        return cls(game, resolved, laid_out.state, called, 1, events=tuple(laid_out.events), dealer=dealer)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Play:
        """The last position of a game in a file: of `GET …/export` after its end, or of the archive.

        Raises OSError, and ValueError with the reason if the file is damaged or of a game that is not installed or still
        running: a game's secret, and with it its cards and draws, is published when the game is over.
        """
        from play.loading import load  # New games need nothing of the store.

        versions = load(path)
        last = versions[-1].session
        dealer = Dealer(bytes.fromhex(str(last.secret)), last.id)
        play: Play | None = None
        for game, version, now, events in versions:
            play = cls(
                game=game,
                options=lifecycle.read_options(game, now.options),
                state=now.state,
                names=now.names,
                version=version,
                events=events,
                before=play,
                dealer=dealer,
                client_seeds=now.client_seeds,
            )
        assert play is not None
        return play

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are asked something; none when the game is over."""
        return self.game.rules.to_act(self.state)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.game.rules.turn(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.rules.outcome(self.state)

    def legal(self, seat: int | None = None) -> tuple[Any, ...]:
        """Every command that a seat may give now; of all seats that are asked something, if `seat` is None."""
        asked = self.to_act if seat is None else (self._checked(seat),)
        return tuple([command for each in asked for command in self.game.rules.legal_commands(self.state, each)])

    def offers(self, seat: int | None = None) -> dict[str, str]:
        """The ids of the legal commands of a seat with their sentences, as `GET …/actions` has them. `seat` may be left out
        where one is asked."""
        seat = self._asked(seat)
        return {offers.offer_id(command): self.describe(command, seat) for command in self.legal(seat)}

    def why_not(self, command: Given, seat: int | None = None) -> Rejected | None:
        """The reason that a command is refused: its code, sentence and figures. None if it is legal."""
        try:
            seat, command = self._read(command, seat)
            self.game.rules.check(self.state, seat, command)
        except Rejected as refusal:
            return refusal
        return None

    def preview(self, command: Given, seat: int | None = None) -> Mapping[str, Json]:
        """What a legal command costs and brings, as far as its seat can know. Raises Rejected."""
        seat, command = self._allowed(command, seat)
        return self.game.words.preview(self.view(seat), seat, command)

    def describe(self, command: Given, seat: int | None = None) -> str:
        """A legal command as a sentence. Raises Rejected."""
        seat, command = self._allowed(command, seat)
        return self.game.words.describe(self.view(seat), seat, command, self.names)

    def after(self, command: Given, seat: int | None = None) -> Play:
        """The position after a command. Raises Rejected with the reason; this position is as it was.

        `seat` may be left out, unless several seats are asked and each may give the command.
        """
        seat, command = self._read(command, seat)
        version = self.version + 1
        draws = self.dealer.draws(self.client_seeds, version)
        decided = self.game.rules.decide(self.state, seat, command, draws)
        return replace(self, state=decided.state, version=version, events=tuple(decided.events), before=self)

    def bot(self, level: str = "greedy", seat: int | None = None, seconds: float = 1.0) -> Any:
        """The command that a bot of this level gives for a seat; it thinks for about `seconds` at most. Raises Malformed for
        a level that the game does not offer, and Rejected for a seat that is asked nothing."""
        lifecycle.check_level(self.game, level, self.game.bots.offered)
        seat = self._asked(seat)
        legal = self.legal(seat)
        if not legal:
            raise Rejected("not_your_turn", f"{self.names[seat]} is asked nothing now.")
        chance = Random(f"{self.dealer.secret.hex()} {self.version} {seat} {level}")
        return policies.choose(level, Question(self.game, self.view(seat), seat, legal), chance, seconds)

    def view(self, seat: int | None = None) -> Any:
        """What a seat sees; None: a spectator."""
        return self.game.gate.view(self.state, None if seat is None else self._checked(seat))

    def board(self, seat: int | None = None) -> str:
        """The board as text, as a seat sees it; None: a spectator. Games without a drawing show their view."""
        return self._drawn(self.view(seat), seat)

    @cached_property
    def text(self) -> str:
        """What happened in this version in words, nothing hidden."""
        return session.narrate(self.game, self.events, self.names, self.options)

    def at(self, *, version: int | None = None, turn: int | None = None) -> Play:
        """The position at an earlier version, or after the last command of a turn. Raises LookupError, which says what there
        is."""
        if (version is None) == (turn is None):
            raise TypeError("name a version or a turn")
        *_, first = self.history()
        if version is not None and not first.version <= version <= self.version:
            raise LookupError(f"there is no version {version} here, only {first.version} to {self.version}")
        if turn is not None and not first.turn <= turn <= self.turn:
            raise LookupError(f"there is no turn {turn} here, only {first.turn} to {self.turn}")
        return next(
            play
            for play in self.history()
            if play.before is None or play.version == version or (turn is not None and play.before.turn <= turn)
        )

    def history(self) -> Iterator[Play]:
        """This position and all before it, the newest first."""
        play: Play | None = self
        while play is not None:
            yield play
            play = play.before

    def __str__(self) -> str:
        """The whole board as text, nothing hidden."""
        return self._drawn(self.game.gate.open_view(self.state), None)

    def _drawn(self, view: Any, seat: int | None) -> str:
        drawing = self.game.drawing
        if drawing is None:
            return msgspec.json.format(msgspec.json.encode(view), indent=2).decode()
        return board_text(drawing.board(self.options, self.names), drawing.picture(view, seat))

    def _checked(self, seat: int) -> int:
        _check_whole("seat", seat)
        if not 0 <= seat < len(self.names):
            seats = len(self.names)
            raise Malformed("unknown_seat", f"`seat` is a number from 0 to {seats - 1} in this game.", seats=seats)
        return seat

    def _asked(self, seat: int | None) -> int:
        """The seat that is meant, which may be left out where one is asked."""
        if seat is not None:
            return self._checked(seat)
        if len(self.to_act) == 1:
            return self.to_act[0]
        if not self.to_act:
            raise Rejected("game_over", "The game is over.")
        raise Malformed("invalid_seat", f"Name the seat: {self.to_act} are all asked something.", seats=[*self.to_act])

    def _read(self, given: Given, seat: int | None) -> tuple[int, Any]:
        """The seat and the command that are meant."""
        command = offers.command_of(self.game.types.commands, given) if isinstance(given, str) else given
        if not isinstance(command, self.game.types.commands):
            raise Malformed("invalid_field", f"{type(command).__name__} is no command of {self.game.title}.")
        if seat is None and len(self.to_act) > 1:
            able = [each for each in self.to_act if command in self.game.rules.legal_commands(self.state, each)]
            seat = able[0] if len(able) == 1 else None
        return self._asked(seat), command

    def _allowed(self, given: Given, seat: int | None) -> tuple[int, Any]:
        """The same. Raises Rejected for a command that is not legal."""
        seat, command = self._read(given, seat)
        self.game.rules.check(self.state, seat, command)
        return seat, command


def _game(game: str | AnyGame) -> AnyGame:
    if isinstance(game, Game):
        return game
    games = installed().games
    if not isinstance(game, str) or game not in games:
        there_are = ", ".join(sorted(games))
        raise Malformed("unknown_ruleset", f"There is no game {game!r} here, only {there_are}.", rulesets=[*sorted(games)])
    return games[game]


def _check_whole(name: str, value: object) -> None:
    """Raises Malformed for what is no whole number; True and False are none."""
    if type(value) is not int:
        raise Malformed("invalid_field", f"`{name}` is a whole number, not {value!r}.", field=name)
