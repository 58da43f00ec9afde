"""What a player reads of a game has no words of programs, and offers say what their buttons do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple

import pytest

from conformance.games import names
from conformance.playing import Step, options_of, play
from conformance.previews import played_by_bots
from domain.drawing import Board
from domain.game import AnyGame, Rejected
from domain.kit.plain_words import LONGEST_LABEL
from domain.offers import labels
from tests.support.games import GAMES

SEEDS = range(1, 4)
"""With even seeds the options are drawn from all their values."""
MOST_STEPS = 250
"""Of each game: what comes later in a game uses the same words."""
OFTEN = 3
"""All offers of one position in so many are read; what is asked and told, of each."""
SPOKEN = [name for name, game in GAMES.items() if game.drawing is not None]
"""The games that people play at a table, which have words of their own."""

OF_PROGRAMS = re.compile(
    r"\w_\w"  # a name of the code
    r"|\b(?:null|None|version|decision)\b"
    r"|\b(?:slot|row|column|cell|index) \d"  # coordinates
    r"|\b[A-Z]{2}-[A-Z]{0,2}\d"  # the id of a rule
    r"|\b[a-z]\w*[:/]\w*\d"  # the id of a thing
    r"|[{}`<>]"
)
VERB = re.compile(
    r"(?:"
    r"Acquire|Announce|Attack|Begin|Board|Build|Bury|Buy|Cancel|Choose|Claim|Complete|Declare|Discard|Drop|"
    r"Do|Draw|End|Enter|Explore|Fight|Find|Finish|Fire|Fit|Flee|Gain|Give|Go|"
    r"Hire|Hold|Keep|Lay|Leave|Let|Loot|Mark|Move|Pass|Pay|Place|Play|Put|"
    r"Raid|Recruit|Redraw|Refresh|Repair|Repel|Replace|Retire|Return|Reveal|Roll|Sail|Scout|Seek|"
    r"Sell|Shoot|Show|Skip|Spend|Stash|Stop|Store|Swap|Take|Talk|Upgrade|Use|Visit|"
    r"Work"
    r")\b"
)
"""What labels of offers begin with: never the name of the thing that they lie on."""


class Read(NamedTuple):
    """Something that a player reads, and where."""

    where: str
    text: str


@cache
def read_in_games(name: str) -> frozenset[Read]:
    """Every offer, question and sentence of random games and games of bots."""
    game = GAMES[name]
    return frozenset(chain.from_iterable(_read_in_game(game, seed) for seed in SEEDS))


def _read_in_game(game: AnyGame, seed: int) -> Iterator[Read]:
    seats = game.rules.seats(game.types.options())[0 if seed < 2 else -1]
    options, players = options_of(game, seats, seed), names(seats)
    for steps in (play(game, seats, seed, options), played_by_bots(game, seats, seed)):
        for number, step in enumerate(islice(steps, MOST_STEPS)):
            if number % OFTEN == 0:
                yield from _offered(game, step, players)
            yield from _asked_and_told(game, step, players, options)


def _offered(game: AnyGame, step: Step, players: Sequence[str]) -> Iterator[Read]:
    view, seat = game.gate.view(step.before, step.seat), step.seat
    assert game.drawing is not None
    legal = list(step.legal)
    for command, label in zip(legal, labels(game, view, seat, legal, players), strict=True):
        kind = str(command.__struct_config__.tag)
        yield Read(f"the label of {kind}", label)
        yield Read(f"the text of {kind}", game.words.describe(view, seat, command, players))
    for command in game.drawing.candidates(view, seat):
        kind = str(command.__struct_config__.tag)
        yield Read(f"the label of {kind}", game.words.label(view, seat, command, players))
        if command not in legal:
            with pytest.raises(Rejected) as refusal:
                game.rules.check(step.before, seat, command)
            yield Read(f"why not {kind}", refusal.value.message)


def _asked_and_told(game: AnyGame, step: Step, players: Sequence[str], options: Any) -> Iterator[Read]:
    view = game.gate.view(step.before, None)
    for seat in game.rules.to_act(step.before):
        yield Read("a question to all", game.words.asked(view, seat, players))
        yield Read("a question", game.words.asked_you(view, seat, players))
    seen = [event for event in (game.gate.redact(each, step.seat) for each in step.events) if event is not None]
    yield Read("the log", game.words.narrate(seen, players, options))


def board_of(name: str) -> Board:
    game = GAMES[name]
    seats = game.rules.seats(game.types.options())[-1]
    assert game.drawing is not None
    return game.drawing.board(game.rules.resolve(game.types.options(), seats), names(seats))


@pytest.mark.parametrize("name", SPOKEN)
def test_what_is_offered_asked_and_told_has_no_words_of_programs(name: str) -> None:
    found = {read for read in read_in_games(name) if OF_PROGRAMS.search(read.text)}
    assert not found


@pytest.mark.parametrize("name", SPOKEN)
def test_places_cards_and_figures_of_the_board_have_no_words_of_programs(name: str) -> None:
    board = board_of(name)
    read = (
        *[Read(f"area {area.id}", text) for area in board.areas for text in (area.name, area.text)],
        *[Read(f"face {key}", text) for key, face in board.faces.items() for text in (face.name, face.text)],
        *[Read(f"word {key}", word.name) for key, word in board.words.items()],
        *[Read(f"group {group.id}", group.name) for group in board.groups],
    )
    assert not [each for each in read if OF_PROGRAMS.search(each.text)]


@pytest.mark.parametrize("name", SPOKEN)
def test_each_offer_says_with_a_verb_what_its_button_does(name: str) -> None:
    offers = {read for read in read_in_games(name) if read.where.startswith("the label of ")}
    assert not {read for read in offers if not VERB.match(read.text)}
    assert not {read for read in offers if not 0 < len(read.text) <= LONGEST_LABEL}
