"""What every game of the registry must hold to, whatever its rules: random games, looked at after every command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from domain import lobby, table
from domain.game import AnyGame, Hidden, Json, Rejected, Secret
from tests.support.fixed_chance import Chance
from tests.support.games import GAMES

SEEDS = (1, 2)
ALL_SEATS_NAMED = tuple(f"Player {letter}" for letter in "ABCDEFGH")


SECRET = msgspec.to_builtins(Secret())


class Step:
    """One command of a random game: the states around it, and what it led to."""

    def __init__(self, before: Any, seat: int, legal: list[Any], command: Any, after: Any, events: list[Any]) -> None:
        self.before, self.seat, self.legal = before, seat, legal
        self.command, self.after, self.events = command, after, events


def play(game: AnyGame, seats: int, seed: int) -> Iterator[Step]:
    """A random game, step by step."""
    chance = Chance(seed)
    state = game.rules.setup(game.types.options(), seats, chance).state
    while awaited := game.rules.to_act(state):
        seat = awaited[chance.below(len(awaited))]
        legal = list(game.rules.legal_commands(state, seat))
        command = legal[chance.below(len(legal))]
        recorder = game.rules.decide(state, seat, command, chance)
        yield Step(state, seat, legal, command, recorder.state, recorder.events)
        state = recorder.state


def games_and_seats() -> list[Any]:
    return [
        pytest.param(game, seats, seed, id=f"{game.name}-{seats}-{seed}")
        for game in GAMES.values()
        for seats in range(game.rules.seats(game.types.options())[0], game.rules.seats(game.types.options())[1] + 1)
        for seed in SEEDS
    ]


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
random_games = pytest.mark.parametrize(("game", "seats", "seed"), games_and_seats())


def as_json(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def union(types: Any) -> Any:
    """One type for all of these."""
    joined = types[0]
    for each in types[1:]:
        joined |= each
    return joined


@every_game
def test_the_record_is_complete(game: AnyGame) -> None:
    assert GAMES[game.name] is game
    low, high = game.rules.seats(game.types.options())
    assert 1 <= low <= high
    assert game.rules.refusals
    assert all(code == code.lower() and sentence.endswith(".") for code, sentence in game.rules.refusals.items())
    content = game.content()
    assert isinstance(content, dict)
    assert content
    assert msgspec.json.decode(msgspec.json.encode(content)) == content


@every_game
def test_only_fields_of_the_content_are_explained(game: AnyGame) -> None:
    there: set[str] = set()

    def look(value: Json, above: str) -> None:
        if isinstance(value, list):
            for each in value:
                look(each, above)
        elif isinstance(value, dict):
            there.update(value, (f"{above}.{name}" for name in (*value, "*")))
            for name, each in value.items():
                look(each, name)

    look(game.content(), "")
    assert set(game.content_fields) <= there


@every_game
def test_the_types_have_a_schema_with_tags(game: AnyGame) -> None:
    for types in ((*game.types.recorded_commands, *lobby.COMMANDS), (*game.types.recorded_events, *table.EVENTS)):
        tags = {kind.__struct_config__.tag for kind in types}
        assert None not in tags
        assert len(tags) == len(types)
    _, components = msgspec.json.schema_components(
        [*game.types.recorded_commands, *game.types.recorded_events, game.types.view, game.types.options]
    )
    assert components


@every_game
def test_setting_up_is_refused_outside_the_allowed_numbers_of_seats(game: AnyGame) -> None:
    low, high = game.rules.seats(game.types.options())
    for seats in (low - 1, high + 1):
        with pytest.raises(Rejected) as refusal:
            game.rules.setup(game.types.options(), seats, Chance(1))
        assert refusal.value.code in game.rules.refusals


@every_game
def test_options_are_resolved_once_and_for_all(game: AnyGame) -> None:
    low, high = game.rules.seats(game.types.options())
    for seats in range(low, high + 1):
        resolved = game.rules.resolve(game.types.options(), seats)
        assert game.rules.resolve(resolved, seats) == resolved
        assert (
            game.rules.setup(resolved, seats, Chance(1)).events
            == game.rules.setup(game.types.options(), seats, Chance(1)).events
        )
    for seats in (low - 1, high + 1):
        with pytest.raises(Rejected) as refusal:
            game.rules.resolve(game.types.options(), seats)
        assert refusal.value.code in game.rules.refusals


@random_games
def test_a_game_runs_to_its_end(game: AnyGame, seats: int, seed: int) -> None:
    last, turn = None, 1
    for step in play(game, seats, seed):
        assert game.rules.outcome(step.before) is None
        assert game.rules.turn(step.after) >= turn
        turn, last = game.rules.turn(step.after), step
    assert last is not None
    outcome = game.rules.outcome(last.after)
    assert outcome is not None
    assert outcome.reason
    assert len(outcome.scores) == seats
    assert set(outcome.winners) <= set(range(seats))
    standing = game.bots.win_shares(last.after)
    assert [share > 0 for share in standing] == [seat in outcome.winners for seat in range(seats)]
    assert sum(standing) == pytest.approx(1 if outcome.winners else 0)


@random_games
def test_the_state_is_the_fold_of_the_events(game: AnyGame, seats: int, seed: int) -> None:
    first = game.rules.setup(game.types.options(), seats, Chance(seed))
    assert game.fold(first.events) == first.state
    events = list(first.events)
    last = None
    for step in play(game, seats, seed):
        before = as_json(step.before)
        assert game.fold(step.events, step.before) == step.after
        assert as_json(step.before) == before, "a state is changed in place"
        events += step.events
        last = step
    assert last is not None
    assert game.fold(events) == last.after


@random_games
def test_a_turn_is_of_one_seat(game: AnyGame, seats: int, seed: int) -> None:
    """Or of nobody, for a while before the first."""
    whose: dict[int, int] = {}
    for step in play(game, seats, seed):
        seat = game.rules.turn_seat(step.before)
        if seat is not None:
            assert whose.setdefault(game.rules.turn(step.before), seat) == seat
    assert set(whose.values()) == set(range(seats))


@random_games
def test_a_game_read_from_its_log_goes_on_the_same(game: AnyGame, seats: int, seed: int) -> None:
    """A log, and the position that a branch starts from, is stored with sorted keys, so neither the list of commands nor a
    draw may hang on the order of a mapping."""
    encode = msgspec.json.Encoder(order="sorted").encode
    decode = msgspec.json.Decoder(list[union(game.types.events)]).decode  # type: ignore[misc]
    stored = game.fold(decode(encode(game.rules.setup(game.types.options(), seats, Chance(seed)).events)))
    for number, step in enumerate(play(game, seats, seed)):
        assert stored == step.before
        assert game.rules.legal_commands(stored, step.seat) == step.legal
        once, again = (game.rules.decide(state, step.seat, step.command, Chance(seed)) for state in (step.before, stored))
        assert again.events == once.events
        if number % 5 == 0:
            restored = msgspec.json.decode(encode(step.before), type=game.types.state)
            assert game.rules.legal_commands(restored, step.seat) == step.legal
            assert game.rules.decide(restored, step.seat, step.command, Chance(seed)).events == once.events
        stored = game.fold(decode(encode(step.events)), stored)


@random_games
def test_the_same_chance_and_commands_give_the_same_events(game: AnyGame, seats: int, seed: int) -> None:
    first, second = ([step.events for step in play(game, seats, seed)] for _ in range(2))
    assert first == second


@random_games
def test_everything_survives_json(game: AnyGame, seats: int, seed: int) -> None:
    def surviving(kind: Any) -> Callable[[Any], bool]:
        encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(kind).decode
        return lambda value: bool(decode(encode(value)) == value)

    state, view = surviving(game.types.state), surviving(game.types.view)
    commands, events = surviving(union(game.types.commands) | None), surviving(union(game.types.events) | None)
    for step in play(game, seats, seed):
        assert state(step.after)
        assert view(game.gate.view(step.after, step.seat))
        assert view(game.gate.open_view(step.after))
        assert all(commands(command) for command in step.legal)
        assert all(events(event) for event in step.events)
        assert all(events(game.gate.redact(event, None)) for event in step.events)
        assert all(commands(game.gate.redact_command(command, step.seat, None)) for command in step.legal)


@random_games
def test_commands_are_accepted_if_and_only_if_they_are_legal(game: AnyGame, seats: int, seed: int) -> None:
    earlier: dict[bytes, Any] = {}
    for number, step in enumerate(play(game, seats, seed)):
        assert step.legal
        assert len({as_json(command) for command in step.legal}) == len(step.legal)
        assert step.command in step.legal
        for seat in range(seats):
            if seat not in game.rules.to_act(step.before):
                assert not game.rules.legal_commands(step.before, seat)
                with pytest.raises(Rejected) as refusal:
                    game.rules.check(step.before, seat, step.command)
                assert refusal.value.code in game.rules.refusals
        for command in step.legal:
            game.rules.check(step.before, step.seat, command)
            if number % 10 == 0:
                game.rules.decide(step.before, step.seat, command, Chance(seed))
            earlier[as_json(command)] = command
        for command in list(earlier.values())[:: 1 + number % 7]:
            if command not in step.legal:
                _refused_alike(game, step.before, step.seat, command)


def _refused_alike(game: AnyGame, state: Any, seat: int, command: Any) -> None:
    """`check` and `decide` agree; what they accept beyond the list stands for a listed command of the same type."""
    refusal = _refusal(game, state, seat, command)
    if refusal is None:
        assert type(command) in {type(each) for each in game.rules.legal_commands(state, seat)}
        return
    code, message, params = refusal
    assert code in game.rules.refusals
    assert message
    with pytest.raises(Rejected) as decided:
        game.rules.decide(state, seat, command, Chance(1))
    assert (decided.value.code, decided.value.params) == (code, params)


@every_game
def test_games_of_stand_ins_alone_end(game: AnyGame) -> None:
    for seats in range(game.rules.seats(game.types.options())[0], game.rules.seats(game.types.options())[1] + 1):
        chance = Chance(seats)
        state = game.rules.setup(game.types.options(), seats, chance).state
        for _ in range(20_000):
            if not (awaited := game.rules.to_act(state)):
                break
            legal = game.rules.legal_commands(state, awaited[0])
            command = game.bots.fallback(game.gate.view(state, awaited[0]), awaited[0], legal)
            assert command in legal
            state = game.rules.decide(state, awaited[0], command, chance).state
        assert game.rules.outcome(state) is not None


@random_games
def test_what_is_hidden_makes_no_difference(game: AnyGame, seats: int, seed: int) -> None:
    """Deal anew what a seat cannot see: nothing that it is told changes."""
    chance = Chance(seed)
    for step in play(game, seats, seed):
        for seat in (*range(seats), None):
            view = game.gate.view(step.after, seat)
            other = game.bots.determinize(view, seat, chance)
            assert game.gate.view(other, seat) == view
            assert game.rules.to_act(other) == game.rules.to_act(step.after)
            if seat is not None:
                assert game.rules.legal_commands(other, seat) == game.rules.legal_commands(step.after, seat)
                assert _refusal(game, other, seat, step.command) == _refusal(game, step.after, seat, step.command)


def _refusal(game: AnyGame, state: Any, seat: int, command: Any) -> Any:
    try:
        game.rules.check(state, seat, command)
    except Rejected as refusal:
        return refusal.code, refusal.message, refusal.params
    return None


@random_games
def test_what_is_hidden_never_leaves(game: AnyGame, seats: int, seed: int) -> None:
    """A redacted event says no more if redacted twice, and the open view differs from the others only where they hide."""
    for step in play(game, seats, seed):
        for event in step.events:
            for seat in (0, None):
                redacted = game.gate.redact(event, seat)
                if redacted is not None:
                    assert game.gate.redact(redacted, seat) == redacted
                    assert type(redacted) is type(event)
        assert game.gate.redact_command(step.command, step.seat, step.seat) == step.command
        for seat in (*range(seats), None):
            redacted = game.gate.redact_command(step.command, step.seat, seat)
            if redacted is not None:
                assert game.gate.redact_command(redacted, step.seat, seat) == redacted
                assert type(redacted) is type(step.command)
        shown = msgspec.to_builtins(game.gate.view(step.after, None))
        same_but_for_hidden(msgspec.to_builtins(game.gate.open_view(step.after)), shown)


def same_but_for_hidden(everything: Any, shown: Any) -> None:
    if shown == SECRET or (shown is None and everything is not None):
        assert everything != SECRET
    elif isinstance(shown, dict) and shown.get("hidden") is True:
        # A single name counts as one, whatever its length.
        assert (1 if isinstance(everything, str) else len(everything)) == msgspec.convert(shown, Hidden).count
    elif isinstance(shown, dict):
        assert everything.keys() == shown.keys()
        for key, value in shown.items():
            same_but_for_hidden(everything[key], value)
    elif isinstance(shown, list | tuple):
        assert len(everything) == len(shown)
        for one, other in zip(everything, shown, strict=True):
            same_but_for_hidden(one, other)
    else:
        assert everything == shown


@random_games
def test_everything_can_be_told(game: AnyGame, seats: int, seed: int) -> None:
    names = ALL_SEATS_NAMED[:seats]
    for step in play(game, seats, seed):
        view = game.gate.view(step.before, step.seat)
        sentences = [game.words.describe(view, step.seat, command, names) for command in step.legal]
        assert all(sentence.strip() for sentence in sentences)
        for command in step.legal:
            msgspec.json.encode(game.words.preview(view, step.seat, command))
        redacted = [event for event in (game.gate.redact(each, None) for each in step.events) if event is not None]
        told = game.words.narrate(redacted, names, game.types.options())
        assert told or not redacted
        assert told == told.strip()


@random_games
def test_commands_and_states_can_be_valued(game: AnyGame, seats: int, seed: int) -> None:
    for number, step in enumerate(play(game, seats, seed)):
        standing = game.bots.win_shares(step.before)
        assert len(standing) == seats
        assert all(0 <= share <= 1 for share in standing)
        assert sum(standing) == pytest.approx(1) or (seats == 1 and sum(standing) < 1)
        if number % 5 == 0:
            view = game.gate.view(step.before, step.seat)
            values = [game.bots.evaluate(view, step.seat, command) for command in step.legal]
            assert all(isinstance(value, float) for value in values)
            assert values == [game.bots.evaluate(view, step.seat, command) for command in step.legal]
