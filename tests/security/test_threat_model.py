"""Every threat in docs/threats.md has a test."""

from __future__ import annotations

from tests.docs.generated import ROOT, marked_tests, threats


def test_every_threat_has_a_test() -> None:
    numbers = [number for number, _, _ in threats()]
    assert len(numbers) > 60
    assert numbers == sorted(set(numbers))
    assert numbers == sorted(marked_tests())


def test_every_file_of_these_tests_has_a_threat() -> None:
    marked = {path for tests in marked_tests().values() for path, _ in tests}
    files = {*(ROOT / "tests" / "security").glob("test_*.py")} - {ROOT / "tests" / "security" / "test_threat_model.py"}
    assert files <= marked
