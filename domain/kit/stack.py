"""How play goes on where a game is a stack of frames: what it is in the middle of, the innermost last.

Only events change the stack: `decide` says what is opened, changed and closed, and `evolve` pushes and pops. A frame is
immutable data of the state; whose turn it is to go on is decided by its type alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.game import Rng

Frame = TypeVar("Frame")
F = TypeVar("F")
S = TypeVar("S", bound=Any)
"""A state, a Struct with a `stack`: no type says both."""

Step: TypeAlias = tuple[str, Callable[[Any, Rng], Any]]
"""A step of a process: its name, and `step(record, rng)`, which may give one frame to open before the next step."""


class Stack(Generic[Frame]):
    """Opens, changes and closes the frames of one game by that game's four events."""

    def __init__(
        self,
        opened: Callable[[Frame], Any],
        changed: Callable[[Frame], Any],
        closed: Callable[[str, int | None], Any],
        step_reached: type[Any],
    ) -> None:
        """The types of the events: the frame opened, the frame as changed, the name and seat of the frame closed, and the
        step reached."""
        self._opened, self._changed, self._closed, self._step_reached = opened, changed, closed, step_reached

    def begin(self, record: Any, frame: Frame) -> None:
        """Go into this frame, inside the one on top."""
        record.emit(self._opened(frame))

    def change(self, record: Any, frame: Frame) -> None:
        """Put this in the place of the frame on top."""
        record.emit(self._changed(frame))

    def close(self, record: Any) -> None:
        """Leave the frame on top."""
        top = record.state.stack[-1]
        record.emit(self._closed(name_of(top), getattr(top, "seat", None)))

    def jump(self, record: Any, step: str) -> None:
        """Go on with this step of the process on top, whichever came next."""
        record.emit(self._step_reached(step))

    def run(self, record: Any, steps: Sequence[Step], rng: Rng) -> None:
        """Carry the process on top on from its step until one opens a frame; the last step closes the process.

        A step that itself changes the stack or the step is followed where it leads.
        """
        depth, before = len(record.state.stack), record.state.stack[-1]
        names = [name for name, _ in steps]
        for place in range(names.index(before.step), len(steps)):
            told = len(record.events)
            opened = steps[place][1](record, rng)
            if len(record.events) > told:
                # A jump may lead back to the very step where this run began.
                jumped = self._step_reached in map(type, record.events[told:])
                if jumped or len(record.state.stack) != depth or not _same(record.state.stack[-1], before):
                    return
            if place + 1 == len(steps):
                self.close(record)
            elif opened is not None:
                self.jump(record, names[place + 1])
            if opened is not None:
                self.begin(record, opened)
                return


def _same(now: Any, before: Any) -> bool:
    """Whether it is the same process at the same step."""
    return type(now) is type(before) and bool(now.step == before.step)


# What the four events change in the state


def frame_opened(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack, event.frame))


def frame_changed(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack[:-1], event.frame))


def frame_closed(state: S, event: Any) -> S:
    return replace(state, stack=state.stack[:-1])


def step_reached(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack[:-1], replace(state.stack[-1], step=event.step)))


# What lies on it


class Stacked(Protocol):
    """A state with a stack."""

    @property
    def stack(self) -> Sequence[object]: ...


def nearest(state: Stacked, kind: type[F]) -> F:
    """The innermost frame of this kind."""
    for frame in reversed(state.stack):
        if isinstance(frame, kind):
            return frame
    raise AssertionError(f"no {kind.__name__} on the stack")


def name_of(frame: Any) -> str:
    """What clients know a frame by: the `type` of its JSON."""
    return str(frame.__struct_config__.tag)
