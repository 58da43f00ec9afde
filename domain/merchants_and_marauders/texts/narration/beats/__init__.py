"""What people see of each event, beside its sentences."""

from __future__ import annotations

from collections.abc import Mapping

from .... import events as e
from .battle import BATTLE
from .common import Telling
from .flow import FLOW
from .glory import GLORY
from .port import PORT
from .rounds import ROUNDS
from .voyage import VOYAGE

BEATS: Mapping[type[e.Event], Telling] = {**FLOW, **ROUNDS, **VOYAGE, **PORT, **GLORY, **BATTLE}
"""The beats of events; the others have sentences alone, or none."""
