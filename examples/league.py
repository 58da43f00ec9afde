"""A league of bots or people on one API key, without a database: pairs everybody with everybody, and makes the table.

    KEY=twk_… python league.py http://127.0.0.1:8000 merchants-of-the-caribbean "season 2026" random casual greedy

plays every pair of these levels once from each seat; run it again at any time, also after a crash: no game is made twice. It
ends with the table, which it makes from `GET /v1/results`: points, and a rating by openskill (`pip install openskill`).
"""

import json
import os
import sys
import time
from itertools import permutations
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from openskill.models import PlackettLuce

SERVICE = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else ""


def call(method, path, body=None):
    """The answer to a request: its text, and the address of the next page. Safe to repeat: every game has an external id."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {os.environ['KEY']}", "Content-Type": "application/json"}
    while True:
        try:
            with urlopen(Request(SERVICE + path, data, headers, method=method), timeout=60) as answer:
                return answer.read().decode(), answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
        except HTTPError as problem:
            if problem.code not in (429, 503):
                sys.exit(json.load(problem)["detail"])
            time.sleep(float(problem.headers["Retry-After"]))
        except (URLError, ConnectionError, TimeoutError) as error:
            print("Trying again:", error, file=sys.stderr)
            time.sleep(1)


def create(ruleset, season, players):
    """The game of these players, levels of bots here; of people seats would be `{"kind": "reserved", "player": …}`."""
    seats = [{"kind": "bot", "level": player, "player": player} for player in players]
    body = {"ruleset": ruleset, "seats": seats, "visibility": "unlisted", "keep_result": True}
    body |= {"external_id": f"{season}: {ruleset}: {' - '.join(players)}", "metadata": {"season": season}}
    return json.loads(call("POST", "/v1/games", body)[0])["game"]["id"]


def results(season):
    """The results of a season, the first game that ended first."""
    found, page = [], f"/v1/results?limit=1000&{urlencode({'metadata[season]': season}, quote_via=quote)}"
    while page:
        lines, page = call("GET", page)
        found += map(json.loads, lines.splitlines())
    return found[::-1]


def table(found):
    """Of each player: games, points (half a point for each opponent tied with, one for each behind), and the rating."""
    model, rows = PlackettLuce(), {}
    for result in found:
        ranked = [seat for seat in result["seats"] if seat["player"] is not None and seat["rank"] is not None]
        for seat in ranked:
            row = rows.setdefault(seat["player"], {"games": 0, "points": 0.0, "rating": model.rating(name=seat["player"])})
            others = [other["rank"] for other in ranked if other is not seat]
            row["games"] += 1
            row["points"] += sum((rank > seat["rank"]) + (rank == seat["rank"]) / 2 for rank in others)
        if len({seat["player"] for seat in ranked}) == len(ranked) > 1:
            teams = [[rows[seat["player"]]["rating"]] for seat in ranked]
            for (rated,) in model.rate(teams, ranks=[seat["rank"] for seat in ranked]):
                rows[rated.name]["rating"] = rated
    return sorted(rows.items(), key=lambda row: (-row[1]["points"], -row[1]["rating"].ordinal(), row[0]))


def main(ruleset, season, *players):
    games = [create(ruleset, season, pair) for pair in permutations(players, 2)]
    while (ended := len(results(season))) < len(games):
        print(f"{ended} of {len(games)} games have ended", file=sys.stderr)
        time.sleep(5)
    print(f"{'player':<20} games points rating")
    for player, row in table(results(season)):
        print(f"{player:<20} {row['games']:5} {row['points']:6.1f} {row['rating'].ordinal():6.1f}")


if __name__ == "__main__":
    main(*sys.argv[2:])
