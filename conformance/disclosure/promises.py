"""The promises of disclosure, which look at the same games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from conformance.disclosure import table
from conformance.disclosure.games import Watched
from conformance.disclosure.watching import Level
from conformance.playing import hold

MOST_NEWS = 12
"""How many new lines are named."""
INDENT = "\n         "


def spectators_are_told_no_more_than_seats(found: Watched) -> None:
    """A spectator is never told more than a seat."""
    more = INDENT.join(found.watch.more_to_spectators.values())
    hold(not more, f"{more}{INDENT}(`gate.view`, `gate.redact`, `gate.redact_command`)")


def what_may_be_hidden_is_hidden_sometimes(found: Watched) -> None:
    """A field that may be hidden by its type is hidden from somebody at some time.

    The disclosure table may say so of a field that is seldom hidden."""
    known = table.beside(found.game, found.folder)
    kept = {row for row, levels in known.items() if Level.NEVER in levels}
    never = ", ".join(name for row, name in found.watch.never_hidden() if row not in kept)
    hold(
        not never,
        f"{never}: the type has `Hidden` or `Secret`, and everybody saw it every time. Hide it in `gate.view`, "
        "`gate.redact` or `gate.redact_command`, or take the word from its type",
    )


def nobody_sees_more_than_the_table_says(found: Watched) -> None:
    """Nobody sees more of a field of the view, of events and commands than the disclosure table says, which the author has
    read."""
    known = table.beside(found.game, found.folder)
    if not known:
        return
    new = list(table.news(known, table.rows(found.watch)))
    more = f"{INDENT}and {len(new) - MOST_NEWS} more" if len(new) > MOST_NEWS else ""
    advice = "Hide it, or write the table anew with --write-disclosure and read what changed in it"
    hold(not new, f"{INDENT.join(new[:MOST_NEWS])}{more}{INDENT}{advice}")


def write(found: Watched) -> Path | None:
    """Writes the disclosure table. None: there is no folder for it."""
    if found.folder is None:
        return None
    file = table.file_of(found.game, found.folder)
    file.write_text(table.text_of(found.game, found.watch), encoding="utf-8")
    return file


def games_come_to_all_that_there_is(found: Watched) -> Sequence[str]:
    """Each command, event, refusal and value of an option comes up in some game, but for those that are named here.

    Returns them: nothing was looked at of what they do."""
    return sorted(found.missing)


DISCLOSED: tuple[Callable[[Watched], Sequence[str] | None], ...] = (
    spectators_are_told_no_more_than_seats,
    what_may_be_hidden_is_hidden_sometimes,
    nobody_sees_more_than_the_table_says,
    games_come_to_all_that_there_is,
)
