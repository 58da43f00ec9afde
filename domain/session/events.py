"""The events of the table, which every game has in its log beside those of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

from domain.levels import Level
from domain.session.clocks import Clock, ClockEvent
from domain.session.state import GamePackage, OptionValue, Origin, RematchBy, RematchHost, Seat, TakebackMode, Visibility
from domain.values import Hidden


class _Event(msgspec.Struct, frozen=True):
    pass


class GameCreated(_Event, frozen=True, tag="game_created", kw_only=True):
    """The first event of every game. `commitment` is the SHA-256 of the secret behind all draws."""

    id: str
    """In every address of the game. The draws depend on it: it is `reproducible` where the creator chose the secret."""
    ruleset: str
    """Which game is played."""
    ruleset_version: int
    """The version of the rules and of the payloads."""
    options: dict[str, OptionValue]
    """The game's own options, each with its value."""
    seats: tuple[Seat, ...]
    """The seats by their numbers, from 0."""
    visibility: Visibility
    """`public`: in the list of games; `unlisted`: found by its id alone."""
    trusted_host: bool
    """Whether the host may give a taken seat to somebody else."""
    commitment: str
    """In hex."""
    origin: Origin | None = None
    """Null where it begins from the start."""
    takeback: TakebackMode | msgspec.UnsetType = msgspec.UNSET
    """Which actions players may take back; `never` where it is missing."""
    advice: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether players may ask bots for advice; left out if they may not."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """How long a seat may take; left out if the game has no clock."""
    substitute: Level | msgspec.UnsetType = msgspec.UNSET
    """The level of the bot that plays on for a seat that has lost; `stand_in` where it is missing."""
    rematch_by: RematchBy | msgspec.UnsetType = msgspec.UNSET
    """Who may ask for a rematch; `players` where it is missing."""
    rematch_host: RematchHost | msgspec.UnsetType = msgspec.UNSET
    """Who is its host; where it is missing whoever asks first, but in a game of an API key the key alone."""
    package: GamePackage | msgspec.UnsetType = msgspec.UNSET
    """The package that the game was installed from; left out in games from before this was noted."""


class SeatClaimed(_Event, frozen=True, tag="seat_claimed"):
    """An open seat got its player. The client seed is shown by `game_started`, not before."""

    seat: int
    """Its number."""
    name: str
    """The player's name."""
    client_seed: str | Hidden
    """The player's own chance in the draws; empty if there is none."""
    generation: int
    """The number of tokens given out for the seat, including this one."""


class SeatOpened(_Event, frozen=True, tag="seat_opened"):
    """The host made a seat free again before the game began; the tokens and invitations given out for it before are void."""

    seat: int
    """Its number."""
    kind: Literal["open", "reserved"]
    """`open`: anybody can claim it; `reserved`: only with its invitation."""
    generation: int
    """The number of tokens given out for the seat; nobody has the last one."""


class SeatHandedToBot(_Event, frozen=True, tag="seat_handed_to_bot"):
    """A bot plays the seat from here on."""

    seat: int
    """Its number."""
    level: Level
    """The bot's."""


class SeatTakenBack(_Event, frozen=True, tag="seat_taken_back"):
    """The seat's owner plays again, under a new token."""

    seat: int
    """Its number."""
    generation: int
    """The number of tokens given out for the seat, including this one."""


class SeatReassigned(_Event, frozen=True, tag="seat_reassigned"):
    """A trusted host gave the seat to somebody else; the tokens given out for it before are void."""

    seat: int
    """Its number."""
    name: str
    """The new player's name."""
    generation: int
    """The number of tokens given out for the seat, including the new one."""


class SeatRenamed(_Event, frozen=True, tag="seat_renamed"):
    """The host gave the player of a seat another name; its token counts as before."""

    seat: int
    """Its number."""
    name: str
    """The new name."""


class TokensRenewed(_Event, frozen=True, tag="tokens_renewed"):
    """Fresh tokens: the new generation by number of the seat and, where `host_generation` is not null, of the host."""

    seats: dict[str, int]
    """The new generation, by the seat's number."""
    host_generation: int | None = None
    """The host's new one; null where the host got no new token."""


class GameStarted(_Event, frozen=True, tag="game_started"):
    """Every seat is taken; the client seeds are final."""

    client_seeds: tuple[str, ...]
    """The seeds by the seats' numbers; empty if none was sent, `bot-<seat>` if the seat was created for a bot."""


class GameStaged(_Event, frozen=True, tag="game_staged"):
    """The creator of the game chose how it begins, to test a frontend. The draws of such a game prove nothing."""

    scenario: str | None
    """The prepared position that it begins with; null where it begins like any game."""
    secret_chosen: bool
    """Whether the creator chose the secret, and can foretell every draw."""


