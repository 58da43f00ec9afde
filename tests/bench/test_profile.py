"""The profile of an action counts each sample for the part that it is in."""

from __future__ import annotations

import inspect
from importlib import import_module
from operator import attrgetter

import pytest

from bench.profile import PARTS, parts, table

HANDLE, ACT = "AsyncWorker.handle (gunicorn/workers/base_async.py:60)", "act (service/resources/actions.py:9)"
STACKS = [
    f"{HANDLE} 5",
    f"{HANDLE};Flask.__call__ (flask/app.py:1);{ACT} 3",
    f"{HANDLE};{ACT};decide (domain/session/lifecycle/__init__.py:1);f (x.py:2) 7",
    "Hub.run (gevent/hub.py:1) 100",
]


def test_a_sample_counts_for_the_innermost_part() -> None:
    found = parts(STACKS)
    assert found == {
        "gunicorn, gevent: the rest": 5,
        "The endpoint: forms of headers, token and id": 3,
        "`decide`": 7,
    }
    assert "| `decide` | 46.7 % |" in table({"a game": found})


@pytest.mark.parametrize("function", PARTS)
def test_the_parts_begin_with_functions_that_there_are(function: str) -> None:
    name, _, file = function.partition(" (")
    module = import_module(file.removesuffix(".py").replace("/", "."))
    found = inspect.unwrap(attrgetter(name.partition(".<locals>")[0])(module))
    assert inspect.getsourcefile(found).endswith(file)  # type: ignore[union-attr]
