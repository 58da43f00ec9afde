"""Improvements, Residences and Open Water, where the ship is and from afar (RULES.md, chapters 5, 6, 21 and 23.6)."""

from __future__ import annotations

from domain.game import Json, Rng
from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from ..content import IMPROVEMENTS, RESIDENCES, TRACK_START
from ..flow import Answers, begin, close, declining
from ..frames import AcquireRemote, ConstructRemote, GulfOption, ImprovementCard, ResidenceCard, ResolveEffects, Retire
from ..sea import acquirable, acquire_price, construct_price, purse, refill
from ..state import Recorder, State, residence_spaces

IGNORE_DOUBLOONS = 5


# On the card


def _ignore(recorder: Recorder, frame: ImprovementCard | ResidenceCard, command: c.IgnoreCard, rng: Rng) -> None:
    """Ignoring is always allowed, and brings 5 doubloons (PM-062, PM-063)."""
    close(recorder)
    recorder.emit(e.CardIgnored(frame.seat, recorder.state.seats[frame.seat].ship, IGNORE_DOUBLOONS))


def _acquire_here(recorder: Recorder, frame: ImprovementCard, command: c.AcquireImprovement, rng: Rng) -> None:
    close(recorder)
    _acquire(recorder, frame.seat, recorder.state.seats[frame.seat].ship)


def _why_not_acquire_here(state: State, frame: ImprovementCard, command: c.AcquireImprovement) -> str | None:
    own = state.seats[frame.seat]
    if not state.sea[own.ship].id:
        return "open_water"
    return "cannot_afford" if acquire_price(state, frame.seat, own.ship) > own.doubloons else None


def _construct_here(recorder: Recorder, frame: ResidenceCard, command: c.ConstructResidence, rng: Rng) -> None:
    close(recorder)
    construct(recorder, frame.seat, recorder.state.seats[frame.seat].ship)


def _why_not_construct_here(state: State, frame: ResidenceCard, command: c.ConstructResidence) -> str | None:
    return _why_not_construct(state, frame.seat, state.seats[frame.seat].ship)


def _purse_here(state: State, frame: ImprovementCard, command: c.AcquireImprovement) -> dict[str, Json]:
    space = state.seats[frame.seat].ship
    return purse(state, frame.seat, state.sea[space].id, acquire_price(state, frame.seat, space))


def _residence_purse_here(state: State, frame: ResidenceCard, command: c.ConstructResidence) -> dict[str, Json]:
    return _residence_purse(state, frame.seat, state.seats[frame.seat].ship)


# From afar


def _acquire_from(recorder: Recorder, frame: AcquireRemote, command: c.AcquireFrom, rng: Rng) -> None:
    close(recorder)
    _acquire(recorder, frame.seat, command.space, frame.surcharge)


def _why_not_acquire_from(state: State, frame: AcquireRemote, command: c.AcquireFrom) -> str | None:
    card = state.sea.get(command.space)
    if card is not None and not card.face_up:
        return "face_down"
    if card is None or card.id not in IMPROVEMENTS:
        return "not_an_improvement"
    if IMPROVEMENTS[card.id].type != frame.kind:
        return "wrong_type"
    cost = acquire_price(state, frame.seat, command.space, frame.surcharge)
    return "cannot_afford" if cost > state.seats[frame.seat].doubloons else None


def _purse_from(state: State, frame: AcquireRemote, command: c.AcquireFrom) -> dict[str, Json]:
    price = acquire_price(state, frame.seat, command.space, frame.surcharge)
    return purse(state, frame.seat, state.sea[command.space].id, price)


def _types(state: State, frame: AcquireRemote, command: c.AcquireFrom) -> dict[str, Json]:
    return {"type": IMPROVEMENTS[state.sea[command.space].id].type, "wanted": frame.kind}


def _construct_at(recorder: Recorder, frame: ConstructRemote, command: c.ConstructAt, rng: Rng) -> None:
    close(recorder)
    construct(recorder, frame.seat, command.space)


def why_not_construct_at(
    state: State, frame: ConstructRemote | GulfOption | Retire, command: c.ConstructAt | c.GulfResidence | c.RetireResidence
) -> str | None:
    """The check of building from afar, at half the price on the Retirement tile (PM-379)."""
    return _why_not_construct(state, frame.seat, command.space, half=isinstance(frame, Retire))


