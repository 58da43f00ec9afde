"""The commands of a table: creating, claiming and handing over seats, branching, abandoning, and playing itself.

`decide` is the one way in: it adds to the rules of the game what concerns every game (rights, seats, start and end).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from domain import clock_rules, fairness, takebacks
from domain.clocks import Clock, MoveDeadlines, SeatReturned, SetClock, TimeOut
from domain.clocks import problem as clock_problem
from domain.game import AnyGame, Hidden, Json, Malformed, Rejected
from domain.kit.seats import seat_name
from domain.kit.validation import validation_refusal
from domain.kit.words import capital
from domain.levels import RETIRED, Level
from domain.recorder import Recorder
from domain.rights import INVITED, SEATED, Actor, Forbidden, Right, Role
from domain.scenarios import Scenario
from domain.seals import default_name, is_seal
from domain.table import (
    UNTAKEN,
    GameAbandoned,
    GameClosed,
    GameCreated,
    GameRematched,
    GameStaged,
    GameStarted,
    IdleGameAbandoned,
    OptionValue,
    Origin,
    PositionRestored,
    Seat,
    SeatClaimed,
    SeatHandedToBot,
    SeatOpened,
    SeatReassigned,
    SeatTakenBack,
    SecretPublished,
    Table,
    TakebackMode,
    TokensRenewed,
    Visibility,
    fold,
    position,
    settled,
)
from domain.takebacks import Past, no_past

C = TypeVar("C")
T = TypeVar("T")

REFUSALS: Mapping[str, str] = {
    "unknown_ruleset": "no such game is offered",
    "player_count_not_allowed": "the game is not played with so many seats under these options",
    "unknown_scenario": "the game has no such prepared position",
    "scenario_is_fixed": "a prepared position has a number of seats and options of its own",
    "invalid_option": "an option has a value that is not allowed",
    "level_not_offered": "the game has no bots of this level",
    "unknown_seat": "the game has no such seat",
    "game_started": "the game has begun, so its seats are not opened any more",
    "game_not_started": "the game has open seats and has not started",
    "game_over": "the game is over",
    "game_read_only": "an imported game can be looked at and branched, not played",
    "seat_not_open": "the seat is taken",
    "seat_is_open": "nobody has taken the seat yet",
    "seat_played_by_bot": "a bot plays the seat; its owner can take it back",
    "seat_not_played_by_bot": "no bot plays the seat, so there is nothing to take back",
    "game_not_over": "what is hidden is shown, the whole game exported and a rematch begun only when the game is over",
    **clock_rules.REFUSALS,
    "no_position": "there is no position of the game yet at that version",
    "branch_not_importable": "a branch starts from a position that its file cannot prove; import the game it came from",
    "export_incomplete": "the file ends before the game does; only finished games can be imported",
    **takebacks.REFUSALS,
    "export_unchecked": "the file has decisions of an older version of the rules, which nobody can check here; only a game "
    "played wholly under the version that `GET /v1/rulesets/{ruleset}` names can be imported",
}


NAME_LENGTH = 64
UNPRINTABLE = r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""What names and seeds may not hold, as a range of a regular expression: characters that start lines, steer terminals, turn
the direction of the text around them, or cannot be seen. The joiners U+200C and U+200D may be there, as whole scripts and
many emoji need them. A list of our own: each Python knows another Unicode, and all are to judge a log alike."""
_UNPRINTABLE = re.compile(rf"[{UNPRINTABLE}\ud800-\udfff]")


def printable(text: str) -> bool:
    """Whether a text is fit to be shown among others, and is text at all: no halves of characters."""
    return _UNPRINTABLE.search(text) is None


