"""Setting a game up (RULES.md, chapters 2 and 18)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict, replace

import domain.recorder
from domain.game import Malformed, Rng, check_seats
from domain.kit import options as kit
from domain.kit.cards import shuffled
from domain.kit.seats import clockwise

from .coins import gain
from .content import NEWEST, DeckList, deck
from .events import GameSetUp, RequestPosted, RoundStarted, TurnStarted
from .evolve import evolve
from .options import ROUND_LIMIT, TARGET_INFLUENCE, Options
from .state import Recorder

STARTING_COINS = 3


def setup(options: Options, seats: int, rng: Rng) -> Recorder:
    """Shuffle, deal the coins and start the first turn (MC-018, MC-019, MC-020, MC-021, MC-022). Raises the refusals of
    MC-C03."""
    chosen = resolve(options, seats)
    listed = _deck_list(chosen)
    cards = deck(listed.deck_id, listed.revision, seats)
    order = shuffled(cards.shuffled, rng)
    starting_seat = rng.below(seats) if chosen.starting_seat == "random" else chosen.starting_seat
    first = GameSetUp(listed.deck_id, listed.revision, chosen, seats, starting_seat, order)
    recorder: Recorder = domain.recorder.Recorder.begun(evolve, first)
    for request in cards.posted:
        recorder.emit(RequestPosted(request))
    for seat in clockwise(starting_seat, seats):
        gain(recorder, seat, STARTING_COINS, "start", rng)
    recorder.emit(RoundStarted(1))
    recorder.emit(TurnStarted(1, starting_seat))
    return recorder


def seats_allowed(options: Options) -> Sequence[int]:
    """The numbers of seats of the deck (MC-016, MC-V04); the option `players` leaves one. Raises for an unknown deck."""
    listed = _deck_list(options)
    return kit.seats_allowed(options.players, range(listed.min_players, listed.max_players + 1))


def _deck_list(options: Options) -> DeckList:
    listed = NEWEST.get(options.deck)
    if listed is None:
        known = ", ".join(NEWEST)
        detail = f"There is no deck {options.deck!r}; there are: {known}."
        raise Malformed("invalid_option", detail, option="deck", decks=list(NEWEST))
    return listed


def resolve(options: Options, seats: int) -> Options:
    """The options with every value filled in (MC-V02). Raises the refusals of MC-C03, in its order."""
    check_seats(seats, seats_allowed(options))
    listed = _deck_list(options)
    kit.check_types(options, "invalid_option")
    open_ones = {name: value for name, value in asdict(listed.defaults).items() if getattr(options, name) is None}
    chosen = replace(options, players=seats, **open_ones)
    for name, value, allowed in (
        ("starting_seat", chosen.starting_seat, range(seats)),
        ("round_limit", chosen.round_limit, ROUND_LIMIT),
        ("target_influence", chosen.target_influence, TARGET_INFLUENCE),
    ):
        if value != "random" and value not in allowed:
            raise Malformed(
                "invalid_option",
                f"{name} must be a number from {allowed[0]} to {allowed[-1]}.",
                option=name,
                value=value,
            )
    return chosen
