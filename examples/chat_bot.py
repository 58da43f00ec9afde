"""A chat bot for correspondence games, such as one for Discord. ``KEY=twk_… python chat_bot.py http://127.0.0.1:8000 9000``

People write to it by POST /chat {"channel": …, "player": …, "text": …}; what it posts in a channel it prints, a line of JSON
each. A real bot puts its chat's library in place of both. One API key with custody plays for everybody, and there is no
database: Tradewinds knows who plays where, and a note on each game says up to which version the channel was told.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

URL, PORT = sys.argv[1].rstrip("/"), int(sys.argv[2])
HOOK = os.environ.get("HOOK", f"http://127.0.0.1:{PORT}/hook")  # Where Tradewinds reaches this program; https in earnest.
HELP = "play RULESET PLAYER …: a new game | moves: what you can do | do MOVE | games"
telling = threading.Lock()


def call(method, path, body=None, **headers):
    """The JSON of the answer. What the service could not take is sent again."""
    headers = {"Authorization": f"Bearer {os.environ['KEY']}", "Content-Type": "application/json", **headers}
    while True:
        data = None if body is None else json.dumps(body).encode()
        try:
            return json.load(urlopen(Request(URL + path, data, headers, method=method), timeout=90))
        except HTTPError as problem:
            if problem.code not in (412, 429, 503):
                raise ValueError(json.load(problem)["detail"]) from None
            time.sleep(float(problem.headers.get("Retry-After") or 0.1))
        except (URLError, ConnectionError, TimeoutError) as error:
            print("Trying again:", error, file=sys.stderr)
            time.sleep(1)


def games(**query):
    """All games of the key that fit, with what is noted about them."""
    after = ""
    while after is not None:
        asked = "".join(f"&{name}={value}" for name, value in query.items())
        page = call("GET", f"/v1/games?mine=true{asked}" + (f"&after={after}" if after else ""))
        yield from page["items"]
        after = page["next"]


def tell(game):
    """Tell a game's channel how it stands, once for each version; the note outlives this program."""
    with telling:
        try:
            note = call("GET", f"/v1/games/{game['game']}/note")
        except ValueError as refusal:  # The operator has deleted the game.
            print(refusal, file=sys.stderr)
            return
        if int(note["metadata"].get("told", 0)) >= game["version"]:
            return
        if game["status"] in ("finished", "abandoned"):
            winners = ", ".join(str(note["players"].get(str(seat))) for seat in (game["outcome"] or {}).get("winners", []))
            text = f"{game['game']} is over. Winner: {winners or 'nobody'}."
        else:
            text = f"{game['game']}: " + ", ".join(f"@{each['player']}" for each in game["to_act"]) + ", it is your turn."
        if game["to_act"] or game["outcome"] or game["status"] == "abandoned":
            print(json.dumps({"channel": note["metadata"]["channel"], "text": text}), flush=True)
        told = {**note["metadata"], "told": str(game["version"])}
        call("PATCH", f"/v1/games/{game['game']}/note", {"metadata": told})


def answer(channel, player, text):
    """What the bot says to somebody."""
    word, *rest = text.split()
    mine = [each for each in games(player=player, status="running") if each["metadata"]["channel"] == channel]
    if word == "play" and len(rest) > 1:
        seats = [{"kind": "human", "name": each, "player": each} for each in (player, *rest[1:])]
        plan = {"ruleset": rest[0], "seats": seats, "custody": True, "metadata": {"channel": channel}}
        return f"{call('POST', '/v1/games', plan)['game']['id']} begins."
    if word == "games":
        return "\n".join(f"{each['id']}: turn {each['turn']}" for each in mine) or "You play nothing here."
    turn = next(((each["id"], seat["seat"]) for each in mine for seat in each["to_act"] if seat["player"] == player), None)
    if word not in ("moves", "do") or turn is None:
        return HELP if turn else f"It is not your turn. {HELP}"
    path, as_seat = f"/v1/games/{turn[0]}/actions", {"Tradewinds-Seat": str(turn[1])}
    offers = call("GET", path, **as_seat)
    if word == "moves":
        return "\n".join(f"do {offer['id']} ({offer['label']})" for offer in offers["actions"])
    done = call("POST", path, {"offer": rest[0]}, **as_seat, **{"If-Match": f'"{offers["version"]}"'})
    return " ".join(event["text"] for event in done["events"] if event.get("text")) or "Done."


def follow():
    """Read the feed for ever. First what happened before: a cursor, then the list, then all that follows the cursor."""
    cursor = call("GET", "/v1/feed")["cursor"]
    for game in games():
        tell({**game, "game": game["id"]})
    while True:
        page = call("GET", f"/v1/feed?wait=60&cursor={cursor}")
        for game in page["items"] if not page["rewound"] else ({**each, "game": each["id"]} for each in games()):
            tell(game)
        cursor = page["cursor"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/chat":
            said = json.loads(body)
            try:
                self.reply(200, answer(said["channel"], said["player"], said["text"]))
            except ValueError as refusal:
                self.reply(200, str(refusal))
        elif not genuine(self.headers, body):
            self.reply(401, "This signature is not Tradewinds'.")
        else:
            self.reply(204, "")
            told = json.loads(body)
            if told["type"] != "test":
                tell(told["data"])

    def reply(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def genuine(headers, body):
    """Whether a call is signed after Standard Webhooks, and recent. Libraries do the same."""
    sent = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = base64.b64encode(hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), sent, hashlib.sha256)).decode()
    recent = abs(time.time() - int(headers["webhook-timestamp"] or 0)) < 300
    return recent and any(hmac.compare_digest(each, f"v1,{right}") for each in (headers["webhook-signature"] or "").split())


for hook in call("GET", "/v1/webhooks")["items"]:
    if hook["url"] == HOOK:  # Of an earlier start; its secret is lost.
        call("DELETE", f"/v1/webhooks/{hook['id']}")
secret = call("POST", "/v1/webhooks", {"url": HOOK, "events": ["turn", "over"]})["secret"]
threading.Thread(target=follow, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
