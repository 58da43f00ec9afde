"""Webhooks: calls to the program of an integrator when something happens in its games."""

from __future__ import annotations

import base64
import logging
from typing import Any
from urllib.parse import urlencode

from flask import Response

from events.encryption import Cipher, KeyUnusable
from events.identity import moment_of, timestamp
from events.redis_store.webhooks import TOO_MANY, game_and_event, test_of
from events.webhooks.hooks import Delivery, KeptHook, Waiting, delivery_id, new_hook_id, new_secret
from events.webhooks.keys import cipher_of
from events.webhooks.receivers import NotAllowed, addresses_of, receiver_of
from service.http import json_response, needed_key, services
from service.openapi.operations import LINK, NEEDS_KEY, operation
from service.parsing import Blueprint
from service.problems import refuse
from service.representations.webhooks import DeliveriesAnswer, TestAnswer, WebhookAnswer, WebhooksAnswer
from service.schemas.bodies import NewWebhookSchema
from service.schemas.queries import DeliveriesQuery, NoQuery

log = logging.getLogger(__name__)

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Being called when something happens")


def _cipher() -> Cipher:
    try:
        settings = services().settings
        return cipher_of(settings.webhooks_key, made=not settings.webhooks_key_file)
    except KeyUnusable as error:
        log.warning("webhooks: %s", error)
        raise refuse(
            "webhooks_off", "This service calls no webhooks: its operator has set no WEBHOOKS_KEY_FILE that can be used."
        ) from None


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewWebhookSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(201, "NewWebhookMade", operation_id="createWebhook", problems=(401, 409, 413, 415, 422), security=NEEDS_KEY)
def create_webhook(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Be called when something happens in the games of an API key

    `turn`: a seat that no bot plays is asked; `over`: a game has ended; `seat_claimed`: a person has taken a seat;
    `deadline_near`: a quarter of the time before a deadline is left, or six hours; `deleted`: the operator deleted a game.
    Calls are signed after Standard Webhooks. Their `data` is the entry of the feed, or only `game` for a deleted one.
    A call counts as received with a status of 200 to 299; otherwise it is tried again after 5 s, 5 min, 30 min,
    2 h, 5 h and 10 h. Then the webhook is disabled.
    """
    owner, cipher = needed_key("Webhooks"), _cipher()
    services().limits.spend()
    private = services().settings.webhooks_private == "on"
    try:
        addresses_of(receiver_of(body["url"], private=private), private=private)
    except NotAllowed as error:
        hint = "" if private else " For development, a service with `WEBHOOKS_PRIVATE=on` calls any address."
        raise refuse("receiver_not_allowed", f"{error}{hint}") from None
    except OSError as error:
        raise refuse("receiver_not_allowed", f"The name in the URL does not resolve: {error.strerror or error}.") from None
    hook_id, secret = new_hook_id(), new_secret()
    hook = KeptHook(
        id=hook_id,
        url=body["url"],
        events=tuple(dict.fromkeys(body["events"])),
        created_at=timestamp(services().now()),
        owner=owner,
        secret=base64.b64encode(cipher.encrypted(secret.encode(), hook_id)).decode(),
    )
    services().store.webhooks.add(hook)
    return json_response(WebhookAnswer(hook.shown(), secret), 201)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Webhooks", operation_id="listWebhooks", problems=(401,), security=NEEDS_KEY)
def list_webhooks(query: dict[str, Any]) -> Response:
    """The webhooks of an API key

    `disabled` says why a webhook is no longer called, `failures` how many of its calls in a row have failed.
    """
    owner = needed_key("Webhooks")
    return json_response(WebhooksAnswer([hook.shown() for hook in services().store.webhooks.of_key(owner)]))


@blueprint.route("/<string:webhook>", methods=["DELETE"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Webhook", operation_id="deleteWebhook", problems=(401,), security=NEEDS_KEY)
def delete_webhook(query: dict[str, Any], webhook: str) -> Response:
    """Remove a webhook

    Its waiting calls are dropped. A call that has begun is still made.
    """
    return json_response(services().store.webhooks.remove(needed_key("Webhooks"), webhook))


@blueprint.route("/<string:webhook>/deliveries", methods=["GET"])
@blueprint.arguments(DeliveriesQuery, location="query", error_status_code=400)
@operation(200, "Deliveries", operation_id="listDeliveries", problems=(401,), headers=LINK, security=NEEDS_KEY)
def list_deliveries(query: dict[str, Any], webhook: str) -> Response:
    """The waiting and past calls of a webhook

    Each call with what the receiver answered, or why it could not be called. Continue until `next` is null. A call that is
    made meanwhile may be missing among those that wait, and one that was listed may come once more: they have the same `id`.
    """
    hooks, limit = services().store.webhooks, query["limit"]
    hook = hooks.get(needed_key("Webhooks"), webhook)
    kind, _, place = query.get("after", "").partition(".")
    waiting, listed, skip = list[tuple[str, Waiting]](), list[Delivery](), 0
    if kind == "past":
        skip = int(place)
    else:
        waiting = hooks.waiting(hook.id, _after(place) if place else None, limit + 1)
        listed = [_waiting(hook.id, what, each) for what, each in waiting[:limit]]
    following = None
    if len(waiting) > limit:
        following = _place(*waiting[limit - 1])
    else:
        room = limit - len(listed)
        past = hooks.past(hook.id, skip, room + 1)
        listed += past[:room]
        following = f"past.{skip + room}" if len(past) > room else None
    headers = {}
    if following is not None:
        more = urlencode({"after": following, "limit": limit})
        headers["Link"] = f'</v1/webhooks/{hook.id}/deliveries?{more}>; rel="next"'
    return json_response(DeliveriesAnswer(listed, following), headers=headers)


def _place(what: str, each: Waiting) -> str:
    """The place of a delivery that waits, as the parameter `after` has it."""
    return f"waiting.{each.due}.{what.replace(' ', '.')}"


def _after(place: str) -> tuple[int, str]:
    due, _, what = place.partition(".")
    return int(due), what.replace(".", " ")


@blueprint.route("/<string:webhook>/test", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(202, "WebhookTest", operation_id="testWebhook", problems=(401, 409), security=NEEDS_KEY)
def try_webhook(query: dict[str, Any], webhook: str) -> Response:
    """Have a webhook called to try it out

    The call is of type `test` and has no data. `GET …/deliveries` shows what came of it.
    """
    hooks = services().store.webhooks
    hook = hooks.get(needed_key("Webhooks"), webhook)
    services().limits.spend()
    if hook.disabled is not None:
        raise refuse("webhook_disabled", f"The webhook is disabled ({hook.disabled}): delete it, and make a new one.")
    now = hooks.now()
    what, version, mark = test_of(now)
    if not hooks.wait(hook.id, what, version, mark, now):
        raise refuse("webhook_disabled", f"The webhook is disabled by now. {TOO_MANY}")
    return json_response(TestAnswer(delivery_id(hook.id, what, version, mark)), 202)


def _waiting(hook_id: str, what: str, each: Waiting) -> Delivery:
    game, event = game_and_event(what)
    return Delivery(
        id=delivery_id(hook_id, what, each.version, each.mark), event=event, game=game, version=each.version if game else 0,
        status="waiting", tries=each.tries, at=timestamp(moment_of(each.due)), detail="",
    )  # fmt: skip
