"""Answers that are the same for all callers: compressed once, with the digest of their bytes as ETag."""

from __future__ import annotations

from flask import Response

from service import compression
from service.tags import digest, not_modified


class StaticText:
    """A text with its compressed form."""

    def __init__(self, text: bytes, content_type: str, headers: dict[str, str] | None = None) -> None:
        self._plain, self._compressed = text, compression.gzipped([text], compression.BEST)
        self._content_type = content_type
        self._headers = {**(headers or {}), "ETag": f'"{digest(text)}"'}

    @property
    def text(self) -> bytes:
        """The text as it is, not compressed."""
        return self._plain

    def response(self) -> Response:
        """The text, compressed if the caller accepts that; a 304 if the caller has it already."""
        known = not_modified(self._headers)
        if known is not None:
            return known
        # Even for callers with a token: the text contains nothing that is for one caller only.
        if compression.accepted():
            headers = compression.packed(self._headers)
            return Response(self._compressed, headers=headers, content_type=self._content_type)
        return Response(self._plain, headers=self._headers, content_type=self._content_type)
