"""Improvements, Residences and Open Water, where the ship is and from afar (RULES.md, chapters 5, 6, 21 and 23.6)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from ..content import IMPROVEMENTS, RESIDENCES, TRACK_START
from ..flow import Answers, begin, close
from ..frames import AcquireRemote, ConstructRemote, ImprovementCard, ResidenceCard, ResolveEffects, Retire
from ..refusals import require
from ..state import Record, State, cards_at_sea, price, residence_spaces
from ..values import OPEN_WATER, LaidCard, SeaCard

IGNORE_DOUBLOONS = 5


def ship_of(state: State, seat: int) -> str:
    return state.seats[seat].ship


# Improvements


def acquire_price(state: State, seat: int, space: str, surcharge: int = 0) -> int:
    """PM-064."""
    return price(state.seats[seat], IMPROVEMENTS[state.sea[space].id].cost, surcharge)


def acquire(record: Record, seat: int, space: str, surcharge: int = 0) -> None:
    """Buy the Improvement of a space: it is paid and taken, the space refilled, its effects follow (PM-066 to PM-072)."""
    card = record.state.sea[space].id
    record.emit(e.ImprovementAcquired(seat, space, card, acquire_price(record.state, seat, space, surcharge)))
    refill(record, space)
    if IMPROVEMENTS[card].immediate:
        begin(record, ResolveEffects(seat, f"improvement:{card}", optional=True))


def refill(record: Record, space: str) -> None:
    """The top Tier II card as it lies, or Open Water (PM-068, PM-071, PM-342)."""
    state = record.state
    top = state.tier_two[0] if state.tier_two else OPEN_WATER
    record.emit(e.SpaceRefilled(space, laid(top)))
    show_top(record)


def show_top(record: Record) -> None:
    """The top of the Tier II deck is visible when it is face up (PM-342)."""
    state = record.state
    if state.options.fog_of_war_improvements:
        record.emit(e.TierTwoTopChanged(laid(state.tier_two[0]) if state.tier_two else None))


def laid(card: SeaCard) -> LaidCard:
    return LaidCard(card.id, card.back, card.face_up, card.doubloons)


def laid_at(state: State, space: str) -> LaidCard | None:
    """The card of a space; None in the Gulf and in Maracaibo."""
    return laid(state.sea[space]) if space in state.sea else None


def acquirable(state: State, seat: int, kind: str, surcharge: int) -> list[str]:
    """The spaces with a face-up Improvement of this type that the seat can pay (PM-254 to PM-257, PM-347)."""
    return [
        space
        for space, card in cards_at_sea(state)
        if card.face_up
        and card.id in IMPROVEMENTS
        and IMPROVEMENTS[card.id].type == kind
        and acquire_price(state, seat, space, surcharge) <= state.seats[seat].doubloons
    ]


def can_acquire(state: State, seat: int, kind: str, surcharge: int) -> bool:
    """PM-416."""
    return bool(acquirable(state, seat, kind, surcharge))


# Residences


def construct_price(state: State, seat: int, residence: str, *, half: bool = False) -> int:
    """PM-078; half of it, rounded up, on the Retirement tile (PM-379)."""
    full = price(state.seats[seat], RESIDENCES[residence].cost)
    return (full + 1) // 2 if half else full


def construct(record: Record, seat: int, space: str, *, half: bool = False) -> None:
    """PM-079, PM-080, PM-085."""
    state = record.state
    residence = state.sea[space].id
    paid = construct_price(state, seat, residence, half=half)
    record.emit(e.ResidenceConstructed(seat, space, residence, paid, first_builder=not state.residences[residence]))


def check_construction(state: State, seat: int, space: str, *, half: bool = False) -> None:
    """The refusals of building from afar, in their order."""
    residence = residence_spaces(state).get(space)
    require(residence is not None, "not_a_residence")
    assert residence is not None
    require(seat not in state.residences[residence], "already_built")
    require(construct_price(state, seat, residence, half=half) <= state.seats[seat].doubloons, "cannot_afford")


def can_construct(state: State, seat: int, *, half: bool = False) -> bool:
    """PM-416, PM-382."""
    return any(
        seat not in state.residences[residence]
        and construct_price(state, seat, residence, half=half) <= state.seats[seat].doubloons
        for residence in residence_spaces(state).values()
    )


# On the card


def _ignore(record: Record, frame: ImprovementCard | ResidenceCard, command: c.IgnoreCard, rng: Rng) -> None:
    close(record)
    record.emit(e.CardIgnored(frame.seat, ship_of(record.state, frame.seat), IGNORE_DOUBLOONS))


def _acquire_here(record: Record, frame: ImprovementCard, command: c.AcquireImprovement, rng: Rng) -> None:
    close(record)
    acquire(record, frame.seat, ship_of(record.state, frame.seat))


def _may_acquire_here(state: State, frame: ImprovementCard, command: c.AcquireImprovement) -> None:
    space = ship_of(state, frame.seat)
    require(state.sea[space].id, "open_water")
    require(acquire_price(state, frame.seat, space) <= state.seats[frame.seat].doubloons, "cannot_afford")


def _construct_here(record: Record, frame: ResidenceCard, command: c.ConstructResidence, rng: Rng) -> None:
    close(record)
    construct(record, frame.seat, ship_of(record.state, frame.seat))


def _may_construct_here(state: State, frame: ResidenceCard, command: c.ConstructResidence) -> None:
    check_construction(state, frame.seat, ship_of(state, frame.seat))


# From afar


def _acquire_from(record: Record, frame: AcquireRemote, command: c.AcquireFrom, rng: Rng) -> None:
    close(record)
    acquire(record, frame.seat, command.space, frame.surcharge)


def _may_acquire_from(state: State, frame: AcquireRemote, command: c.AcquireFrom) -> None:
    card = state.sea.get(command.space)
    require(card is None or card.face_up, "face_down")
    require(card is not None and card.id in IMPROVEMENTS, "not_an_improvement")
    assert card is not None
    require(IMPROVEMENTS[card.id].type == frame.kind, "wrong_type")
    cost = acquire_price(state, frame.seat, command.space, frame.surcharge)
    require(cost <= state.seats[frame.seat].doubloons, "cannot_afford")


def _construct_at(record: Record, frame: ConstructRemote, command: c.ConstructAt, rng: Rng) -> None:
    close(record)
    construct(record, frame.seat, command.space)


def _may_construct_at(state: State, frame: ConstructRemote, command: c.ConstructAt) -> None:
    check_construction(state, frame.seat, command.space)


def _retire(record: Record, frame: Retire, command: c.RetireResidence, rng: Rng) -> None:
    """PM-378, PM-380, PM-384."""
    close(record)
    construct(record, frame.seat, command.space, half=True)
    record.emit(e.ExplorerRetired(frame.seat, record.state.seats[frame.seat].explorer, TRACK_START))


def _may_retire(state: State, frame: Retire, command: c.RetireResidence) -> None:
    check_construction(state, frame.seat, command.space, half=True)


def _decline(record: Record, frame: AcquireRemote | ConstructRemote, command: c.Decline, rng: Rng) -> None:
    close(record)
    effect = "acquire_improvement" if isinstance(frame, AcquireRemote) else "construct_residence"
    record.emit(e.EffectSkipped(frame.seat, effect, "declined"))


def _residences(state: State) -> Iterable[str]:
    return residence_spaces(state)


DECLINE = Answer(_decline, plain(c.Decline()), always)
ANSWERS: Answers = {
    ImprovementCard: {
        c.IgnoreCard: Answer(_ignore, plain(c.IgnoreCard()), always),
        c.AcquireImprovement: Answer(_acquire_here, plain(c.AcquireImprovement()), _may_acquire_here),
    },
    ResidenceCard: {
        c.IgnoreCard: Answer(_ignore, plain(c.IgnoreCard()), always),
        c.ConstructResidence: Answer(_construct_here, plain(c.ConstructResidence()), _may_construct_here),
    },
    AcquireRemote: {
        c.AcquireFrom: Answer(
            _acquire_from,
            lambda s, f: [c.AcquireFrom(space) for space in acquirable(s, f.seat, f.kind, f.surcharge)],
            _may_acquire_from,
        ),
        c.Decline: DECLINE,
    },
    ConstructRemote: {
        c.ConstructAt: Answer(
            _construct_at, lambda s, f: [c.ConstructAt(space) for space in _residences(s)], _may_construct_at
        ),
        c.Decline: DECLINE,
    },
    Retire: {
        c.RetireResidence: Answer(_retire, lambda s, f: [c.RetireResidence(space) for space in _residences(s)], _may_retire)
    },
}