def residence_purse_at(
    state: State, frame: ConstructRemote | GulfOption | Retire, command: c.ConstructAt | c.GulfResidence | c.RetireResidence
) -> dict[str, Json]:
    """The figures of that check."""
    return _residence_purse(state, frame.seat, command.space, half=isinstance(frame, Retire))


def _retire(recorder: Recorder, frame: Retire, command: c.RetireResidence, rng: Rng) -> None:
    """Builds at half price, with the first builder's points; the Explorer returns to START (PM-378, PM-380, PM-384)."""
    close(recorder)
    construct(recorder, frame.seat, command.space, half=True)
    recorder.emit(e.ExplorerRetired(frame.seat, recorder.state.seats[frame.seat].explorer, TRACK_START))


# Wherever the ship is


def _acquire(recorder: Recorder, seat: int, space: str, surcharge: int = 0) -> None:
    """Buys the Improvement of a space with the doubloons at hand (PM-066). It lies open before the seat (PM-067) and counts
    from now on (PM-075). The space is filled first (PM-068), under the ships that are there (PM-069), with a card that is
    not used in this turn (PM-070), or becomes Open Water (PM-071). Then the immediate effects follow, in any order
    (PM-072)."""
    card = recorder.state.sea[space].id
    recorder.emit(e.ImprovementAcquired(seat, space, card, acquire_price(recorder.state, seat, space, surcharge)))
    refill(recorder, space)
    if IMPROVEMENTS[card].immediate:
        begin(recorder, ResolveEffects(seat, f"improvement:{card}", optional=True))


def construct(recorder: Recorder, seat: int, space: str, *, half: bool = False) -> None:
    """Builds the Residence of a space; the first builder gains points, wherever the ship is (PM-079, PM-080, PM-085)."""
    state = recorder.state
    residence = state.sea[space].id
    paid = construct_price(state, seat, residence, half=half)
    recorder.emit(e.ResidenceConstructed(seat, space, residence, paid, first_builder=not state.residences[residence]))


def _why_not_construct(state: State, seat: int, space: str, *, half: bool = False) -> str | None:
    card = state.sea.get(space)
    residence = "" if card is None else card.id
    if residence not in RESIDENCES:
        return "not_a_residence"
    if seat in state.residences[residence]:
        return "already_built"
    return "cannot_afford" if construct_price(state, seat, residence, half=half) > state.seats[seat].doubloons else None


def _residence_purse(state: State, seat: int, space: str, *, half: bool = False) -> dict[str, Json]:
    residence = state.sea[space].id
    return purse(state, seat, residence, construct_price(state, seat, residence, half=half))


IGNORE = Answer(_ignore, plain(c.IgnoreCard()), always)
ANSWERS: Answers = {
    ImprovementCard: {
        c.IgnoreCard: IGNORE,
        c.AcquireImprovement: Answer(
            _acquire_here,
            plain(c.AcquireImprovement()),
            _why_not_acquire_here,
            figures={"cannot_afford": _purse_here},
        ),
    },
    ResidenceCard: {
        c.IgnoreCard: IGNORE,
        c.ConstructResidence: Answer(
            _construct_here,
            plain(c.ConstructResidence()),
            _why_not_construct_here,
            figures={"cannot_afford": _residence_purse_here},
        ),
    },
    AcquireRemote: {
        c.AcquireFrom: Answer(
            _acquire_from,
            lambda s, f: [c.AcquireFrom(space) for space in acquirable(s, f.seat, f.kind, f.surcharge)],
            _why_not_acquire_from,
            figures={"cannot_afford": _purse_from, "wrong_type": _types},
        ),
        c.Decline: declining("acquire_improvement"),
    },
    ConstructRemote: {
        c.ConstructAt: Answer(
            _construct_at,
            lambda s, f: [c.ConstructAt(space) for space in residence_spaces(s)],
            why_not_construct_at,
            figures={"cannot_afford": residence_purse_at},
        ),
        c.Decline: declining("construct_residence"),
    },
    Retire: {
        c.RetireResidence: Answer(
            _retire,
            lambda s, f: [c.RetireResidence(space) for space in residence_spaces(s)],
            why_not_construct_at,
            figures={"cannot_afford": residence_purse_at},
        )
    },
}
