"""The texts of the contract that are kept from one start to the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.openapi import written


class Writer:
    """Counts how often the contract is written, which is the slow part of a start."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, app: Flask) -> dict[str, bytes]:
        self.times += 1
        return dict.fromkeys(written.NAMES, b"text %d" % self.times)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that the contract follows from; the texts are kept beside its bytecode."""
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(written, "FOLDER", tmp_path / "__pycache__")
    monkeypatch.setattr(written, "_places", lambda root: [str(tmp_path)])
    file = tmp_path / "rules.py"
    file.write_text("LIMIT = 6\n")
    return file


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Writer:
    counting = Writer()
    monkeypatch.setattr(written, "texts", counting)
    return counting


@pytest.mark.usefixtures("source")
def test_only_the_first_start_writes_it(writer: Writer) -> None:
    starts = [written.written(Flask("app")) for _ in range(3)]
    assert starts == [dict.fromkeys(written.NAMES, b"text 1")] * 3
    assert writer.times == 1


def test_the_first_start_after_a_change_writes_it_again(source: Path, writer: Writer) -> None:
    written.written(Flask("app"))
    source.write_text("LIMIT = 7\n  ")
    assert written.written(Flask("app"))["openapi.json"] == b"text 2"
    source.with_name("more.py").touch()
    assert written.written(Flask("app"))["openapi.json"] == b"text 3"


def test_a_few_are_kept(source: Path, writer: Writer) -> None:
    for size in range(written.MOST_KEPT + 3):
        source.write_text("#" * size)
        written.written(Flask("app"))
    assert len([*written.FOLDER.glob("contract-*")]) == written.MOST_KEPT
    assert writer.times == written.MOST_KEPT + 3
    assert not [*written.FOLDER.glob("contract.*/")]


def test_a_place_where_nobody_may_write_costs_only_time(
    writer: Writer, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written, "FOLDER", source / "__pycache__")  # Below a file, so it cannot be made.
    assert written.written(Flask("app")) == dict.fromkeys(written.NAMES, b"text 1")
    assert written.written(Flask("app")) == dict.fromkeys(written.NAMES, b"text 2")
