"""New tokens that their seats bring: the one before counts until the new one was used, so a lost answer loses no seat.

The hash of the new token is noted beside the log first. Its first use makes a commit, which replaces the seat's token as
other commits do: every process learns of it, and nothing sent later reaches the holder of the token before.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.game import Malformed, Rejected
from domain.session import lifecycle
from domain.session.rights import SERVICE, Forbidden
from events.commands.intents import Bearer, CommandResult, Intent, Trusted
from events.commands.repeats import ATTEMPTS
from events.errors import Contended, StaleVersion, Unauthorized
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import hash_token, token_field


class Renewals:
    """The tokens that one process renews. `submit` handles the command that renews them."""

    def __init__(
        self,
        repository: GameRepository,
        submit: Callable[[Intent], CommandResult],
        on_out_of_turn: Callable[[str, int | None], None],
    ) -> None:
        self._repository = repository
        self._submit = submit
        self._on_out_of_turn = on_out_of_turn

    def offer(self, game_log: GameLog, token: str | None, seat: int, new: str) -> None:
        """Let the seat be played with a new token too, whose first use ends the one that the caller sends.

        `game_log` must have been read just now. Raises Unauthorized, Forbidden, Rejected, Malformed, StoreUnavailable.
        """
        caller = Bearer(token)
        actor = caller.actor(game_log)
        current = game_log.secrets[token_field(seat)] if actor.seat == seat else None
        successor = hash_token(new)
        if current is not None and (successor == current or game_log.successors.get(successor) == seat):
            return  # The caller has brought it already.
        self._on_out_of_turn(game_log.id, actor.seat)
        lifecycle.check_seat(game_log.session, seat)
        if current is None:
            raise Forbidden("token_lacks_right", "Only the seat's own token can be replaced in this way.")
        if game_log.session.over:
            raise Rejected("game_over", "The game is over, and its tokens stay as they are.")
        if game_log.caller(successor) not in (None, actor):
            raise Malformed("invalid_field", "`token`: choose a random one of its own for each seat.")
        if not self._repository.store.offer_token(game_log.id, seat, current, successor):
            raise Unauthorized

    def take_up(self, game_log: GameLog, token_hash: str | None) -> int | None:
        """If a token is used for the first time, let it replace the seat's one. Returns the version that this made.

        Raises Contended, StoreUnavailable.
        """
        for _ in range(ATTEMPTS):
            seat = None if token_hash is None else game_log.successors.get(token_hash)
            if token_hash is None or seat is None or game_log.session.over:
                return None  # After the end nothing can be appended, and nothing is left to play for.
            renewing = lifecycle.RenewTokens(seats=(seat,), host=False)
            brought = {token_field(seat): token_hash}
            try:
                intent = Intent(game_log.id, Trusted(SERVICE), renewing, game_log.version, brought=brought)
                return self._submit(intent).commit.version
            except (StaleVersion, Rejected):  # Another commit got in first, maybe the one that ends the game.
                self._repository.refresh(game_log)
        raise Contended(game_log.id)
