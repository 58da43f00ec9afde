"""`tradewinds check` says in a sentence which promise a game breaks."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from cli.main import main
from conformance.playing import Broken
from conformance.refusals import says_how_much
from domain.game import AnyGame, Criterion, Hidden, Outcome, Rejected, ScorePart, Style
from domain.recorder import Recorder
from service.up.redis_server import INSTALL_HINT, NoRedisError
from tests.events import sealed_bids
from tests.support.changed import Functions, changed
from tests.versions import last_stick
from tests.versions.last_stick import GAME, State
from tradewinds.installed import Installed
from tradewinds.packages import Package, RefusedGame

RULES = GAME.rules


def checked(game: AnyGame, monkeypatch: pytest.MonkeyPatch, *words: str, module: str = "") -> Result:
    here = Installed({game.name: game}, {game.name: Package("somebodys-games", "1.2", module)})
    monkeypatch.setattr("conformance.command.offered_here", lambda: here)
    return CliRunner().invoke(main, ["check", "somebodys-games", "--seeds", "2", *words])


def test_what_a_sentence_calls_a_seat_is_counted_as_one() -> None:
    game = changed(GAME, rules={"refusals": {"theirs": "It is of {whose:who}.", "said": "It is of seat {other}."}})
    says_how_much(game, "theirs", "It is of seat 2.", {"whose": 1})
    with pytest.raises(Broken, match="does not say the whose 2: It"):
        says_how_much(game, "theirs", "It is of seat 1.", {"whose": 1})
    with pytest.raises(Broken, match=r"if it is a seat, write it as \{other:who\}"):
        says_how_much(game, "said", "It is of seat 2.", {"other": 1})


def test_a_sound_game_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(GAME, monkeypatch)
    assert found.exit_code == 0, found.output
    assert found.output.splitlines()[-1] == "Everything holds."
    assert "BROKEN" not in found.output


def test_a_game_whose_seats_decide_at_once_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(sealed_bids.GAME, monkeypatch, module=sealed_bids.__name__)
    assert found.exit_code == 0, found.output
    assert "Nobody sees more of a field" in found.output


def test_where_there_is_no_redis_to_play_on_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(log_dir: Path) -> Path:
        raise NoRedisError(INSTALL_HINT)

    monkeypatch.setattr("conformance.command.find_server", missing)
    refused = checked(GAME, monkeypatch)
    assert refused.exit_code == 1
    assert "Install redis-server or valkey-server" in refused.output


def _drawing_from_elsewhere() -> Mapping[str, Any]:
    number = itertools.count()

    def setup(options: last_stick.Options, seats: int, rng: Any) -> Any:
        return Recorder.begun(last_stick.evolve, last_stick.SticksLaid(options.sticks, seats, next(number) % seats))

    return {"setup": setup}


def _check_all(state: State, seat: int, command: Any) -> None:
    if state.winner is not None:
        raise Rejected("game_over", "The game is over.")


def _unlisted(state: State, seat: int, command: Any) -> None:
    RULES.check(state, seat, command)
    raise Rejected("never_heard_of", "No.")


def _wordless(state: State, seat: int, command: Any) -> None:
    try:
        RULES.check(state, seat, command)
    except Rejected as refused:
        raise Rejected(refused.code, "No.", awaited_seat=state.seat, sticks=state.sticks) from None


def _leaky(state: State, viewer: int | None) -> State:
    return msgspec.structs.replace(state, seat=0)


def _badly_added(state: State) -> Outcome | None:
    end = RULES.outcome(state)
    return end and msgspec.structs.replace(end, parts=(ScorePart("sticks", "Sticks", (7,) * state.seats),))


def _all_alike(state: State) -> list[Criterion]:
    return [Criterion("most sticks", (0,) * state.seats)]


def _forgetful(state: Any, event: Any) -> State:
    after = last_stick.evolve(state, event)
    return msgspec.structs.replace(after, turn=1)


BROKEN: list[tuple[Mapping[str, Functions], str]] = [
    ({"rules": _drawing_from_elsewhere()}, "some chance is not from the `rng`"),
    ({"rules": {"check": _check_all}}, "is not asked, and Take(sticks="),
    ({"rules": {"check": _unlisted}}, "the code 'never_heard_of' is not among `rules.refusals`"),
    ({"rules": {"check": _wordless}}, "does not say the awaited_seat"),
    (
        {"rules": {"refusals": {**RULES.refusals, "not_your_turn": "It is for {seat:who}."}}},
        "the refusal not_your_turn lacks the figures ['seat'] of its sentence",
    ),
    ({"rules": {"refusals": {**RULES.refusals, "too_many": "{"}}}, "the sentence of too_many in `rules.refusals` is no"),
    ({"rules": {"legal_commands": lambda state, seat: []}}, "is asked something and has no legal command"),
    ({"rules": {"legal_commands": lambda state, seat: [last_stick.Take(1)] * 2}}, "a command is listed twice"),
    ({"rules": {"turn": lambda state: -state.turn}}, "`rules.turn` goes back"),
    ({"rules": {"resolve": lambda options, seats: options}}, "`resolve` takes 1 seats"),
    ({"rules": {"outcome": _badly_added}}, "the parts of the score of seat 0 add up to 7"),
    ({"rules": {"criteria": lambda state: [Criterion("fewest", (0,))]}}, "the criterion fewest has 1 figures for 2"),
    ({"rules": {"criteria": _all_alike}}, "by `rules.criteria` [0, 1] would win, and the outcome says ["),
    ({"rules": {"evolve": _forgetful}}, "do not fold to its state"),
    ({"bots": {"stand_in": lambda view, seat, legal: last_stick.Take(9)}}, "gives Take(sticks=9), which is not legal"),
    ({"bots": {"win_shares": lambda state: [1.0] * state.seats}}, "add up to"),
    ({"bots": {"longest_list": 2}}, "a position has 3 legal commands, and `bots.longest_list` is 2"),
    ({"bots": {"evaluate": lambda view, seat, command: 1}}, "`bots.evaluate` gives no float"),
    (
        {"gate": {"view": _leaky}, "bots": {"determinize": lambda view, seat, rng: view}},
        "what is hidden decides who is asked",
    ),
    (
        {"gate": {"redact": lambda event, seat: last_stick.StickGameWon(0)}, "bots": {"determinize": lambda view, *_: view}},
        "redacting makes another type of",
    ),
    ({"words": {"describe": lambda view, seat, command, names: ""}}, "`words.describe` says ''"),
    ({"words": {"narrate": lambda events, names, options: ""}}, "`words.narrate` says nothing of"),
    ({"own": {"content_fields": {"ships": "What sails"}}}, "explains ['ships'], which the content does not have"),
    ({"own": {"version": 2}}, "has no upcaster for version 1"),
    *(
        (
            {"bots": {"styles": {name: Style("Takes one.", GAME.bots.evaluate)}}},
            f"the style {name!r} is not named `level:style`",
        )
        for name in ("taker", "greedy:", "greedy:Taker", "daring:taker", "greedy:taker:one")
    ),
]


@pytest.mark.parametrize(("other", "sentence"), BROKEN, ids=[sentence for _, sentence in BROKEN])
def test_a_broken_promise_is_told_in_a_sentence(
    other: Mapping[str, Functions], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked(changed(GAME, **other), monkeypatch)
    assert found.exit_code == 1
    assert sentence in found.output
    assert found.output.splitlines()[-1].endswith("of the promises do not hold.")


def test_an_error_in_the_code_of_a_game_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(changed(GAME, bots={"evaluate": lambda view, seat, command: 1 / 0}), monkeypatch)
    assert found.exit_code == 1
    assert "ZeroDivisionError: division by zero (" in found.output
    assert f"{Path(__file__).name}:" in found.output


def test_what_was_refused_at_discovery_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Installed({}, {}, (RefusedGame("last-stick", Package("somebodys-games", "1.2"), "it has no commands"),))
    monkeypatch.setattr("conformance.command.offered_here", lambda: here)
    found = CliRunner().invoke(main, ["check", "last-stick"])
    assert found.exit_code == 1
    assert "REFUSED  last-stick of somebodys-games 1.2: it has no commands" in found.output
    unknown = CliRunner().invoke(main, ["check", "chess"])
    assert "no game and no package of games is named 'chess'" in unknown.output


def test_hidden_things_that_are_not_said_to_be_hidden_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class View(msgspec.Struct, frozen=True):
        sticks: int | Hidden
        seats: int
        seat: int
        turn: int
        winner: int | None

    def view(state: State, viewer: int | None) -> View:
        return View(state.sticks if viewer is not None else 0, state.seats, state.seat, state.turn, state.winner)

    game = changed(
        GAME,
        types={"view": View},
        gate={"view": view, "open_view": lambda state: view(state, 0)},
        bots={"determinize": lambda view, viewer, rng: State(**msgspec.structs.asdict(view))},
    )
    assert "a view shows 0 where there is" in checked(game, monkeypatch).output
