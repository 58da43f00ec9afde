"""The fixtures of the service's own tests, and a browser."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)
from tests.support.tradewinds import Tradewinds, tradewinds
from tests.web.browser import DESKTOP, Visitor, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


OPERATOR = "the-operator-of-the-tables-in-the-tests"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def site(browser: Browser) -> Iterator[Tradewinds]:
    """The whole service, which bots play in too."""
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as folder,
        tradewinds(Path(folder), RATE_LIMIT="off", REPRODUCIBLE="on", ADMIN_KEY=OPERATOR) as service,
    ):
        yield service


@pytest.fixture
def visit(browser: Browser, site: Tradewinds) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, each with a browser of its own that keeps nothing of the others. None may have had anything to
    complain of, asked another host for anything, or sent a token in an address."""
    visitors: list[Visitor] = []

    def make(size: tuple[int, int] = DESKTOP, *, hasty: bool = True, **context: Any) -> Visitor:
        page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **context).new_page()
        visitors.append(Visitor(page, f"http://{site.settings.address}", hasty))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.told_nobody()
        if not visitor.page.is_closed():
            visitor.page.unroute_all(behavior="ignoreErrors")  # A changed answer may still be on its way.
        visitor.page.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []
