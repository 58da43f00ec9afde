"""Tic-tac-toe (RULES.md). Two seats, nothing hidden, no chance. The record at the end puts the game together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec

import tradewinds as tw

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
REFUSALS = tw.Refusals({"not_your_turn": "It is not your turn.", "cell_is_marked": "This cell has a mark."})


class State(msgspec.Struct, frozen=True):
    """The board. Its cells have numbers from 0 to 8, row by row."""

    cells: tuple[int | None, ...] = (None,) * 9
    """The seat whose mark is in each cell; null: no mark."""


class PlaceMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place_mark"):
    """Place your mark in an empty cell."""

    cell: Annotated[int, msgspec.Meta(ge=0, le=8)]
    """The number of the cell."""


class BoardLaid(msgspec.Struct, frozen=True, tag="board_laid"):
    """An empty board; the first seat begins."""


class MarkPlaced(msgspec.Struct, frozen=True, tag="mark_placed"):
    """A seat placed its mark."""

    seat: int
    """The number of the seat."""
    cell: int
    """The number of the cell."""


class GameEnded(msgspec.Struct, frozen=True, tag="game_ended"):
    """Three marks are in a line, or all cells have marks."""

    winner: int | None
    """The number of the seat that won; null: a draw."""


Event: TypeAlias = BoardLaid | MarkPlaced | GameEnded


def setup(options: tw.NoOptions, seats: int, rng: tw.Rng) -> tw.Recorder[State, Event]:
    return tw.Recorder.begun(evolve, BoardLaid())


def check(state: State, seat: int, command: PlaceMark) -> None:
    REFUSALS.require(seat in to_act(state), "not_your_turn")
    REFUSALS.require(state.cells[command.cell] is None, "cell_is_marked")


def decide(state: State, seat: int, command: PlaceMark, rng: tw.Rng) -> tw.Recorder[State, Event]:
    check(state, seat, command)
    recorder: tw.Recorder[State, Event] = tw.Recorder(evolve, state)
    end = outcome(recorder.emit(MarkPlaced(seat, command.cell)))
    if end is not None:
        recorder.emit(GameEnded(seat if end.winners else None))
    return recorder


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, MarkPlaced) and state is not None:
        return State((*state.cells[: event.cell], event.seat, *state.cells[event.cell + 1 :]))
    return state or State()


def to_act(state: State) -> tuple[int, ...]:
    return () if outcome(state) else (1 - state.cells.count(None) % 2,)


def legal_commands(state: State, seat: int) -> list[PlaceMark]:
    return [PlaceMark(cell) for cell, mark in enumerate(state.cells) if mark is None and seat in to_act(state)]


def outcome(state: State) -> tw.Outcome | None:
    for line in LINES:
        (mark, *others) = {state.cells[cell] for cell in line}
        if mark is not None and not others:
            return tw.Outcome((mark,), (1 - mark, mark), "three_in_a_line")
    return None if None in state.cells else tw.Outcome((), (0, 0), "draw")


def narrate(events: Sequence[Event], names: Sequence[str], options: tw.NoOptions) -> str:
    sentences = {
        BoardLaid: lambda event: f"{names[0]} begins.",
        MarkPlaced: lambda event: f"{names[event.seat]} marks {place(event.cell)}.",
        GameEnded: lambda event: "It is a draw." if event.winner is None else f"{names[event.winner]} wins.",
    }
    return " ".join(sentences[type(event)](event) for event in events)


PLACES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")


def place(cell: int) -> str:
    return f"the {PLACES[cell]}"


ICONS: tuple[tw.Icon, tw.Icon] = ("x", "circle")
COLOURS = ("blue", "red")


def board(options: tw.NoOptions, names: Sequence[str]) -> tw.Board:
    cells = (
        tw.Area(
            id=f"cell/{cell}",
            kind="spot",
            name=tw.capital(PLACES[cell]),
            inside="board",
            at=(cell % 3 * 34, cell // 3 * 34, 32, 32),
        )
        for cell in range(9)
    )
    panels = (
        tw.Area(id=f"seat/{seat}", kind="panel", name=name, seat=seat, icon=ICONS[seat], colour=COLOURS[seat])
        for seat, name in enumerate(names)
    )
    return tw.Board(
        areas=(tw.Area(id="board", kind="map", name="Board", box=(0, 0, 100, 100), main=True), *cells, *panels),
        faces={},
        words={"marks": tw.Word("Marks")},
        colours={"blue": tw.Colour("#1f56a8", "#7fb0f0"), "red": tw.Colour("#a32014", "#ff9c8c")},
        groups=(tw.Group("mark", "Place a mark"),),
    )


def picture(view: State, seat: int | None) -> tw.Picture:
    marks = [
        tw.Piece(id=f"mark/{cell}", inside=f"cell/{cell}", name="XO"[who], icon=ICONS[who], colour=COLOURS[who], seat=who)
        for cell, who in enumerate(view.cells) if who is not None
    ]  # fmt: skip
    return tw.Picture(pieces=tuple(marks), facts={f"seat/{each}": (("marks", view.cells.count(each)),) for each in (0, 1)})


ONE_MOVE = tw.Scenario(
    title="One mark from a line",
    text="Whoever marks the right cell wins.",
    seats=2,
    seed=1,
    commands=((0, PlaceMark(0)), (1, PlaceMark(3)), (0, PlaceMark(1)), (1, PlaceMark(4))),
)

GAME: tw.Game[tw.NoOptions, State, PlaceMark, Event, State] = tw.Game(
    name="tic-tac-toe", title="Tic-tac-toe", version=1,
    types=tw.Types(state=State, commands=(PlaceMark,), events=(BoardLaid, MarkPlaced, GameEnded)),
    rules=tw.Rules(
        refusals=REFUSALS.sentences, seats=lambda options: (2,), setup=setup, check=check, decide=decide, evolve=evolve,
        legal_commands=legal_commands, to_act=to_act, outcome=outcome,
        turn=lambda state: 9 - state.cells.count(None) + (outcome(state) is None),
    ),
    words=tw.Words(
        describe=lambda view, seat, command, names: f"Mark {place(command.cell)}.",
        label=lambda view, seat, command, names: f"Mark {place(command.cell)}",
        asked=lambda view, seat, names: f"{names[seat]} places a mark.",
        asked_you=lambda view, seat, names: "You place a mark.", narrate=narrate,
    ),
    scenarios={"one-move": ONE_MOVE},
    drawing=tw.Drawing(
        board=board, picture=picture, group=lambda command: "mark",
        targets=lambda view, seat, command: [f"cell/{command.cell}"],
        candidates=lambda view, seat: [PlaceMark(cell) for cell in range(9)],
    ),
)  # fmt: skip