class GameRematched(_Event, frozen=True, tag="game_rematched"):
    """The players of a game that is over play it again; each claims a seat with the token of the seat before."""

    of: str
    """That game's id."""


class PositionRestored(_Event, frozen=True, tag="position_restored"):
    """The game starts from this state: a branch from that of another game, in which all that its creator could not see was
    dealt again, a scenario from its prepared position. Leaves only as a `Hidden`."""

    state: msgspec.Raw
    """The position, in the game's own form."""


class TakebackAsked(_Event, frozen=True, tag="takeback_asked"):
    """A seat asked the other players to go back to an earlier position. The next action ends the request."""

    seat: int
    """The seat that asks."""
    to_version: int
    """The position to go back to is the one after this commit."""


class TakebackAccepted(_Event, frozen=True, tag="takeback_accepted"):
    """A player agreed to the takeback that another seat asks for."""

    seat: int
    """The seat that agreed."""


class TakebackDeclined(_Event, frozen=True, tag="takeback_declined"):
    """A player declined the takeback that another seat asks for, which ends the request."""

    seat: int
    """The seat that declined."""


class TakebackExpired(_Event, frozen=True, tag="takeback_expired"):
    """A request for a takeback ended unanswered: somebody acted, or a seat changed hands."""

    seat: int
    """The seat that had asked."""


class TakenBack(_Event, frozen=True, tag="taken_back"):
    """The game goes on from an earlier position. Only the state of the rules returns; seats and tokens stay as they are."""

    seat: int
    """The seat that took back, or had asked to."""
    to_version: int
    """The position is the one after this commit."""
    state: msgspec.Raw
    """The position, in the game's own form. Leaves only as a `Hidden`."""


class SeatResigned(_Event, frozen=True, tag="seat_resigned"):
    """The player of a seat gave up: the seat has lost. The next event says what follows."""

    seat: int
    """Its number."""


class SeatLostOnTime(_Event, frozen=True, tag="seat_lost_on_time"):
    """A seat has lost because its time was over. The next event says what follows."""

    seat: int
    """Its number."""


class GameDecided(_Event, frozen=True, tag="game_decided"):
    """The game is over before its rules end it: all seats have lost but one, or all of them."""

    winners: tuple[int, ...]
    """The number of the seat that is left; none where nobody is."""


class GameAbandoned(_Event, frozen=True, tag="game_abandoned"):
    """The host abandoned the game; it has no winner."""


class IdleGameAbandoned(_Event, frozen=True, tag="idle_game_abandoned"):
    """The service abandoned a game that nobody played any longer; it has no winner."""

    idle_days: int
    """The least number of days in which nobody had done anything."""


class GameClosed(_Event, frozen=True, tag="game_closed"):
    """The operator of the service ended the game; it has no winner."""


class SecretPublished(_Event, frozen=True, tag="secret_published"):
    """The last event of every game: with the secret (hex) anyone can repeat all draws and check the chain."""

    secret: str
    """32 bytes in hex."""


SessionEvent: TypeAlias = (
    GameCreated
    | SeatClaimed
    | SeatOpened
    | SeatHandedToBot
    | SeatTakenBack
    | SeatReassigned
    | SeatRenamed
    | TokensRenewed
    | GameStarted
    | GameStaged
    | GameRematched
    | PositionRestored
    | TakebackAsked
    | TakebackAccepted
    | TakebackDeclined
    | TakebackExpired
    | TakenBack
    | SeatResigned
    | SeatLostOnTime
    | GameDecided
    | GameAbandoned
    | IdleGameAbandoned
    | GameClosed
    | ClockEvent
    | SecretPublished
)
EVENTS: tuple[type[SessionEvent], ...] = get_args(SessionEvent)
AROUND = frozenset(EVENTS)
"""The types of the events around the rules."""
SILENT: Mapping[type[msgspec.Struct], str] = {TokensRenewed: "who holds which token changes nothing at the table"}
"""Those of them of which nothing is told, with the reasons."""


def redact(event: msgspec.Struct) -> msgspec.Struct:
    """A table event as it is shown: to seats as to spectators."""
    if isinstance(event, SeatClaimed) and isinstance(event.client_seed, str):
        return msgspec.structs.replace(event, client_seed=Hidden(len(event.client_seed.encode())))
    if isinstance(event, PositionRestored | TakenBack):
        return msgspec.structs.replace(event, state=msgspec.Raw(msgspec.json.encode(Hidden(1))))
    return event
