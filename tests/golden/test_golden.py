"""Recorded games must fold for ever, however the rules change. `python -m tests.golden.record` records them again."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.games import the_criteria_find_the_winners
from domain.game import AnyGame, Outcome
from events.envelope import Commit
from tests.support.games import GAMES, codec_of

from .record import RECORDINGS
from .retired_fields import still_there

FILES = sorted(Path(__file__).parent.glob("*/*.json.gz"))
every_game = pytest.mark.parametrize(
    "file", FILES, ids=[f"{file.parent.name}-{file.name.partition('.')[0]}" for file in FILES]
)


class Golden:
    """A recorded game."""

    def __init__(self, file: Path) -> None:
        self.document: dict[str, Any] = msgspec.json.decode(gzip.decompress(file.read_bytes()))
        self.game: AnyGame = GAMES[self.document["ruleset"]]
        self.outcome = msgspec.convert(self.document["outcome"], Outcome)

    @property
    def view(self) -> dict[str, Any]:
        """What everybody saw at the end."""
        return still_there(self.document["view"], self.game.name, self.document["version"])

    def commits(self) -> list[Commit]:
        """The commits as a log has them, as far as their payloads go."""
        return [
            Commit(
                version=version,
                command_id="",
                actor="player",
                seat=0,
                at="",
                ruleset=self.game.name,
                ruleset_version=self.document["version"],
                command=msgspec.Raw(msgspec.json.encode(commit.get("command"))),
                events=msgspec.Raw(msgspec.json.encode(commit["events"])),
            )
            for version, commit in enumerate(self.document["commits"], 1)
        ]


def as_json(value: object) -> Any:
    """A value after it was stored as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def test_every_recording_is_there() -> None:
    assert {(recording.ruleset.replace("-", "_"), recording.name) for recording in RECORDINGS} == {
        (file.parent.name, file.name.partition(".")[0]) for file in FILES
    }


@every_game
@pytest.mark.rule("MC-C14", "MM-K22", "PM-448")
def test_a_golden_game_folds_to_its_end(file: Path) -> None:
    golden = Golden(file)
    state = None
    for events in codec_of(golden.game.name).events(golden.commits()):
        assert state is None or golden.game.rules.outcome(state) is None, "nothing follows the end"
        state = golden.game.fold(events, state)
    outcome = golden.game.rules.outcome(state)
    assert outcome is not None
    # Older releases knew no parts, sentences and opponents.
    later = {name: getattr(golden.outcome, name) for name in ("parts", "because", "opponents")}
    assert msgspec.structs.replace(outcome, **later) == golden.outcome
    assert all(known in (type(known)(), getattr(outcome, name)) for name, known in later.items())
    assert outcome.because.endswith(".")
    assert outcome.parts
    assert outcome.scores == tuple(map(sum, zip(*(part.scores for part in outcome.parts), strict=True)))
    view = as_json(golden.game.gate.open_view(state))
    assert {field: view[field] for field in golden.view} == golden.view, "fields may be added"


@every_game
def test_the_criteria_of_a_golden_game_find_its_winners(file: Path) -> None:
    """Among them are ties of all kinds, games that nobody wins, and those that Jordan wins."""
    golden = Golden(file)
    state = None
    for events in codec_of(golden.game.name).events(golden.commits()):
        state = golden.game.fold(events, state)
    outcome = golden.game.rules.outcome(state)
    assert outcome is not None
    the_criteria_find_the_winners(golden.game, state, outcome)


@every_game
def test_each_command_of_a_golden_game_is_understood(file: Path) -> None:
    golden = Golden(file)
    codec = codec_of(golden.game.name)
    for commit in golden.commits()[1:]:
        command = codec.command(commit)
        if commit.ruleset_version == golden.game.version:
            assert as_json(command) == as_json(commit.command)


def test_golden_games_of_the_caribbean_have_every_end_and_every_option() -> None:
    games = [golden for golden in map(Golden, FILES) if golden.game.name == "merchants-of-the-caribbean"]
    assert {golden.outcome.reason for golden in games} == {"target_reached", "stalled", "round_limit"}
    assert {min(len(golden.outcome.winners), 2) for golden in games} == {0, 1, 2}
    assert {option for golden in games for option in golden.document["options"]} == set(
        games[0].game.types.options.__struct_fields__
    )
    assert {golden.document["seats"] for golden in games} == {2, 3, 4, 5}


def test_golden_games_of_marauders_have_every_end_and_every_option() -> None:
    games = [golden for golden in map(Golden, FILES) if golden.game.name == "merchants-and-marauders"]
    assert {golden.outcome.reason for golden in games} == {"glory", "event_deck_empty", "captain_deck_empty"}
    assert {len(golden.outcome.winners) for golden in games} == {1, 2}
    assert {option for golden in games for option in golden.document["options"]} == set(
        games[0].game.types.options.__struct_fields__
    )
    assert {golden.document["seats"] for golden in games} == {2, 3, 4}
    assert {golden.document["version"] for golden in games} == {1, 2, 3}


def test_golden_games_of_maracaibo_have_every_end_and_every_option() -> None:
    games = [golden for golden in map(Golden, FILES) if golden.game.name == "pirates-of-maracaibo"]
    assert {golden.outcome.reason for golden in games} == {"three_rounds_played", "beaten_by_jordan"}
    assert {len(golden.outcome.winners) for golden in games} == {0, 1, 2}
    assert {option for golden in games for option in golden.document["options"]} == set(
        games[0].game.types.options.__struct_fields__
    )
    assert {golden.document["seats"] for golden in games} == {1, 2, 3, 4}
    assert {golden.document["view"]["options"]["layout"] for golden in games} == {
        "standard", "grid", "strait", "long_channel"
    }  # fmt: skip
    assert any(golden.document["view"]["tie_break"] for golden in games)
    assert {golden.document["version"] for golden in games} == {1, 2}


@every_game
def test_turn_means_the_same_in_the_view_of_every_game(file: Path) -> None:
    golden = Golden(file)
    state = None
    for events in codec_of(golden.game.name).events(golden.commits()):
        state = golden.game.fold(events, state)
        assert golden.game.gate.view(state, None).turn == golden.game.rules.turn(state)
