"""Commands and events as sentences for people."""

from .asked import ASKED, asked, asked_you
from .describe import DESCRIPTIONS, describe
from .label import LABELS, label
from .narration import SENTENCES, SILENT, narrate, tell
from .preview import PREVIEWS, preview

__all__ = [
    "ASKED",
    "DESCRIPTIONS",
    "LABELS",
    "PREVIEWS",
    "SENTENCES",
    "SILENT",
    "asked",
    "asked_you",
    "describe",
    "label",
    "narrate",
    "preview",
    "tell",
]