def is_name(text: str) -> bool:
    """Whether a player may be called so."""
    return 0 < len(text) <= NAME_LENGTH and printable(text)


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is to play a seat of a new game."""

    kind: Literal["open", "reserved", "human", "bot"]
    """`open`: to be claimed; `reserved`: to be claimed with the invitation that comes with the answer; `human`: its token
    comes with the answer; `bot`: played by the service."""
    name: str | None = None
    """The player's name. In a log without it the seat is called `Seat <number>`, counted from 0."""
    level: Level | None = None
    """The level of a bot; other seats have none."""


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class CreateGame(_Command, frozen=True, tag="create_game"):
    """A new game."""

    ruleset: str
    """Which game is played."""
    seats: tuple[SeatPlan, ...]
    """The seats by their numbers, from 0."""
    options: dict[str, OptionValue] = msgspec.field(default_factory=dict)
    """The game's own options; those left out have their default."""
    visibility: Visibility = "public"
    """`public`: in the list of games; `unlisted`: found by its id alone."""
    trusted_host: bool = False
    """Whether the host may give a taken seat to somebody else."""
    takeback: TakebackMode | msgspec.UnsetType = msgspec.UNSET
    """Which actions players may take back; `never` where it is missing."""
    advice: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether players may ask bots for advice; left out if they may not."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """How long a seat may take; left out if the game has no clock."""


class StageGame(CreateGame, frozen=True, tag="stage_game"):
    """A new game whose creator chooses how it begins, to test a frontend."""

    scenario: str | None = None
    """The prepared position that it begins with; null where it begins like any game."""
    commitment: str | None = None
    """The SHA-256 of the secret that the creator chose, in hex; null where the service drew it."""


class RematchGame(CreateGame, frozen=True, kw_only=True, tag="rematch_game"):
    """A new game of the players of one that is over."""

    of: str
    """That game's id."""
    asked_by: int
    """The seat of that game whose player asked first, and is the host."""


class BranchGame(_Command, frozen=True, omit_defaults=True, tag="branch_game"):
    """A sandbox from a position of another game."""

    parent: str
    """That game's id."""
    version: int
    """The position is the one after this commit."""
    seat: int | None = None
    """A seat that a person plays on, whoever played it before; without it, bots stay bots."""


class ClaimSeat(_Command, frozen=True, tag="claim_seat"):
    """`client_seed` adds the player's own chance to the draws; it is hidden until the game starts."""

    seat: int
    """Its number."""
    name: str | None = None
    """The player's name. In a log without it the seat is called `Seat <number>`, counted from 0."""
    client_seed: str | Hidden = ""
    """The player's own chance in the draws; empty if there is none."""


class OpenSeat(_Command, frozen=True, tag="open_seat"):
    """The host makes a seat free again, or invites somebody else to it, before the game begins."""

    seat: int
    """Its number."""
    kind: Literal["open", "reserved"]
    """`open`: anybody can claim it; `reserved`: whoever shows its invitation."""


class HandToBot(_Command, frozen=True, tag="hand_to_bot"):
    """A bot plays the seat from here on."""

    seat: int
    """Its number."""
    level: Level
    """The bot's."""


class TakeBack(_Command, frozen=True, tag="take_back"):
    """The seat's owner plays it again."""

    seat: int
    """Its number."""


class Reassign(_Command, frozen=True, tag="reassign_seat"):
    """A trusted host gives the seat to somebody else."""

    seat: int
    """Its number."""
    name: str | None = None
    """The new player's name. In a log without it the seat is called `Seat <number>`, counted from 0."""


class AskTakeback(_Command, frozen=True, tag="ask_takeback"):
    """A player wants to go back to before the seat's last own action."""

    seat: int
    """The seat that asks."""


class AcceptTakeback(_Command, frozen=True, tag="accept_takeback"):
    """A player agrees to the takeback that another one asks for."""

    seat: int
    """The seat that agrees."""


class DeclineTakeback(_Command, frozen=True, tag="decline_takeback"):
    """A player declines the takeback that another one asks for."""

    seat: int
    """The seat that declines."""


class RenewTokens(_Command, frozen=True, tag="renew_tokens"):
    """Given by the service when a creation or claim is repeated: the first tokens may never have arrived."""

    seats: tuple[int, ...]
    """The seats that get a new one."""
    host: bool
    """Whether the host gets a new one too."""


class AbandonGame(_Command, frozen=True, tag="abandon_game"):
    """The host gives the game up."""


