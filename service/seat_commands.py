"""Commands that a seat gives without a body: takebacks, and resigning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from domain.session import lifecycle
from service.http import acting_seat, credentials, idempotency_key, if_match, json_response, replayed, services
from service.limits import cost_of_bots
from service.openapi.operations import ETAG, IDEMPOTENCY_KEY, IF_MATCH, NEEDS_TOKEN, REPLAYED, operation
from service.problems import refuse
from service.representations.built import representations_of
from service.tags import tagged
from service.viewer import Viewer

PROBLEMS = (401, 403, 409, 412, 422, 428)


def seat_command(operation_id: str) -> Callable[[Any], Any]:
    """The decorator of these operations."""
    return operation(
        201, "Accepted", operation_id=operation_id, problems=PROBLEMS, headers={**ETAG, **REPLAYED},
        parameters=(IF_MATCH, IDEMPOTENCY_KEY), security=NEEDS_TOKEN,
    )  # fmt: skip


def give(
    query: dict[str, Any],
    game: str,
    command: type[lifecycle.AskTakeback | lifecycle.AcceptTakeback | lifecycle.DeclineTakeback | lifecycle.Resign],
) -> Response:
    """Give such a command for the caller's seat, and answer what it led to."""
    version, key = if_match(), idempotency_key()
    game_log, seat = acting_seat(game, lifecycle.RIGHTS[command].refusal)
    if version is None and key is None:
        detail = "Send If-Match with the version you look at, or an Idempotency-Key: otherwise a repeat could count twice."
        raise refuse("precondition_required", detail)
    if command is lifecycle.Resign:
        services().limits.spend(cost_of_bots([game_log.session.substitute]))
    done = services().handler.manage(game_log.id, credentials(), command(seat=seat), version, key)
    headers = {**tagged(done.commit.version, seat), **replayed(done.replayed)}
    return json_response(representations_of(done.game_log).accepted(done, Viewer(seat).including(query)), 201, headers)
