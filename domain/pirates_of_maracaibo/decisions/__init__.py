"""The legal commands: `check` tests one, `legal_commands` lists all (RULES.md, chapter 25)."""

from __future__ import annotations

from typing import Any

from domain.game import Malformed
from domain.kit.decisions import Answer, LatestList, always, legal_answers, plain
from domain.kit.stack import name_of

from .. import commands as c
from .. import effects
from ..effects.raiding import RESUME
from ..flow import Advance, Answers, close
from ..frames import EndTurn, ImprovementCard, LocationActions, ResidenceCard, ReturnQuests, Sail
from ..refusals import check_answer, refuse, require
from ..state import State, to_act
from . import arriving, buying, gulf, locations, sailing

ADVANCE: Advance = {**locations.ADVANCE, **gulf.ADVANCE, **effects.ADVANCE}
ANSWERS: Answers = {
    **sailing.ANSWERS,
    **arriving.ANSWERS,
    **buying.ANSWERS,
    **locations.ANSWERS,
    **gulf.ANSWERS,
    **effects.ANSWERS,
    EndTurn: {
        c.ResumeRaid: RESUME,
        c.EndTurn: Answer(lambda recorder, frame, command, rng: close(recorder), plain(c.EndTurn()), always),
    },
}
"""The answers to every decision but the return of Quests, which is a decision of all seats at once."""

ALWAYS_ASKED = frozenset({Sail, ImprovementCard, ResidenceCard, LocationActions, EndTurn})
"""These decisions are asked even if only one command is legal (PM-396, PM-449)."""


def check(state: State | None, seat: int, command: c.Command) -> None:
    """Raises the first refusal that applies (PM-394, PM-395)."""
    if state is None:
        refuse("game_not_started")
    if state.result is not None:
        refuse("game_over")
    require(0 <= seat < len(state.seats), "unknown_seat", seats=len(state.seats))
    top = state.stack[-1]
    if isinstance(top, ReturnQuests):
        _check_return(state, top, seat, command)
        return
    require(seat in to_act(state), "not_your_turn", awaited_seats=list(to_act(state)))
    answer = ANSWERS[type(top)].get(type(command))
    if answer is None:
        refuse("wrong_decision", decision=name_of(top))
    check_answer(answer, state, top, command)


def _check_return(state: State, top: ReturnQuests, seat: int, command: c.Command) -> None:
    """The check of a returned Quest; a second return has its own refusal code (PM-443)."""
    if not isinstance(command, c.ReturnQuest):
        refuse("wrong_decision", decision=name_of(top))
    if not isinstance(command.quest, str):
        raise Malformed("invalid_field", "Name the Quest to return.", field="quest")
    own = state.seats[seat]
    require(command.quest in (*own.dealt, *own.quests), "not_dealt_to_you")
    require(seat in top.waiting, "already_chosen")


def legal_commands(state: State, seat: int) -> list[c.Command]:
    """Every command that `decide` accepts from this seat now."""
    return LEGAL.give(state, seat)


def _listed(state: State, seat: int) -> list[Any]:
    if seat not in to_act(state):
        return []
    top = state.stack[-1]
    if type(top) is ReturnQuests:
        return [c.ReturnQuest(quest) for quest in state.seats[seat].dealt]
    return legal_answers(ANSWERS[type(top)], state, top)


LEGAL = LatestList(_listed)