class AbandonIdleGame(_Command, frozen=True, tag="abandon_idle_game"):
    """Given by the service in a game that nobody plays any more."""

    idle_days: Annotated[int, msgspec.Meta(ge=1)]
    """For how many days at least nobody has done anything."""


class CloseGame(_Command, frozen=True, tag="close_game"):
    """Given by the service when its operator ends a game."""


TableCommand: TypeAlias = (
    CreateGame
    | StageGame
    | RematchGame
    | BranchGame
    | ClaimSeat
    | OpenSeat
    | HandToBot
    | TakeBack
    | Reassign
    | AskTakeback
    | AcceptTakeback
    | DeclineTakeback
    | RenewTokens
    | AbandonGame
    | AbandonIdleGame
    | CloseGame
    | TimeOut[Any]
    | MoveDeadlines
    | SetClock
)
COMMANDS: tuple[type[TableCommand], ...] = tuple(get_origin(each) or each for each in get_args(TableCommand))
OUT_OF_TURN = (OpenSeat, HandToBot, TakeBack, Reassign, AskTakeback, AcceptTakeback, DeclineTakeback, SetClock)
"""Commands that need no turn: a caller may give them at any time, and repeat them, so the service limits their rate."""
FIRST = (CreateGame, StageGame, RematchGame, BranchGame)
"""The commands that a game begins with; none of them comes later."""

RIGHTS: Mapping[type, Right] = {
    CreateGame: Right(("visitor",), "A game is created without a token.", keyed=("visitor",)),
    StageGame: Right(("visitor",), "A game is created without a token.", keyed=("visitor",)),
    RematchGame: Right(("visitor",), "A rematch is a game of its own, made without a token of it."),
    BranchGame: Right(("visitor",), "A branch is a game of its own, made without a token of it."),
    ClaimSeat: Right(("visitor", "invited"), "A seat is claimed without a token.", keyed=("visitor", "invited")),
    OpenSeat: Right(("host",), "Only the host can open a seat again.", keyed=("host",)),
    HandToBot: Right(
        ("host", "player"), "Only the host or the seat itself can hand a seat to a bot.", keyed=("host", "player")
    ),
    TakeBack: Right(("player",), "Only the seat's own token takes the seat back.", keyed=("player",)),
    Reassign: Right(("host",), "Only the host can give a seat to somebody else.", keyed=("host",)),
    AskTakeback: Right(("player",), "Only a seat can take back; send the token of a seat.", keyed=("player",)),
    AcceptTakeback: Right(("player",), "Only a seat can agree to a takeback; send the token of a seat.", keyed=("player",)),
    DeclineTakeback: Right(("player",), "Only a seat can decline a takeback; send the token of a seat.", keyed=("player",)),
    RenewTokens: Right(("service",), "Only the service renews tokens."),
    AbandonGame: Right(("host",), "Only the host can abandon the game."),
    AbandonIdleGame: Right(("service",), "Only the service ends a game because nobody plays it."),
    CloseGame: Right(("service",), "Only the operator of the service ends a game of others."),
    TimeOut: Right(("service",), "Only the service says that a time is over."),
    MoveDeadlines: Right(("service",), "Only the service moves deadlines."),
    SetClock: Right(("host",), "Only the host can stop the clock and let it run again."),
}
"""The rights to commands of the table. A player may name only the player's own seat."""
TO_PLAY = Right(("player", "bot"), "Only a seat can act; send the token of the seat that is to act.", keyed=("player",))
"""Of every command of the rules."""


def right_to(command: Any) -> Right:
    """Who may give a command."""
    return RIGHTS.get(type(command), TO_PLAY)


def redact_command(command: TableCommand) -> TableCommand:
    """A table command as anyone may see it; seats see no more of it than spectators."""
    if isinstance(command, ClaimSeat) and isinstance(command.client_seed, str):
        return msgspec.structs.replace(command, client_seed=Hidden(len(command.client_seed.encode())))
    return command


