"""The game as a record of its types and functions."""

from __future__ import annotations

from importlib.resources import files

from domain.about import About
from domain.game import Bots, Game, Gate, Lookahead, Outcome, Rules, ScorePart, Types, Upcaster, Words
from domain.lessons import read_lessons
from domain.scenarios import read_scenarios

from .bots.determinize import determinize
from .bots.evaluate import evaluate
from .bots.remarks import remarks
from .bots.stand_in import stand_in
from .bots.win_shares import win_shares
from .commands import COMMANDS, Command
from .content import content
from .content.fields import FIELDS
from .decide import decide
from .decisions import check, legal_commands
from .drawing import DRAWING
from .events import EVENTS, Event
from .evolve import evolve
from .options import Options
from .refusals import REFUSALS
from .setup import resolve, seats_allowed, setup
from .state import State, cards_of, person, request
from .texts.describe import describe
from .texts.ending import because, criteria
from .texts.figures import FIGURES
from .texts.labels import asked, asked_you, label
from .texts.narration import SILENT, tell
from .texts.preview import preview
from .texts.preview_fields import ActionPreview
from .view import MerchantsView, open_view, redact, redact_command, reveals, view


def to_act(state: State) -> tuple[int, ...]:
    """At most one seat is asked something at a time (MC-147)."""
    return () if state.decision is None else (state.decision.seat,)


def turn(state: State) -> int:
    """The turns of all seats are counted together."""
    return state.turn


def turn_seat(state: State) -> int:
    """The active seat, also while another one takes from its harbour."""
    return state.active_seat


BECAUSE = {
    "target_reached": "Somebody had the points for the end, and the round was played to its end.",
    "stalled": "Nobody could change anything any more.",
    "round_limit": "The last round is played.",
}
"""Why a game ends."""


def outcome(state: State) -> Outcome | None:
    """The scores are influence points."""
    result = state.result
    if result is None:
        return None
    cards = cards_of(state)
    persons = tuple(sum(person(cards, card).influence for card in seat.persons) for seat in state.seats)
    expeditions = tuple(sum(request(cards, card).influence for card in seat.completed_requests) for seat in state.seats)
    parts = (ScorePart("persons", "Persons", persons), ScorePart("expeditions", "Expeditions", expeditions))
    scores = tuple(seat.influence for seat in state.seats)
    return Outcome(result.winners, scores, result.reason, parts, because=BECAUSE[result.reason])


GAME: Game[Options, State, Command, Event, MerchantsView] = Game(
    name="merchants-of-the-caribbean",
    title="Merchants of the Caribbean",
    version=2,
    types=Types(
        options=Options,
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        view=MerchantsView,
        preview=ActionPreview,
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
        turn=turn,
        turn_seat=turn_seat,
        outcome=outcome,
        points=lambda state: [seat.influence for seat in state.seats],
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
        tell=tell,
        figures=FIGURES,
        because=because,
        silent=SILENT,
    ),
    bots=Bots(
        determinize=determinize,
        evaluate=evaluate,
        stand_in=stand_in,
        win_shares=win_shares,
        remarks=remarks,
        lookahead=Lookahead(turns=1, candidates=8, playouts=400),
        longest_list=32,
    ),
    about=About(
        sentence="Turn up ship after ship. Stop in time, or lose the whole harbour.",
        kinds=("press your luck", "cards"),
        minutes=(15, 30),
        weight="easy",
    ),
    lessons=read_lessons(files("domain.merchants_of_the_caribbean").joinpath("lessons.json").read_bytes(), COMMANDS),
    drawing=DRAWING,
    content=content,
    content_fields=FIELDS,
    scenarios=read_scenarios(files("domain.merchants_of_the_caribbean").joinpath("scenarios.json").read_bytes(), COMMANDS),
    upcasters={1: Upcaster(decides_alike=True)},  # Version 2 remembers in a position which coins are known (MC-153).
)
