"""Modules that need what only an extra of the package brings."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import click

EXTRAS = {
    "mcp": ("docs/agents.md", {"mcp", "httpx", "httpx_sse", "tradewinds_client"}),
    "arena": ("docs/bots.md", {"choix", "numpy", "httpx", "httpx_sse", "tradewinds_client"}),
}
"""Of each extra the page that says how to install it, and what it brings."""


def of_extra(extra: str, module: str) -> ModuleType:
    """This module of ours. Raises ClickException with what to install where its extra is missing."""
    page, brought = EXTRAS[extra]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in brought:
            raise
        raise click.ClickException(f"{error.name} is missing: install the extra `{extra}` ({page}).") from None
