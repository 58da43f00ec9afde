"""What browsers are told of the few pages of HTML there are: they run what this service sends, and nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from flask import Response

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def guarded(response: Response) -> Response:
    """The response with a content security policy, if it is a page."""
    if response.mimetype == "text/html":
        response.direct_passthrough = False  # Else the page, a file, could not be read.
        scripts_of_page = _INLINE.findall(response.get_data(as_text=True))
        inline = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts_of_page)
        scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in inline)])
        response.headers["Content-Security-Policy"] = (
            f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
    return response
