"""Commands and events as sentences for people."""

from __future__ import annotations

from .describe import DESCRIPTIONS, describe
from .narration import SENTENCES, UNTOLD, narrate
from .preview import PREVIEWS, preview

__all__ = ["DESCRIPTIONS", "PREVIEWS", "SENTENCES", "UNTOLD", "describe", "narrate", "preview"]
