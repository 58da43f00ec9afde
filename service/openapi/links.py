"""The links of the contract: the calls that an answer leads to, and the parts of the answer that they take.

A token is not a parameter, so a link that needs one says in words where to find it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEATS_TOKEN = "with the token of a seat"
HOSTS_TOKEN = "with the host's token"

ASKED = "$request.path.game"
"""The game in the request's path."""
MADE = "$response.body#/game/id"
ETAG = "$response.header.ETag"

Link = dict[str, Any]
Links = dict[str, Link]


def _link(operation: str, description: str, body: Any = None, **parameters: Any) -> Link:
    """A link; parameters are named as in the contract, with `_` for the hyphen of `If-Match`."""
    link: Link = {"operationId": operation, "description": description}
    if parameters:
        link["parameters"] = {name.replace("_", "-"): value for name, value in parameters.items()}
    if body is not None:
        link["requestBody"] = body
    return link


def _history(game: str, version: str) -> Links:
    """The links of every game, over or not."""
    return {
        "game": _link("getGame", "Read the game", game=game),
        "events": _link("listEvents", "Read or follow its history", game=game),
        "turns": _link("listTurns", "List its turns", game=game),
        "standing": _link("getStanding", "See who is ahead", game=game),
        "audit": _link("audit", "Check its log", game=game),
        "export": _link("exportGame", "Export it", game=game),
        "branch": _link("branchGame", "Branch from here", {"version": version}, game=game),
    }


def _new_game() -> Links:
    return {
        **_history(MADE, "$response.body#/game/version"),
        "jobs": _link("listJobs", "List the jobs of its bots", game=MADE),
        "claim": _link("claimSeat", "Take an open seat", game=MADE),
        "seat": _link("changeSeat", f"Hand a seat to a bot, {HOSTS_TOKEN}: `host_token`", game=MADE),
        "actions": _link("listActions", f"What a seat can do, {SEATS_TOKEN}: one of `seats`", game=MADE),
        "abandon": _link("abandonGame", f"Abandon it, {HOSTS_TOKEN}: `host_token`", game=MADE, If_Match=ETAG),
    }


def _seated() -> Links:
    return {
        "game": _link("getGame", f"The game as the seat sees it, {SEATS_TOKEN}: `token`", game=MADE),
        "actions": _link("listActions", f"What the seat can do, {SEATS_TOKEN}: `token`", game=MADE),
        "seat": _link(
            "changeSeat", f"Hand the seat to a bot or take it back, {SEATS_TOKEN}: `token`",
            game=MADE, seat="$response.body#/seat",
        ),
    }  # fmt: skip


LINKS: Mapping[tuple[str, int], Links] = {
    ("listRulesets", 200): {"ruleset": _link("getRuleset", "Read one of them", ruleset="$response.body#/items/0/ruleset")},
    ("createGame", 201): _new_game(),
    ("branchGame", 201): _new_game(),
    ("importGame", 201): _history("$response.body#/id", "$response.body#/version"),
    ("createKey", 201): {"revoke": _link("revokeKey", "Revoke it", key="$response.body#/key/id")},
    ("listKeys", 200): {
        "revoke": _link("revokeKey", "Revoke one of them", key="$response.body#/items/0/id"),
        "use": _link("getKeyUse", "Usage of one of them", key="$response.body#/items/0/id"),
    },
    ("listStoredGames", 200): {
        "delete": _link("deleteGame", "Delete one of them", game="$response.body#/items/0/id"),
        "close": _link("closeGame", "Abandon one of them", game="$response.body#/items/0/id"),
        "next": _link("listStoredGames", "The next page", after="$response.body#/next"),
    },
    ("followKey", 200): {
        "next": _link("followKey", "What comes next", after="$response.body#/next"),
        "game": _link("getGame", "Read one of the games", game="$response.body#/items/0/game"),
    },
    ("followHand", 200): {
        "next": _link(
            "followHand", "What comes next", "$request.body", after="$response.body#/next"
        ),
        "game": _link("getGame", "Read one of the games", game="$response.body#/items/0/game"),
    },
    ("createWebhook", 201): {
        "deliveries": _link("listDeliveries", "See its calls", webhook="$response.body#/webhook/id"),
        "test": _link("testWebhook", "Have it called", webhook="$response.body#/webhook/id"),
        "delete": _link("deleteWebhook", "Remove it", webhook="$response.body#/webhook/id"),
    },
    ("listWebhooks", 200): {
        "deliveries": _link("listDeliveries", "See the calls of one of them", webhook="$response.body#/items/0/id"),
    },
    ("testWebhook", 202): {
        "deliveries": _link("listDeliveries", "See what came of it", webhook="$request.path.webhook"),
    },
    ("getNote", 200): {"change": _link("changeNote", "Change it", game=ASKED)},
    ("listGames", 200): {
        "game": _link("getGame", "Read one of them", game="$response.body#/items/0/id"),
        "claim": _link("claimSeat", "Take an open seat of one of them", game="$response.body#/items/0/id"),
        "next": _link("listGames", "The next page", after="$response.body#/next"),
    },
    ("claimSeat", 201): _seated(),
    ("changeSeat", 200): _seated(),
    ("listActions", 200): {
        "act": _link(
            "act", "Do one of them, with the same token", "$response.body#/actions/0/action", game=ASKED, If_Match=ETAG
        )
    },
    ("act", 201): {
        "actions": _link("listActions", "What the seat can do now, with the same token", game=MADE),
        "game": _link("getGame", "The game as this action left it", game=MADE, version="$response.body#/version"),
        "events": _link("listEvents", "The commits after it", game=MADE, after="$response.body#/version"),
        "diff": _link("diff", "All that has changed by now", **{"game": MADE, "from": "1", "to": "$response.body#/version"}),
    },
    ("askTakeback", 201): {
        "accept": _link("acceptTakeback", "Agree to it, with the token of another seat", game=MADE, If_Match=ETAG),
        "decline": _link("declineTakeback", "Decline it, with the token of another seat", game=MADE, If_Match=ETAG),
    },
    ("abandonGame", 200): {
        "game": _link("getGame", "The game with nothing hidden", game=ASKED, open="true"),
        "export": _link("exportGame", "The whole game, to be verified or imported", game=ASKED),
    },
    ("listEvents", 200): {"next": _link("listEvents", "The next page", game=ASKED, after="$response.body#/next")},
    ("listTurns", 200): {
        "next": _link("listTurns", "The next page", game=ASKED, after="$response.body#/next"),
        "game": _link("getGame", "The game after a turn", game=ASKED, turn="$response.body#/items/0/turn"),
        "diff": _link(
            "diff", "What a turn changed",
            **{"game": ASKED, "from": "$response.body#/items/0/first_version", "to": "$response.body#/items/0/last_version"},
        ),
    },
    ("exportGame", 200): {"import": _link("importGame", "Load it, here or elsewhere", "$response.body")},
}  # fmt: skip
"""By operation and status."""


def add_links(operation: dict[str, Any]) -> None:
    """Give the answers of one operation their links."""
    for status, response in operation["responses"].items():
        links = LINKS.get((operation["operationId"], int(status)))
        if links:
            response["links"] = links
