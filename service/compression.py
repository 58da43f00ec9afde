"""gzip for answers that are worth it.

Never for answers to a POST, PUT or DELETE, and never for callers with a token, except where the answer is the same for
everybody. How well text compresses tells what repeats in it (BREACH): an answer holds words that others have chosen, such as
names, and whoever sees the length of the encrypted answer could find out by them what else it holds, be it a new token or a
seat's hand. Streams are not compressed either: an event would wait in the compressor for those that follow.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from flask import Response, request

from service.tags import compressed

WORTH_IT = 8 * 1024
"""Bytes. A game is smaller; a page of its history, its turns or a ruleset is larger."""
QUICK, BEST = 4, 6
"""Levels of zlib: for what is made for one request, and for what is made once."""
_GZIP = 16 + zlib.MAX_WBITS
_files: dict[str, bytes] = {}
"""Compressed, by their ETags."""


def accepted() -> bool:
    """Whether the caller takes gzip."""
    return "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings.quality("gzip") > 0


def allowed() -> bool:
    """Whether the answer to this request may be compressed, and the caller takes it so."""
    environ = request.environ
    return environ["REQUEST_METHOD"] in ("GET", "HEAD") and "HTTP_AUTHORIZATION" not in environ and accepted()


def gzipped(parts: Iterable[bytes], level: int = QUICK) -> bytes:
    """The parts as one compressed text; the same parts give the same bytes."""
    packer = zlib.compressobj(level, wbits=_GZIP)
    return b"".join([*(packer.compress(part) for part in parts), packer.flush()])


def packed(headers: dict[str, str]) -> dict[str, str]:
    """The headers of an answer that is compressed."""
    tag = {"ETag": compressed(headers["ETag"])} if "ETag" in headers else {}
    return {**headers, **tag, "Content-Encoding": "gzip"}


def packed_file(response: Response) -> Response:
    """The same, or compressed if it is one of the few large files that the service sends."""
    tag, _ = response.get_etag()
    if tag is None or not accepted():
        return response
    response.set_etag(tag, weak=True)  # Whoever sends it back is told by Flask, which knows nothing of this, what is good.
    if response.status_code == 200 and (response.content_length or 0) >= WORTH_IT:
        response.direct_passthrough = False  # Else the file could not be read; if it is not, it stays open.
        content = response.get_data()
        if tag not in _files:
            _files[tag] = gzipped([content], BEST)
        response.set_data(_files[tag])
        response.headers["Content-Encoding"] = "gzip"
    return response
