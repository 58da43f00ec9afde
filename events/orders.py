"""Answers that seats have given beforehand, carried out in their name.

Such an order is hidden from the others, and so must be that an answer was one. So `decide` leaves the seat asked, and its
answer is a command and a commit like one by hand; only how soon it comes may tell (SECURITY.md). What a process that ends in
between leaves undone is in the index of bots to act, and the sweeper finds it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from domain import table
from domain.rights import Actor
from events.accepted import Accepted
from events.callers import Trusted
from events.errors import Contended, StaleVersion
from events.ledger import Ledger
from events.store import StoreUnavailable

if TYPE_CHECKING:
    from events.handler import Handler

log = logging.getLogger(__name__)


class StandingOrders:
    """The orders in the games of a handler."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def after(self, accepted: Accepted) -> Accepted:
        """What was accepted, once the answers that were ordered to it are given. It stands, whatever becomes of these."""
        if table.standing_order(accepted.ledger.game, accepted.table) is not None:
            try:
                self.carry_out(accepted.ledger)
            except StoreUnavailable as error:
                log.warning("an answer that was ordered in %s is left to the sweeper: %s", accepted.ledger.id, error)
            except Exception:  # Whatever it is, who is answered has nothing to do with it.
                log.exception("an answer that was ordered in %s is left to the sweeper", accepted.ledger.id)
        return accepted

    def carry_out(self, ledger: Ledger) -> bool:
        """Give all answers that are due now; whether there were any. Raises StoreUnavailable."""
        given = False
        while (order := table.standing_order(ledger.game, (position := ledger.now).table)) is not None:
            seat, command = order
            try:
                ledger = self._handler.submit(ledger.id, Trusted(Actor("player", seat)), command, position.version).ledger
                given = True
            except StaleVersion:
                ledger = self._handler.load(ledger.id)  # Others got in first, with this answer or with something else.
            except Contended:
                break  # Others keep getting in first, and see to what is asked then.
        return given
