"""Commands and events as sentences for people."""

from .asked import ASKED, asked
from .describe import DESCRIPTIONS, describe
from .label import LABELS, label
from .narration import SENTENCES, SILENT, narrate
from .preview import PREVIEWS, preview

__all__ = [
    "ASKED",
    "DESCRIPTIONS",
    "LABELS",
    "PREVIEWS",
    "SENTENCES",
    "SILENT",
    "asked",
    "describe",
    "label",
    "narrate",
    "preview",
]
