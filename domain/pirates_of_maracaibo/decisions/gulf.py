"""A stop in the Gulf (RULES.md, chapter 17; Rubies, 23.5) and the arrival in Maracaibo (chapter 18)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from ..content import RUBY_MARKET, Effect
from ..effects import OPS
from ..effects.feasibility import can_do_something
from ..flow import Advance, Answers, begin, close, declining, gain_vp, in_steps
from ..frames import Frame, GulfOption, GulfVisit, ResolveEffects, ReturnRubies, SellRuby, Upgrade
from ..state import Recorder, State, residence_spaces
from .buying import construct, residence_purse_at, why_not_construct_at

GULF_RAID = Effect("raid_all_dice", power_bonus=2)
GULF_EXPLORE = Effect("explore", movement=4)
"""The other options of the Gulf besides building (PM-223)."""
RETURNED_RUBY_VP = 2
"""For each Ruby given back in the Gulf (PM-369)."""
MARACAIBO_VP = 6
"""For a seat or Jordan that reaches Maracaibo (PM-227, PM-280)."""


# The steps of a visit


def _sell(recorder: Recorder, visit: GulfVisit, rng: Rng) -> Frame | None:
    """One Ruby may be sold, while the market has an empty space; this comes first of all (PM-368, PM-370)."""
    free = len(recorder.state.ruby_market) < len(RUBY_MARKET)
    return SellRuby(visit.seat) if recorder.state.seats[visit.seat].rubies and free else None


def _return(recorder: Recorder, visit: GulfVisit, rng: Rng) -> Frame | None:
    """Any number of Rubies may be returned (PM-369)."""
    return ReturnRubies(visit.seat) if recorder.state.seats[visit.seat].rubies else None


def _upgrade(recorder: Recorder, visit: GulfVisit, rng: Rng) -> Frame:
    """An Upgrade may be placed (PM-222)."""
    return Upgrade(visit.seat, 1)


def _option(recorder: Recorder, visit: GulfVisit, rng: Rng) -> Frame:
    """The seat may raid, explore or build (PM-223)."""
    return GulfOption(visit.seat)


# Rubies


def _sell_ruby(recorder: Recorder, frame: SellRuby, command: c.SellRuby, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.RubySold(frame.seat, command.market_space))
    begin(recorder, ResolveEffects(frame.seat, f"ruby:{command.market_space}", optional=False))


def _why_not_sell(state: State, frame: SellRuby, command: c.SellRuby) -> str | None:
    if command.market_space not in RUBY_MARKET:
        return "unknown_market_space"
    return "market_space_taken" if command.market_space in state.ruby_market else None


def _return_ruby(recorder: Recorder, frame: ReturnRubies, command: c.ReturnRuby, rng: Rng) -> None:
    recorder.emit(e.RubyReturned(frame.seat))
    gain_vp(recorder, frame.seat, RETURNED_RUBY_VP, "ruby")


def _advance_rubies(recorder: Recorder, frame: ReturnRubies, rng: Rng) -> bool:
    if recorder.state.seats[frame.seat].rubies:
        return False
    close(recorder)
    return True


# The option


def _raid(recorder: Recorder, frame: GulfOption, command: c.GulfRaid, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.GulfOptionTaken(frame.seat, "raid"))
    OPS["raid_all_dice"](recorder, frame.seat, GULF_RAID, rng)


def _explore(recorder: Recorder, frame: GulfOption, command: c.GulfExplore, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.GulfOptionTaken(frame.seat, "explore"))
    OPS["explore"](recorder, frame.seat, GULF_EXPLORE, rng)


def _why_not_explore(state: State, frame: GulfOption, command: c.GulfExplore) -> str | None:
    return None if can_do_something(state, frame.seat, GULF_EXPLORE) else "explorer_at_end"


def _residence(recorder: Recorder, frame: GulfOption, command: c.GulfResidence, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.GulfOptionTaken(frame.seat, "residence"))
    construct(recorder, frame.seat, command.space)


def _none(recorder: Recorder, frame: GulfOption, command: c.Decline, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.GulfOptionTaken(frame.seat, "none"))


ADVANCE: Advance = {
    GulfVisit: in_steps(("sell", _sell), ("return", _return), ("upgrade", _upgrade), ("option", _option)),
    ReturnRubies: _advance_rubies,
}
ANSWERS: Answers = {
    SellRuby: {
        c.SellRuby: Answer(_sell_ruby, lambda s, f: [c.SellRuby(space) for space in RUBY_MARKET], _why_not_sell),
        c.Decline: declining("sell_ruby"),
    },
    ReturnRubies: {
        c.ReturnRuby: Answer(_return_ruby, plain(c.ReturnRuby()), always),
        c.FinishRubies: declining("return_ruby", c.FinishRubies),
    },
    GulfOption: {
        c.GulfRaid: Answer(_raid, plain(c.GulfRaid()), always),
        c.GulfExplore: Answer(_explore, plain(c.GulfExplore()), _why_not_explore),
        c.GulfResidence: Answer(
            _residence,
            lambda s, f: [c.GulfResidence(space) for space in residence_spaces(s)],
            why_not_construct_at,
            figures={"cannot_afford": residence_purse_at},
        ),
        c.Decline: Answer(_none, plain(c.Decline()), always),
    },
}
