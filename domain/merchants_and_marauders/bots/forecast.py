"""What a captain knows when choosing a command: the visible state, chances, dangers and what is at stake."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

from msgspec.structs import replace

from domain.kit.memo import memo_of_latest
from domain.kit.updates import with_seat

from .. import odds
from ..content import CAPTAINS, CARGO, PORTS, Captain
from ..content.map import distances
from ..flow import bounty_after, check_of, spared_bounties
from ..frames import Side
from ..moving import ENTRY_PRICE, closed_by, means_open
from ..npcs import chance_to_find, hunters
from ..rounds import storm_checks
from ..scouting import may_reroll
from ..state import GOAL, Seat, State, afloat, alive, at_war, full, ship_of, stash_points
from ..state.conditions import NO_FACTS, Facts
from ..state.modifiers import dice_of, maneuverability, skill_of
from ..values import Locations
from ..view import MaraudersView
from ..view.state_from_view import state_from_view
from . import heuristics
from .duel import Fighter, Stakes, battle, hope
from .leanings import NONE, Leaning

PACE = 2
"""Rounds that a good captain needs for a glory point."""
SECRETLY = 1
"""Points that a rival may have in the stash."""
BATTLE_DAMAGE = 5.0
RIVAL_LOSS = 0.4
"""The share of a rival's loss that counts as a gain."""


class Forecast:
    """One seat's view, evaluated once for all commands of a decision. Of other seats it has what the view shows."""

    def __init__(self, view: MaraudersView, seat: int, leaning: Leaning) -> None:
        self.view = view
        self.seat = seat
        self.leaning = leaning
        self.state = state_from_view(view)
        self.own: Seat = self.state.seats[seat]
        self._places: dict[tuple[str, bool, bool], State] = {}

    # The captain

    @cached_property
    def captain(self) -> Captain:
        assert self.own.captain is not None
        return CAPTAINS[self.own.captain]

    @cached_property
    def home(self) -> str:
        """The zone of the home port."""
        return PORTS[self.captain.home_port].zone

    @cached_property
    def now(self) -> Locations:
        return ship_of(self.state, self.seat).now

    @cached_property
    def whole(self) -> Locations:
        return full(ship_of(self.state, self.seat))

    @cached_property
    def fit(self) -> bool:
        """Whether the ship may raid (MM-172)."""
        now = self.now
        return bool(now.hull and now.cargo and now.masts and now.crew and now.cannons)

    @cached_property
    def goods(self) -> Counter[str]:
        """How many cards of each good are on board."""
        return Counter(str(CARGO[card].good) for card in self.own.cargo)

    @cached_property
    def rumor(self) -> str | None:
        """The rumor not yet played."""
        return self.own.rumors[0] if self.own.rumors and self.own.open_rumor is None else None

    @cached_property
    def actions(self) -> int:
        turn = self.state.turn
        return turn.actions if turn is not None and turn.seat == self.seat else 0

    def missing(self, place: str) -> int:
        """Damage of a location."""
        return int(getattr(self.whole, place)) - int(getattr(self.now, place))

    # Time

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one (MM-033)."""
        deck = self.view.event_deck
        return 0 if self.state.game_over_after_round else len(deck) if isinstance(deck, tuple) else deck.count

    @cached_property
    def rounds_ahead(self) -> int:
        """Rounds over which investments count: until somebody has ten points, at most `FORESIGHT`."""
        rivals = [seat.points + SECRETLY for number, seat in enumerate(self.state.seats) if number != self.seat]
        leader = max(self.points_with(self.own.gold), *rivals)
        return max(0, min(self.rounds_left, heuristics.FORESIGHT, PACE * (GOAL - leader)))

    def points_with(self, gold: int) -> int:
        """The seat's points if this much more gold were stashed."""
        return self.own.points + stash_points(replace(self.own, stash=self.own.stash + gold))

    # Elsewhere

    def at(self, zone: str, *, in_port: bool, by_event: bool = False) -> State:
        """The state with the captain in another place, to ask the rules about it."""
        key = (zone, in_port, by_event)
        if key not in self._places:
            self._places[key] = with_seat(self.state, self.seat, zone=zone, in_port=in_port, by_event=by_event)
        return self._places[key]

    # Chances

    def chance(self, skill: str, need: int = 1, moment: str = "", facts: Facts = NO_FACTS) -> float:
        """The chance that a check succeeds."""
        return check_of(self.state, self.seat, skill, need, (moment,) if moment else (), facts).chance

    def finding(self, target: str) -> float:
        """The chance that a Scout action finds a `merchant`, `npc` or `captain`, with a second roll if an ability allows
        it."""
        failing = 1 - self.chance("scouting")
        return 1 - failing ** (2 if may_reroll(self.state, self.seat, target) else 1)

    @cached_property
    def fighter(self) -> Fighter:
        return fighter(self.state, self.seat)

    # What is at stake

    @cached_property
    def at_stake(self) -> float:
        """The value lost with the captain, beyond what the next one starts with."""
        return stake(self, self.seat)

    def stakes(self, loot: float = 0.0) -> Stakes:
        """The stakes of a battle: a point and loot, or the end of the captain."""
        return Stakes(heuristics.GLORY + loot, self.at_stake)

    def battle_worth(self, other: Side, loot: float) -> float:
        """The expected value of a battle, less the damage that it does in any case."""
        return hope(self.fighter, fighter(self.state, other), self.stakes(loot)) - BATTLE_DAMAGE

    def at_war(self, nation: str) -> bool:
        return at_war(self.state, nation, self.captain.nation)

    def wanted_cost(self, nation: str) -> float:
        """The cost of being wanted by a nation, which closes its ports except the home port."""
        closed = sum(port.nation == nation and port.id != self.captain.home_port for port in PORTS.values())
        return heuristics.PORT * closed + heuristics.MORE_BOUNTY

    def bounty_cost(self, nation: str) -> float:
        """The cost of one more bounty of this nation."""
        had = self.own.bounties.get(nation, 0)
        if self.state.lasting and spared_bounties(self.state, self.seat, nation):
            return 0.0
        if not had:
            return self.wanted_cost(nation)
        return heuristics.MORE_BOUNTY if bounty_after(self.state, self.seat, nation, 1) > had else 0.0

    # Dangers

    def hunters(self, zone: str) -> float:
        """The expected loss to the NPC ships of a zone when arriving or beginning a turn there."""
        state = self.at(zone, in_port=False)
        loss = 0.0
        for npc in hunters(state, self.seat):
            loss += chance_to_find(state, npc, self.seat) * max(0.0, -self.battle_worth(npc, 0.0))
        return loss

    def night(self, zone: str) -> float:
        """The expected loss by ending the captain turn at sea in a zone: storm, hunters and rivals."""
        return self.storm(zone) + self.hunters(zone) + self.rivals(zone)

    def storm(self, zone: str) -> float:
        """The cost of the storm checks at the end of a captain turn at sea."""
        if self.state.event is None:
            return 0.0
        checks = sum(effect.times for effect in storm_checks(self.at(zone, in_port=False), self.seat))
        if not checks:
            return 0.0
        hit = heuristics.LOCATIONS["masts"] + heuristics.LAST_POINT * (self.now.hull <= 1)
        return checks * (1 - self.chance("seamanship")) * hit

    def rivals(self, zone: str) -> float:
        """The expected loss to captains who could find and beat this one before its next turn."""
        loss = 0.0
        for seat in alive(self.state):
            other = self.state.seats[seat]
            if seat == self.seat or distances(other.zone)[zone] + other.in_port > 1:
                continue
            hunter = fighter(self.state, seat)
            found = odds.check(skill_of(self.state, seat, "scouting"))
            if hope(hunter, self.fighter, Stakes(heuristics.GLORY + RIVAL_LOSS * self.at_stake, stake(self, seat))) > 0:
                loss += 0.5 * found * battle(self.fighter, hunter).die * self.at_stake
        return loss


