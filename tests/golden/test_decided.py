"""What this version decides, it decides for ever: the golden games beside each game.

`make golden` records those of our own games.
"""

from __future__ import annotations

import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from conformance.golden.deciding import golden_games_are_decided_alike, hold_game, hold_record
from conformance.golden.games import Record, file_of, read, versions_in
from conformance.golden.random_games import search_of as random_search_of
from conformance.golden.recording import record, shown_in
from conformance.playing import Broken
from domain.game import AnyGame, Rejected
from tests.golden.missing import MISSING
from tests.golden.recorded import folder, whole_games
from tests.golden.searches import search_of, wanted_of
from tests.support.changed import changed
from tests.support.games import GAMES, OURS

WHAT_TO_DO = "Raise `version` in game.py and write an upcaster, or undo the change."
MARAUDERS = OURS["merchants-and-marauders"]


def of_today(game: AnyGame) -> Record:
    return read(versions_in(game, folder(game))[game.version])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_golden_games_are_decided_alike(game: AnyGame) -> None:
    assert game.version in versions_in(game, folder(game))
    golden_games_are_decided_alike(game, folder(game))


def _missing(name: str) -> frozenset[str]:
    """In a process of its own, since the search watches the effects of the game."""
    search = search_of(name)
    return wanted_of(search.game) - shown_in(search, of_today(search.game))


@pytest.mark.parametrize("name", OURS)
def test_what_does_not_occur_in_golden_games_is_listed_with_its_reason(name: str) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(_missing, name).result() == MISSING[name].keys()
    assert all(MISSING[name].values())


@pytest.mark.parametrize("game", OURS.values(), ids=OURS)
def test_whole_golden_games_are_decided_alike_as_far_as_versions_claim(game: AnyGame) -> None:
    for version, golden in whole_games(game):
        hold_game(game, version, golden, golden.id)


def test_every_command_event_card_and_ship_is_wanted() -> None:
    assert {"command buy_ship", "event ship_bought", "ship frigate", "refusal cannot_afford"} <= wanted_of(MARAUDERS)


# Faults that leave the version alone


def showing(game: AnyGame, *texts: str) -> Record:
    """The golden games with a commit that has all these texts."""

    def shows(line: bytes) -> bool:
        return all(text.encode() in line for text in texts)

    record = of_today(game)
    games = [each for each in record.games if any(shows(msgspec.json.encode(commit)) for commit in each.commits)]
    assert games
    return replace(record, games=tuple(games))


def fault(game: AnyGame, record: Record) -> str:
    with pytest.raises(Broken) as broken:
        hold_record(game, record)
    return str(broken.value)


def test_another_price_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from domain.merchants_and_marauders.content import SHIPS

    record = showing(MARAUDERS, '"ship":"frigate"', '"ship_bought"')
    monkeypatch.setitem(SHIPS, "frigate", replace(SHIPS["frigate"], buy=30))  # type: ignore[arg-type]
    said = fault(MARAUDERS, record)
    assert said.startswith(f"merchants-and-marauders version {MARAUDERS.version}, golden game ")
    assert '"ship":"frigate","type":"buy_ship"} of seat ' in said
    then, now = (line for line in said.splitlines() if '"ship_bought"' in line)
    assert (then[:16], now[:16]) == ("  event 2 then: ", "  event 2 now:  ")
    assert said.endswith(WHAT_TO_DO)


def test_another_code_of_a_refusal_is_found_and_named() -> None:
    def check(state: Any, seat: int, command: Any) -> None:
        try:
            MARAUDERS.rules.check(state, seat, command)
        except Rejected as refusal:
            code = "in_port" if refusal.code == "cannot_afford" else refusal.code
            raise Rejected(code, "Another sentence makes no difference.", **refusal.params) from None

    said = fault(changed(MARAUDERS, rules={"check": check}), showing(MARAUDERS, '"code":"cannot_afford"'))
    assert re.search(r"is refused with in_port .* now; it was refused with cannot_afford", said)
    assert said.endswith(WHAT_TO_DO)


class _OneDrawMore:
    def __init__(self, rng: Any) -> None:
        self._rng = rng
        self._rng.below(6)

    def below(self, limit: int) -> int:
        drawn: int = self._rng.below(limit)
        return drawn


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.name != "tic-tac-toe"], ids=lambda game: game.name)
@pytest.mark.parametrize("function", ["setup", "decide"])
def test_another_order_of_draws_is_found(game: AnyGame, function: str) -> None:
    def other(*given: Any) -> Any:
        *others, rng = given
        return getattr(game.rules, function)(*others, _OneDrawMore(rng))

    said = fault(changed(game, rules={function: other}), of_today(game))
    assert "leads to other events:\n" in said
    assert said.endswith(WHAT_TO_DO)


def test_a_command_that_is_refused_or_raises_now_is_named() -> None:
    def refusing(*given: Any) -> Any:
        raise Rejected("in_port", "No.")

    def raising(*given: Any) -> Any:
        raise ZeroDivisionError("no")

    for decide, said in ((refusing, "is refused now: in_port"), (raising, "cannot be decided now: ZeroDivisionError('no')")):
        assert said in fault(changed(MARAUDERS, rules={"decide": decide}), of_today(MARAUDERS))


# The recorder


@pytest.fixture
def chests() -> AnyGame:
    return GAMES["three-chests"]


def other_worth(game: AnyGame) -> AnyGame:
    """Rules with other draws."""
    setup = game.rules.setup
    return changed(game, rules={"setup": lambda options, seats, rng: setup(options, seats, _OneDrawMore(rng))})


def test_a_record_is_not_replaced_unless_the_version_goes_up(tmp_path: Path, chests: AnyGame) -> None:
    file = record(random_search_of(chests), tmp_path)
    assert file == file_of(chests, 1, tmp_path)
    before = file.read_bytes()
    assert record(random_search_of(chests), tmp_path) is None, "nothing is lacking"
    other = other_worth(chests)
    with pytest.raises(Broken, match="stays as it is") as broken:
        record(random_search_of(other), tmp_path)
    assert str(broken.value).endswith(WHAT_TO_DO)
    assert file.read_bytes() == before
