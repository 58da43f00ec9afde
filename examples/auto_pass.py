"""Plays a seat of Merchants & Marauders for a person, and passes where there is no choice. ``pip install ./clients/python``

    python auto_pass.py http://127.0.0.1:8000 GAME

With the option `windows: uniform` every seat that holds a glory card is asked whenever one could be played, and can nearly
always only pass. To pass then is up to a frontend; the service does not do it.
"""

import sys
import time
from random import uniform

from tradewinds_client import Seat, Tradewinds, errors

DELAY = (0.5, 2.0)
"""Seconds. Others do not see why a player passes, but they see how soon: a person takes a moment."""


def chosen(offers):
    """What the person picks: a number on standard input, 0 for the last; None at its end."""
    for number, offer in enumerate(offers, 1):
        print(f"{number:3} {offer['text']}")
    line = sys.stdin.readline()
    return offers[int(line) - 1] if line else None


with Tradewinds(sys.argv[1], patience=None) as service:
    kinds = [each["kind"] for each in service.game(sys.argv[2])["seats"]]
    number = kinds.index("open") if "open" in kinds else sys.exit("The game has no open seat.")
    seat = Seat.of(service.claim(sys.argv[2], number))
    for turn in service.turns(seat):
        offer = turn.offers[0]
        if [each["action"] for each in turn.offers] == [{"type": "pass"}]:
            time.sleep(uniform(*DELAY))
            print("passes by itself")
        elif (offer := chosen(turn.offers)) is None:
            break
        try:
            print(service.act(seat, offer, turn.version)["text"])
        except errors.Stale:
            print("The game has moved on.")
