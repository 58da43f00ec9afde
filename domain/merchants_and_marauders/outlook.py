"""What a captain knows of himself and of the others when he weighs what to do: skills, prices, chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from domain.game import Hidden, Secret

from . import odds, worth
from .content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    MODIFICATIONS,
    NATIONS,
    PIRATES,
    PORTS,
    SHIPS,
    Condition,
    Effect,
    Effects,
    glory_card,
)
from .modifiers import SKILLS
from .odds import Fighter
from .parts import Cards, Locations
from .state import full
from .view import MaraudersView, SeatView


def shown(zone: Cards | Hidden) -> Cards:
    """The cards of a zone, as far as they are seen."""
    return () if isinstance(zone, Hidden) else zone


def number(zone: Cards | Hidden) -> int:
    """How many cards a zone holds."""
    return zone.count if isinstance(zone, Hidden) else len(zone)


def known(amount: int | Secret) -> int:
    """An amount, as far as it is seen."""
    return amount if isinstance(amount, int) else 0


def captain_of(seat: SeatView) -> str | None:
    return next(iter(shown(seat.captain)), None)


class Outlook:
    """The view of one seat with a living captain, read once for all commands of a decision."""

    def __init__(self, view: MaraudersView, seat: int) -> None:
        self.view = view
        self.seat = seat
        own = self.own = view.seats[seat]
        captain = captain_of(own)
        assert captain is not None
        assert own.ship is not None
        self.captain = CAPTAINS[captain]
        self.home = self.captain.home_port
        self.ship = own.ship
        self.now = own.ship.now
        self.whole = full(own.ship)
        self.gold, self.stash = known(own.gold), known(own.stash)
        self.cargo, self.glory = shown(own.cargo), shown(own.glory)
        self.rumor = next(iter(shown(own.rumors)), None) if own.open_rumor is None else None
        self.goods: Counter[str] = Counter(CARGO[card].good for card in self.cargo)
        self.rounds_left = number(view.event_deck)
        self.purposes: Any = None
        self.actions = view.turn.actions if view.turn is not None and view.turn.seat == seat else 0

    # Rules of places, cards and events

    def _sources(self, port: str | None) -> Iterator[Effects]:
        yield self.captain.effects
        for card in self.own.specialists:
            yield glory_card(card).effects
        if port is not None:
            yield PORTS[port].port_rules
        if self.view.event is not None:
            yield EVENT_CARDS[self.view.event].effects

    def rules(self, port: str | None, op: str, on: str, cards: int = 0) -> list[Effect]:
        """The effects of this kind that would work for the captain in a port (None: anywhere)."""
        return [
            effect
            for effects in self._sources(port)
            for effect in effects
            if effect.op == op and effect.on == on and all(self._meets(condition, cards) for condition in effect.if_)
        ]

    def _meets(self, condition: Condition, cards: int) -> bool:
        """As far as a condition can be judged beforehand."""
        match condition.cond:
            case "non_pirate":
                return not self.own.bounties
            case "pirate":
                return bool(self.own.bounties)
            case "has_bounty_of":
                return condition.nation in self.own.bounties
            case "no_bounty_of":
                return condition.nation not in self.own.bounties
            case "captain_nation":
                return self.captain.nation == condition.nation
            case "cards_sold_at_least" | "cards_bought_at_least":
                return cards >= condition.n
        return True

    def price(self, port: str, on: str, item: str, usual: int, ship: str = "") -> int:
        """What something costs in a port."""
        fixed = [
            effect.gold
            for effect in self.rules(port, "set_price", on)
            if effect.item == item and (not effect.ships or ship in effect.ships)
        ]
        return min(fixed, default=usual)

    # Skills and fights

    def dice(self, skill: str, moment: str = "") -> int:
        """How many dice the captain rolls for a check."""
        more = [
            int(effect.n)
            for on in (f"{skill}_check", moment)
            for effect in self.rules(None, "add_dice", on)
            if effect.skill == skill
        ]
        return max(1, int(getattr(self.captain, skill)) + sum(more))

    def chance(self, skill: str, need: int = 1) -> float:
        return odds.check(self.dice(skill), need)

    @cached_property
    def maneuverability(self) -> int:
        return maneuverability(self.own)

    @cached_property
    def fighter(self) -> Fighter:
        fighter = fighter_of_seat(self.view, self.seat)
        assert fighter is not None
        return fighter

    def beats(self, other: Fighter) -> float:
        """The chance to win a battle."""
        return odds.battle(self.fighter, other)

    @cached_property
    def at_stake(self) -> float:
        """What is lost with the captain."""
        own = self.own
        held = self.gold + worth.CARGO * len(self.cargo) + worth.SPECIALIST * len(own.specialists)
        tasks = worth.RUMOR * (self.rumor is not None) + worth.RUMOR * (own.mission is not None)
        ship = worth.SHIPS[self.ship.type] + worth.CARD * len(self.ship.modifications) + worth.CARD * len(self.glory)
        return worth.NEW_CAPTAIN + held + tasks + ship

    @cached_property
    def fit(self) -> bool:
        """Whether the ship may raid (MM-172)."""
        now = self.now
        return bool(now.hull and now.cargo and now.masts and now.crew and now.cannons)

    # Bounties and ports

    def bounty_cost(self, nation: str) -> float:
        """What a bounty of this nation would cost."""
        had = self.own.bounties.get(nation, 0)
        if had:
            return worth.MORE_BOUNTY if had < 5 else 0.0
        return worth.BOUNTY

    def at_war(self, nation: str) -> bool:
        return any({nation, self.captain.nation} == set(war) for war in self.view.wars)

    def is_open(self, port: str) -> bool:
        """Whether the captain may enter (MM-061 to MM-063)."""
        nation = PORTS[port].nation
        return port == self.home or (nation not in self.own.bounties and not self.at_war(nation))

    # The race

    @cached_property
    def total(self) -> int:
        """Own glory points with those of the stash."""
        return self.own.points + min(5, self.stash // 10)

    def with_stashed(self, gold: int) -> int:
        """The same if so much gold more were stashed."""
        return self.own.points + min(5, (self.stash + gold) // 10)

    # Other ships

    def hunted_by(self, npc: str, zone: str) -> bool:
        """Whether this NPC would scout for the captain in a zone (MM-227 to MM-230, MM-241, MM-242, MM-164 to MM-166)."""
        pirate = bool(self.own.bounties)
        there = [other for other, ship in self.view.npcs.items() if ship.zone == zone]
        if npc in PIRATES:
            spared = zone == "tortuga" and self.captain.nation == "french"
            return not pirate and not spared and not any(other in NATIONS for other in there)
        if zone == "trinidad" or (zone == "tortuga" and npc == "french" and "french" not in self.own.bounties and pirate):
            return False
        if sum(self.view.npcs[other].ship == "man_o_war" for other in there) > 1:
            return False
        return pirate or self.at_war(npc)

    def finds(self, npc: str, zone: str) -> float:
        """The chance that an NPC finds the captain (MM-240, MM-154)."""
        dice = SKILLS[self.view.npcs[npc].cards[0]]["scouting"]
        need = 2 if self.captain.id == "margery_thorne" else 1
        if npc in NATIONS:
            dice = max(dice, self.own.bounties.get(npc, 0))
        return odds.check(dice, need) ** (2 if zone == "nassau" and npc in NATIONS else 1)

    def danger(self, zone: str) -> float:
        """What the NPC ships in a zone take away from a captain who enters it."""
        loss = 0.0
        for npc, ship in self.view.npcs.items():
            if ship.zone == zone and self.hunted_by(npc, zone):
                loss += self.finds(npc, zone) * max(0.0, -self.battle_worth(fighter_of_npc(self.view, npc), 0.0) + 3.0)
        return loss

    def battle_worth(self, other: Fighter, loot: float) -> float:
        """What a battle brings: a point and loot if it is won, or the end of the captain; and damage either way."""
        won = self.beats(other)
        return won * (worth.GLORY + loot) - (1 - won) * self.at_stake - 4.0


def maneuverability(seat: SeatView) -> int:
    """With modifications and a Sailing Master (MM-219)."""
    ship = seat.ship
    assert ship is not None
    raised = [effect for token in ship.modifications for effect in MODIFICATIONS[token].effects]
    raised += [effect for card in seat.specialists for effect in glory_card(card).effects]
    more = sum(int(effect.n) for effect in raised if effect.op == "stat" and effect.stat == "maneuverability")
    return SHIPS[ship.type].maneuverability + more


def _fighter(skills: dict[str, int], nimbleness: int, now: Locations) -> Fighter:
    return Fighter(
        skills["seamanship"], skills["leadership"], nimbleness, now.hull, now.cargo, now.masts, now.crew, now.cannons
    )


def fighter_of_seat(view: MaraudersView, seat: int) -> Fighter | None:
    """A captain as an opponent; None if he is not alive."""
    other = view.seats[seat]
    captain = captain_of(other)
    if captain is None or other.ship is None:
        return None
    return _fighter(dict(SKILLS[captain]), maneuverability(other), other.ship.now)


def fighter_of_npc(view: MaraudersView, npc: str) -> Fighter:
    ship = view.npcs[npc]
    return _fighter(dict(SKILLS[ship.cards[0]]), SHIPS[ship.ship].maneuverability, ship.now)


_latest: list[tuple[MaraudersView, int, Outlook | None]] = []


def outlook(view: MaraudersView, seat: int) -> Outlook | None:
    """The outlook of a view, kept for the next command of the same decision; None without a captain."""
    if _latest and _latest[0][0] is view and _latest[0][1] == seat:
        return _latest[0][2]
    own = view.seats[seat]
    found = Outlook(view, seat) if captain_of(own) is not None and own.ship is not None else None
    _latest[:] = [(view, seat, found)]
    return found
