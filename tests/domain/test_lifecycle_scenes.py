"""What happens around every game, as people at the table see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain import session
from domain.drawing import Picture, Piece
from domain.scenes import LONGEST_TITLE, Beat, Gain, Moment, Move, Scene
from domain.session import narration
from domain.session.clocks import SeatReturned, SeatTimedOut, TimedOutGameAbandoned
from examples.tic_tac_toe.tic_tac_toe import GAME, GameEnded

EMPTY = Picture(pieces=(), facts={})
SAMPLES: dict[str, Any] = {
    "id": "0gexample", "ruleset": GAME.name, "ruleset_version": 1, "options": {}, "visibility": "public",
    "trusted_host": False, "commitment": "", "seat": 0, "seats": (0,), "name": "Ann", "client_seed": "", "generation": 1,
    "kind": "open", "level": "random", "client_seeds": (), "scenario": None, "secret_chosen": True, "of": "0gother",
    "state": msgspec.Raw(b"{}"), "to_version": 1_234, "idle_days": 30, "secret": "", "in_a_row": 1, "winners": (0,),
}  # fmt: skip
"""A value for each field of events around the rules."""


def sample(kind: type[msgspec.Struct]) -> msgspec.Struct:
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return kind(**{name: SAMPLES[name] for name in required})


def scene(*events: msgspec.Struct, before: Picture | None = EMPTY, after: Picture | None = EMPTY) -> Scene:
    return session.scene(GAME, events, ["Ann", "Bo"], GAME.types.options(), before, after)


def moment(*events: msgspec.Struct, **pictures: Picture | None) -> Moment:
    (beat,) = scene(*events, **pictures)
    assert isinstance(beat, Moment)
    return beat


@pytest.mark.parametrize("kind", session.EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_around_the_rules_has_a_beat_or_is_silent(kind: type[msgspec.Struct]) -> None:
    said = session.narrate(GAME, [sample(kind)], ["Ann", "Bo"], GAME.types.options())
    if kind in session.SILENT:
        assert session.SILENT[kind]
        assert (scene(sample(kind)), said) == ((), "")
    else:
        told = moment(sample(kind))
        assert told.text == said != ""
        assert len(told.title) <= LONGEST_TITLE
        assert "1234" not in told.text, "players are told no versions"
        assert "version" not in told.text
        assert told.seat == getattr(sample(kind), "seat", None)
        assert bool(told.title) or told.weight < 2


def test_lists_of_events_name_each_event_once() -> None:
    assert set(narration.MUST_BE_SEEN) <= set(narration.TITLES)
    assert not set(narration.MUST_BE_SEEN) & set(narration.PASSES)


@pytest.mark.parametrize(
    ("events", "title", "weight"),
    [
        ((session.SeatClaimed(0, "Ann", "", 1),), "A seat is taken", 1),
        ((session.SeatClaimed(0, "Ann", "", 1), session.GameStarted(())), "The game begins", 2),
        ((session.GameStarted(()), sample(session.PositionRestored)), "The game goes on", 2),
        ((session.GameAbandoned(), session.SecretPublished("")), "The game was abandoned", 2),
        ((GameEnded(0), session.SecretPublished("")), "The game is over", 2),
    ],
    ids=["claim", "start", "branch", "abandonment", "end"],
)
def test_without_a_picture_before_everything_is_one_moment(
    events: Sequence[msgspec.Struct], title: str, weight: int
) -> None:
    for after in (None, EMPTY):
        told = moment(*events, before=None, after=after)
        assert (told.title, told.weight) == (title, weight)
        assert told.text == session.narrate(GAME, events, ["Ann", "Bo"], GAME.types.options())


def test_a_time_out_is_told_before_what_follows_from_it() -> None:
    handed = scene(SeatTimedOut(1, 3), session.SeatHandedToBot(1, "greedy"))
    assert [beat.title for beat in handed if isinstance(beat, Moment)] == ["Time is up", "A bot takes over"]
    assert moment(SeatReturned(1)).title == "Back at the table"
    ended = scene(SeatTimedOut(1, 1), TimedOutGameAbandoned(1), session.SecretPublished(""))
    assert [(beat.title, beat.weight) for beat in ended if isinstance(beat, Moment)] == [
        ("Time is up", 1),
        ("The game was abandoned", 2),
        ("", 0),
    ]


def test_a_takeback_is_a_moment_and_then_what_differs() -> None:
    before = Picture(pieces=(Piece(id="mark", inside="cell/0", face="x"),), facts={"seat/0": (("marks", 3),)})
    after = Picture(pieces=(Piece(id="mark", inside="cell/1", face="x"),), facts={"seat/0": (("marks", 2),)})

    first, *rest = scene(sample(session.TakebackAccepted), sample(session.TakenBack), before=before, after=after)[1:]

    assert isinstance(first, Moment)
    assert (first.title, first.weight) == ("Taken back", 2)
    moves: list[Beat] = [Move(("mark",), "cell/1")]
    assert [beat for beat in rest if not isinstance(beat, Gain)] == moves
