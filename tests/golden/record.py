"""Records missing golden games: `python -m tests.golden.record`; records games again if they are named.

A recorded game stays as the version of its time recorded it; for a new version, add a game that shows what is new. Each game
is dealt from a fixed secret and played by a fixed policy. Secrets are tried one after the other until a game ends in the
wanted way.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.fairness import Draws, game_key
from domain.game import AnyGame, Outcome
from tests.golden.situations import happens, rewarded_at_the_end, shows_version_2, visiting_st_john
from tests.support.games import GAMES
from tests.support.players import Player, at_random, greedily, sensibly_at_times, standing_in

HERE = Path(__file__).parent
TRIES = 5_000

Commit = dict[str, Any]


def hoarding(game: AnyGame, state: Any, seat: int, draws: Draws) -> Any:
    """Merchants of the Caribbean: loot the first Ship that comes and never spend a coin, so that the piles run dry."""
    commands: dict[str, Any] = {}
    for command in game.rules.legal_commands(state, seat):
        commands.setdefault(type(command).__struct_config__.tag, command)
    order = ["loot_ship", "keep_ship", "finish_taking", "end_turn", "stop_discovering", "reveal_card"]
    if not game.gate.view(state, seat).ship_types:
        order.remove("stop_discovering")
    return next(commands[tag] for tag in (*order, "stop_discovering") if tag in commands)


@dataclass(frozen=True, kw_only=True)
class Recording:
    """A game to record: its set-up, its players, and what must happen in it."""

    name: str
    ruleset: str
    about: str
    seats: int
    policy: Player
    wanted: Callable[[Outcome, Any], bool]
    """From the outcome and the last event."""
    options: Mapping[str, Any] = field(default_factory=dict)
    shows: Callable[[Sequence[Any]], bool] = lambda events: True
    """What must happen in it, from all its events."""


def one_winner(outcome: Outcome, last: Any) -> bool:
    return outcome.reason == "target_reached" and len(outcome.winners) == 1


def tied(outcome: Outcome, last: Any) -> bool:
    """Whether the two best have equal influence."""
    first, second = last.ranking[:2]
    return bool(first.influence == second.influence and first.completed_requests and second.completed_requests)


def stash_decides(outcome: Outcome, last: Any) -> bool:
    """Merchants & Marauders: whether the two best are equal but for their stash."""
    first, second = last.ranking[:2]
    if outcome.reason == "glory":
        return bool(second.compared and first.track == second.track and first.stash > second.stash)
    return bool(first.points == second.points and first.stash > second.stash)


def stash_outweighs_track(outcome: Outcome, last: Any) -> bool:
    """Merchants & Marauders: whether a seat wins with more points in all over one with more of them on the track."""
    first, second = last.ranking[:2]
    return bool(second.compared and first.points > second.points and first.track < second.track)


def track_outweighs_stash(outcome: Outcome, last: Any) -> bool:
    """Merchants & Marauders: the other way round."""
    first, second = last.ranking[:2]
    return bool(second.compared and first.points < second.points and first.track > second.track)


MERCHANTS = "merchants-of-the-caribbean"
MARAUDERS = "merchants-and-marauders"
MARACAIBO = "pirates-of-maracaibo"

RECORDINGS = (
    Recording(
        name="target-reached",
        ruleset=MERCHANTS,
        about="The standard game of three, won on points.",
        seats=3,
        policy=greedily,
        wanted=one_winner,
    ),
    Recording(
        name="tie-broken-by-coins",
        ruleset=MERCHANTS,
        about="Two seats have equally much influence and a request each; more coins win.",
        seats=2,
        options={"target_influence": 4, "starting_seat": 1},
        policy=greedily,
        wanted=lambda outcome, last: one_winner(outcome, last) and tied(outcome, last),
    ),
    Recording(
        name="shared-victory",
        ruleset=MERCHANTS,
        about="Influence and coins are equal: the victory is shared. No request is needed, the target is low.",
        seats=4,
        options={"target_influence": 2, "expedition_required": False},
        policy=greedily,
        wanted=lambda outcome, last: outcome.reason == "target_reached" and len(outcome.winners) > 1,
    ),
    Recording(
        name="stalled",
        ruleset=MERCHANTS,
        about="Nobody spends a coin until both piles are empty; after two barren turns there is no winner.",
        seats=2,
        options={"round_limit": 1000},
        policy=hoarding,
        wanted=lambda outcome, last: outcome.reason == "stalled" and not outcome.winners,
    ),
    Recording(
        name="round-limit",
        ruleset=MERCHANTS,
        about="The rounds are over before the target is reached; the usual scoring names a winner.",
        seats=2,
        options={"round_limit": 15, "target_influence": 50},
        policy=greedily,
        wanted=lambda outcome, last: outcome.reason == "round_limit" and len(outcome.winners) == 1,
    ),
    Recording(
        name="round-limit-without-winner",
        ruleset=MERCHANTS,
        about="The rounds are over and nobody has completed a request.",
        seats=3,
        options={"round_limit": 4},
        policy=at_random,
        wanted=lambda outcome, last: outcome.reason == "round_limit" and not outcome.winners,
    ),
    Recording(
        name="jester-unpaid",
        ruleset=MERCHANTS,
        about="An empty harbour does not pay the active player's Jesters; at random, to an early end.",
        seats=2,
        options={"jester_pays_active_on_empty_harbour": False, "target_influence": 6, "players": 2},
        policy=at_random,
        wanted=one_winner,
    ),
    Recording(
        name="port-royal-five-players",
        ruleset=MERCHANTS,
        about="The second deck with five players and the request that lies open from the start.",
        seats=5,
        options={"deck": "port-royal-120"},
        policy=greedily,
        wanted=one_winner,
    ),
    Recording(
        name="port-royal-request-required",
        ruleset=MERCHANTS,
        about="The second deck, a completed request required and Jesters paid as in the standard game.",
        seats=3,
        options={
            "deck": "port-royal-120",
            "expedition_required": True,
            "jester_pays_active_on_empty_harbour": True,
            "target_influence": 8,
        },
        policy=greedily,
        wanted=one_winner,
    ),
    Recording(
        name="ten-points",
        ruleset=MARAUDERS,
        about="The standard game of three, won with ten glory points.",
        seats=3,
        policy=greedily,
        wanted=lambda outcome, last: outcome.reason == "glory" and len(outcome.winners) == 1,
    ),
    Recording(
        name="ten-points-decided-by-the-stash",
        ruleset=MARAUDERS,
        about="Two seats have ten points and equally many on the track; the larger stash wins.",
        seats=4,
        policy=greedily,
        wanted=lambda outcome, last: outcome.reason == "glory" and stash_decides(outcome, last),
    ),
    Recording(
        name="no-event-cards",
        ruleset=MARAUDERS,
        about="The event deck is empty before anyone has ten points.",
        seats=2,
        options={"windows": "holders_only"},
        policy=sensibly_at_times,
        wanted=lambda outcome, last: outcome.reason == "event_deck_empty" and len(outcome.winners) == 1,
    ),
    Recording(
        name="no-captains-left",
        ruleset=MARAUDERS,
        about="So many captains die that no card is left for the next.",
        seats=4,
        policy=at_random,
        wanted=lambda outcome, last: outcome.reason == "captain_deck_empty" and len(outcome.winners) == 1,
    ),
    Recording(
        name="stash-decides",
        ruleset=MARAUDERS,
        about="Cards run out, two seats have equally many points, the larger stash wins.",
        seats=3,
        options={"open_gold": True},
        policy=sensibly_at_times,
        wanted=lambda outcome, last: outcome.reason != "glory" and stash_decides(outcome, last),
    ),
    Recording(
        name="shared-victory",
        ruleset=MARAUDERS,
        about="Nobody is there to play: points and stash are equal, the victory is shared.",
        seats=2,
        options={"players": 2},
        policy=standing_in,
        wanted=lambda outcome, last: outcome.reason == "event_deck_empty" and len(outcome.winners) == 2,
    ),
    Recording(
        name="long-and-random",
        ruleset=MARAUDERS,
        about="Four seats play anything legal until the event deck is empty.",
        seats=4,
        policy=at_random,
        wanted=lambda outcome, last: outcome.reason == "event_deck_empty",
    ),
    Recording(
        name="rules-of-version-2",
        ruleset=MARAUDERS,
        about="All that version 2 changed but the reward at the end.",
        seats=4,
        policy=visiting_st_john,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
        shows=shows_version_2,
    ),
    Recording(
        name="rewarded-at-the-end",
        ruleset=MARAUDERS,
        about="The victor has his point before the game ends for want of captains (version 2).",
        seats=3,
        policy=at_random,
        wanted=lambda outcome, last: outcome.reason == "captain_deck_empty" and len(outcome.winners) == 1,
        shows=rewarded_at_the_end,
    ),
    Recording(
        name="all-points-decide",
        ruleset=MARAUDERS,
        about="Two seats have ten points; more in all win over more on the track (version 3).",
        seats=3,
        policy=greedily,
        wanted=stash_outweighs_track,
    ),
    Recording(
        name="the-track-decides",
        ruleset=MARAUDERS,
        about="Two seats have ten points; more on the track win over more in all (option of version 3).",
        seats=3,
        options={"final_comparison": "track"},
        policy=greedily,
        wanted=track_outweighs_stash,
    ),
    Recording(
        name="solo-won",
        ruleset=MARACAIBO,
        about="Alone against Jordan's easier cards, and won.",
        seats=1,
        options={"players": 1, "b_cards": 0},
        policy=greedily,
        wanted=lambda outcome, last: outcome.winners == (0,),
    ),
    Recording(
        name="solo-lost-in-every-fog",
        ruleset=MARACAIBO,
        about="Alone against Jordan's harder cards with all modules, at random, and lost.",
        seats=1,
        options={
            "b_cards": 6,
            "fog_of_war_locations": True,
            "fog_of_war_improvements": True,
            "pirate_skirmish": True,
            "quest_hunters": True,
            "rubies": True,
            "retirement": True,
        },
        policy=at_random,
        wanted=lambda outcome, last: outcome.reason == "beaten_by_jordan",
    ),
    Recording(
        name="two-seats",
        ruleset=MARACAIBO,
        about="The standard game of two.",
        seats=2,
        policy=greedily,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
    ),
    Recording(
        name="fog-over-three-seats",
        ruleset=MARACAIBO,
        about="Both Fog of War modules: sailing step by step over cards that lie face down.",
        seats=3,
        options={"fog_of_war_locations": True, "fog_of_war_improvements": True, "layout": "strait"},
        policy=greedily,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
    ),
    Recording(
        name="skirmish-of-four",
        ruleset=MARACAIBO,
        about="Pirate Skirmish with four seats on the square grid, its Locations spread.",
        seats=4,
        options={"pirate_skirmish": True, "layout": "grid", "break_location_clusters": True},
        policy=sensibly_at_times,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
    ),
    Recording(
        name="hunters-and-rubies",
        ruleset=MARACAIBO,
        about="Quest Hunters and Rubies.",
        seats=2,
        options={"quest_hunters": True, "rubies": True},
        policy=sensibly_at_times,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
    ),
    Recording(
        name="retirement",
        ruleset=MARACAIBO,
        about="Retirement in the long channel.",
        seats=3,
        options={"retirement": True, "layout": "long_channel"},
        policy=greedily,
        wanted=lambda outcome, last: len(outcome.winners) == 1,
    ),
    Recording(
        name="buried-treasure-decides",
        ruleset=MARACAIBO,
        about="Equal points; more buried Treasures win.",
        seats=4,
        policy=at_random,
        wanted=lambda outcome, last: last.tie_break,
    ),
    Recording(
        name="shared-between-captains",
        ruleset=MARACAIBO,
        about="Equal points and equally many buried Treasures: the victory is shared.",
        seats=2,
        policy=at_random,
        wanted=lambda outcome, last: len(outcome.winners) == 2,
    ),
    Recording(
        name="jordan-on-end",
        ruleset=MARACAIBO,
        about="A bonus takes Jordan's Explorer to END, from where it cannot explore (version 2).",
        seats=1,
        options={"b_cards": 6},
        policy=greedily,
        wanted=lambda outcome, last: True,
        shows=happens("solo_action_chosen_anew"),
    ),
)


def play(recording: Recording, number: int) -> tuple[list[Commit], Any]:
    """One game from the secret of this number: its commits and its last state."""
    game = GAMES[recording.ruleset]
    secret = number.to_bytes(32, "big")
    key, choices = game_key(secret, recording.name, ()), Draws(game_key(secret, "choices", ()), 0)
    options = msgspec.convert(recording.options, game.types.options)
    recorder = game.rules.setup(options, recording.seats, Draws(key, 1))
    commits: list[Commit] = [{"seat": None, "command": None, "events": recorder.events}]
    state = recorder.state
    while awaited := game.rules.to_act(state):
        command = recording.policy(game, state, awaited[0], choices)
        recorder = game.rules.decide(state, awaited[0], command, Draws(key, len(commits) + 1))
        commits.append({"seat": awaited[0], "command": command, "events": recorder.events})
        state = recorder.state
    return commits, state


def file_of(recording: Recording) -> Path:
    return HERE / recording.ruleset.replace("-", "_") / f"{recording.name}.json.gz"


def record(recording: Recording) -> Path:
    """Find a wanted game and write it, one commit a line."""
    game = GAMES[recording.ruleset]
    for number in range(TRIES):
        commits, state = play(recording, number)
        outcome = game.rules.outcome(state)
        happened = [event for commit in commits for event in commit["events"]]
        if outcome is not None and recording.wanted(outcome, happened[-1]) and recording.shows(happened):
            break
    else:
        raise SystemExit(f"none of {TRIES} secrets gives the game {recording.name}")
    head = {
        "about": recording.about,
        "ruleset": recording.ruleset,
        "version": game.version,
        "secret": number.to_bytes(32, "big").hex(),
        "options": dict(recording.options),
        "seats": recording.seats,
        "outcome": outcome,
        "view": game.gate.open_view(state),
    }
    lines = [f"{_json(name)}: {_json(value)}" for name, value in head.items()]
    body = ",\n".join([*lines, '"commits": [\n' + ",\n".join(map(_json, commits)) + "\n]"])
    path = file_of(recording)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(("{\n" + body + "\n}\n").encode(), mtime=0))
    return path


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def main(names: list[str]) -> None:
    """Record the games of these names, or those that are missing."""
    for recording in RECORDINGS:
        if recording.name in names or (not names and not file_of(recording).exists()):
            path = record(recording)
            sys.stdout.write(f"{path.relative_to(HERE)}: {path.stat().st_size // 1024} KB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