def named(command: C) -> C:
    """The command with names for all players: `Seat 1` for seat 0 if it has none."""
    if isinstance(command, CreateGame):
        seats = tuple(
            msgspec.structs.replace(plan, name=plan.name or default_name(seat)) for seat, plan in enumerate(command.seats)
        )
        return msgspec.structs.replace(command, seats=seats)
    if isinstance(command, (ClaimSeat, Reassign)):
        return msgspec.structs.replace(command, name=command.name or default_name(command.seat))
    return command


CHOSEN_SECRET_ID = "reproducible"
"""The id under which a game draws whose creator chose the secret: its own id is new each time, but its draws are to stay."""

TableRecorder: TypeAlias = Recorder[Table[Any], Any]


class Dealer:
    """The random source of one game: its secret, and the key that follows from it once the client seeds are known."""

    __slots__ = ("_key", "_seeds", "game_id", "secret")

    def __init__(self, secret: bytes, game_id: str) -> None:
        self.secret = secret
        self.game_id = game_id
        self._seeds: tuple[str, ...] | None = None
        self._key = b""

    def draws(self, client_seeds: tuple[str, ...], version: int) -> fairness.Draws:
        """The draws of the command that makes this version."""
        if client_seeds != self._seeds:
            self._seeds, self._key = client_seeds, fairness.game_key(self.secret, self.game_id, client_seeds)
        return fairness.Draws(self._key, version)


def check_levels(game: AnyGame, command: Any) -> None:
    """Raises Malformed if a command of the table asks for bots of a level that the game does not offer.

    `create` and `decide` do not ask: a log stays sound when the levels that a game offers change.
    """
    asked = [getattr(command, "level", None)]
    if isinstance(command, CreateGame):
        asked = [plan.level for plan in command.seats]
        if command.clock is not msgspec.UNSET:
            asked.append(command.clock.level)
    for level in asked:
        if level is not None and level not in RETIRED:
            check_level(game, level, game.bots.offered)


def check_level(game: AnyGame, level: str, offered: Sequence[str]) -> None:
    """Raises Malformed if a level is none of these."""
    if level not in offered:
        detail = f"{game.title} has no bots of the level `{level}`: there are {', '.join(offered)}."
        raise Malformed("level_not_offered", detail, level=level, levels=[*offered])


def create(game: AnyGame, command: CreateGame, dealer: Dealer) -> TableRecorder:
    """A new table; without open seats it starts at once. Raises Malformed for bad options, Rejected for bad numbers."""
    scenario = _scenario(game, command)
    given = command.options if scenario is None else scenario.options
    options = game.rules.resolve(read_options(game, given), len(command.seats))
    recorder = TableRecorder.begun(
        _evolve(game),
        GameCreated(
            id=dealer.game_id,
            ruleset=game.name,
            ruleset_version=game.version,
            options=msgspec.to_builtins(options),
            seats=tuple(_planned(number, plan) for number, plan in enumerate(command.seats)),
            visibility=command.visibility,
            trusted_host=command.trusted_host,
            takeback=command.takeback,
            advice=command.advice,
            commitment=fairness.commitment(dealer.secret),
            clock=_checked(command.clock),
        ),
    )
    if isinstance(command, StageGame):
        recorder.emit(GameStaged(command.scenario, command.commitment is not None))
    if isinstance(command, RematchGame):
        recorder.emit(GameRematched(command.of))
    _start_if_full(game, recorder, dealer, version=1)
    return recorder


def _scenario(game: AnyGame, command: CreateGame) -> Scenario | None:
    """The prepared position that a game begins with; None if it begins like any game."""
    if not isinstance(command, StageGame) or command.scenario is None:
        return None
    scenario = scenario_of(game, command.scenario)
    if command.options:
        raise Malformed("scenario_is_fixed", f"`options`: {command.scenario} has its own; leave them out.")
    if len(command.seats) != scenario.seats:
        detail = f"`seats`: {command.scenario} has {scenario.seats} seats, not {len(command.seats)}."
        raise Malformed("scenario_is_fixed", detail, seats=scenario.seats)
    return scenario


def scenario_of(game: AnyGame, name: str) -> Scenario:
    """The prepared position with this name."""
    if name not in game.scenarios:
        names: list[Json] = [*game.scenarios]
        there_are = f"there are {', '.join(game.scenarios)}" if game.scenarios else "it has none"
        raise Malformed("unknown_scenario", f"{game.title} has no scenario {name!r}: {there_are}.", scenarios=names)
    return game.scenarios[name]


