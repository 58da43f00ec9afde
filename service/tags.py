"""ETags, and the 304 for callers who have an answer already.

A tag names the version of the game and whatever else the answer depends on: the seat (`"12.s0"`; hosts and spectators see
the same and have `"12"`), nothing hidden (`"12.open"`), lines (`"12.s0.lines"`), compression (`"12.gzip"`). So a copy made
for a spectator is never valid for a seat.
"""

from __future__ import annotations

import re
from hashlib import sha256

from flask import Response, request

_OF_GAME = re.compile(r'(?:W/)?"([1-9][0-9]{0,15})(?:\.[a-z0-9.]{1,40})?"\Z')
"""Matches weak tags too: a proxy makes the tag weak if it compresses the answer."""
GZIP = ".gzip"
UNCHANGING = {"Cache-Control": "private, max-age=3600"}
"""For answers that never change. Not longer, and not by shared caches: a name in it may have to be forgotten."""


OF_304 = ("ETag", "Cache-Control")
"""The headers that a 304 repeats."""


def tagged(version: int, seat: int | None = None, *, revealed: bool = False, form: str = "") -> dict[str, str]:
    """The ETag of what a seat (None: hosts and spectators) sees of a game at a version."""
    viewer = ".open" if revealed else "" if seat is None else f".s{seat}"
    return {"ETag": f'"{version}{viewer}{form}"'}


def tagged_with_note(headers: dict[str, str], note: str) -> dict[str, str]:
    """The headers of an answer that also has the notes with this tag, which change without a commit."""
    return formed({"ETag": headers["ETag"]}, f".n{note[:16]}")


def formed(headers: dict[str, str], form: str) -> dict[str, str]:
    """The headers of the same answer in another form, such as `.svg`."""
    return {**headers, "ETag": f'{headers["ETag"][:-1]}{form}"'}


def digest(content: bytes) -> str:
    """The ETag of content that does not depend on a game's version."""
    return sha256(content).hexdigest()[:32]


def compressed(tag: str) -> str:
    """The tag of the compressed answer."""
    return f'{tag[:-1]}{GZIP}"'


def version_of(tag: str) -> int | None:
    """The version in a tag, whichever viewer it was made for; None if there is none."""
    found = _OF_GAME.match(tag)
    return None if found is None else int(found[1])


def not_modified(headers: dict[str, str]) -> Response | None:
    """A 304 if the caller already has the answer with these headers, which include its ETag."""
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return None
    for tag in (headers["ETag"], compressed(headers["ETag"])):
        if request.if_none_match.contains_weak(tag.strip('"')):
            return Response(status=304, headers={name: headers[name] for name in OF_304 if name in headers} | {"ETag": tag})
    return None
