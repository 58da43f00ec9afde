"""Looks, when `tradewinds` is imported, whether its other packages are its own. Their names are plain, so a package of
somebody else may have one of them; an import would then fail with a module that nobody has heard of."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("cli", "conformance", "domain", "events", "play", "policies", "service", "telemetry", "workers")


def _refuse_strangers() -> None:
    """Raises ImportError if Python finds another package under one of these names."""
    own = Path(__file__).resolve().parent.parent
    for name in PACKAGES:
        spec = find_spec(name)
        found = None if spec is None else next(iter(spec.submodule_search_locations or ()), spec.origin)
        if found is not None and Path(found).resolve().parent != own:
            raise ImportError(
                f"Tradewinds has a package named {name!r}, but Python finds another one of this name first: {found}. Rename "
                "or uninstall that one, or give Tradewinds an environment of its own."
            )


_refuse_strangers()
