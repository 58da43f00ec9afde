"""A chat bot for correspondence games, such as one for Discord. Needs the client: ``pip install ./clients/python``

    KEY=twk_… python chat_bot.py http://127.0.0.1:8000 9000

People write to it by POST /chat {"channel": …, "player": …, "text": …}; what it posts in a channel it prints, a line of JSON
each. A real bot puts its chat's library in place of both. One API key with custody plays for everybody, and there is no
database: Tradewinds knows who plays where, and a note on each game says what its channel was told. Killed between a post and
the note, this program posts the same again, with the same `id`, by which a chat drops repeats (in Discord: `nonce`).
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tradewinds_client import Seat, Tradewinds, errors, verified

URL, PORT, KEY = sys.argv[1], int(sys.argv[2]), os.environ["KEY"]
HOOK = os.environ.get("HOOK", f"http://127.0.0.1:{PORT}/hook")  # Where Tradewinds reaches this program; https in earnest.
HELP = "play RULESET PLAYER-OR-LEVEL … | moves | do MOVE | board | back | accept | decline | away | here | resign | rematch"
telling = threading.Lock()


def seat_of(game, player):
    """The seat of a player, in the custody of the key."""
    return Seat(game["id"], [each["player"] for each in game["seats"]].index(player))


def read(game):
    """What the note on a game says was told: up to which version, and the names of the news that still hold.

    A rematch has taken over the note of the game before: that is not its own. Versions may fall if the service lost some.
    """
    of, upto, *told = [*game["metadata"].get("told", "").split(), "", ""]
    mine = of == game["id"] and upto.isdecimal() and int(upto) <= game["version"]
    return (int(upto), [each for each in told if each]) if mine else (0, [])


def asked(game, upto, told):
    """Since which version each seat is asked without a break, by its number: from the note, and what has happened since."""
    since = {int(seat): int(version) for what, seat, version in (each.split("-") for each in told) if what == "turn"}
    while upto < game["version"]:
        commits = service.events(game["id"], after=upto, limit=min(1000, game["version"] - upto))["items"]
        if not commits:  # The service has lost some meanwhile: the feed says so next.
            break
        for commit in commits:
            upto = commit["version"]
            since = {seat: since.get(seat, upto) for seat in commit["to_act"]}
    return since


def news(game, since):
    """All that a channel is to know of a game as it stands: a name for each piece of news, and its sentence."""
    if game["status"] in ("finished", "abandoned"):
        winners = [game["seats"][seat]["name"] for seat in (game["outcome"] or {}).get("winners", [])]
        return {"over-0-0": f"{game['id']} is over. Winner: {', '.join(winners) or 'nobody'}. Say `rematch` for another."}
    found = {f"turn-{seat}-{version}": "" for seat, version in since.items()}
    for each in game["pending"]:
        if each["player"] and not each["bot"]:
            text = f"@{each['player']}, it is your turn in {game['id']}.{past(game, each['since'])}"
            found[f"turn-{each['seat']}-{since.get(each['seat'], 0)}"] = text
    if who := game["takeback_asked"]:
        found[f"back-{who['seat']}-{game['version']}"] = f"{who['player']} asks to take back. Others: `accept` or `decline`."
    return found


def past(game, since):
    """What happened since somebody's last action, in the words of a spectator: others read the channel too."""
    commits = service.events(game["id"], after=since, limit=100)["items"] if since else []
    return "".join(f" {each['text']}" for each in commits[-3:] if each["text"])


def tell(game_id):
    """Tell a game's channel what is new, and note that it was told."""
    with telling:
        game = next(service.games(ids=[game_id]), None)
        if game is None or "channel" not in game["metadata"] or (told := read(game))[0] == game["version"]:
            return
        known = news(game, asked(game, *told))
        for name in known.keys() - told[1]:
            if known[name]:
                post = {"channel": game["metadata"]["channel"], "id": f"{game_id}/{name}", "text": known[name]}
                print(json.dumps(post), flush=True)
        service.change_note(game_id, {"metadata": {"told": " ".join([game_id, str(game["version"]), *known])}})


