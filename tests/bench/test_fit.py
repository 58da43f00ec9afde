"""`python -m bench.fit`: weights that are found again in made-up data, a file that can be made again and read by games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner, Result

from bench.fit.command import command
from bench.fit.ridge import fit
from domain.kit.promise import Fitted
from domain.pirates_of_maracaibo.bots import features
from tests.docs.generated import ROOT

MARACAIBO = "pirates-of-maracaibo"
FEATURES = f"{features.__name__}:FEATURES"


def fitting(file: Path, ruleset: str, name: str, *more: str) -> Result:
    return CliRunner().invoke(command, [str(file), "--ruleset", ruleset, "--features", name, *more])


def test_the_weights_behind_noisy_sums_are_found_again() -> None:
    """Also where one feature is a thousand times as large as another; one that is always 0 gets no weight."""
    random = Random(1)
    rows = [[random.gauss(0, 1), random.gauss(0, 1000), 0.0] for _ in range(2000)]
    targets = [2.0 * first - 0.003 * second + random.gauss(0, 0.5) for first, second, _ in rows]
    small, large, absent = fit(rows, targets, 1.0)
    assert small == pytest.approx(2.0, abs=0.05)
    assert large == pytest.approx(-0.003, abs=0.00005)
    assert absent == 0.0


def test_a_larger_penalty_makes_smaller_weights() -> None:
    rows, targets = [[1.0], [-1.0], [2.0]], [3.0, -3.0, 6.0]
    free, held = (fit(rows, targets, penalty)[0] for penalty in (1e-9, 3.0))
    assert free == pytest.approx(3.0)
    assert held == pytest.approx(1.5)


def test_the_same_seed_writes_the_same_file_and_says_how_it_was_made(tmp_path: Path) -> None:
    written = []
    for name in ("one.json", "other.json"):
        result = fitting(tmp_path / name, MARACAIBO, FEATURES, "--games", "5", "--seed", "3")
        assert result.exit_code == 0, result.output
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    fitted = msgspec.json.decode(written[0], type=Fitted)
    assert (fitted.ruleset, fitted.seed, fitted.games) == (MARACAIBO, 3, 5)
    assert len(fitted.phases) == features.FEATURES.phases
    assert all([*phase.weights] == [*features.FEATURES.names] and phase.positions for phase in fitted.phases)


def test_the_weights_of_the_example_are_those_that_the_command_makes(tmp_path: Path) -> None:
    chests = pytest.importorskip("three_chests")
    file = tmp_path / "promise.json"
    args = [str(file), "--ruleset", "three-chests", "--features", "three_chests:FEATURES", "--seed", "1"]
    subprocess.run([sys.executable, "-m", "bench.fit", *args], cwd=ROOT, capture_output=True, timeout=120, check=True)
    assert msgspec.json.decode(file.read_bytes(), type=Fitted) == chests.PROMISE.fitted


def test_seats_that_the_game_does_not_have_are_refused(tmp_path: Path) -> None:
    result = fitting(tmp_path / "weights.json", MARACAIBO, FEATURES, "--seats", "7")
    assert result.exit_code == 2
    assert "7 players are not allowed" in result.output


@pytest.mark.parametrize(
    ("ruleset", "name", "said"),
    [
        ("chess", FEATURES, "is not installed"),
        (MARACAIBO, "nowhere:FEATURES", "nowhere:FEATURES cannot be imported"),
        (MARACAIBO, FEATURES.replace("FEATURES", "PROMISE"), "is no `tradewinds.Features`"),
    ],
)
def test_what_cannot_be_fitted_is_refused(ruleset: str, name: str, said: str, tmp_path: Path) -> None:
    result = fitting(tmp_path / "weights.json", ruleset, name)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
