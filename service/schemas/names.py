"""What a player can be called: a name that others can see, and tell from its surroundings.

Only requests are held to this. What logs may have is `domain.session.lifecycle.is_name`: stored games keep the names that
they have.
"""

from __future__ import annotations

import re
import unicodedata

from marshmallow import ValidationError

from domain.session.seals import JOINERS, SELECTORS

INVISIBLE = (
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
"""The other characters of Unicode's property Default_Ignorable_Code_Point, which Python's library does not have. Those of
`domain.session.lifecycle.UNPRINTABLE` are refused already."""
NO_CHARACTERS = "\ufdd0-\ufdef" + "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
BLANK = "\u2800"
"""The pattern of Braille without dots: a symbol to Unicode, but nothing to the eye."""

_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The flag of a part of a country, such as Scotland: a black flag, and letters that nobody sees."""
_NEVER = re.compile(f"[{INVISIBLE}{NO_CHARACTERS}]")
_ALONE = re.compile(rf"(?:^|[\s{JOINERS}])[{JOINERS}{SELECTORS}]|[{SELECTORS}]{{2}}")
"""A joiner or selector without a character before it."""
_UNSEEN = ("Z", "Cc", "Cf", "Cs", "Mn", "Me")
"""The categories of blanks, controls, and marks that need a letter."""


def check_visible(name: str) -> None:
    """Raises ValidationError."""
    name = _FLAG.sub("\U0001f3f4", name)
    if _NEVER.search(name):
        raise ValidationError("Must have no invisible characters, such as fillers.")
    if _ALONE.search(name):
        raise ValidationError("Joiners and variation selectors must follow a character that can be seen.")
    if not any(each != BLANK and not unicodedata.category(each).startswith(_UNSEEN) for each in name):
        raise ValidationError("Must have a character that can be seen.")
