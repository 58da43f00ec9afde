"""The set-up of each game dealt again, written from docs/fairness.md alone.

It takes an exported game and the content of its ruleset as they come over HTTP, and knows nothing of the rules.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Json = Any


class Draws:
    """The draws of one version."""

    def __init__(self, commits: Sequence[Json], version: int) -> None:
        events = [event for commit in commits for event in commit["events"]]
        secret = bytes.fromhex(events[-1]["secret"])
        (started,) = (event for event in events if event["type"] == "game_started")
        parts = [text.encode() for text in ("key", events[0]["id"], *started["client_seeds"])]
        self.key = _mac(secret, b"".join(len(part).to_bytes(4, "big") + part for part in parts))
        self.version, self.counter = version, 0

    def below(self, n: int) -> int:
        while True:
            x = int.from_bytes(_mac(self.key, self.version.to_bytes(8, "big") + self.counter.to_bytes(8, "big"))[:8], "big")
            self.counter += 1
            if x < 2**64 - 2**64 % n:
                return x % n

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        result = list(cards)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, hashlib.sha256)


def ids(cards: Sequence[Json]) -> list[str]:
    return [card["id"] for card in cards]


def copies(cards: Sequence[Json], field: str) -> list[str]:
    return [f"{card['id']}:{copy}" for card in cards for copy in range(1, card[field] + 1)]


Dealt = Iterator[tuple[str, Any]]
"""Fields of `game_set_up`, each with what the text says of it."""


def merchants_of_the_caribbean(content: Json, options: Json, seats: int, set_up: Json, draws: Draws) -> Dealt:
    (deck,) = (
        each for each in content["decks"] if (each["deck_id"], each["revision"]) == (set_up["deck_id"], set_up["revision"])
    )
    yield "deck_order", draws.shuffled(copies([card for card in deck["cards"] if card.get("min_players", 2) <= 2], "count"))
    start = options["starting_seat"]
    yield "starting_seat", draws.below(seats) if start == "random" else start


def merchants_and_marauders(content: Json, options: Json, seats: int, set_up: Json, draws: Draws) -> Dealt:
    tokens = content["tokens"]["tokens"]
    demand = draws.shuffled([good for good in content["cargo"]["goods"] for _ in range(tokens["demand"]["counts"][good])])
    yield "demand", dict(zip(ids(content["ports"]["ports"]), demand[:16], strict=True))
    yield "demand_pool", demand[16:]
    nations = ("spanish", "dutch", "french", "english")
    yield "merchants", draws.shuffled([each for each in nations for _ in range(tokens["merchant"]["counts"][each])])
    modifications = tokens["ship_modifications"]
    yield "modifications", draws.shuffled([each["id"] for each in modifications for _ in range(each["copies"])])
    yield "event_deck", draws.shuffled(ids(content["events"]["events"]))
    yield "glory_deck", draws.shuffled(copies(content["glory"]["glory"], "copies"))
    for name, of in (("captain", "captains"), ("cargo", "cargo"), ("rumor", "rumors"), ("mission", "missions")):
        yield f"{name}_deck", draws.shuffled(ids(content[of][of]))


def pirates_of_maracaibo(content: Json, options: Json, seats: int, set_up: Json, draws: Draws) -> Dealt:
    yield "first_seat", draws.below(seats)
    yield "sea", _sea(content, options, draws)
    tier_two = draws.shuffled([*ids(content["improvements_tier_2"]["improvements"]), *ids(content["locations"]["tier_2"])])
    up = set(tier_two[:20])
    if options["fog_of_war_improvements"]:
        tier_two = draws.shuffled(tier_two)
        yield "face_up", [card in up for card in tier_two]
    yield "tier_two", tier_two
    treasures = draws.shuffled([tile["treasure"] for tile in content["treasure_value_tiles"]["tiles"]])
    symbols = [card["id"] for card in content["locations"]["tier_1"] if card["has_treasure_value_symbol"]]
    yield "value_tiles", [list(pair) for pair in zip(symbols, treasures, strict=True)]
    yield "quest_deck", draws.shuffled(ids(content["quests"]["quests"]))
    figureheads = draws.shuffled(ids(content["figureheads"]["figureheads"]))
    yield "figurehead_market", figureheads[: 3 if seats == 1 else seats + 2]
    yield "tile_sides", {tile: ("front", "back")[draws.below(2)] for tile in ids(content["black_market"]["tiles"])}
    if seats == 1:
        cards, b = content["solo_cards"]["cards"], options["b_cards"] or 0
        first, second = (draws.shuffled([card["id"] for card in cards if card["deck"] == deck]) for deck in "AB")
        yield "solo_deck", draws.shuffled([*first[b:], *second[:b]])


def _sea(content: Json, options: Json, draws: Draws) -> list[str]:
    improvements = draws.shuffled(ids(content["improvements_tier_1"]["improvements"]))[:15]
    residences = draws.shuffled(ids(content["residences"]["residences"]))[:4]
    locations = ids(content["locations"]["tier_1"])
    sea: list[str] = []
    for _ in range(10):
        sea = draws.shuffled([*locations, *improvements, *residences])
        if not options["break_location_clusters"]:
            return sea
        for _ in range(100):
            group = _group(content, options["layout"], sea, locations)
            if not group:
                return sea
            one = group[draws.below(len(group))]
            other = [place for place, card in enumerate(sea) if card in improvements][draws.below(15)]
            sea[one], sea[other] = sea[other], sea[one]
        if not _group(content, options["layout"], sea, locations):
            return sea
    return sea


def _group(content: Json, layout: str, sea: Sequence[str], locations: Sequence[str]) -> list[int]:
    """The group of four Locations or more with the lowest place; empty if there is none."""
    (found,) = (each for each in content["layouts"]["layouts"] if each["id"] == layout)
    spaces = [
        (number, column["offset_half_cards"] + 2 * row)
        for number, column in enumerate(found["columns"])
        for row, cell in enumerate(column["cells"])
        if cell == "c"
    ]

    def neighbours(one: int, other: int) -> bool:
        (column, t), (beside, u) = spaces[one], spaces[other]
        return abs(t - u) == 2 if column == beside else abs(column - beside) == 1 and abs(t - u) < 2

    left = [place for place, card in enumerate(sea) if card in locations]
    while left:
        group, edge = set(), {left[0]}
        while edge:
            here = edge.pop()
            group.add(here)
            edge |= {place for place in left if place not in group and neighbours(here, place)}
        if len(group) >= 4:
            return sorted(group)
        left = [place for place in left if place not in group]
    return []


GAMES: dict[str, Callable[[Json, Json, int, Json, Draws], Dealt]] = {
    "merchants-of-the-caribbean": merchants_of_the_caribbean,
    "merchants-and-marauders": merchants_and_marauders,
    "pirates-of-maracaibo": pirates_of_maracaibo,
}


def differing(commits: Sequence[Json], content: Json) -> list[str]:
    """The fields of a game's set-up that are not as the text says; with the turn order of Merchants & Marauders."""
    created = commits[0]["events"][0]
    seats = len(created["seats"])
    version, set_up = _find(commits, "game_set_up")
    draws = Draws(commits, version)
    there = dict(set_up)
    for name in ("sea", "tier_two"):
        if name in there:
            there[name] = ids(there[name])
            there["face_up"] = [card["face_up"] for card in set_up["tier_two"]]
    dealt = GAMES[commits[0]["ruleset"]](content, created["options"], seats, set_up, draws)
    wrong = [name for name, said in dealt if there[name] != said]
    if any(event["type"] == "turn_order_drawn" for commit in commits for event in commit["events"]):
        version, drawn = _find(commits, "turn_order_drawn")
        first = Draws(commits, version).below(seats)
        wrong += ["turn_order"] * (drawn["seats"] != [(first + number) % seats for number in range(seats)])
    return wrong


def _find(commits: Sequence[Json], kind: str) -> tuple[int, Json]:
    ((version, event),) = (
        (commit["version"], event) for commit in commits for event in commit["events"] if event["type"] == kind
    )
    return version, event