def follow():
    """Tell what happened while this program was away, then all that follows."""
    with Tradewinds(URL, KEY, patience=None) as follower:
        for change in follower.changes():
            if not change.listed or read(change.entry)[0] < change.entry["version"]:
                tell(change.game)


def answer(channel, player, text):
    """What the bot says to somebody."""
    word, *rest = text.split()
    if word == "play" and len(rest) > 1:
        levels = {level for each in service.request("GET", "/v1/rulesets")["items"] for level in each["bot_levels"]}
        seats = [{"kind": "human", "name": each, "player": each} for each in (player, *rest[1:])]
        seats = [{"kind": "bot", "level": each["name"]} if each["name"] in levels else each for each in seats]
        more = {"custody": True, "visibility": "unlisted", "takeback": "consent", "metadata": {"channel": channel}}
        made = service.create_game(rest[0], seats, **more)
        return f"{made['game']['id']} begins."
    status = ["finished", "abandoned"] if word == "rematch" else ["running"]
    mine = [*service.games(player=player, status=status, metadata={"channel": channel})]
    if not mine or word not in ("moves", "do", "board", "back", "accept", "decline", "away", "here", "resign", "rematch"):
        return f"{HELP}. You play: {', '.join(each['id'] for each in mine) or 'nothing here'}."
    game = next((each for each in mine if player in [seat["player"] for seat in each["pending"]]), mine[0])
    at = seat_of(game, player)
    if word == "moves":
        found = service.offers(at)
        offers = [f"do {at.game}:{found['version']}:{each['id']} ({each['label']})" for each in found["actions"]]
        return "\n".join(offers) or "It is not your turn."
    if word == "do":  # A move names its game and the version that the player saw.
        wanted, version, offer = rest[0].split(":", 2)
        at = seat_of(next(each for each in mine if each["id"] == wanted), player)
        return service.act(at, offer, int(version))["text"]
    if word == "board":
        return service.drawing(at.game, "text/plain")  # A spectator's: others read the channel too.
    if word == "rematch":
        return f"{service.rematch(at.game)['game']['id']} begins."
    if word in ("away", "here"):
        service.change_seat(at, at.seat, **({"kind": "bot", "level": "greedy"} if word == "away" else {"kind": "human"}))
        return "A bot plays for you: say `here` to go on yourself." if word == "away" else "Welcome back."
    change = {"back": service.takeback, "accept": service.accept_takeback, "decline": service.decline_takeback}
    return change.get(word, service.resign)(at)["text"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/chat":
            said = json.loads(body)
            try:
                self.reply(200, answer(said["channel"], said["player"], said["text"]))
            except errors.Stale:
                self.reply(200, "The game has gone on since. Say `moves` to see what you can do now.")
            except errors.TradewindsError as refusal:
                self.reply(200, str(refusal))
            except (ValueError, StopIteration, IndexError):
                self.reply(200, HELP)
            return
        try:
            called = verified(secret, self.headers, body) if secret else {"data": {}}
        except errors.BadSignature as refusal:
            self.reply(401, str(refusal))
            return
        self.reply(204, "")
        if "game" in called["data"]:
            tell(called["data"]["game"])

    def reply(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


with Tradewinds(URL, KEY) as service:
    for hook in service.request("GET", "/v1/webhooks")["items"]:
        if hook["url"] == HOOK:  # Of an earlier start; its secret is lost.
            service.request("DELETE", f"/v1/webhooks/{hook['id']}")
    secret = None
    try:
        secret = service.create_webhook(HOOK, ["turn", "over", "takeback_asked", "rematch"])["secret"]
    except errors.Problem as refusal:  # The feed alone tells the same.
        print("No webhook:", refusal, file=sys.stderr)
    threading.Thread(target=follow, daemon=True).start()
    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
