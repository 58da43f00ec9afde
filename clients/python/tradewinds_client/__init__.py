"""A client of Tradewinds: games by offers, streams that resume, a feed without a database, webhooks that are checked."""

from tradewinds_client import answers, errors
from tradewinds_client.calls import Call, Event, Seat
from tradewinds_client.client import AsyncTradewinds, Tradewinds
from tradewinds_client.operations import Change, Turn
from tradewinds_client.webhooks import verified

__all__ = ["AsyncTradewinds", "Call", "Change", "Event", "Seat", "Tradewinds", "Turn", "answers", "errors", "verified"]
