"""What schemathesis must be told of this service: which games there are, and whose token a request needs.

Alone, a request goes to one of two games made for that; in a scenario, to the game that a link names.
"""

from __future__ import annotations

import json
import os
import uuid
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

IF_MATCH = "If-Match"
KEY = "Idempotency-Key"
HOSTS = {"abandonGame", "changeSeat"}
"""What would end the game, or the token that all others use: that goes to a game of its own, with its host's token."""
SEATS = {"listActions", "act", "tryAction"}
GIVES = {"createGame", "branchGame", "claimSeat", "changeSeat", "act"}
"""What answers with tokens, or with who is to act."""


@dataclass
class Known:
    """What was told of a game."""

    tokens: dict[str | int, str] = field(default_factory=dict)
    to_act: list[int] = field(default_factory=list)

    def token(self, operation: str) -> str | None:
        """The token that suits an operation: the host's, of the seat that is to act, or any."""
        wanted: list[str | int] = [*self.to_act, *self.tokens] if operation in SEATS else ["host", *self.tokens]
        return next((self.tokens[each] for each in wanted if each in self.tokens), None)


KNOWN: dict[str, Known] = {
    os.environ["GAME"]: Known({0: os.environ["SEAT_TOKEN"]}),
    os.environ["OTHER_GAME"]: Known({"host": os.environ["OTHER_HOST_TOKEN"]}),
}


@schemathesis.serializer("application/x-ndjson")
def ndjson(context: Any, value: Any) -> bytes:
    """An exported file is text as it stands."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.deserializer("application/x-ndjson", "text/event-stream")
def lines(context: Any, response: schemathesis.Response) -> str:
    """So it is where a link takes it up."""
    return response.content.decode()


@schemathesis.hook
def map_case(context: Any, case: schemathesis.Case) -> schemathesis.Case:
    """Send single requests to a game that there is, unless the address is what should be wrong.

    A scenario that is begun anew makes a game anew: with the key of before it would get the game as it was left.
    """
    if case.meta is None:
        return case
    if case.meta.phase.name == TestPhase.STATEFUL:
        if KEY in case.headers and not case.meta.is_negative_at(ParameterLocation.HEADER):
            case.headers[KEY] = uuid.uuid4().hex
        return case
    if IF_MATCH in case.headers:
        # What is made up for headers is of letters and digits, which a version in quotes is not.
        case.headers[IF_MATCH] = '"1"'
    if "game" in case.path_parameters and not case.meta.is_negative_at(ParameterLocation.PATH):
        case.path_parameters["game"] = single(case)
    return case


@schemathesis.auth(refresh_interval=None)
class Token:
    """The token for the game that is asked about; none where none was given out."""

    def get(self, case: schemathesis.Case, context: schemathesis.AuthContext) -> str | None:
        scenario = case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL
        game = case.path_parameters.get("game") if scenario else single(case)
        return KNOWN[game].token(operation_id(case)) if game in KNOWN else None

    def set(self, case: schemathesis.Case, data: str, context: schemathesis.AuthContext) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def after_call(context: Any, case: schemathesis.Case, response: schemathesis.Response) -> None:
    """Note the tokens of new games and newly taken seats, and who is to act."""
    # Without content where HEAD was tried.
    answer = (
        json.loads(response.content or b"{}") if operation_id(case) in GIVES and response.status_code in (200, 201) else {}
    )
    if "game" in answer:
        known = KNOWN.setdefault(answer["game"]["id"], Known())
        known.to_act = answer["game"]["to_act"]
        given: list[tuple[str | int, str | None]] = [(each["seat"], each["token"]) for each in answer.get("seats", ())]
        given += [("host", answer.get("host_token")), (answer.get("seat", "host"), answer.get("token"))]
        known.tokens |= {role: token for role, token in given if token is not None}


def single(case: schemathesis.Case) -> str:
    """The game for requests outside of scenarios."""
    return os.environ["OTHER_GAME" if operation_id(case) in HOSTS else "GAME"]


def operation_id(case: schemathesis.Case) -> str:
    return str(case.operation.definition.raw["operationId"])
