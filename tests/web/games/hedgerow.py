"""Hedgerow: two pawns race across a garden of 9 by 9 beds, and plant hedges in each other's way. Drawn without a module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

import tradewinds as tw

SIZE, HEDGES = 9, 10
COLUMNS = "abcdefghi"
REFUSALS = tw.Refusals(
    {
        "not_your_turn": "It is not your turn.",
        "bed_out_of_reach": "Your pawn cannot go there now.",
        "no_hedges_left": "You have planted all your hedges.",
        "hedge_in_the_way": "A hedge grows there.",
        "way_closed": "Each pawn must have a way.",
    }
)
Bed: TypeAlias = tuple[int, int]
"""Column and row, from 0."""
Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=SIZE - 1)]
Corner: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=SIZE - 2)]


class Hedge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="plant_hedge"):
    """Plant a hedge beside two beds, around a corner of beds."""

    column: Corner
    """The column left of the corner."""
    row: Corner
    """The row below the corner."""
    lies: Literal["across", "along"]
    """`across` the way of the pawns, or `along` it."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="step"):
    """Move your pawn to a bed beside it."""

    column: Place
    """From 0."""
    row: Place
    """From 0."""


Command: TypeAlias = Step | Hedge


class Laid(msgspec.Struct, frozen=True, tag="garden_laid"):
    """The pawns are in the middle of their sides."""


class Stepped(msgspec.Struct, frozen=True, tag="stepped"):
    """A pawn moved."""

    seat: int
    """Whose it is."""
    bed: Bed
    """Where it is now."""


class Planted(msgspec.Struct, frozen=True, tag="planted"):
    """A hedge was planted."""

    seat: int
    """By whom."""
    hedge: Hedge
    """Where."""


