"""The turns of a game: which versions they have, and that whatever turn a game names can be asked for."""

from __future__ import annotations

from random import Random

import pytest

from domain import lobby, table
from events.errors import NoSuchVersion
from events.handler import Handler
from tests.support.games import CODECS, GAMES
from tests.support.play import HUMAN, Match, fake_store


@pytest.mark.parametrize("ruleset", [*GAMES])
def test_at_every_version_the_turn_that_the_game_names_is_the_game_as_it_stands(ruleset: str) -> None:
    """Also right after a turn began, before anything was done in it, and at the end."""
    handler, chance = Handler(fake_store(), CODECS), Random(5)
    match = Match(handler, handler.create(lobby.CreateGame(ruleset=ruleset, seats=(HUMAN, HUMAN))))
    game, named, begun = match.ledger.game, list[int](), 0
    while True:
        ledger = match.ledger
        now = ledger.table
        named.append(table.turn(game, now))
        assert handler.version_of_turn(ledger, named[-1]) == ledger.version
        begun += ledger.turns(ledger.version)[-1].turn < named[-1]
        for beyond in (-1, named[-1] + 1):
            with pytest.raises(NoSuchVersion) as refused:
                handler.version_of_turn(ledger, beyond)
            assert refused.value.last == named[-1]
        if now.over:
            break
        seat = table.to_act(game, now)[0]
        match.act(chance.choice(game.rules.legal_commands(now.state, seat)), seat)
    assert begun > 5, "turns in which nothing was done yet"
    ends = [handler.version_of_turn(ledger, turn) for turn in range(named[-1] + 1)]
    assert ends == sorted(ends)
    for version, turn in enumerate(named, start=1):
        assert ends[turn] >= version, "what a past version names comes no earlier than that version"


def test_turns_are_listed_with_what_was_done_in_them_up_to_a_version() -> None:
    handler = Handler(fake_store(), CODECS)
    match = Match.create(handler).play(Random(2), 40)
    ledger = match.ledger
    for upto in range(1, ledger.version + 1):
        listed = ledger.turns(upto)
        versions = [version for each in listed for version in range(each.first, each.last + 1)]
        assert versions == [*range(1, upto + 1)], "each version once"
        assert all(ledger.turn_of(version) == each.turn for each in listed for version in (each.first, each.last))
        for after in range(-1, listed[-1].turn + 1):
            assert ledger.turns(upto, after) == [each for each in listed if each.turn > after]
