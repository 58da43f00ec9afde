"""A stack of frames in the state: the processes and decisions that a game is in the middle of, the innermost last.

Only events change the stack: `decide` emits which frames open, change and close, and `evolve` pushes and pops. A frame is
immutable data. Its type alone determines which code continues it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.game import Rng

Frame = TypeVar("Frame")
F = TypeVar("F")
S = TypeVar("S", bound=Any)
"""A state: a Struct with a `stack`."""

Step: TypeAlias = tuple[str, Callable[[Any, Rng], Any]]
"""A step of a process: its name, and `step(recorder, rng)`, which may return a frame to open before the next step."""


class Stack(Generic[Frame]):
    """Opens, changes and closes the frames of one game by that game's four events."""

    def __init__(
        self,
        opened: Callable[[Frame], Any],
        changed: Callable[[Frame], Any],
        closed: Callable[[str, int | None], Any],
        step_reached: type[Any],
    ) -> None:
        """The game's four event types. They are made from the frame opened, the changed frame, the name and seat of the
        frame closed, and the step reached."""
        self._opened, self._changed, self._closed, self._step_reached = opened, changed, closed, step_reached

    def begin(self, recorder: Any, frame: Frame) -> None:
        """Push this frame."""
        recorder.emit(self._opened(frame))

    def change(self, recorder: Any, frame: Frame) -> None:
        """Replace the frame on top."""
        recorder.emit(self._changed(frame))

    def close(self, recorder: Any) -> None:
        """Pop the frame on top."""
        top = recorder.state.stack[-1]
        recorder.emit(self._closed(name_of(top), getattr(top, "seat", None)))

    def jump(self, recorder: Any, step: str) -> None:
        """Continue the process on top with this step."""
        recorder.emit(self._step_reached(step))

    def run(self, recorder: Any, steps: Sequence[Step], rng: Rng) -> None:
        """Run the process on top from its current step until a step returns a frame to open. The last step closes it.

        The run also ends where a step itself changes the stack or jumps.
        """
        depth, before = len(recorder.state.stack), recorder.state.stack[-1]
        names = [name for name, _ in steps]
        for place in range(names.index(before.step), len(steps)):
            emitted = len(recorder.events)
            opened = steps[place][1](recorder, rng)
            if len(recorder.events) > emitted:
                # A jump may lead back to the very step where this run began.
                jumped = self._step_reached in map(type, recorder.events[emitted:])
                if jumped or len(recorder.state.stack) != depth or not _same(recorder.state.stack[-1], before):
                    return
            if place + 1 == len(steps):
                self.close(recorder)
            elif opened is not None:
                self.jump(recorder, names[place + 1])
            if opened is not None:
                self.begin(recorder, opened)
                return


def _same(now: Any, before: Any) -> bool:
    """Whether it is the same process at the same step."""
    return type(now) is type(before) and bool(now.step == before.step)


# How `evolve` folds the four events


def frame_opened(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack, event.frame))


def frame_changed(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack[:-1], event.frame))


def frame_closed(state: S, event: Any) -> S:
    return replace(state, stack=state.stack[:-1])


def step_reached(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack[:-1], replace(state.stack[-1], step=event.step)))


# Reading the stack


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
    """The name of a frame for clients: the `type` of its JSON."""
    return str(frame.__struct_config__.tag)
