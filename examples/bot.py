"""A whole bot: takes an open seat and plays it to the end. ``python bot.py http://127.0.0.1:8000 [GAME]``

It has a plan for Merchants of the Caribbean; in any other game it does anything that is legal.
"""

import json
import sys
import time
from random import random
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import uuid4

GAMES = sys.argv[1].rstrip("/") + "/v1/games"
LIKED = ["complete_expedition", "hire_person", "loot_ship", "repel_ship", "keep_ship", "reveal_card", "stop_discovering"]


def call(method, path, body=None, **headers):
    """The JSON of the answer. What the service could not take is sent again; an Idempotency-Key makes that safe."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = Request(GAMES + path, data, {"Content-Type": "application/json", **headers}, method=method)
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


def liking(view, action):
    """The whole strategy: stop at three cards in the harbour, else do what stands first in the list, else anything."""
    if action["type"] == "stop_discovering" and len(view["harbour"]) >= 3:
        return -1
    return LIKED.index(action["type"]) if action["type"] in LIKED else len(LIKED) + random()


games = sys.argv[2:] or [each["id"] for each in call("GET", "?status=lobby&open_seats=1")["items"]]
game = games[0] if games else sys.exit("No game has an open seat.")
kinds = [each["kind"] for each in call("GET", f"/{game}")["seats"]]
seat = kinds.index("open") if "open" in kinds else sys.exit("The game has no open seat.")
claim = {"name": "bot.py", "client_seed": uuid4().hex}
claimed = call("POST", f"/{game}/seats/{seat}/claim", claim, **{"Idempotency-Key": uuid4().hex})
token = {"Authorization": f"Bearer {claimed['token']}"}
while (now := call("GET", f"/{game}", **token))["status"] in ("lobby", "running"):
    if seat not in now["to_act"]:  # wait for the next commit
        call("GET", f"/{game}/events?after={now['version']}&limit=1&wait=25", **token)
        continue
    offer = call("GET", f"/{game}/actions", **token)
    best = min((each["action"] for each in offer["actions"]), key=lambda action: liking(now["view"], action))
    sure = {"If-Match": f'"{offer["version"]}"', "Idempotency-Key": uuid4().hex}
    call("POST", f"/{game}/actions", best, **token, **sure)
print(json.dumps({"seat": seat, "status": now["status"], "outcome": now["outcome"]}))
