"""Commands and events as sentences for people."""

from .describe import DESCRIPTIONS, describe
from .narration import SENTENCES, SILENT, narrate
from .preview import PREVIEWS, preview

__all__ = ["DESCRIPTIONS", "PREVIEWS", "SENTENCES", "SILENT", "describe", "narrate", "preview"]
