"""Events and commands as a seat may see them (RULES.md, MM-K23 and MM-429)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.game import Hidden, Secret

from .. import commands as c
from .. import events as e

SECRET = Secret()

# Events


def redact(event: e.Event, seat: int | None) -> e.Event | None:
    """The event as a seat or a spectator may see it; None if it is hidden altogether (MM-K23)."""
    hide = REDACTIONS.get(type(event))
    return event if hide is None else hide(event, seat)


def hidden(zone: Any) -> Any:
    """Hides the cards and leaves their number."""
    if isinstance(zone, tuple):
        return Hidden(len(zone))
    if isinstance(zone, str):
        return Hidden(1)
    return SECRET if type(zone) is int else zone


def _from_all(*fields: str) -> Callable[[Any, int | None], Any]:
    def hide(event: Any, seat: int | None) -> Any:
        return replace(event, **{field: hidden(getattr(event, field)) for field in fields})

    return hide


def _from_others(*fields: str) -> Callable[[Any, int | None], Any]:
    def hide(event: Any, seat: int | None) -> Any:
        if event.seat == seat:
            return event
        return replace(event, **{field: hidden(getattr(event, field)) for field in fields})

    return hide


def _unless(flag: str, *fields: str) -> Callable[[Any, int | None], Any]:
    """Hides a field from others unless this other field says that it is open."""
    others = _from_others(*fields)
    return lambda event, seat: event if getattr(event, flag) else others(event, seat)


def _gold(event: e.GoldChanged, seat: int | None) -> e.Event:
    covered = event.covered and event.seat != seat
    return replace(event, amount=hidden(event.amount)) if covered else event


def _plunder(event: e.PlunderTaken, seat: int | None) -> e.Event:
    covered = event.kind in ("glory", "cargo", "rumor") and seat not in (event.seat, event.from_seat)
    return replace(event, items=hidden(event.items)) if covered else event


def _standing_pass(event: e.StandingPassSet, seat: int | None) -> e.Event | None:
    """Hides the seat too."""
    return event if event.seat == seat else None


def _rumor_returned(event: e.RumorReturned, seat: int | None) -> e.Event:
    seen = event.was_open or event.seat == seat
    return replace(event, deck=hidden(event.deck), card=event.card if seen else hidden(event.card))


def _ship_chosen(event: e.ShipChosen, seat: int | None) -> e.Event:
    return replace(event, ship=hidden(event.ship)) if event.secret and event.seat != seat else event


def _captain_drawn(event: e.CaptainDrawn, seat: int | None) -> e.Event:
    return event if event.deck is None else replace(event, deck=hidden(event.deck))


REDACTIONS: Mapping[type[e.Event], Callable[[Any, int | None], Any]] = {
    e.GameSetUp: _from_all(
        "demand_pool",
        "merchants",
        "modifications",
        "event_deck",
        "glory_deck",
        "captain_deck",
        "cargo_deck",
        "rumor_deck",
        "mission_deck",
    ),
    e.CaptainDealt: _from_others("captain"),
    e.ShipChosen: _ship_chosen,
    e.MerchantsRefilled: _from_all("tokens"),
    e.CardSetAside: _unless("open", "card"),
    e.OfferDrawn: _unless("open", "cards"),
    e.GoodsBought: _from_others("cards", "price"),
    e.CargoTaken: _unless("open", "cards"),
    e.ModificationReturned: _from_all("modification"),
    e.RumorDrawn: _from_others("card"),
    e.RumorReturned: _rumor_returned,
    e.GoldStashed: _from_others("amount"),
    e.GoldWithdrawn: _from_others("amount"),
    e.GoldChanged: _gold,
    e.GloryDrawn: _from_others("card"),
    e.GloryAnnounced: _from_others("card"),
    e.ReactionPassed: _from_others("kind"),
    e.StandingPassSet: _standing_pass,
    e.GloryDeckShuffled: _from_all("deck"),
    e.DeckReshuffled: _from_all("deck"),
    e.PlunderTaken: _plunder,
    e.CaptainDrawn: _captain_drawn,
    e.GoldMovedFromStash: _from_others("amount"),
}


# Commands


def redact_command(command: c.Command, seat: int, viewer: int | None) -> c.Command | None:
    """The command of `seat` as `viewer` may see it; None if it is hidden altogether (MM-429).

    A command does not say whether what it names is open, so all that may be covered is hidden; its events show the rest.
    """
    if seat == viewer:
        return command
    if isinstance(command, c.RetiredCommand):
        return None
    covered = COVERED.get(type(command))
    return command if covered is None else replace(command, **covered)


COVERED: Mapping[type[c.Command], Mapping[str, Hidden | Secret]] = {
    c.ChooseShip: {"ship": Hidden(1)},
    c.AddToSale: {"card": Hidden(1)},
    c.TakeCard: {"card": Hidden(1)},
    c.KeepRumor: {"rumor": Hidden(1)},
    c.DepositGold: {"amount": SECRET},
    c.WithdrawGold: {"amount": SECRET},
    c.TakeGlory: {"card": Hidden(1)},
    c.Announce: {"card": Hidden(1)},
}
"""The replacement of each command field that others do not see."""
