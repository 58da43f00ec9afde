"""Where the examples are, and the client that they stand on, which is not installed here."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
CLIENT_PATH = {"PYTHONPATH": str(ROOT / "clients" / "python")}
"""The environment variable by which a process finds the client."""
