"""The turns of a game: which versions they have, and that whatever turn a game names can be asked for."""

from __future__ import annotations

from random import Random

import pytest

from domain import session
from domain.session import lifecycle
from events.errors import NoSuchVersion
from tests.support.games import CODECS, GAMES, fewest_seats
from tests.support.play import HUMAN, Match, fake_store, handler_on


@pytest.mark.parametrize("ruleset", [*GAMES])
def test_at_every_version_the_turn_that_the_game_names_is_the_game_as_it_stands(ruleset: str) -> None:
    """Also right after a turn began, before anything was done in it, and at the end."""
    handler, chance = handler_on(fake_store(), CODECS), Random(5)
    match = Match(
        handler, handler.new_games.create(lifecycle.CreateGame(ruleset=ruleset, seats=(HUMAN,) * fewest_seats(ruleset)))
    )
    game, named, begun = match.game_log.game, list[int](), 0
    while True:
        game_log = match.game_log
        now = game_log.session
        named.append(session.turn(game, now))
        assert handler.repository.version_of_turn(game_log, named[-1]) == game_log.version
        begun += game_log.turns(game_log.version)[-1].turn < named[-1]
        for beyond in (-1, named[-1] + 1):
            with pytest.raises(NoSuchVersion) as refused:
                handler.repository.version_of_turn(game_log, beyond)
            assert refused.value.last == named[-1]
        if now.over:
            break
        seat = session.to_act(game, now)[0]
        match.act(chance.choice(game.rules.legal_commands(now.state, seat)), seat)
    assert begun >= 2, "turns in which nothing was done yet"
    ends = [handler.repository.version_of_turn(game_log, turn) for turn in range(named[-1] + 1)]
    assert ends == sorted(ends)
    for version, turn in enumerate(named, start=1):
        assert ends[turn] >= version, "what a past version names comes no earlier than that version"


def test_turns_are_listed_with_what_was_done_in_them_up_to_a_version() -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match.create(handler).play(Random(2), 40)
    game_log = match.game_log
    for upto in range(1, game_log.version + 1):
        listed = game_log.turns(upto)
        versions = [version for each in listed for version in range(each.first, each.last + 1)]
        assert versions == [*range(1, upto + 1)], "each version once"
        assert all(game_log.turn_of(version) == each.turn for each in listed for version in (each.first, each.last))
        for after in range(-1, listed[-1].turn + 1):
            assert game_log.turns(upto, after) == [each for each in listed if each.turn > after]
