"""A stack of frames in the state: the processes and decisions that a game is in the middle of, the innermost last.

Only events change the stack: `decide` emits which frames open, change and close, and `evolve` pushes and pops. A frame is
immutable data. Its type alone determines which code continues it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.game import Rng

Frame = TypeVar("Frame")
F = TypeVar("F")
S = TypeVar("S", bound=Any)
"""A state: a Struct with a `stack`."""

Step: TypeAlias = tuple[str, Callable[[Any, Rng], Any]]
"""A step of a process: its name, and `step(recorder, rng)`, which may return a frame to open before the next step."""


class Steps(tuple[Step, ...]):
    """The steps of a process in their order."""

    places: Mapping[str, int]
    """The place of each step by its name."""

    def __new__(cls, *steps: Step) -> Self:
        self = super().__new__(cls, steps)
        self.places = {name: place for place, (name, _) in enumerate(steps)}
        return self


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

    def run(self, recorder: Any, steps: Steps, rng: Rng) -> None:
        """Run the process on top from its current step until a step returns a frame to open. The last step closes it.

        The run also ends where a step itself changes the stack or jumps.
        """
        stack = recorder.state.stack
        before, begun, last = stack[-1], len(recorder.events), len(steps) - 1
        for place in range(steps.places[before.step], last + 1):
            opened = steps[place][1](recorder, rng)
            now = recorder.state.stack
            if now is not stack:
                # A jump may lead back to the very step where this run began.
                jumped = self._step_reached in map(type, recorder.events[begun:])
                if jumped or len(now) != len(stack) or not _same(now[-1], before):
                    return
                stack = now
            if place == last:
                self.close(recorder)
            elif opened is not None:
                self.jump(recorder, steps[place + 1][0])
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
        if type(frame) is kind:
            return frame
    raise AssertionError(f"no {kind.__name__} on the stack")


def name_of(frame: Any) -> str:
    """The name of a frame for clients: the `type` of its JSON."""
    kind: Any = type(frame)
    return _name_of_kind(kind)


@cache
def _name_of_kind(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
