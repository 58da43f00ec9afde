"""The end of a battle: deaths, rewards, claimed ships and plunder (RULES.md, chapters 9, 13 and 18)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.game import Rng

from . import commands as c
from . import events as e
from .battle_rules import is_card, side_of
from .content import CARGO, LOCATIONS, NATIONS, PIRATES, SHIPS, glory_card
from .effects import resolve
from .flow import Step, begin, bury, change_bounty, change_gold, close, die, draw_cargo, gain_glory
from .frames import (
    Aftermath,
    Battle,
    BuyLot,
    ChooseRumor,
    ClaimReward,
    ClaimShip,
    DiscardToLimit,
    Frame,
    PlaceModification,
    Plunder,
    Side,
)
from .hits import drop_freight
from .missions import crew_combat_done, defeated
from .parts import Locations
from .state import (
    Record,
    State,
    afloat,
    at_war,
    cargo_limit,
    full_values,
    is_pirate,
    nation_of,
    nearest,
    ship_of,
    ship_supply,
    ship_type,
)

REWARDS = {"pirate_sloop": 5, "pirate_frigate": 15}
"""MM-203."""


# Ending a battle


def over(record: Record, rng: Rng) -> Frame | None:
    """Tokens turn up, NPC ships are repaired, the beaten are dead (MM-255, MM-328, MM-354)."""
    fight = nearest(record.state, Battle)
    for side in (0, 1):
        who = side_of(fight, side).who
        if is_card(record.state, who):
            continue
        if isinstance(who, int) and "chasers" in ship_of(record.state, who).flipped:
            record.emit(e.ModificationFlipped(who, "chasers", True))
        if _is_lost(record.state, fight, side):
            if isinstance(who, int):
                die(record, who)
            else:
                by = side_of(fight, 1 - side).who
                assert isinstance(by, int)
                record.emit(e.NpcDefeated(who, record.state.npcs[who].cards[0], by))
        elif isinstance(who, str) and record.state.npcs[who].now != full_values(record.state.npcs[who].ship):
            record.emit(e.NpcShipChanged(who, record.state.npcs[who].ship))
    return None


def _is_lost(state: State, fight: Battle, side: int) -> bool:
    if fight.how == "sunk":
        return not afloat(state, side_of(fight, side).who).hull
    return fight.how == "crew" and fight.victor == 1 - side


def _bury_unless_plundered(record: Record, side: int) -> Frame | None:
    """A captain beaten by another one in crew combat keeps his things until the winner has chosen (MM-424)."""
    fight = nearest(record.state, Battle)
    who = side_of(fight, side).who
    if not isinstance(who, int) or not _is_lost(record.state, fight, side):
        return None
    if fight.how == "crew" and isinstance(side_of(fight, 1 - side).who, int):
        return None
    return bury(record, who)


def bury_aggressor(record: Record, rng: Rng) -> Frame | None:
    return _bury_unless_plundered(record, 0)


def bury_defender(record: Record, rng: Rng) -> Frame | None:
    return _bury_unless_plundered(record, 1)


def finish(record: Record, rng: Rng) -> Frame | None:
    """What the winner gets; the last step of a battle."""
    fight = nearest(record.state, Battle)
    one, two = fight.aggressor.who, fight.defender.who
    winner = None if fight.victor is None else side_of(fight, fight.victor).who
    if is_card(record.state, two):
        assert isinstance(one, int)
        return card_fight_done(record, one, str(two), winner == one, rng)
    if isinstance(winner, int):
        assert fight.how in ("sunk", "crew")
        loser = two if winner == one else one
        return Aftermath(winner, loser, "sunk" if fight.how == "sunk" else "crew")
    return None


def card_fight_done(record: Record, seat: int, card: str, won: bool, rng: Rng) -> Frame | None:
    """MM-312, MM-313, MM-407."""
    if record.state.seats[seat].captain is None:
        return None
    if card.startswith("mission:"):
        return crew_combat_done(record, seat, won, rng)
    return resolve(seat, card, "on_win") if won else None


# What the winner gets


def _frame(record: Record) -> tuple[int, Side]:
    frame = nearest(record.state, Aftermath)
    assert isinstance(frame.winner, int)
    return frame.winner, frame.loser


def bounty(record: Record, rng: Rng) -> Frame | None:
    """MM-196."""
    winner, loser = _frame(record)
    if loser in NATIONS:
        change_bounty(record, winner, str(loser), 1)
    return None


def glory(record: Record, rng: Rng) -> Frame | None:
    """MM-284."""
    gain_glory(record, _frame(record)[0], "battle", rng)
    return None


def reward(record: Record, rng: Rng) -> Frame | None:
    """MM-200 to MM-203."""
    winner, loser = _frame(record)
    if isinstance(loser, int):
        return ClaimReward(winner, loser) if rewards(record.state, winner, loser) else None
    if loser in PIRATES and not is_pirate(record.state.seats[winner]):
        change_gold(record, winner, REWARDS[loser], "reward")
    return None


def rewards(state: State, winner: int, loser: int) -> list[str]:
    """The nations that pay the winner for this pirate (MM-201)."""
    own, other = state.seats[winner].bounties, state.seats[loser].bounties
    home = nation_of(state, winner)
    return [each for each in NATIONS if each in other and each not in own and not at_war(state, each, home)]


def claim_reward(record: Record, frame: ClaimReward, command: c.ClaimReward, rng: Rng) -> None:
    gold = 5 * record.state.seats[frame.loser].bounties[command.nation]
    close(record)
    record.emit(e.RewardClaimed(frame.seat, command.nation, gold))


def decline_reward(record: Record, frame: ClaimReward, command: c.DeclineReward, rng: Rng) -> None:
    close(record)


def mission(record: Record, rng: Rng) -> Frame | None:
    winner, loser = _frame(record)
    return defeated(record, winner, loser, rng) if isinstance(loser, str) else None


def ship(record: Record, rng: Rng) -> Frame | None:
    """MM-348: only after boarding."""
    winner, loser = _frame(record)
    if nearest(record.state, Aftermath).how != "crew" or not claimable(record.state, winner, loser):
        return None
    return ClaimShip(winner, loser)


def claimable(state: State, winner: int, loser: Side) -> bool:
    """MM-353."""
    kind = ship_type(state, loser)
    returned = isinstance(loser, int) or ship_of(state, winner).type == kind
    return returned or ship_supply(state, kind) > 0


def take_ship(record: Record, frame: ClaimShip, command: c.TakeShip, rng: Rng) -> None:
    """The ship keeps its damage except Crew: the winner's own moves over (MM-349)."""
    state = record.state
    kind = ship_type(state, frame.loser)
    now = _bare(afloat(state, frame.loser), kind)
    crew = min(ship_of(state, frame.seat).now.crew, SHIPS[kind].crew)
    close(record)
    record.emit(e.ShipClaimed(frame.seat, frame.loser, kind, replace(now, crew=crew)))
    drop_freight(record, frame.seat)
    if record.state.seats[frame.seat].returning:
        begin(record, PlaceModification(frame.seat))


