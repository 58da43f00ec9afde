"""gzip for long answers.

Answers to POST, PUT or DELETE and answers to callers with a token are not compressed, unless they are the same for all
callers. The length of a compressed text reveals repetitions (BREACH): an attacker who chooses a name in the answer and sees
the length of the encrypted answer could guess a token or a hand in it. Streams are not compressed, because events would wait
in the compressor.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from flask import Response, request

from service.tags import compressed

WORTH_IT = 8 * 1024
"""Bytes. A game is smaller; a page of history, turns or a ruleset is larger."""
QUICK, BEST = 4, 9
"""Levels of zlib, for answers that are made for each request, and for those that are made once."""
_GZIP = 16 + zlib.MAX_WBITS
_files: dict[str, bytes] = {}
"""Compressed files by their ETags."""


def accepted() -> bool:
    """Whether the caller accepts gzip."""
    return "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings.quality("gzip") > 0


def allowed() -> bool:
    """Whether the answer to this request may be compressed, and the caller accepts it."""
    environ = request.environ
    return environ["REQUEST_METHOD"] in ("GET", "HEAD") and "HTTP_AUTHORIZATION" not in environ and accepted()


def gzipped(parts: Iterable[bytes], level: int = QUICK) -> bytes:
    """The parts, joined and compressed; the same parts give the same bytes."""
    packer = zlib.compressobj(level, wbits=_GZIP)
    return b"".join([*(packer.compress(part) for part in parts), packer.flush()])


def packed(headers: dict[str, str]) -> dict[str, str]:
    """The headers of the compressed answer."""
    tag = {"ETag": compressed(headers["ETag"])} if "ETag" in headers else {}
    return {**headers, **tag, "Content-Encoding": "gzip"}


def packed_file(response: Response) -> Response:
    """The response, compressed if it is a large file."""
    tag, _ = response.get_etag()
    if tag is None or not accepted():
        return response
    response.set_etag(tag, weak=True)  # Weak, so that Flask's comparison with If-None-Match holds for both forms.
    if response.status_code == 200 and (response.content_length or 0) >= WORTH_IT:
        response.direct_passthrough = False  # Otherwise the file could not be read here.
        content = response.get_data()
        if tag not in _files:
            _files[tag] = gzipped([content], BEST)
        response.set_data(_files[tag])
        response.headers["Content-Encoding"] = "gzip"
    return response
