"""API keys, for the operator of the service."""

from __future__ import annotations

import logging
from typing import Any

from flask import Response

from events.identity import timestamp
from service.http import json_response, services
from service.openapi.operations import NEEDS_OPERATOR, operation
from service.operators import require_operator
from service.parsing import Blueprint
from service.representations.operator import KeyAnswer, KeysAnswer
from service.schemas.bodies import NewKeySchema
from service.schemas.queries import NoQuery

log = logging.getLogger(__name__)

blueprint = Blueprint("keys", __name__, url_prefix="/v1/keys", description="API keys, for the operator of the service")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewKeySchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(201, "NewKeyMade", operation_id="createKey", problems=(401, 413, 415, 422), security=NEEDS_OPERATOR)
def create_key(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Make an API key (operator)

    Only a service with an `ADMIN_KEY` has this address, and the operator sends that as the token. The new key is shown only
    in this answer. `tradewinds keys create` does the same.
    """
    require_operator()
    made, secret = services().store.api_keys.create(body["name"], timestamp(services().now()))
    log.info("the API key %s was created for %s", made.id, made.name)
    return json_response(KeyAnswer(made, secret), 201)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Keys", operation_id="listKeys", problems=(401,), security=NEEDS_OPERATOR)
def list_keys(query: dict[str, Any]) -> Response:
    """All API keys (operator)

    The keys themselves are not kept, so they cannot be shown again.
    """
    require_operator()
    log.info("the API keys were listed")
    return json_response(KeysAnswer(services().store.api_keys.all()))


@blueprint.route("/<string:key>", methods=["DELETE"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "ApiKey", operation_id="revokeKey", problems=(401,), security=NEEDS_OPERATOR)
def revoke_key(query: dict[str, Any], key: str) -> Response:
    """Revoke an API key (operator)

    Within a second all processes refuse it, and its streams end within 15 seconds. Its games go on; the tokens of their
    hosts and seats stay valid.
    """
    require_operator()
    revoked = services().store.api_keys.revoke(key, timestamp(services().now()))
    log.info("the API key %s was revoked", revoked.id)
    return json_response(revoked)