Event: TypeAlias = Laid | Stepped | Planted


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The garden."""

    pawns: tuple[Bed, Bed] = ((4, 0), (4, 8))
    """By seat."""
    hedges: tuple[tuple[int, Hedge], ...] = ()
    """With the seats that planted them."""
    turn: int = 1
    """From 1."""


def left(state: State, seat: int) -> int:
    return HEDGES - sum(planter == seat for planter, _ in state.hedges)


def edges(hedge: Hedge) -> tuple[tuple[Bed, Bed], tuple[Bed, Bed]]:
    """The pairs of beds that a hedge parts, the left or lower pair first."""
    x, y = hedge.column, hedge.row
    if hedge.lies == "across":
        return ((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))
    return ((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1))


def parted(hedges: Sequence[Hedge]) -> set[tuple[Bed, Bed]]:
    return {edge for hedge in hedges for edge in edges(hedge)}


def beside(bed: Bed, walls: set[tuple[Bed, Bed]]) -> Iterator[Bed]:
    x, y = bed
    for other in ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y)):
        if min(other) >= 0 and max(other) < SIZE and (bed, other) not in walls and (other, bed) not in walls:
            yield other


def goal(seat: int) -> int:
    return 0 if seat else SIZE - 1


def route(state: State, seat: int) -> list[Bed] | None:
    """A shortest way to the far side, from its end back to the pawn; None: there is none."""
    walls = parted([hedge for _, hedge in state.hedges])
    before: dict[Bed, Bed | None] = {state.pawns[seat]: None}
    for bed in (waiting := [state.pawns[seat]]):  # It grows while it is walked.
        if bed[1] == goal(seat):
            way = [bed]
            while (came := before[way[-1]]) is not None:
                way.append(came)
            return way
        new = [other for other in beside(bed, walls) if other not in before]
        before.update(dict.fromkeys(new, bed))
        waiting += new
    return None


def distance(state: State, seat: int) -> int | None:
    """The steps to the far side; None: there is no way."""
    way = route(state, seat)
    return None if way is None else len(way) - 1


def shut_by(state: State, hedge: Hedge, ways: Sequence[Sequence[Bed] | None]) -> bool:
    """Whether a hedge leaves a pawn no way, if these are ways without it."""
    after = replace(state, hedges=(*state.hedges, (0, hedge)))
    for seat, way in enumerate(ways):
        steps = set(zip(way or (), (way or ())[1:], strict=False))
        cut = steps & {*edges(hedge), *((far, near) for near, far in edges(hedge))}
        if (way is None or cut) and route(after, seat) is None:
            return True
    return False


def reach(state: State, seat: int) -> list[Bed]:
    """Beds beside the pawn; over a pawn that stands there, those beside that."""
    walls, (own, other) = parted([hedge for _, hedge in state.hedges]), (state.pawns[seat], state.pawns[1 - seat])
    found = [
        bed for each in beside(own, walls) for bed in (beside(other, walls) if each == other else (each,)) if bed != own
    ]
    return list(dict.fromkeys(found))


def check(state: State, seat: int, command: Command) -> None:
    REFUSALS.require(seat in to_act(state), "not_your_turn")
    if isinstance(command, Step):
        REFUSALS.require((command.column, command.row) in reach(state, seat), "bed_out_of_reach")
        return
    REFUSALS.require(left(state, seat) > 0, "no_hedges_left")
    REFUSALS.require(is_free(state, command), "hedge_in_the_way")
    REFUSALS.require(not shut_by(state, command, [route(state, each) for each in (0, 1)]), "way_closed")


def is_free(state: State, hedge: Hedge) -> bool:
    planted = [each for _, each in state.hedges]
    crossed = any((each.column, each.row) == (hedge.column, hedge.row) for each in planted)
    return not crossed and not parted(planted) & parted([hedge])


def decide(state: State, seat: int, command: Command, rng: tw.Rng) -> tw.Recorder[State, Event]:
    check(state, seat, command)
    recorder: tw.Recorder[State, Event] = tw.Recorder(evolve, state)
    moved = isinstance(command, Step)
    recorder.emit(Stepped(seat, (command.column, command.row)) if moved else Planted(seat, command))
    return recorder


def evolve(state: State | None, event: Event) -> State:
    if state is None or isinstance(event, Laid):
        return State()
    if isinstance(event, Planted):
        return replace(state, hedges=(*state.hedges, (event.seat, event.hedge)), turn=state.turn + 1)
    pawns = (state.pawns[0], event.bed) if event.seat else (event.bed, state.pawns[1])
    return replace(state, pawns=pawns, turn=state.turn + 1)


def outcome(state: State) -> tw.Outcome | None:
    won = [seat for seat in (0, 1) if state.pawns[seat][1] == goal(seat)]
    return tw.Outcome(tuple(won), tuple(float(seat in won) for seat in (0, 1)), "far_side") if won else None


def to_act(state: State) -> tuple[int, ...]:
    return () if outcome(state) else ((state.turn - 1) % 2,)


ALL: tuple[Hedge, ...] = tuple(
    Hedge(column, row, lies) for lies in ("across", "along") for row in range(SIZE - 1) for column in range(SIZE - 1)
)  # type: ignore[arg-type]


def legal_commands(state: State, seat: int) -> list[Command]:
    if seat not in to_act(state):
        return []
    ways = [route(state, each) for each in (0, 1)]
    free = [hedge for hedge in ALL if is_free(state, hedge)] if left(state, seat) else []
    return [*(Step(*bed) for bed in reach(state, seat)), *(hedge for hedge in free if not shut_by(state, hedge, ways))]


def bed_name(bed: Bed) -> str:
    return f"{COLUMNS[bed[0]]}{bed[1] + 1}"


def label(view: State, seat: int, command: Command, names: Sequence[str]) -> str:
    if isinstance(command, Step):
        return f"Step to {bed_name((command.column, command.row))}"
    return f"Hedge at {bed_name((command.column, command.row))}, {command.lies}"


def narrate(events: Sequence[Event], names: Sequence[str], options: tw.NoOptions) -> str:
    return " ".join(sentence(event, names) for event in events)


def sentence(event: Event, names: Sequence[str]) -> str:
    match event:
        case Laid():
            return f"{names[0]} begins."
        case Stepped(bed=bed):
            return f"{names[event.seat]} steps to {bed_name(bed)}."
        case Planted(hedge=hedge):
            return f"{names[event.seat]} plants a hedge at {bed_name((hedge.column, hedge.row))}, {hedge.lies}."


BED, GAP = 8.8, 2.5
"""The width of a bed and of the way between two, in units of the map."""


def at(column: float, row: float) -> tuple[float, float]:
    return column * (BED + GAP) + 0.4, (SIZE - 1 - row) * (BED + GAP) + 0.4


def edge_id(edge: tuple[Bed, Bed]) -> str:
    return f"way/{bed_name(edge[0])}-{bed_name(edge[1])}"


def board(options: tw.NoOptions, names: Sequence[str]) -> tw.Board:
    areas = [tw.Area(id="garden", kind="map", name="Garden", box=(0, 0, 100, 100), main=True)]
    for column in range(SIZE):
        for row in range(SIZE):
            x, y = at(column, row)
            bed, above, right = (column, row), (column, row + 1), (column + 1, row)
            far = {SIZE - 1: "first", 0: "second"}.get(row)
            areas.append(spot(bed_name(bed), f"Bed {bed_name(bed)}", (x, y, BED, BED), "box", far))
            if row < SIZE - 1:
                areas.append(spot(edge_id((bed, above)), f"Above {bed_name(bed)}", (x, y - GAP, BED, GAP), "bar"))
            if column < SIZE - 1:
                areas.append(spot(edge_id((bed, right)), f"Right of {bed_name(bed)}", (x + BED, y, GAP, BED), "bar"))
            if max(bed) < SIZE - 1:
                areas.append(spot(f"corner/{bed_name(bed)}", "Corner", (x + BED, y - GAP, GAP, GAP), "bar"))
    for seat, name in enumerate(names):
        areas.append(tw.Area(id=f"seat/{seat}", kind="panel", name=name, seat=seat, icon="user"))
    return tw.Board(
        areas=tuple(areas),
        faces={},
        words={"hedges": tw.Word("Hedges left", "leaf"), "steps": tw.Word("Steps to go", "footprints")},
        colours={
            "hedge": tw.Colour("#3c6e3c", "#6fae6f"),
            "first": tw.Colour("#b3541e", "#f0a070"),
            "second": tw.Colour("#22509a", "#86b4f2"),
        },
        seats=("first", "second"),
        groups=(tw.Group("step", "Step"), tw.Group("hedge", "Plant a hedge")),
    )


def spot(where: str, name: str, box: tw.Box, shape: Literal["box", "bar"], colour: str | None = None) -> tw.Area:
    return tw.Area(id=where, kind="spot", name=name, inside="garden", at=box, shape=shape, label=False, colour=colour)


def picture(view: State, seat: int | None) -> tw.Picture:
    pieces = [
        tw.Piece(id=f"pawn/{each}", inside=bed_name(bed), name=f"Pawn on {bed_name(bed)}", icon="user", seat=each)
        for each, bed in enumerate(view.pawns)
    ]
    for number, (_, hedge) in enumerate(view.hedges):
        for part, where in enumerate((*map(edge_id, edges(hedge)), f"corner/{bed_name((hedge.column, hedge.row))}")):
            pieces.append(tw.Piece(id=f"hedge/{number}/{part}", inside=where, name="Hedge", colour="hedge"))
    facts = {f"seat/{each}": (("hedges", left(view, each)), ("steps", distance(view, each))) for each in (0, 1)}
    return tw.Picture(pieces=tuple(pieces), facts=facts)


def targets(view: State, seat: int, command: Command) -> list[str]:
    if isinstance(command, Step):
        return [bed_name((command.column, command.row)), f"pawn/{seat}"]
    first, second = edges(command)
    return [edge_id(first), edge_id(second), f"corner/{bed_name((command.column, command.row))}"]


def evaluate(view: State, seat: int, command: Command) -> float:
    after = decide(view, seat, command, None).state  # type: ignore[arg-type]
    own, other = distance(after, seat), distance(after, 1 - seat)
    assert own is not None
    assert other is not None
    return float(other - own)


GAME: tw.Game[tw.NoOptions, State, Command, Event, State] = tw.Game(
    name="hedgerow",
    title="Hedgerow",
    version=1,
    types=tw.Types(state=State, commands=(Step, Hedge), events=(Laid, Stepped, Planted)),
    rules=tw.Rules(
        refusals=REFUSALS.sentences, seats=lambda options: (2,), check=check, decide=decide, evolve=evolve,
        setup=lambda options, seats, rng: tw.Recorder.begun(evolve, Laid()),
        legal_commands=legal_commands, to_act=to_act, outcome=outcome, turn=lambda state: state.turn,
    ),
    words=tw.Words(
        describe=lambda view, seat, command, names: f"{label(view, seat, command, names)}.", label=label,
        asked=lambda view, seat, names: f"{names[seat]} steps, or plants a hedge.",
        asked_you=lambda view, seat, names: "You step, or plant a hedge.", narrate=narrate,
    ),
    drawing=tw.Drawing(
        board=board, picture=picture, targets=targets,
        group=lambda command: "step" if isinstance(command, Step) else "hedge",
    ),
    bots=tw.Bots(evaluate=evaluate, longest_list=133),
)  # fmt: skip
