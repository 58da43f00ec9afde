"""What games write and show stays within the enums of the contract: recorded games of all versions and options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from domain.game import Malformed
from domain.session.lifecycle import position_of
from service.field_docs import components_of
from tests.golden.test_golden import FILES, Golden, as_json
from tests.support.games import OURS, codec_of

EVERY = 12
"""After how many commits the position is shown, and what can be done in it."""


def validator(kinds: tuple[Any, ...]) -> Any:
    """Checks a list of values of these types."""
    definitions = components_of(kinds, "#/$defs/{name}")
    tags = {str(kind.__struct_config__.tag): kind.__name__ for kind in kinds}
    one_of = [{"$ref": f"#/$defs/{name}"} for name in tags.values()]
    return jsonschema_rs.validator_for({"$defs": definitions, "type": "array", "items": {"anyOf": one_of}})


class Checked:
    """The types of one game as the contract has them."""

    def __init__(self, ruleset: str) -> None:
        types = OURS[ruleset].types
        self.events, self.commands = validator(types.recorded_events), validator(types.recorded_commands)
        self.view = validator((types.view,))

    def position(self, game: Any, state: Any) -> None:
        for viewer in (None, *range(len(state.seats))):
            self.view.validate([as_json(game.gate.view(state, viewer))])
        self.view.validate([as_json(game.gate.open_view(state))])
        for seat in game.rules.to_act(state):
            self.commands.validate(as_json(game.rules.legal_commands(state, seat)))


@pytest.fixture(scope="module")
def checked() -> dict[str, Checked]:
    return {ruleset: Checked(ruleset) for ruleset in OURS}


def _of_rules(codec: Any, golden: Golden) -> Iterator[tuple[Any, list[Any]]]:
    commits = golden.commits()
    for number, (commit, events) in enumerate(zip(commits, codec.events(commits), strict=True)):
        yield codec.command(commit) if number else None, events


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}-{file.name.partition('.')[0]}" for file in FILES])
def test_a_golden_game_stays_within_the_enums(file: Path, checked: dict[str, Checked]) -> None:
    golden = Golden(file)
    game, types, state = golden.game, checked[golden.game.name], None
    for number, (command, events) in enumerate(_of_rules(codec_of(game.name), golden)):
        types.events.validate(as_json(events))
        if command is not None:
            types.commands.validate([as_json(command)])
        state = game.fold(events, state)
        if number % EVERY == 0:
            types.position(game, state)


@pytest.mark.parametrize(("ruleset", "name"), [(game.name, name) for game in OURS.values() for name in game.scenarios])
def test_a_scenario_stays_within_the_enums(ruleset: str, name: str, checked: dict[str, Checked]) -> None:
    game = OURS[ruleset]
    checked[ruleset].position(game, position_of(game, game.scenarios[name]))


def test_a_string_outside_of_an_enum_is_read_in_a_log_and_refused_in_a_request() -> None:
    """Logs of older versions may hold other strings, so no enum keeps them from being read."""
    codec, sail = codec_of("merchants-and-marauders"), msgspec.json.encode({"type": "sail", "zone": "atlantis"})
    golden = next(golden for golden in map(Golden, FILES) if golden.game is codec.game and golden.document["version"] == 2)
    assert codec.command(msgspec.structs.replace(golden.commits()[1], command=msgspec.Raw(sail))).zone == "atlantis"
    with pytest.raises(Malformed) as refused:
        codec.action(sail)
    assert (refused.value.code, refused.value.params) == ("invalid_field", {"field": "zone"})
