"""Everything to reach in Merchants of the Caribbean: the use of every card of both decks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.content import NEWEST, Card, card_names, deck
from tests.fuzz.catalogue import Arranged, Catalogue

INSTANCES = sorted({card for listed in NEWEST.values() for card in deck(listed.deck_id, listed.revision, 4).cards})


def _named(card: Card) -> str:
    return f"{card.__struct_config__.tag} {card.id}"


def everything() -> frozenset[str]:
    """One label for each thing."""
    cards = {_named(card) for listed in NEWEST.values() for card in listed.cards}
    return frozenset(cards | {f"option deck={name}" for name in NEWEST} | {f"seats {seats}" for seats in range(2, 6)})


def reached(happened: Iterable[Any]) -> Iterator[str]:
    """The cards that were used: looted, hired, completed, levied."""
    for each in happened:
        match each:
            case (
                e.ShipLooted(card=card)
                | e.PersonHired(card=card)
                | e.ExpeditionCompleted(request=card)
                | e.TaxIncreaseFinished(card=card)
            ):
                yield _named(card_names()[card.partition(":")[0]])


def settings(chooser: random.Random) -> dict[str, Any]:
    listed = chooser.choice(list(NEWEST.values()))
    players = chooser.randint(listed.min_players, listed.max_players)
    drawn: dict[str, Any] = {"deck": listed.deck_id, "players": players}
    if chooser.random() < 0.5:
        drawn["starting_seat"] = chooser.randrange(players)
    if chooser.random() < 0.2:
        drawn["round_limit"] = chooser.choice((1, 2, 20))
    if chooser.random() < 0.3:
        drawn["target_influence"] = chooser.choice((3, 9, 20, 50))
    for name in ("expedition_required", "jester_pays_active_on_empty_harbour"):
        if chooser.random() < 0.5:
            drawn[name] = chooser.random() < 0.5
    return drawn


def discards(state: Any, seat: int, chooser: random.Random) -> Any:
    """Some Persons of the seat, now and then a foreign one, or one twice."""
    own = list(state.seats[seat].persons)
    given = chooser.sample(own, chooser.randint(0, min(4, len(own))))
    if chooser.random() < 0.2:
        given.append(chooser.choice((*given, chooser.choice(INSTANCES))))
    return given


def pull(state: Any, seat: int, wanted: frozenset[str]) -> float:
    """If nobody spends coins, fewer and fewer cards are left to reveal, until play stalls."""
    return float(len(state.seats[seat].coins)) if "event play_stalled" in wanted else 0.0


TESTS = "tests/merchants_of_the_caribbean/test_commands.py::test_refusals_of_revealing_come_in_their_order"
ARRANGED = {
    "reveal_limit_reached": Arranged("a turn busts long before: it only guards against one without end, MC-C04", TESTS),
    "no_card_to_reveal": Arranged("the turn then ends by itself, unless a request can be completed, MC-148", TESTS),
}

CATALOGUE = Catalogue(
    everything=everything(),
    reached=reached,
    settings=settings,
    bad_settings=({"deck": "a deck that is not"}, {"players": 9}, {"round_limit": 0}, {"starting_seat": "first"}),
    names={"card": INSTANCES, "request": INSTANCES},
    drawn={"discards": discards},
    at_hand=lambda state, seat: [*state.harbour, *state.requests],
    pull=pull,
    arranged=ARRANGED,
    strangers=(-1, 9),
)
