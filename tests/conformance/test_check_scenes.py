"""A game whose scenes say something else than its pictures breaks a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace as with_fields
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.playing import Broken
from conformance.scenes import (
    Seen,
    check_masked,
    every_event_is_told,
    scenes_say_what_happened,
    what_is_hidden_changes_no_scene,
)
from domain.drawing import Board, Face, Picture
from domain.game import AnyGame, Hidden
from domain.kit.scenes import Completed
from domain.merchants_of_the_caribbean.events import CoinsGained
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.state import State
from domain.merchants_of_the_caribbean.view import MerchantsView
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Show, Tale

Change = Callable[[Beat], Iterable[Beat]]


def telling(change: Change) -> AnyGame:
    """Merchants of the Caribbean with each beat changed."""

    def tell(events: Sequence[Any], names: Sequence[str], options: Any) -> Tale:
        tale = GAME.words.tell(events, names, options)
        return Tale([new for beat in tale.beats for new in change(beat)], tale.untold)

    return with_fields(GAME, words=with_fields(GAME.words, tell=tell))


def without(kind: type[Beat]) -> Change:
    return lambda beat: () if isinstance(beat, kind) else (beat,)


def with_more_coins(beat: Beat) -> Iterable[Beat]:
    return [replace(beat, by=beat.by + 1) if isinstance(beat, Gain) and beat.by else beat]


@pytest.mark.parametrize("change", [without(Move), without(Gain), with_more_coins], ids=["moves", "gains", "coins"])
def test_beats_that_do_not_lead_to_the_picture_after(change: Change) -> None:
    with pytest.raises(Broken, match="leave over"):
        scenes_say_what_happened(telling(change), 3, 1)


def test_figures_are_compared_where_neither_game_nor_kit_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.kit.scenes._Sums.left_over", lambda sums, places: [])
    with pytest.raises(Broken, match="by 0, and pictures from"):
        scenes_say_what_happened(telling(without(Gain)), 3, 1)


@pytest.mark.parametrize(
    ("part", "instead"),
    [("turned_down", lambda tracked, told: told), ("signs", lambda tracked: ()), ("left_over", lambda tracked: [])],
)
def test_a_renderer_that_ends_with_a_piece_too_many_or_too_few(
    monkeypatch: pytest.MonkeyPatch, part: str, instead: Callable[..., Any]
) -> None:
    """Cards that keep their names where they lie covered, markers that come and go, and cards whose move nobody told."""
    monkeypatch.setattr(f"domain.kit.scenes._Tracked.{part}", instead)
    with pytest.raises(Broken, match=r"beats leave|leave over"):
        scenes_say_what_happened(telling(without(Move)) if part == "left_over" else GAME, 3, 1)


def test_a_beat_about_a_place_that_is_not_there() -> None:
    with pytest.raises(Broken, match="neither an area nor a piece"):
        scenes_say_what_happened(telling(lambda beat: [beat, Moment("Look", at=("nowhere",))]), 2, 1)


def test_a_title_that_does_not_fit() -> None:
    with pytest.raises(Broken, match="longer than 30 characters"):
        scenes_say_what_happened(telling(lambda beat: [beat, Moment("A" * 31)]), 2, 1)


def test_more_beats_than_a_person_can_follow() -> None:
    with pytest.raises(Broken, match="beats"):
        scenes_say_what_happened(telling(lambda beat: [beat, *[Moment("Again")] * 60]), 2, 1)


def test_a_viewer_is_shown_a_figure_that_is_not_true() -> None:
    def tell(events: Sequence[Any], names: Sequence[str], options: Any) -> Tale:
        tale = GAME.words.tell(events, names, options)
        masked = any(isinstance(each, CoinsGained) and isinstance(each.cards, Hidden) for each in events)
        return Tale([*map(_doubled, tale.beats)] if masked else tale.beats, tale.untold)

    wrong: AnyGame = with_fields(GAME, words=with_fields(GAME.words, tell=tell))

    with pytest.raises(Broken, match="leave over"):
        scenes_say_what_happened(wrong, 3, 1)


GROG = BeatPiece(id="grog", inside="hand", face="grog")
CARDS = Board(
    areas=(),
    faces={"grog": Face(kind="card", name="Grog"), "rum": Face(kind="card", name="Rum")},
    words={},
    colours={},
    groups=(),
)


def told(text: str, *pieces: BeatPiece, events: Sequence[Any] = ()) -> Seen:
    nothing = Picture(pieces=(), facts={})
    return Seen([*events], nothing, nothing, Completed((Show(pieces, text=text),), (), ()), frozenset())


def test_a_text_that_names_what_the_open_one_does_not_name() -> None:
    with pytest.raises(Broken, match="and the open texts do not"):
        check_masked(told("Anne draws Grog."), told("Anne draws Rum."), CARDS)


def test_a_text_that_names_a_card_whose_viewer_does_not_see_it() -> None:
    openly = told("Anne draws Grog.", GROG)
    unseen = BeatPiece(down=True)

    check_masked(openly, openly, CARDS)
    check_masked(openly, told("Anne draws Grog.", unseen, events=({"card": "grog"},)), CARDS)
    check_masked(openly, told("Anne draws a card.", unseen), CARDS)
    with pytest.raises(Broken, match="which the viewer does not see"):
        check_masked(openly, told("Anne draws Grog.", unseen), CARDS)


def _doubled(beat: Beat) -> Beat:
    return replace(beat, by=2 * beat.by) if isinstance(beat, Gain) and beat.by else beat


def test_a_scene_that_is_told_in_another_way_each_time() -> None:
    told: list[None] = []

    def counted(beat: Beat) -> Iterable[Beat]:
        told.append(None)
        return [replace(beat, text=f"{len(told)}")]

    with pytest.raises(Broken, match="order of a mapping"):
        what_is_hidden_changes_no_scene(telling(counted), 2, 1)


def test_a_picture_that_shows_what_is_hidden() -> None:
    def leaky(state: State, seat: int | None) -> MerchantsView:
        return replace(GAME.gate.view(state, seat), round=sum("".join(state.seats[0].coins).encode()))

    wrong: AnyGame = with_fields(GAME, gate=with_fields(GAME.gate, view=leaky))

    with pytest.raises(Broken, match="hidden from a spectator is in a picture"):
        what_is_hidden_changes_no_scene(wrong, 2, 1)


def test_a_scene_that_knows_more_than_its_viewer() -> None:
    states: list[State] = []

    def view(state: State, seat: int | None) -> MerchantsView:
        states.append(state)
        return GAME.gate.view(state, seat)

    knowing = telling(lambda beat: [replace(beat, text=f"{beat.text} {states[-1].seats[0].coins}")])
    wrong: AnyGame = with_fields(knowing, gate=with_fields(GAME.gate, view=view))

    with pytest.raises(Broken, match="hidden from a spectator changes a scene"):
        what_is_hidden_changes_no_scene(wrong, 2, 1)


def test_an_event_without_a_beat() -> None:
    wrong: AnyGame = with_fields(GAME, words=with_fields(GAME.words, silent={}))

    with pytest.raises(Broken, match=r"does not name its type"):
        every_event_is_told(wrong)