def _bare(now: Locations, kind: str) -> Locations:
    """The values cut to those of a ship without modifications (MM-351)."""
    most = full_values(kind)
    return Locations(**{place: min(getattr(now, place), getattr(most, place)) for place in LOCATIONS})


def keep_own_ship(record: Record, frame: ClaimShip, command: c.KeepOwnShip, rng: Rng) -> None:
    close(record)


def fit(record: Record, rng: Rng) -> Frame | None:
    """MM-423."""
    winner, _ = _frame(record)
    own = record.state.seats[winner]
    return DiscardToLimit(winner, "cargo") if len(own.cargo) > cargo_limit(record.state, winner) else None


def plunder(record: Record, rng: Rng) -> Frame | None:
    """Gold moves by itself; the rest is chosen (MM-338, MM-343)."""
    winner, loser = _frame(record)
    if nearest(record.state, Aftermath).how != "crew":
        return None
    if isinstance(loser, int):
        gold = record.state.seats[loser].gold
        record.emit(e.PlunderTaken(winner, loser, "gold", amount=gold))
        return Plunder(winner, loser)
    return None


def plunder_rumor(record: Record, rng: Rng) -> Frame | None:
    winner, _ = _frame(record)
    return ChooseRumor(winner) if len(record.state.seats[winner].rumors) > 1 else None


