"""The game as a record of its types and functions."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from domain.about import About
from domain.game import Bots, Game, Gate, Outcome, Rules, ScorePart, Types, Words
from domain.kit.words import capital
from domain.lessons import read_lessons
from domain.scenarios import read_scenarios

from .bots.determinize import determinize
from .bots.evaluate import STYLES, evaluate
from .bots.remarks import remarks
from .bots.stand_in import stand_in
from .bots.win_shares import win_shares
from .commands import COMMANDS, RETIRED_COMMANDS, Command
from .content import content
from .content.fields import FIELDS
from .decide import decide
from .decisions import check, legal_commands
from .drawing import DRAWING
from .drawing.sea import ENDS
from .ending import winners
from .events import EVENTS, RETIRED_EVENTS, Event
from .evolve import evolve
from .flow import glory_points
from .options import Options
from .refusals import REFUSALS
from .setup import resolve, seats_allowed, setup
from .state import State, to_act
from .texts import SILENT, asked, asked_you, describe, label, narrate, preview, tell
from .texts.ending import because, criteria
from .texts.figures import FIGURES
from .texts.preview_fields import ActionPreview
from .upcasters import UPCASTERS
from .values import Ranked
from .view import MaraudersView, open_view, view
from .view.redactions import redact, redact_command
from .view.reveals import reveals


def turn_seat(state: State) -> int | None:
    """The captain whose turn it is."""
    return None if state.turn is None else state.turn.seat


def outcome(state: State) -> Outcome | None:
    """The scores are glory points, those of the stash included."""
    result = state.result
    if result is None:
        return None
    rows = sorted(result.ranking, key=lambda row: row.seat)
    parts = (
        ScorePart("track", _track(state, rows), tuple(row.track for row in rows)),
        ScorePart("stash", "Stash", tuple(row.points - row.track for row in rows)),
    )
    points = tuple(row.points for row in rows)
    return Outcome(winners(result.ranking), points, result.reason, parts, because=f"{capital(ENDS[result.reason])}.")


def _track(state: State, rows: Sequence[Ranked]) -> str:
    """The name of the points on the track, which says where they alone have decided (MM-374)."""
    decided = state.options.final_comparison == "track" and sum(row.compared for row in rows) > 1
    return "Glory points, which decide" if decided else "Glory points"


GAME: Game[Options, State, Command, Event, MaraudersView] = Game(
    name="merchants-and-marauders",
    title="Merchants & Marauders",
    version=3,
    types=Types(
        options=Options,
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        view=MaraudersView,
        preview=ActionPreview,
        retired_commands=RETIRED_COMMANDS,
        retired_events=RETIRED_EVENTS,
    ),
    rules=Rules(
        refusals=REFUSALS,
        seats=seats_allowed,
        resolve=resolve,
        setup=setup,
        check=check,
        decide=decide,
        evolve=evolve,
        legal_commands=legal_commands,
        to_act=to_act,
        turn=lambda state: state.turn_number,
        turn_seat=turn_seat,
        outcome=outcome,
        points=lambda state: [glory_points(state, seat) for seat in range(len(state.seats))],
        round=lambda state: state.round,
        criteria=criteria,
    ),
    gate=Gate(
        view=view,
        open_view=open_view,
        redact=redact,
        redact_command=redact_command,
        reveals=reveals,
    ),
    words=Words(
        describe=describe,
        label=label,
        preview=preview,
        asked=asked,
        asked_you=asked_you,
        narrate=narrate,
        tell=tell,
        figures=FIGURES,
        because=because,
        silent=SILENT,
    ),
    bots=Bots(
        determinize=determinize,
        evaluate=evaluate,
        stand_in=stand_in,
        styles=STYLES,
        win_shares=win_shares,
        remarks=remarks,
        levels=("random", "casual", "greedy"),
        longest_list=32,
    ),
    about=About(
        sentence="Trade or plunder across a living sea, with your own captain and ship.",
        kinds=("open world", "dice and battles"),
        minutes=(90, 180),
        weight="demanding",
        best_seats=(3,),
    ),
    lessons=read_lessons(files("domain.merchants_and_marauders").joinpath("lessons.json").read_bytes(), COMMANDS),
    drawing=DRAWING,
    content=content,
    content_fields=FIELDS,
    scenarios=read_scenarios(files("domain.merchants_and_marauders").joinpath("scenarios.json").read_bytes(), COMMANDS),
    upcasters=UPCASTERS,
)
