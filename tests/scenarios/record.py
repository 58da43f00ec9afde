"""Records the scenarios of our games that are not there yet: `python -m tests.scenarios.record`; those named, anew.

Seeds are tried one after the other, with several players, and the shortest way to a position that is wanted is kept. A new
version of the rules under which a command of a scenario is not legal any more needs the scenario recorded anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.fairness import Draws
from domain.game import AnyGame
from domain.merchants_and_marauders.frames import Declare, RaidSpend
from domain.merchants_of_the_caribbean.events import BustOccurred
from domain.merchants_of_the_caribbean.state import OtherTake, Repel
from domain.pirates_of_maracaibo.events import SoloCardRevealed
from domain.pirates_of_maracaibo.frames import Explore, RaidSpending, Sail
from domain.scenarios import Scenario
from domain.session.lifecycle import draws_of, position_of, read_options
from tests.support.games import OURS
from tests.support.players import Player, at_random, greedily, sensibly_at_times

ROOT = Path(__file__).parents[2] / "domain"
TRIES, LONGEST = 12, 700

MERCHANTS = "merchants-of-the-caribbean"
MARAUDERS = "merchants-and-marauders"
MARACAIBO = "pirates-of-maracaibo"
TRACK = {"final_comparison": "track"}
"""As all games had it that began with these positions under version 2: an audit sets the positions up again."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A scenario to record: what is said of it, how it is set up and played, and the position to reach."""

    ruleset: str
    name: str
    title: str
    text: str
    seats: int
    reached: Callable[[AnyGame, Any], bool]
    players: tuple[Player, ...] = (sensibly_at_times, greedily, at_random)
    options: Mapping[str, Any] = field(default_factory=dict)
    least: int = 0
    """The fewest commands before it."""


def _leads_to(kind: type[Any]) -> Callable[[AnyGame, Any], bool]:
    """Whether any legal command leads to such an event."""

    def reached(game: AnyGame, state: Any) -> bool:
        return any(
            isinstance(event, kind)
            for seat in game.rules.to_act(state)
            for command in game.rules.legal_commands(state, seat)
            for event in game.rules.decide(state, seat, command, Draws(bytes(32), 1)).events
        )

    return reached


def _asked(kind: type[Any], also: Callable[[Any], bool] = lambda state: True) -> Callable[[AnyGame, Any], bool]:
    """Whether this is the decision on top of the stack."""
    return lambda game, state: bool(state.stack) and isinstance(state.stack[-1], kind) and also(state)


def _battle(state: Any) -> tuple[Any, Any]:
    battle = next(frame for frame in reversed(state.stack) if hasattr(frame, "aggressor"))
    return battle.aggressor.who, battle.defender.who


