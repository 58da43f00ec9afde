"""Every installed game holds to the promises of `conformance/`, which `tradewinds check` asks of other people's games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from conformance.disclosure.games import Watched
from conformance.disclosure.promises import DISCLOSED
from conformance.disclosure.table import beside, file_of, open_fields
from conformance.drawing import DRAWN, DRAWN_EVERYWHERE
from conformance.games import PLAYED
from conformance.hash_seeds import every_process_plays_the_same
from conformance.lessons import lessons_lead_to_their_end
from conformance.playing import all_seats_of
from conformance.previews import FORETOLD, what_a_preview_says_is_what_happens, what_bots_see_is_what_happens
from conformance.record import RECORD
from conformance.refusals import SAYING
from conformance.scenes import STAGED, STAGED_EVERYWHERE
from conformance.served import SERVED
from conformance.takebacks import TAKEN_BACK
from conformance.telling import no_commit_tells_what_its_view_hides
from conformance.timely import it_answers_in_time
from domain.game import AnyGame
from tests.support.games import GAMES, OURS
from tradewinds.installed import folder_of, installed

COMMITS = 500
"""How many are looked at for the disclosure tables; the long test looks at as many as `tradewinds check`."""
SEEDS = (1, 2)
OTHERS = {name: game for name, game in GAMES.items() if name not in OURS}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def promised(promises: Any) -> Any:
    return pytest.mark.parametrize("promise", promises, ids=lambda promise: promise.__name__)


@every_game
@promised([*RECORD, it_answers_in_time, lessons_lead_to_their_end])
def test_the_record_of_a_game(promise: Callable[[AnyGame], None], game: AnyGame) -> None:
    promise(game)


@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [
        pytest.param(
            game, seats, seed, id=f"{game.name}-{seats}-{seed}", marks=[] if seed == SEEDS[seats % 2] else pytest.mark.long
        )
        for game in GAMES.values()
        for seats in all_seats_of(game)
        for seed in SEEDS
    ],
)
@promised([*PLAYED, *SAYING, *TAKEN_BACK, *DRAWN, *STAGED, *FORETOLD])
def test_random_games(promise: Callable[[AnyGame, int, int], None], game: AnyGame, seats: int, seed: int) -> None:
    promise(game, seats, seed)


@pytest.mark.parametrize("seed", SEEDS)
@every_game
def test_no_commit_tells_what_its_view_hides(game: AnyGame, seed: int) -> None:
    openly = open_fields(game, beside(game, folder_of(installed().origins[game.name])))
    for seats in all_seats_of(game):
        no_commit_tells_what_its_view_hides(game, seats, seed, openly)


def hold_table(game: AnyGame, commits: int) -> None:
    """The promises of disclosure, and that there is a table."""
    folder = folder_of(installed().origins[game.name])
    assert folder is not None
    assert file_of(game, folder).is_file()
    found = Watched(game, folder, commits)
    for promise in DISCLOSED:
        promise(found)


@every_game
def test_nobody_sees_more_than_the_disclosure_table_says(game: AnyGame) -> None:
    hold_table(game, COMMITS)


@pytest.mark.long
@every_game
def test_nobody_sees_more_in_as_many_games_as_the_check_plays(game: AnyGame) -> None:
    hold_table(game, 3_000)


@every_game
def test_every_process_plays_the_same(game: AnyGame) -> None:
    every_process_plays_the_same(game, installed().origins[game.name].module)


UNREACHED: dict[str, list[str]] = {}
"""By game, the commands that are possible in none of the games that are played, each with the reason."""


NEVER: dict[str, list[str]] = {
    # The round limit is for games that go on and on.
    "merchants-of-the-caribbean": ["round_limit_reached"],
    # What single cards do, and what random players and the beginnings of bots' games seldom come to.
    "merchants-and-marauders": [
        *("card_crew_hit", "glory_deck_shuffled", "glory_discarded", "hit_added"),
        *("location_set", "merchants_refilled", "mission_advanced", "mission_lost", "modification_gained"),
        *("offer_redrawn", "pardon_bought", "scouting_made_sure", "victory_declared"),
    ],
    # What single tiles, explorers and cards of the automa do.
    "pirates-of-maracaibo": ["explorer_retired", "quest_market_refreshed", "solo_action_chosen_anew"],
}
"""By game, the events that occur in none of the games whose scenes are looked at."""


@every_game
@promised(STAGED_EVERYWHERE)
def test_events_are_told(promise: Callable[[AnyGame], Sequence[str]], game: AnyGame) -> None:
    """Every event that occurs has a beat, or a reason for having none."""
    assert list(promise(game)) == NEVER.get(game.name, [])


@every_game
@promised(DRAWN_EVERYWHERE)
def test_each_kind_of_decision(promise: Callable[[AnyGame], Sequence[str]], game: AnyGame) -> None:
    """Games that are played until each command was possible reach all of them but those that are named above."""
    assert list(promise(game)) == UNREACHED.get(game.name, [])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
@every_game
@promised([what_a_preview_says_is_what_happens, what_bots_see_is_what_happens])
def test_previews_at_every_position(promise: Callable[..., None], game: AnyGame, seed: int) -> None:
    for seats in all_seats_of(game):
        promise(game, seats, seed, every=1)


@pytest.mark.parametrize("game", OTHERS.values(), ids=OTHERS.keys())
@promised(SERVED)
def test_a_game_of_another_package_is_served(promise: Callable[[AnyGame], None], game: AnyGame) -> None:
    """Those of Tradewinds itself have the tests of the service."""
    promise(game)
