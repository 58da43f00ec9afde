"""ETags: what an answer is of, and whether the caller has it already.

A tag names the version of the game, then what tells answers of one address and one version apart: who looks (`"12.s0"`;
hosts and spectators see the same, so theirs is `"12"`), with nothing hidden (`"12.open"`), as lines (`"12.s0.lines"`),
compressed (`"12.gzip"`). So nobody who has a seat is told that a spectator's copy is still good.
"""

from __future__ import annotations

import re
from hashlib import sha256

from flask import Response, request

_OF_GAME = re.compile(r'(?:W/)?"([1-9][0-9]{0,15})(?:\.[a-z0-9.]{1,40})?"\Z')
"""Weak ones too: that is how a proxy passes on the tag of an answer that it has compressed."""
GZIP = ".gzip"
UNCHANGING = {"Cache-Control": "private, max-age=3600"}
"""For what stays as it is. No longer, and by the caller alone: a name in it may have to be forgotten."""


OF_304 = ("ETag", "Cache-Control")
"""What is said again of an answer that the caller has."""


def tagged(version: int, seat: int | None = None, *, revealed: bool = False, form: str = "") -> dict[str, str]:
    """The ETag of what a seat (None: hosts and spectators) sees of a game at a version."""
    viewer = ".open" if revealed else "" if seat is None else f".s{seat}"
    return {"ETag": f'"{version}{viewer}{form}"'}


def digest(content: bytes) -> str:
    """What stands in the ETag of what does not follow from a game's version."""
    return sha256(content).hexdigest()[:32]


def compressed(tag: str) -> str:
    """The tag of the same, compressed."""
    return f'{tag[:-1]}{GZIP}"'


def version_of(tag: str) -> int | None:
    """The version that a tag names, whoever it was given to; None if it names none."""
    found = _OF_GAME.match(tag)
    return None if found is None else int(found[1])


def not_modified(headers: dict[str, str]) -> Response | None:
    """A 304 if the caller has what would be answered with these headers, among them its ETag."""
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return None
    for tag in (headers["ETag"], compressed(headers["ETag"])):
        if request.if_none_match.contains_weak(tag.strip('"')):
            return Response(status=304, headers={name: headers[name] for name in OF_304 if name in headers} | {"ETag": tag})
    return None
