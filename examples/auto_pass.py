"""Plays a seat of Merchants & Marauders for a person, and passes where the player has no choice:

    python auto_pass.py http://127.0.0.1:8000 GAME

With the option `windows: uniform` every seat that holds a glory card is asked whenever one could be played, and can nearly
always only pass. To pass then is up to a frontend; the service does not do it.
"""

import json
import sys
import time
from random import uniform
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import uuid4

GAME = f"{sys.argv[1].rstrip('/')}/v1/games/{sys.argv[2]}"
DELAY = (0.5, 2.0)
"""Seconds. Others do not see why a player passes, but they see how soon: a person takes a moment."""


def call(method, path, body=None, **headers):
    """The JSON of the answer. What the service could not take is sent again; an Idempotency-Key makes that safe."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = Request(GAME + path, data, {"Content-Type": "application/json", **headers}, method=method)
        try:
            return json.load(urlopen(request, timeout=60))
        except HTTPError as problem:
            if problem.code == 412:  # the game has moved on: look again
                return None
            if problem.code not in (429, 503):
                sys.exit(json.load(problem)["detail"])
            time.sleep(float(problem.headers["Retry-After"]))
        except (URLError, ConnectionError, TimeoutError) as error:
            print("Trying again:", error, file=sys.stderr)
            time.sleep(1)


def chosen(offers):
    """What the person picks: a number on standard input, 0 for the last; None at its end."""
    for number, offer in enumerate(offers, 1):
        print(f"{number:3} {offer['text']}")
    line = sys.stdin.readline()
    return offers[int(line) - 1]["action"] if line else None


kinds = [each["kind"] for each in call("GET", "")["seats"]]
seat = kinds.index("open") if "open" in kinds else sys.exit("The game has no open seat.")
claimed = call("POST", f"/seats/{seat}/claim", {"client_seed": uuid4().hex}, **{"Idempotency-Key": uuid4().hex})
token = {"Authorization": f"Bearer {claimed['token']}"}
while (now := call("GET", "", **token))["status"] in ("lobby", "running"):
    if seat not in now["to_act"]:  # wait for the next commit
        call("GET", f"/events?after={now['version']}&limit=1&wait=25", **token)
        continue
    offer = call("GET", "/actions", **token)
    if not offer["actions"]:  # the game has moved on: look again
        continue
    actions = [each["action"] for each in offer["actions"]]
    if actions == [{"type": "pass"}]:
        action = actions[0]
        time.sleep(uniform(*DELAY))
        print("passes by itself")
    elif (action := chosen(offer["actions"])) is None:
        break
    sure = {"If-Match": f'"{offer["version"]}"', "Idempotency-Key": uuid4().hex}
    answer = call("POST", "/actions", action, **token, **sure)
    print(answer["text"] if answer else "The game has moved on.")