@lru_cache(maxsize=len(PORTS))
def means(own: Forecast, port: str) -> str | None:
    """How the captain could enter a port: `open`, or a means (MM-061, MM-062, MM-063, MM-064, MM-065, MM-066); None if
    not."""
    zone = PORTS[port].zone
    if own.own.in_port and own.own.zone == zone:
        return "open"
    state = own.at(zone, in_port=False)
    if closed_by(state, own.seat) is None:
        return "open"
    for way in ("papers", "gold", "influence", "event"):
        if means_open(state, own.seat, way) and (way != "gold" or own.own.gold >= ENTRY_PRICE):
            return way
    return None


def stake(own: Forecast, seat: int) -> float:
    """The value that this seat would lose with its captain, by what the view shows."""
    held = own.state.seats[seat]
    view = own.view.seats[seat]
    gold = float(view.gold) if isinstance(view.gold, int) else heuristics.START
    cargo = len(view.cargo) if isinstance(view.cargo, tuple) else view.cargo.count
    rumors = len(view.rumors) if isinstance(view.rumors, tuple) else view.rumors.count
    tasks = rumors * (held.open_rumor is None) + (held.mission is not None)
    ship = held.ship
    fittings = len(ship.modifications) if ship is not None else 0
    value = heuristics.SHIPS[ship.type] * own.rounds_ahead if ship is not None else 0.0
    value += gold - heuristics.START + heuristics.CARGO * cargo + heuristics.TASK * tasks + heuristics.FITTING * fittings
    value += heuristics.SPECIALIST * len(held.specialists) - heuristics.MORE_BOUNTY * sum(held.bounties.values())
    return max(heuristics.NEW_CAPTAIN, heuristics.NEW_CAPTAIN + value)


def fighter(state: State, side: Side) -> Fighter:
    """A captain or NPC ship as a side of a battle."""
    now = afloat(state, side)
    leadership = skill_of(state, side, "leadership")
    if isinstance(side, int):
        leadership = dice_of(state, side, "leadership", ("crew_combat_round",), Facts(crew_round=2, battle=True))
    seamanship = skill_of(state, side, "seamanship")
    return Fighter(
        seamanship,
        leadership,
        maneuverability(state, side),
        now.hull,
        now.cargo,
        now.masts,
        now.crew,
        now.cannons,
    )


@memo_of_latest
def _latest(view: MaraudersView, whose: tuple[int, Leaning]) -> Forecast:
    return Forecast(view, *whose)


def forecast(view: MaraudersView, seat: int, leaning: Leaning = NONE) -> Forecast:
    """The forecast of a view; all commands of one decision share it."""
    return _latest(view, (seat, leaning))


def nothing(own: Forecast, command: object) -> float:
    """The value of a command that brings nothing by itself: 0."""
    return 0.0
