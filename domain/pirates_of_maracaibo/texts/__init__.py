"""Commands as sentences for people."""

from __future__ import annotations

from .asked import DEEDS, asked, asked_you
from .describe import DESCRIPTIONS, describe
from .labels import LABELS, label
from .preview import PREVIEWS, preview
from .scores import score_parts

__all__ = [
    "DEEDS",
    "DESCRIPTIONS",
    "LABELS",
    "PREVIEWS",
    "asked",
    "asked_you",
    "describe",
    "label",
    "preview",
    "score_parts",
]
