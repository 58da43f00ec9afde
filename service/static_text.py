"""Texts that are the same for everybody: compressed once, and sent with the ETag of their bytes."""

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

    def response(self) -> Response:
        """It in the form that the caller takes; a 304 if the caller has it."""
        known = not_modified(self._headers)
        if known is not None:
            return known
        # With a token too: it holds nothing that is for one caller alone.
        if compression.accepted():
            headers = compression.packed(self._headers)
            return Response(self._compressed, headers=headers, content_type=self._content_type)
        return Response(self._plain, headers=self._headers, content_type=self._content_type)
