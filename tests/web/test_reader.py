"""The page that shows the contract: what plays any game, opened at once, and the way to the whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browser import Visitor

OPEN = """
async (operation) => {
  const call = document.getElementById(operation);
  const began = performance.now();
  call.closest("details").querySelector("summary").click();
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now() - began;
}
"""
"""Opens an operation; the ms until it is drawn."""


@pytest.mark.parametrize("operation", ["createGame", "act"])
def test_an_operation_opens_at_once(visit: Callable[..., Visitor], operation: str) -> None:
    visitor = visit()
    visitor.open("/docs/")

    assert visitor.page.evaluate(OPEN, operation) < 1_000
    call = visitor.page.locator(f"#{operation}")
    assert call.get_by_text("Idempotency-Key").first.is_visible()
    # What it answers with is one click away, and opens too.
    call.get_by_role("link", name="Accepted" if operation == "act" else "Created").click()
    assert (
        visitor.page.locator(":target")
        .get_by_text("host_token" if operation == "createGame" else "scene")
        .first.is_visible()
    )


def test_the_whole_contract_is_one_choice_away(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.open("/docs/")
    visitor.page.get_by_role("link", name="Try the calls out").click()
    choice = visitor.page.get_by_label("Select a definition")
    choice.wait_for()
    assert choice.locator("option").all_inner_texts() == ["What plays any game", "Everything"]