def draws_of(scenario: Scenario, number: int) -> fairness.Draws:
    """The draws of the command with this number, counted from 1; 0: of the set-up."""
    return fairness.Draws(sha256(b"scenario %d" % scenario.seed).digest(), number)


def position_of(game: AnyGame, scenario: Scenario) -> Any:
    """The state that a scenario leads to."""
    options = game.rules.resolve(read_options(game, scenario.options), scenario.seats)
    state = game.rules.setup(options, scenario.seats, draws_of(scenario, 0)).state
    for number, (seat, command) in enumerate(scenario.commands, 1):
        state = game.rules.decide(state, seat, command, draws_of(scenario, number)).state
    return state


def _planned(number: int, plan: SeatPlan) -> Seat:
    if (plan.kind == "bot") != (plan.level is not None):
        problem = "needs a level" if plan.kind == "bot" else "is for bots only, so it has no level"
        raise Malformed("invalid_seat", f"`seats[{number}]`: a {plan.kind} seat {problem}.", seat=number)
    return Seat(
        kind=plan.kind,
        name=_name(plan.name, number),
        level=plan.level,
        # A fixed rule: the service cannot try out seeds for its own bots.
        client_seed=f"bot-{number}" if plan.kind == "bot" else "",
        generation=1 if plan.kind == "human" else 0,
    )


def _checked(clock: Clock | msgspec.UnsetType) -> Clock | msgspec.UnsetType:
    found = None if clock is msgspec.UNSET else clock_problem(clock)
    if found is not None:
        raise Malformed("invalid_field", f"`clock`: {found}.")
    return clock


def _name(given: str | None, seat: int) -> str:
    """The name of a seat as a log has it. Checked here too: not every command comes through the interface, logs are
    imported."""
    if not given:
        return f"Seat {seat}"  # So the logs call it that were written before the service named every seat, counting from 1.
    if not is_seal(given) and not is_name(given):
        raise Malformed("invalid_field", f"A name has at most {NAME_LENGTH} printable characters.")
    return given


def read_options(game: AnyGame, options: Mapping[str, OptionValue]) -> Any:
    """The game's own options from JSON; raises Malformed with the path of the first fault."""
    try:
        return msgspec.convert(dict(options), game.types.options, strict=True)
    except msgspec.ValidationError as error:
        raise validation_refusal("invalid_option", error, game.types.options, "option") from None


def rematch(parent: Table[Any], game_id: str, asked_by: int) -> RematchGame:
    """The command that plays a game again: the same options and players, the order of the seats turned by one, so that who
    sat second begins. Seats of people are reserved for them. Raises Rejected while the game is not over."""
    if not parent.over:
        raise Rejected("game_not_over", "A rematch begins when the game is over.")
    return RematchGame(
        ruleset=parent.ruleset,
        seats=tuple(_planned_again(seat) for seat in turned(parent.seats)),
        options=parent.options,
        visibility=parent.visibility,
        trusted_host=parent.trusted_host,
        takeback=_takeback(parent),
        advice=parent.advice or msgspec.UNSET,
        clock=parent.clock or msgspec.UNSET,
        of=game_id,
        asked_by=asked_by,
    )


def turned(seats: Sequence[T]) -> tuple[T, ...]:
    """What belongs to the seats of a game, in the order in which its rematch seats them."""
    return (*seats[1:], seats[0])


def _planned_again(seat: Seat) -> SeatPlan:
    if seat.kind == "open":
        return SeatPlan(kind="open")
    # A player who left the seat to a bot may come back.
    if seat.kind == "bot" and not seat.generation:
        return SeatPlan(kind="bot", name=seat.name, level=seat.level)
    return SeatPlan(kind="reserved", name=seat.name)


