"""The lock files pin what pyproject.toml asks for, and what is tested here is what they pin."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement

from tests.docs.generated import ROOT

LOCKS = {
    "requirements.txt": (),
    "requirements-otel.txt": ("otel",),
    "requirements-dev.txt": ("otel", "pettingzoo", "dev"),
    "requirements-web.txt": ("otel", "pettingzoo", "dev", "web"),
}
"""The lock files, each with the extras that it covers."""
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)((?: ;[^\\]*)?) \\$", re.MULTILINE)


def pins(name: str) -> dict[str, Requirement]:
    return {
        project: Requirement(f"{project}=={release}{marker}")
        for project, release, marker in PINNED.findall((ROOT / name).read_text())
    }


def wanted(extras: tuple[str, ...]) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return [Requirement(line) for line in named if not line.startswith("tradewinds[")]


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_pinned_within_its_bounds(name: str) -> None:
    pinned = pins(name)
    for requirement in wanted(LOCKS[name]):
        (pin,) = pinned[requirement.name.lower().replace("_", "-")].specifier
        assert requirement.specifier.contains(pin.version), f"run `make lock`: {name} pins {pin}, not {requirement}"


def test_every_requirement_has_an_upper_bound() -> None:
    for requirement in wanted(("otel", "pettingzoo", "dev", "web")):
        if not requirement.name.startswith("types-"):
            assert any(each.operator in ("<", "==", "<=", "~=") for each in requirement.specifier), requirement


def test_the_lock_files_agree_with_each_other() -> None:
    # Without markers: what a package needs somewhere, a package of another file may need everywhere.
    service, otel, dev, web = ({each: str(pin.specifier) for each, pin in pins(name).items()} for name in LOCKS)
    assert service.items() <= otel.items() <= dev.items() <= web.items()


def test_what_is_installed_is_what_is_pinned() -> None:
    for name, pin in pins("requirements-dev.txt").items():
        if pin.marker is None or pin.marker.evaluate():
            assert pin.specifier.contains(version(name)), f"{name} {version(name)} is installed, {pin} is pinned"
