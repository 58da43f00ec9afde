"""The answer to a call that has had names forgotten."""

from __future__ import annotations

from flask import Response

from events.removal.forgetting import Forgetting
from service.http import json_response, services
from service.representations.operator import ForgettingAnswer


def forgotten(found: Forgetting) -> Response:
    """Read the games again of which this process knows the names, and say what was forgotten."""
    for game in found.games:
        services().games.read_again(game, services().hub.game_logs(game))
    return json_response(ForgettingAnswer(found.games, found.names, found.finished, found.unsealed))