def branch(
    game: AnyGame, command: BranchGame, parent: Table[Any], viewer: int | None, dealer: Dealer, *, revealed: bool
) -> TableRecorder:
    """A sandbox from `parent`, the table at the wanted version. Seats that no bot plays, and the one that the command names,
    are seats of people.

    Unless the parent is over by now (`revealed`) only what the viewer (a seat, None for a spectator) sees is kept and the
    rest is dealt anew from the branch's own secret, so a branch never foretells its parent.
    """
    state = parent.state
    if state is None:
        raise Rejected("no_position", "At that version the game had not started; choose a later one.")
    if parent.outcome is not None:
        raise Rejected("game_over", "At that version the game was over; choose an earlier one.")
    if command.seat is not None:
        _seat(parent, command.seat)
    if not revealed:
        state = game.bots.determinize(game.gate.view(state, viewer), viewer, dealer.draws((), 1))
    seats = tuple(
        seat
        if seat.kind == "bot" and number != command.seat
        else msgspec.structs.replace(seat, kind="human", level=None, generation=1)
        for number, seat in enumerate(parent.seats)
    )
    recorder = TableRecorder.begun(
        _evolve(game),
        GameCreated(
            id=dealer.game_id,
            ruleset=game.name,
            ruleset_version=game.version,
            options=parent.options,
            seats=tuple(msgspec.structs.replace(seat, client_seed="") for seat in seats),
            visibility="unlisted",
            trusted_host=False,
            takeback=_takeback(parent),
            advice=parent.advice or msgspec.UNSET,
            commitment=fairness.commitment(dealer.secret),
            origin=Origin(command.parent, command.version),
        ),
    )
    recorder.emit(GameStarted(("",) * len(seats)))
    recorder.emit(PositionRestored(position(state)))
    return recorder


def _takeback(table: Table[Any]) -> TakebackMode | msgspec.UnsetType:
    """The same as in another game; missing where it is `never`, as in games that came before takebacks."""
    return msgspec.UNSET if table.takeback == "never" else table.takeback


def decide(
    game: AnyGame,
    table: Table[Any],
    actor: Actor,
    command: Any,
    dealer: Dealer,
    version: int,
    past: Past = no_past,
) -> TableRecorder:
    """The events of any command but the first of a game, which makes `version`. Raises Rejected.

    `past` is asked by takebacks only.
    """
    authorize(table, actor, command)
    if type(command) not in RIGHTS:
        return _play(game, table, actor, command, dealer, version)
    recorder: TableRecorder = Recorder(_evolve(game), table)
    taking_back = _TAKEBACKS.get(type(command))
    if taking_back is not None:
        taking_back(game, recorder, command.seat, dealer.draws, past)
        return recorder
    if not isinstance(command, RenewTokens):
        takebacks.expire(recorder)
    if isinstance(command, TimeOut):
        clock_rules.time_out(game, recorder, command, dealer.draws(table.client_seeds, version))
    else:
        _DECIDE[type(command)](game, recorder, command)
    if isinstance(command, ClaimSeat | HandToBot):
        _start_if_full(game, recorder, dealer, version)
    return _published_when_over(recorder, dealer)


def check(game: AnyGame, table: Table[Any], actor: Actor, command: Any) -> None:
    """Raise Rejected if this actor may not give this command of the game's rules now. Draws nothing."""
    authorize(table, actor, command)
    assert actor.seat is not None  # Only seats have the right to play.
    game.rules.check(table.state, actor.seat, command)


def authorize(table: Table[Any] | None, actor: Actor, command: Any) -> None:
    """Raise Rejected if this actor may not give this command, whatever the rules say to it; a game's first has no table yet.

    Audits ask this of every commit, those of older rules too.
    """
    right = right_to(command)
    if actor.role not in right.roles or (actor.seat is None) == (actor.role in SEATED):
        raise Forbidden("token_lacks_right", right.refusal)
    if table is None:
        return
    if isinstance(command, ClaimSeat):
        _check_claimant(_seat(table, command.seat), actor)
    if actor.seat is None:
        return
    if actor.role == "player" and not _seat(table, actor.seat).generation:
        raise Forbidden("token_lacks_right", right.refusal)  # The seat never had a token.
    if right is TO_PLAY:
        _check_acting(table, actor.role, actor.seat)
    else:
        _seat(table, command.seat)
        if command.seat != actor.seat:
            raise Forbidden("token_lacks_right", right.refusal)


