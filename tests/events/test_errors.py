"""The tree of exceptions that events/errors.py draws is the one that its classes make."""

from __future__ import annotations

import inspect
import re

from events import errors


def drawn() -> dict[str, str]:
    """The name of each exception in the drawing, with that of the one that it hangs from."""
    found: dict[str, str] = {}
    above = ["Exception"]
    for line in (errors.__doc__ or "").splitlines():
        if twig := re.match(r" {4}((?:│   |    )*)[├└]── (\w+)", line):
            depth = 1 + len(twig[1]) // 4
            found[twig[2]] = above[depth - 1]
            above[depth:] = [twig[2]]
    return found


def test_the_tree_has_each_exception_in_its_place() -> None:
    classes = {
        name: each for name, each in vars(errors).items() if inspect.isclass(each) and each.__module__ == errors.__name__
    }
    tree = drawn()
    assert {name: tree.get(name) for name in classes} == {name: each.__base__.__name__ for name, each in classes.items()}
    assert tree.keys() - classes.keys() == {"LookupError", "ValueError"}
