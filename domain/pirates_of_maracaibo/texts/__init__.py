"""Commands and events as sentences for people."""

from __future__ import annotations

from .describe import DESCRIPTIONS, describe
from .narration import NOT_NARRATED, SENTENCES, narrate
from .preview import PREVIEWS, preview
from .scores import score_parts

__all__ = ["DESCRIPTIONS", "NOT_NARRATED", "PREVIEWS", "SENTENCES", "describe", "narrate", "preview", "score_parts"]
