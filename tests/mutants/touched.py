"""Which tests run which code: recorded once, by the interpreter's trace hook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import msgspec

from tests.mutants.mutant import ROOT

DOMAIN = str(ROOT / "domain")


class Test(msgspec.Struct):
    passes: bool
    runs: set[str]
    """Code, by file and qualified name."""
    seconds: float
    """Seconds of processor time while it is recorded."""


class Touched(msgspec.Struct):
    early: set[str] = msgspec.field(default_factory=set)
    """Code that runs while modules are imported and tests collected: a change of it must be there before."""
    tests: dict[str, Test] = msgspec.field(default_factory=dict)
    """The tests by their ids."""
    files: dict[str, str] = msgspec.field(default_factory=dict)
    """The SHA-256 of each file of tests. What a test runs is recorded anew when its file changes, not when what
    it calls does: what is missed by that only makes a mutant look as if it survived."""
    libraries: list[str] = msgspec.field(default_factory=list)
    """Modules from outside the project that the tests import."""

    @classmethod
    def read(cls, file: Path) -> Touched:
        return msgspec.json.decode(file.read_bytes(), type=cls) if file.exists() else cls()

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(self))

    def good(self) -> Iterator[tuple[str, Test]]:
        """The tests that pass without a mutation."""
        return ((each, test) for each, test in self.tests.items() if test.passes)


def name(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_qualname}"


@contextmanager
def noting(into: set[str]) -> Iterator[None]:
    """Record the code of the domain that runs."""
    seen: set[CodeType] = set()

    def hook(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code)  # None ends the tracing of this frame.

    sys.settrace(hook)
    try:
        yield
    finally:
        sys.settrace(None)
        into.update(name(code) for code in seen if code.co_filename.startswith(DOMAIN))
