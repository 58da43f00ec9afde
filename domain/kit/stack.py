"""A stack of frames in the state: the processes and decisions that a game is in the middle of, the innermost last.

Only events change the stack: `decide` emits which frames open, change and close, and `evolve` pushes and pops. A frame is
immutable data. Its type alone determines which code continues it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.kit.updates import with_one
from domain.values import Rng

Frame = TypeVar("Frame")
F = TypeVar("F")
S = TypeVar("S", bound=Any)
"""A state: a Struct with a `stack`."""

Step: TypeAlias = tuple[str, Callable[[Any, Any, Rng], Any]]
"""A step of a process: its name, and `step(recorder, frame, rng)`, which gets the frame of the process and may return one to
open before the next step."""


class Steps(tuple[Step, ...]):
    """The steps of a process in their order."""

    onward: Mapping[str, Sequence[tuple[Callable[[Any, Any, Rng], Any], str | None]]]
    """By the name of each step: the functions from there on, each with the name of the next step; None if there is none."""

    def __new__(cls, *steps: Step) -> Self:
        self = super().__new__(cls, steps)
        names = [name for name, _ in steps]
        each = [(function, following) for (_, function), following in zip_longest(steps, names[1:])]
        self.onward = {name: tuple(each[place:]) for place, name in enumerate(names)}
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

    # These four fold their event at once, since a recorder would look its fold up by the type. So a game's `evolve` must
    # fold these events by the four functions below, and do nothing else for them.

    def begin(self, recorder: Any, frame: Frame) -> None:
        """Push this frame."""
        event = self._opened(frame)
        recorder.events.append(event)
        recorder.state = frame_opened(recorder.state, event)

    def change(self, recorder: Any, frame: Frame) -> None:
        """Replace the frame on top."""
        event = self._changed(frame)
        recorder.events.append(event)
        recorder.state = frame_changed(recorder.state, event)

    def close(self, recorder: Any) -> None:
        """Pop the frame on top."""
        state = recorder.state
        top = state.stack[-1]
        kind: Any = type(top)
        event = self._closed(_name_of_kind(kind), getattr(top, "seat", None))
        recorder.events.append(event)
        recorder.state = frame_closed(state, event)

    def jump(self, recorder: Any, step: str) -> None:
        """Continue the process on top with this step."""
        event = self._step_reached(step)
        recorder.events.append(event)
        recorder.state = step_reached(recorder.state, event)

    def run(self, recorder: Any, steps: Steps, rng: Rng) -> None:
        """Run the process on top from its current step until a step returns a frame to open. The last step closes it.

        The run also ends where a step itself changes the stack, or jumps elsewhere than to the next step.
        """
        stack = recorder.state.stack
        frame, begun = stack[-1], len(recorder.events)
        began_at = frame.step
        for step, following in steps.onward[began_at]:
            opened = step(recorder, frame, rng)
            now = recorder.state.stack
            if now is not stack:
                if len(now) != len(stack) or type(now[-1]) is not type(frame):
                    return
                stack, frame = now, now[-1]
                if frame.step == following:  # As if the step had only ended.
                    began_at, begun = following, len(recorder.events)
                # A jump may lead back to the very step where this run began.
                elif frame.step != began_at or self._step_reached in map(type, recorder.events[begun:]):
                    return
            if opened is not None and following is not None:
                self._wait_for(recorder, opened, following)
                return
        self.close(recorder)
        if opened is not None:
            self.begin(recorder, opened)

    def _wait_for(self, recorder: Any, opened: Frame, following: str) -> None:
        """Push the frame that a step opened, so that the process goes on with the following step."""
        # This is the most frequent change of a stack. To emit the two events one after the other would copy the state
        # twice, and make playouts of Pirates of Maracaibo slower by more than 1 %.
        state = recorder.state
        recorder.events += (self._step_reached(following), self._opened(opened))
        recorder.state = replace(state, stack=(*state.stack[:-1], replace(state.stack[-1], step=following), opened))


# How `evolve` folds the four events


def frame_opened(state: S, event: Any) -> S:
    return replace(state, stack=(*state.stack, event.frame))


def frame_changed(state: S, event: Any) -> S:
    return replace(state, stack=with_one(state.stack, -1, event.frame))


def frame_closed(state: S, event: Any) -> S:
    return replace(state, stack=state.stack[:-1])


def step_reached(state: S, event: Any) -> S:
    return replace(state, stack=with_one(state.stack, -1, replace(state.stack[-1], step=event.step)))


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
