"""Whether what is shown can be read by all: axe's rules, on a laptop and on a phone, in the light and in the dark."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Visitor

LAPTOP, PHONE = (1366, 630), (390, 844)


def violations(visitor: Visitor) -> list[tuple[Any, ...]]:
    """What axe finds, with the size, the scheme and the first element of each. The visitor must bypass the page's policy."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page, faults = visitor.page, []
    for size in (LAPTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            found = axe.run(page).response["violations"]
            faults += [(size, scheme, each["id"], each["nodes"][0]["html"][:200]) for each in found]
    return faults
