"""The game as a record of its types and functions."""

from __future__ import annotations

from importlib.resources import files

from domain.about import About
from domain.game import Bots, Game, Gate, Lookahead, Opponent, Outcome, Rules, ScorePart, Types, Words
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
from .narration import SILENT, tell
from .options import Options
from .refusals import REFUSALS
from .scoring import points
from .setup import resolve, seats_allowed, setup
from .state import State, to_act
from .texts import asked, asked_you, describe, label, preview, score_parts
from .texts.ending import because, criteria
from .texts.preview_fields import ActionPreview
from .upcasters import UPCASTERS
from .view import MaracaiboView, open_view, view
from .view.redactions import redact, redact_command
from .view.reveals import reveals


def turn_seat(state: State) -> int | None:
    """The captain whose turn it is."""
    return None if state.turn is None else state.turn.seat


def outcome(state: State) -> Outcome | None:
    """The scores are those of the seats. A seat that loses to Jordan leaves the game without a winner."""
    result = state.result
    if result is None or not result.winners:
        return None
    scores = sorted((score for score in result.scores if isinstance(score.who, int)), key=lambda score: score.who)
    automated = [score for score in result.scores if score.who == "jordan"]
    winners = tuple(who for who in result.winners if isinstance(who, int))
    beaten = "jordan" in result.winners
    parts = score_parts([*scores, *automated])
    return Outcome(
        winners,
        tuple(score.total for score in scores),
        "beaten_by_jordan" if beaten else "three_rounds_played",
        tuple(ScorePart(part.id, part.name, part.scores[: len(scores)]) for part in parts),
        because="Three rounds are played." + (" Buried Treasures broke the tie." if result.tie_break else ""),
        opponents=tuple(
            [Opponent("Jordan", each.total, tuple(part.scores[-1] for part in parts), beaten) for each in automated]
        ),
    )


GAME: Game[Options, State, Command, Event, MaracaiboView] = Game(
    name="pirates-of-maracaibo",
    title="Pirates of Maracaibo",
    version=3,
    types=Types(
        options=Options,
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        view=MaracaiboView,
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
        turn=lambda state: state.turn_number,
        turn_seat=turn_seat,
        outcome=outcome,
        points=points,
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
        asked=asked,
        asked_you=asked_you,
        preview=preview,
        tell=tell,
        because=because,
        silent=SILENT,
    ),
    bots=Bots(
        determinize=determinize,
        evaluate=evaluate,
        stand_in=stand_in,
        win_shares=win_shares,
        remarks=remarks,
        lookahead=Lookahead(turns=1, candidates=6, playouts=32),
        longest_list=32,
    ),
    about=About(
        sentence="Three races through a sea of cards: raid, bury, explore.",
        kinds=("race", "build up your ship"),
        minutes=(25, 100),
        weight="medium",
        best_seats=(2, 3),
    ),
    lessons=read_lessons(files("domain.pirates_of_maracaibo").joinpath("lessons.json").read_bytes(), COMMANDS),
    drawing=DRAWING,
    content=content,
    content_fields=FIELDS,
    scenarios=read_scenarios(files("domain.pirates_of_maracaibo").joinpath("scenarios.json").read_bytes(), COMMANDS),
    upcasters=UPCASTERS,
)