def _check_claimant(seat: Seat, actor: Actor) -> None:
    if seat.kind == "reserved" and actor != INVITED:
        raise Forbidden("seat_reserved", "This seat is reserved; claim it with its `invitation`.")
    if seat.kind == "open" and actor == INVITED:
        raise Rejected("seat_is_open", "This seat is open; claim it without an `invitation`.")


def check_key(actor: Actor, command: Any) -> None:
    """Raise Forbidden if this actor sends no Idempotency-Key with this command."""
    if actor.role not in right_to(command).keyed:
        raise Forbidden("token_lacks_right", "Send this request without an Idempotency-Key.")


def _check_acting(table: Table[Any], role: Role, seat: int) -> None:
    """Raise Rejected if the seat cannot act, as far as that can be said without the game's rules."""
    if table.status == "lobby":
        raise Rejected("game_not_started", "The game starts when its last open seat is claimed.")
    if table.over or table.state is None:
        raise Rejected("game_over", "The game is over; no more actions are taken.")
    kind = _seat(table, seat).kind
    if role == "bot" and kind != "bot":
        raise Rejected("seat_not_played_by_bot", "The seat's owner plays again.")
    if role == "player" and kind == "bot":
        raise Rejected("seat_played_by_bot", "A bot plays this seat; take the seat back first.")


def _play(game: AnyGame, table: Table[Any], actor: Actor, command: Any, dealer: Dealer, version: int) -> TableRecorder:
    seat = actor.seat
    assert seat is not None  # Only seats have the right to play.
    played = game.rules.decide(table.state, seat, command, dealer.draws(table.client_seeds, version))
    recorder: TableRecorder = Recorder(_evolve(game), table)
    takebacks.expire(recorder)
    if actor.role == "player" and seat in table.timeouts:
        recorder.emit(SeatReturned(seat))
    recorder.events = [*recorder.events, *played.events] if recorder.events else played.events
    recorder.state = settled(game, recorder.state, played.state)
    return _published_when_over(recorder, dealer)


def _published_when_over(recorder: TableRecorder, dealer: Dealer) -> TableRecorder:
    if recorder.state.over:
        recorder.emit(SecretPublished(dealer.secret.hex()))
    return recorder


def _evolve(game: AnyGame) -> Callable[[Table[Any] | None, Any], Table[Any]]:
    return lambda before, event: fold(game, before, (event,))


def _start_if_full(game: AnyGame, recorder: TableRecorder, dealer: Dealer, version: int) -> None:
    table = recorder.state
    if table.status != "lobby" or any(seat.kind in UNTAKEN for seat in table.seats):
        return
    seeds = tuple(seat.client_seed for seat in table.seats)
    recorder.emit(GameStarted(seeds))
    if table.scenario is not None:
        recorder.emit(PositionRestored(position(position_of(game, scenario_of(game, table.scenario)))))
        return
    laid_out = game.rules.setup(read_options(game, table.options), len(table.seats), dealer.draws(seeds, version))
    for event in laid_out.events:
        recorder.emit(event)


