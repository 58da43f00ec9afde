"""A whole bot: takes an open seat and plays it to the end. ``pip install ./clients/python``, then

    python bot.py http://127.0.0.1:8000 [GAME]

or let `tradewinds arena` start it. It has a plan for Merchants of the Caribbean; elsewhere it does anything that is legal.
"""

import json
import sys
from contextlib import suppress
from os import environ
from random import random

from tradewinds_client import Seat, Tradewinds, errors

LIKED = ["complete_expedition", "hire_person", "loot_ship", "repel_ship", "keep_ship", "reveal_card", "stop_discovering"]


def liking(view, action):
    """The whole strategy: stop at three cards in the harbour, else do what stands first in the list, else anything."""
    if action["type"] == "stop_discovering" and len(view["harbour"]) >= 3:
        return -1
    return LIKED.index(action["type"]) if action["type"] in LIKED else len(LIKED) + random()


def taken(service, game=None):
    """The first open seat of this game, or of the newest public one."""
    found = service.request("GET", "/v1/games?status=lobby&open_seats=1")["items"] if game is None else [{"id": game}]
    game = found[0]["id"] if found else sys.exit("No game has an open seat.")
    kinds = [each["kind"] for each in service.game(game)["seats"]]
    number = kinds.index("open") if "open" in kinds else sys.exit("The game has no open seat.")
    return Seat.of(service.claim(game, number, name="bot.py"))


def play(service, game=None, number=None, token=None):
    """Play a seat, by its token or an open one; how it ended."""
    seat = Seat(game, int(number), token) if token else taken(service, game)
    for turn in service.turns(seat):
        best = min(turn.offers, key=lambda offer: liking(turn.game["view"], offer["action"]))
        with suppress(errors.Stale):  # Somebody was faster: the next turn shows the game as it is now.
            service.act(seat, best, turn.version)
    ended = service.game(seat)
    return {"seat": seat.seat, "status": ended["status"], "outcome": ended["outcome"]}


URL, *NAMED = sys.argv[1:] or [environ[f"TRADEWINDS_{name}"] for name in ("URL", "GAME", "SEAT", "TOKEN")]
with Tradewinds(URL, patience=None) as service:
    try:
        print(json.dumps(play(service, *NAMED)))
    except errors.Problem as problem:
        sys.exit(problem.detail)