WANTED = (
    Wanted(
        ruleset=MERCHANTS, name="bust", title="One card before a bust", seats=3,
        text="The next card is a Ship of a type that lies in the harbour: whoever reveals it has a bust.",
        reached=_leads_to(BustOccurred), players=(greedily, sensibly_at_times), least=30,
    ),
    Wanted(
        ruleset=MERCHANTS, name="repel", title="A Ship to drive off", seats=3,
        text="A Ship was revealed, and the active seat is strong enough to drive it off.",
        reached=lambda game, state: isinstance(state.decision, Repel),
    ),
    Wanted(
        ruleset=MERCHANTS, name="others-take", title="Another seat's choice", seats=4,
        text="The active seat has taken its cards, and another one may take from the harbour for a fee.",
        reached=lambda game, state: isinstance(state.decision, OtherTake), least=20,
    ),
    Wanted(
        ruleset=MERCHANTS, name="last-round", title="The last round", seats=3,
        text="A seat has reached the target, and the round is played to its end.",
        reached=lambda game, state: state.final_round, players=(greedily,),
    ),
    Wanted(
        ruleset=MARAUDERS, name="battle", title="Two captains in battle", seats=2, options=TRACK,
        text="Two captains fight at sea, and each declares to shoot, to board or to flee.",
        reached=_asked(Declare, lambda state: all(isinstance(side, int) for side in _battle(state))),
    ),
    Wanted(
        ruleset=MARAUDERS, name="npc-battle", title="A battle with a naval ship", seats=2, options=TRACK,
        text="A captain fights a ship that no player sails.",
        reached=_asked(Declare, lambda state: not all(isinstance(side, int) for side in _battle(state))),
    ),
    Wanted(
        ruleset=MARAUDERS, name="merchant-raid", title="A merchant raid", seats=3, options=TRACK,
        text="A captain raids a merchant and chooses what to use a success for.",
        reached=_asked(RaidSpend),
    ),
    Wanted(
        ruleset=MARAUDERS, name="last-round", title="The last round", seats=2, options=TRACK,
        text="A captain has declared a victory, and the round is played to its end.",
        reached=lambda game, state: state.game_over_after_round, players=(greedily,),
    ),
    Wanted(
        ruleset=MARACAIBO, name="raid", title="Raiding Power to spend", seats=2,
        text="A raid was rolled, and its Raiding Power is to be spent.",
        reached=_asked(RaidSpending),
    ),
    Wanted(
        ruleset=MARACAIBO, name="exploring", title="An Explorer on the way", seats=3,
        text="A seat moves its Explorer on the exploration track.",
        reached=_asked(Explore), least=20,
    ),
    Wanted(
        ruleset=MARACAIBO, name="jordans-turn", title="Jordan's turn", seats=1,
        text="The turn ends with the next action, and Jordan's turn follows.",
        reached=_leads_to(SoloCardRevealed), least=5,
    ),
    Wanted(
        ruleset=MARACAIBO, name="last-round", title="The last turns", seats=2,
        text="A ship has reached Maracaibo in the third round, and the last turns are played.",
        reached=lambda game, state: state.round == 3 and state.ended_by is not None and _asked(Sail)(game, state),
        players=(greedily,),
    ),
)  # fmt: skip


def way(game: AnyGame, wanted: Wanted, player: Player, seed: int, most: int) -> Scenario | None:
    """The scenario with this seed, if the player reaches what is wanted with at most so many commands."""
    scenario = Scenario(
        title=wanted.title, text=wanted.text, seats=wanted.seats, options=wanted.options, seed=seed, commands=()
    )
    state, taste = position_of(game, scenario), Draws(b"taste of the player", seed)
    commands: list[tuple[int, Any]] = []
    while len(commands) <= most:
        seats = game.rules.to_act(state)
        if not seats:
            return None
        if len(commands) >= wanted.least and wanted.reached(game, state):
            return msgspec.structs.replace(scenario, commands=tuple(commands))
        command = player(game, state, seats[0], taste)
        commands.append((seats[0], command))
        state = game.rules.decide(state, seats[0], command, draws_of(scenario, len(commands))).state
    return None


def shortest(wanted: Wanted) -> Scenario:
    """The shortest way that was found."""
    game, found = OURS[wanted.ruleset], None
    read_options(game, wanted.options)
    for seed in range(1, TRIES + 1):
        for player in wanted.players:
            most = LONGEST if found is None else len(found.commands) - 1
            found = way(game, wanted, player, seed, most) or found
    assert found is not None, f"{wanted.name} of {wanted.ruleset} is not reached"
    return found


def file_of(ruleset: str) -> Path:
    """The file of a game's scenarios."""
    return ROOT / ruleset.replace("-", "_") / "scenarios.json"


def main(anew: list[str]) -> None:
    """Write the scenarios that are missing, or named as `ruleset/name`."""
    for ruleset in dict.fromkeys(each.ruleset for each in WANTED):
        file = file_of(ruleset)
        there = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
        kept = {}
        for each in WANTED:
            if each.ruleset == ruleset:
                missing = each.name not in there or f"{ruleset}/{each.name}" in anew
                kept[each.name] = msgspec.to_builtins(shortest(each)) if missing else there[each.name]
                print(f"{ruleset}/{each.name}: {len(kept[each.name]['commands'])} commands")
        lines = ",\n".join(f'"{name}": {msgspec.json.encode(each).decode()}' for name, each in kept.items())
        file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