def _seat(table: Table[Any], number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        seats = len(table.seats)
        raise Rejected("unknown_seat", f"`seat` is a number from 0 to {seats - 1} in this game.", seats=seats)
    return table.seats[number]


def check_seat(table: Table[Any], number: int) -> None:
    """Raise Rejected if the game has no seat with this number."""
    _seat(table, number)


def _not_over(table: Table[Any]) -> None:
    if table.over:
        raise Rejected("game_over", "The game is over.")


def _claim(game: AnyGame, recorder: TableRecorder, command: ClaimSeat) -> None:
    seat = _seat(recorder.state, command.seat)
    _not_over(recorder.state)
    if seat.kind not in UNTAKEN:
        still_open: list[Json] = [number for number, each in enumerate(recorder.state.seats) if each.kind == "open"]
        raise Rejected("seat_not_open", capital(f"{seat_name(command.seat)} is taken."), open_seats=still_open)
    name, seed = _name(command.name, command.seat), command.client_seed
    if isinstance(seed, Hidden) or not printable(seed) or len(seed.encode()) > fairness.CLIENT_SEED_BYTES:
        raise Malformed("invalid_field", f"A client seed has at most {fairness.CLIENT_SEED_BYTES} printable bytes.")
    recorder.emit(SeatClaimed(command.seat, name, command.client_seed, seat.generation + 1))


def _open(game: AnyGame, recorder: TableRecorder, command: OpenSeat) -> None:
    seat = _seat(recorder.state, command.seat)
    _not_over(recorder.state)
    if recorder.state.status != "lobby":
        raise Rejected("game_started", "The game has begun; a seat is opened again only before.")
    if seat.kind == command.kind == "open":
        raise Rejected("seat_is_open", capital(f"{seat_name(command.seat)} is open already."))
    recorder.emit(SeatOpened(command.seat, command.kind, seat.generation + 1))


def _hand_to_bot(game: AnyGame, recorder: TableRecorder, command: HandToBot) -> None:
    seat = _seat(recorder.state, command.seat)
    _not_over(recorder.state)
    if seat.kind == "bot" and seat.level == command.level:
        raise Rejected("seat_played_by_bot", f"A bot of level {command.level} already plays {seat_name(command.seat)}.")
    recorder.emit(SeatHandedToBot(command.seat, command.level))


def _take_back(game: AnyGame, recorder: TableRecorder, command: TakeBack) -> None:
    seat = _seat(recorder.state, command.seat)
    _not_over(recorder.state)
    if seat.kind != "bot":
        raise Rejected("seat_not_played_by_bot", f"No bot plays {seat_name(command.seat)}.")
    recorder.emit(SeatTakenBack(command.seat, seat.generation + 1))


def _reassign(game: AnyGame, recorder: TableRecorder, command: Reassign) -> None:
    seat = _seat(recorder.state, command.seat)
    if not recorder.state.trusted_host:
        raise Forbidden("host_not_trusted", "The host of this game cannot give away seats: it has no trusted_host.")
    _not_over(recorder.state)
    if seat.kind in UNTAKEN:
        raise Rejected("seat_is_open", capital(f"{seat_name(command.seat)} is {seat.kind}; it can simply be claimed."))
    recorder.emit(SeatReassigned(command.seat, _name(command.name, command.seat), seat.generation + 1))


def _renew(game: AnyGame, recorder: TableRecorder, command: RenewTokens) -> None:
    table = recorder.state
    _not_over(table)
    generations = {str(seat): _seat(table, seat).generation + 1 for seat in command.seats}
    if 1 in generations.values():
        raise Rejected("seat_is_open", "A seat that never had a token has none to be renewed.")
    recorder.emit(TokensRenewed(generations, table.host_generation + 1 if command.host else None))


def _abandon(game: AnyGame, recorder: TableRecorder, command: AbandonGame) -> None:
    _not_over(recorder.state)
    recorder.emit(GameAbandoned())


def _abandon_idle(game: AnyGame, recorder: TableRecorder, command: AbandonIdleGame) -> None:
    _not_over(recorder.state)
    recorder.emit(IdleGameAbandoned(command.idle_days))


def _close(game: AnyGame, recorder: TableRecorder, command: CloseGame) -> None:
    _not_over(recorder.state)
    recorder.emit(GameClosed())


_DECIDE: dict[type, Any] = {
    ClaimSeat: _claim,
    OpenSeat: _open,
    HandToBot: _hand_to_bot,
    TakeBack: _take_back,
    Reassign: _reassign,
    RenewTokens: _renew,
    AbandonGame: _abandon,
    AbandonIdleGame: _abandon_idle,
    CloseGame: _close,
    MoveDeadlines: clock_rules.move_deadlines,
    SetClock: clock_rules.set_clock,
}
_TAKEBACKS: dict[type, Any] = {
    AskTakeback: takebacks.ask,
    AcceptTakeback: takebacks.accept,
    DeclineTakeback: takebacks.decline,
}