def cargo(record: Record, rng: Rng) -> Frame | None:
    """Cargo of a captain, or 3 cards of a naval ship less its Cargo damage (MM-338, MM-343 to MM-345)."""
    winner, loser = _frame(record)
    frame = nearest(record.state, Aftermath)
    if frame.how != "crew":
        return None
    if isinstance(loser, int):
        cards = record.state.seats[loser].cargo
        if not cards:
            return None
        record.emit(e.PlunderTaken(winner, loser, "cargo", items=cards))
        return BuyLot(winner, "plunder", 0)
    if loser not in NATIONS:
        return None
    return _naval_cargo(record, winner, loser, rng)


def _naval_cargo(record: Record, winner: int, loser: str, rng: Rng) -> Frame | None:
    for _ in range(3):
        card = draw_cargo(record, 1, rng)
        if card:
            record.emit(e.OfferDrawn(winner, card, (), open=True))
    offer = list(record.state.seats[winner].offer)
    change_gold(record, winner, sum(CARGO[card].plunder for card in offer), "plunder")
    damage = min(len(offer), naval_cargo_hits(record.state, loser))
    lost = [offer.pop(rng.below(len(offer))) for _ in range(damage)]
    if lost:
        record.emit(e.OfferDamaged(winner, tuple(lost)))
    return BuyLot(winner, "plunder", 0) if offer else None


def naval_cargo_hits(state: State, npc: str) -> int:
    """The Cargo hits that the naval ship took: it was undamaged when the battle began."""
    npc_ship = state.npcs[npc]
    return full_values(npc_ship.ship).cargo - npc_ship.now.cargo


def end_of_loser(record: Record, rng: Rng) -> Frame | None:
    """The last step: what is left of a beaten captain is discarded (MM-355)."""
    _, loser = _frame(record)
    if isinstance(loser, int) and nearest(record.state, Aftermath).how == "crew":
        return bury(record, loser)
    return None


def take_weapon(record: Record, frame: Plunder, command: c.TakeWeapon, rng: Rng) -> None:
    record.emit(e.PlunderTaken(frame.seat, frame.loser, "weapon", items=(command.weapon,)))


def take_glory(record: Record, frame: Plunder, command: c.TakeGlory, rng: Rng) -> None:
    """Above 4 held leads to `discard_to_limit` before anything else (MM-341)."""
    record.emit(e.PlunderTaken(frame.seat, frame.loser, "glory", items=(command.card,)))


def take_rumor(record: Record, frame: Plunder, command: c.TakeRumor, rng: Rng) -> None:
    rumors = record.state.seats[frame.loser].rumors
    record.emit(e.PlunderTaken(frame.seat, frame.loser, "rumor", items=rumors))


def take_specialist(record: Record, frame: Plunder, command: c.TakeSpecialist, rng: Rng) -> None:
    record.emit(e.PlunderTaken(frame.seat, frame.loser, "specialist", items=(command.card,)))


def finish_plunder(record: Record, frame: Plunder, command: c.FinishPlunder, rng: Rng) -> None:
    close(record)


def employs(state: State, seat: int, specialist: str) -> bool:
    """MM-218."""
    return any(glory_card(card).specialist == specialist for card in state.seats[seat].specialists)


AFTERMATH: Sequence[Step] = (
    ("bounty", bounty),
    ("glory", glory),
    ("reward", reward),
    ("mission", mission),
    ("ship", ship),
    ("fit", fit),
    ("plunder", plunder),
    ("plunder_rumor", plunder_rumor),
    ("cargo", cargo),
    ("end_of_loser", end_of_loser),
)
