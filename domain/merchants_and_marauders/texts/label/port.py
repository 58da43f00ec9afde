"""Labels for port business (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import commands as c
from ...content import ZONES, glory_card
from ...frames import BuyLot
from ...view.state_from_view import shown
from .. import names as n
from ..cards import in_raid
from ..perspective import Perspective
from .turn import Label, amount, own, plain


def hire_specialist(perspective: Perspective, command: c.HireSpecialist) -> str:
    card = glory_card(command.card)
    if card.hire is None:
        return f"Hire {card.name}"
    return f"Hire {card.name} {n.price(card.hire.pay) if card.hire.pay else 'for a deed'}"


def _told(card: str, among: Sequence[str]) -> str:
    """The good of a card; with its gold and icon if other cards of this good can be chosen."""
    return in_raid(card) if [n.cargo(other) for other in among].count(n.cargo(card)) > 1 else n.cargo(card)


def _own_cargo(verb: str) -> Label:
    def label(perspective: Perspective, command: Any) -> str:
        held = own(perspective)
        return f"{verb} {_told(command.card, [card for card in shown(held.cargo) if card not in shown(held.lot)])}"

    return label


def finish_sale(perspective: Perspective, command: c.FinishSale) -> str:
    cards = n.size(own(perspective).lot)
    return f"Sell {n.plural(cards, 'card')}" if cards else "Sell nothing"


def _free(perspective: Perspective) -> bool:
    """Whether the cards of the offer cost nothing."""
    return isinstance(perspective.view.decision, BuyLot) and perspective.view.decision.price == 0


def take_card(perspective: Perspective, command: c.TakeCard) -> str:
    return f"{'Take' if _free(perspective) else 'Buy'} {_told(n.shown(command.card), shown(own(perspective).offer))}"


def finish_lot(perspective: Perspective, command: c.FinishLot) -> str:
    verb, cards = "Take" if _free(perspective) else "Buy", n.size(own(perspective).lot)
    return f"{verb} {n.plural(cards, 'card')}" if cards else f"{verb} nothing"


def buy_modification(perspective: Perspective, command: c.BuyModification) -> str:
    token = perspective.view.modifications.get(ZONES[own(perspective).here].port or "")
    return f"Buy {n.modification(token)}" if token else "Buy the modification here"


PORT: Mapping[type[c.Command], Label] = {
    c.StartSelling: plain("Sell goods"),
    c.StartBuying: plain("Buy goods"),
    c.VisitShipyard: plain("Visit the shipyard"),
    c.StartRecruiting: plain("Recruit crew"),
    c.SeekRumor: plain("Seek a rumor"),
    c.ClaimMission: lambda perspective, command: f"Claim {n.mission(command.mission)}",
    c.StartStashing: plain("Stash gold"),
    c.HireSpecialist: hire_specialist,
    c.BuyPardon: lambda perspective, command: f"Buy off {n.with_article(n.nation(command.nation))} bounty",
    c.EndPortAction: plain("End the Port action"),
    c.AddToSale: _own_cargo("Put up"),
    c.FinishSale: finish_sale,
    c.RedrawOffer: plain("Pay for a new offer"),
    c.TakeCard: take_card,
    c.DropCargo: _own_cargo("Drop"),
    c.FinishLot: finish_lot,
    c.BuyShip: lambda perspective, command: f"Buy a {n.ship(command.ship)}",
    c.Repair: lambda perspective, command: f"Repair {n.location(command.location)}",
    c.BuyWeapon: lambda perspective, command: f"Buy {n.weapon(command.weapon)}",
    c.SellWeapon: lambda perspective, command: f"Sell {n.weapon(command.weapon)}",
    c.BuyModification: buy_modification,
    c.RefreshHull: plain("Refresh the Reinforced Hull"),
    c.LeaveShipyard: plain("Leave the shipyard"),
    c.Transfer: lambda perspective, command: f"Move {n.modification(command.modification)}",
    c.FinishTransfer: plain("Move no more"),
    c.HireOne: plain("Hire 1 crew"),
    c.FinishRecruiting: plain("Hire no more crew"),
    c.KeepRumor: lambda perspective, command: f"Keep {n.rumor(n.shown(command.rumor))}",
    c.DiscardGlory: lambda perspective, command: f"Discard {n.glory(command.card)}",
    c.DiscardCargo: _own_cargo("Discard"),
    c.DepositGold: lambda perspective, command: f"Stash {amount(command.amount)}",
    c.FinishStashing: plain("Stash no more"),
}
