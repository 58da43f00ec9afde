"""The files of a package, and which of them have changed. They are few, so they are looked at several times a second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

PAGES = {".js", ".css"}
"""What only browsers read: the service reads it again without a new start."""


def places_of(modules: Iterable[str]) -> list[Path]:
    """The folders of the packages that these modules are in, or the modules' own files. Imports nothing."""
    found: set[Path] = set()
    for name in {module.partition(".")[0] for module in modules}:
        spec = find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found |= {Path(each) for each in spec.submodule_search_locations}
        elif spec is not None and spec.origin:
            found.add(Path(spec.origin))
    return sorted(found)


class Watch:
    """Remembers the files of these places, with their times and sizes."""

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = tuple(places)
        self._known = self._seen()

    def changed(self) -> list[Path]:
        """The files that were written, made or removed since the last call."""
        now = self._seen()
        found = sorted({path for path, _ in {*now.items()} ^ {*self._known.items()}})
        self._known = now
        return found

    def _seen(self) -> dict[Path, tuple[int, int]]:
        seen: dict[Path, tuple[int, int]] = {}
        for path in (path for place in self._places for path in _files(place)):
            try:
                about = path.stat()
            except OSError:  # It was removed at this moment.
                continue
            seen[path] = about.st_mtime_ns, about.st_size
        return seen


def _files(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        yield place
        return
    for each in place.iterdir():
        if each.name.startswith(".") or each.name == "__pycache__" or each.name.endswith("~"):
            continue
        yield from _files(each)
