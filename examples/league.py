"""A league of bots or people on one API key, without a database: pairs everybody with everybody, and makes the table.

    KEY=twk_… python league.py http://127.0.0.1:8000 merchants-of-the-caribbean "season 2026" random casual greedy

plays every pair of these levels once from each seat; run it again at any time, also after a crash: no game is made twice. It
ends with the table, which it makes from the service's results: points, and a rating by openskill. Before that:
`pip install openskill ./clients/python`
"""

import os
import sys
import time
from itertools import permutations

from openskill.models import PlackettLuce

from tradewinds_client import Tradewinds


def create(service, ruleset, season, players):
    """The game of these players, levels of bots here; of people seats would be `{"kind": "reserved", "player": …}`."""
    seats = [{"kind": "bot", "level": player, "player": player} for player in players]
    plan = {"external_id": f"{season}: {ruleset}: {' - '.join(players)}", "metadata": {"season": season}}
    return service.create_game(ruleset, seats, visibility="unlisted", keep_result=True, **plan)


def results(service, season):
    """The results of a season, the first game that ended first."""
    return [*service.results(limit=1000, metadata={"season": season})][::-1]


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


def main(address, ruleset, season, *players):
    with Tradewinds(address, os.environ["KEY"], patience=None) as service:
        games = [create(service, ruleset, season, pair) for pair in permutations(players, 2)]
        while (ended := len(found := results(service, season))) < len(games):
            print(f"{ended} of {len(games)} games have ended", file=sys.stderr)
            time.sleep(5)
    print(f"{'player':<20} games points rating")
    for player, row in table(found):
        print(f"{player:<20} {row['games']:5} {row['points']:6.1f} {row['rating'].ordinal():6.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
