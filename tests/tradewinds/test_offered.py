"""A game for which the contract has no room is refused by name; the others are served, with a whole contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from domain.game import AnyGame
from events.settings import Settings
from service.app import create_app
from service.openapi.document import document
from service.openapi.offered import offered
from tests.support.changed import changed
from tests.support.games import OURS
from tests.versions.last_stick import GAME, Take
from tradewinds.installed import Installed, installed
from tradewinds.packages import Package

SOMEBODY = Package("somebodys-games", "1.2")


class StickTake(msgspec.Struct, frozen=True, tag="stick_take"):
    pass


class AndMaraudersView(msgspec.Struct, frozen=True, tag="and_marauders_view"):
    pass


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    pass


class SeatAnswer(msgspec.Struct, frozen=True, tag="seat_answer"):
    pass


class Token(msgspec.Struct, frozen=True, tag="token"):
    pass


class Offer(msgspec.Struct, frozen=True, tag="offer"):
    pass


class Event(msgspec.Struct, frozen=True, tag="event"):
    pass


def with_command(kind: type[Any], name: str = GAME.name) -> AnyGame:
    return changed(GAME, own={"name": name}, types={"commands": (Take, kind)})


def served(*games: AnyGame) -> Installed:
    """What is offered where these are installed beside Tradewinds' own."""
    every = {**OURS, **{game.name: game for game in games}}
    origins = {**installed().origins, **{game.name: SOMEBODY for game in games}}
    return offered(Installed(MappingProxyType(every), origins))


SPOILING: Mapping[str, tuple[AnyGame, str]] = {
    "a type of another game": (
        with_command(StickTake, "last"),
        "named in the contract as others are already: LastStickTake",
    ),
    "a type of one of our games": (
        with_command(AndMaraudersView, "merchants"),
        "named in the contract as others are already: MerchantsAndMaraudersView",
    ),
    "an answer that all games share": (with_command(Outcome), "it has a type named Outcome, like one that all games share"),
    "a part of an answer": (with_command(SeatAnswer), "it has a type named SeatAnswer, like one that all games share"),
    "an answer of the service": (
        replace(GAME, name="ruleset"),
        "named in the contract as others are already: RulesetContent",
    ),
    "a part of an answer by its prefix": (
        with_command(Token, "seat"),
        "two of its types would be named SeatToken in the contract",
    ),
    "an answer of the game": (with_command(Offer), "two of its types would be named LastStickOffer in the contract"),
    "a union of the game": (with_command(Event), "two of its types would be named LastStickEvent in the contract"),
    "a problem of the service": (
        changed(GAME, rules={"refusals": {**GAME.rules.refusals, "not_found": "No.", "stale_version": "No."}}),
        "its refusals have codes of the service's own: not_found, stale_version",
    ),
    "content without a shape": (replace(GAME, content=lambda: 1 / 0), "its contract cannot be written (ZeroDivisionError)"),
}


@pytest.mark.parametrize(("spoiling", "problem"), SPOILING.values(), ids=SPOILING)
def test_a_game_that_would_spoil_the_contract_is_refused_and_the_others_run(
    spoiling: AnyGame, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    sound = GAME if spoiling.name != GAME.name else replace(GAME, name="other-stick")
    here = served(sound, spoiling)
    assert [*here.games] == [*OURS, sound.name]
    (told,) = here.refused
    assert (told.name, told.origin) == (spoiling.name, SOMEBODY)
    assert problem in told.problem
    assert f"a game is refused: {told}" in caplog.messages


def test_the_contract_of_the_others_is_whole_and_readyz_says_what_was_refused() -> None:
    spoiling = with_command(StickTake, "last")
    every = {**OURS, GAME.name: GAME, "last": spoiling}
    origins = {**installed().origins, GAME.name: SOMEBODY, "last": SOMEBODY}
    app = create_app(Settings(), packages=Installed(MappingProxyType(every), origins))
    schemas = document(app)["components"]["schemas"]
    assert {"LastStickTake", "MerchantsOfTheCaribbeanGame"} <= set(schemas)
    assert "LastGame" not in schemas
    check = next(each for each in app.extensions["tradewinds-readiness"]._checks if each.name == "games")
    assert "last of somebodys-games 1.2: its types would be named" in (check.look().problem or "")


def test_codes_that_mean_the_same_in_every_game_may_be_a_games_own() -> None:
    shared = changed(GAME, rules={"refusals": {**GAME.rules.refusals, "invalid_field": "No.", "invalid_option": "No."}})
    assert served(shared).trouble is None
