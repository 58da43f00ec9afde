"""Commands and events as sentences for people."""

from __future__ import annotations

from .asked import DEEDS, asked, asked_you
from .describe import DESCRIPTIONS, describe
from .labels import LABELS, label
from .narration import NOT_NARRATED, SENTENCES, narrate
from .preview import PREVIEWS, preview
from .scores import score_parts

__all__ = [
    "DEEDS",
    "DESCRIPTIONS",
    "LABELS",
    "NOT_NARRATED",
    "PREVIEWS",
    "SENTENCES",
    "asked",
    "asked_you",
    "describe",
    "label",
    "narrate",
    "preview",
    "score_parts",
]
