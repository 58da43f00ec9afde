"""The end of a battle: deaths, rewards, claimed ships and plunder (RULES.md, chapters 9, 13 and 18)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game import Rng
from domain.kit.stack import Step

from .. import commands as c
from .. import events as e
from ..content import CARGO, LOCATIONS, MISSIONS, NATIONS, PIRATES
from ..flow import begin, bury, change_bounty, change_gold, close, die, draw_cargo, gain_glory
from ..frames import (
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
    Resolve,
    Side,
)
from ..missions import crew_combat_done, defeated
from ..state import Recorder, State, afloat, cargo_limit, full_values, is_pirate, ship_of, ship_supply, ship_type
from ..state.sides import is_card, side_of
from ..values import Locations
from .hits import drop_freight

REWARDS = {"pirate_sloop": 5, "pirate_frigate": 15}


# Ending a battle


def over(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Chasers turn up again (MM-328), NPC ships are repaired (MM-255), and beaten captains are dead (MM-354)."""
    for side in (0, 1):
        who = side_of(fight, side).who
        if is_card(recorder.state, who):
            continue
        if isinstance(who, int) and "chasers" in ship_of(recorder.state, who).flipped:
            recorder.emit(e.ModificationFlipped(who, "chasers", True))
        if _is_lost(recorder.state, fight, side):
            if isinstance(who, int):
                die(recorder, who)
            else:
                by = side_of(fight, 1 - side).who
                assert isinstance(by, int)
                recorder.emit(e.NpcDefeated(who, recorder.state.npcs[who].cards[0], by))
        elif isinstance(who, str) and recorder.state.npcs[who].now != full_values(recorder.state.npcs[who].ship):
            recorder.emit(e.NpcShipChanged(who, recorder.state.npcs[who].ship))
    return None


def _is_lost(state: State, fight: Battle, side: int) -> bool:
    if fight.how == "sunk":
        return not afloat(state, side_of(fight, side).who).hull
    return fight.how == "crew" and fight.victor == 1 - side


def bury_unless_beaten(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """Belongings of a dead captain are discarded, but not before a winning captain got reward and plunder (MM-202,
    MM-424)."""
    who, other = side_of(fight, side).who, side_of(fight, 1 - side).who
    beaten = fight.victor == 1 - side and isinstance(other, int)
    if not isinstance(who, int) or not _is_lost(recorder.state, fight, side) or beaten:
        return None
    return bury(recorder, who)


def finish(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """The last step of a battle: opens what the winner gets."""
    one, two = fight.aggressor.who, fight.defender.who
    winner = None if fight.victor is None else side_of(fight, fight.victor).who
    if is_card(recorder.state, two):
        assert isinstance(one, int)
        return card_fight_done(recorder, one, str(two), winner == one, rng)
    if isinstance(winner, int):
        assert fight.how in ("sunk", "crew")
        loser = two if winner == one else one
        return Aftermath(winner, loser, "sunk" if fight.how == "sunk" else "crew")
    return None


def card_fight_done(recorder: Recorder, seat: int, card: str, won: bool, rng: Rng) -> Frame | None:
    """The mission goes on or fails, or the rumor is resolved, by who won (MM-312, MM-407); a captain who lost is dead
    (MM-313)."""
    if recorder.state.seats[seat].captain is None:
        return None
    if card in MISSIONS:
        return crew_combat_done(recorder, seat, won, rng)
    return Resolve(seat, f"rumor:{card}", "on_win") if won else None


# What the winner gets


def _captains(frame: Aftermath) -> tuple[int, Side]:
    assert isinstance(frame.winner, int)
    return frame.winner, frame.loser


def bounty(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """Beating a naval ship brings a bounty of its nation, to a captain who was attacked too (MM-196)."""
    winner, loser = _captains(frame)
    if loser in NATIONS:
        change_bounty(recorder, winner, str(loser), 1)
    return None


def glory(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """Winning a battle earns a glory point with its card (MM-284)."""
    gain_glory(recorder, _captains(frame)[0], "battle", rng)
    return None


def pirate_reward(state: State, seat: int, npc: str) -> int:
    """The gold from the bank for beating an NPC pirate, which a pirate does not get (MM-203)."""
    return 0 if is_pirate(state.seats[seat]) else REWARDS[npc]


def reward(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """A beaten pirate brings a reward: from a nation for a captain (MM-200, MM-201, MM-202), from the bank for an NPC."""
    winner, loser = _captains(frame)
    if isinstance(loser, int):
        return ClaimReward(winner, loser) if is_pirate(recorder.state.seats[loser]) else None
    if loser in PIRATES:
        change_gold(recorder, winner, pirate_reward(recorder.state, winner, loser), "reward")
    return None


BOUNTY_REWARD = 5
"""The gold that a nation pays for each of its bounties of a beaten pirate (MM-200)."""


def reward_for(state: State, loser: int, nation: str) -> int:
    """What the nation pays for a beaten captain."""
    return BOUNTY_REWARD * state.seats[loser].bounties[nation]


def claim_reward(recorder: Recorder, frame: ClaimReward, command: c.ClaimReward, rng: Rng) -> None:
    gold = reward_for(recorder.state, frame.loser, command.nation)
    close(recorder)
    recorder.emit(e.RewardClaimed(frame.seat, command.nation, gold))


def mission(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    winner, loser = _captains(frame)
    return defeated(recorder, winner, loser, rng) if isinstance(loser, str) else None


def ship(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """After boarding the winner may take the ship (MM-348)."""
    winner, loser = _captains(frame)
    return ClaimShip(winner, loser) if frame.how == "crew" else None


def claimable(state: State, winner: int, loser: Side) -> bool:
    """Whether the supply has a card for the ship, once the ships that go back are there (MM-353)."""
    kind = ship_type(state, loser)
    returned = isinstance(loser, int) or ship_of(state, winner).type == kind
    return returned or ship_supply(state, kind) > 0


def take_ship(recorder: Recorder, frame: ClaimShip, command: c.TakeShip, rng: Rng) -> None:
    """Cargo beyond the new capacity is discarded (MM-423), then the old ship's modifications are laid out (MM-424)."""
    seat = frame.seat
    claimed = _claimed(recorder.state, seat, frame.loser)
    close(recorder)
    recorder.emit(e.ShipClaimed(seat, frame.loser, ship_type(recorder.state, frame.loser), claimed))
    drop_freight(recorder, seat)
    own = recorder.state.seats[seat]
    if own.returning:
        begin(recorder, PlaceModification(seat))
    if len(own.cargo) > cargo_limit(recorder.state, seat):
        begin(recorder, DiscardToLimit(seat, "cargo"))


def _claimed(state: State, winner: int, loser: Side) -> Locations:
    """The claimed ship's values: without modifications (MM-351), with its damage, but with the winner's Crew (MM-349)."""
    kind = ship_type(state, loser)
    fitted = ship_of(state, loser).modifications if isinstance(loser, int) else ()
    now, whole, bare = afloat(state, loser), full_values(kind, fitted), full_values(kind)
    left = {place: getattr(bare, place) - (getattr(whole, place) - getattr(now, place)) for place in LOCATIONS}
    left["crew"] = min(ship_of(state, winner).now.crew, bare.crew)
    return Locations(**{place: max(0, value) for place, value in left.items()})


def plunder(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """The winner of crew combat gets all gold and chooses from the rest; a sunk ship gives nothing (MM-336, MM-338)."""
    winner, loser = _captains(frame)
    if frame.how != "crew":
        return None
    if isinstance(loser, int):
        gold = recorder.state.seats[loser].gold
        recorder.emit(e.PlunderTaken(winner, loser, "gold", amount=gold))
        return Plunder(winner, loser)
    return None


def cargo(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """The loser's cargo (MM-338), or three cards from a naval ship, paid in full (MM-343, MM-345), less its damage
    (MM-344)."""
    winner, loser = _captains(frame)
    if frame.how != "crew":
        return None
    if isinstance(loser, int):
        cards = recorder.state.seats[loser].cargo
        if not cards:
            return None
        recorder.emit(e.PlunderTaken(winner, loser, "cargo", items=cards))
        return BuyLot(winner, "plunder", 0)
    if loser not in NATIONS:
        return None
    return _naval_cargo(recorder, winner, loser, rng)


def _naval_cargo(recorder: Recorder, winner: int, loser: str, rng: Rng) -> Frame | None:
    for _ in range(3):
        card = draw_cargo(recorder, 1, rng)
        if card:
            recorder.emit(e.OfferDrawn(winner, card, (), open=True))
    offer = list(recorder.state.seats[winner].offer)
    change_gold(recorder, winner, sum(CARGO[card].plunder for card in offer), "plunder")
    damage = min(len(offer), naval_cargo_hits(recorder.state, loser))
    lost = [offer.pop(rng.below(len(offer))) for _ in range(damage)]
    if lost:
        recorder.emit(e.OfferDamaged(winner, tuple(lost)))
    return BuyLot(winner, "plunder", 0) if offer else None


def naval_cargo_hits(state: State, npc: str) -> int:
    """The Cargo hits that the naval ship took: it was undamaged when the battle began."""
    npc_ship = state.npcs[npc]
    return full_values(npc_ship.ship).cargo - npc_ship.now.cargo


def end_of_loser(recorder: Recorder, frame: Aftermath, rng: Rng) -> Frame | None:
    """The last step: what the winner left of a beaten captain's belongings is discarded (MM-355)."""
    _, loser = _captains(frame)
    return bury(recorder, loser) if isinstance(loser, int) else None


def take_weapon(recorder: Recorder, frame: Plunder, command: c.TakeWeapon, rng: Rng) -> None:
    recorder.emit(e.PlunderTaken(frame.seat, frame.loser, "weapon", items=(command.weapon,)))


def take_glory(recorder: Recorder, frame: Plunder, command: c.TakeGlory, rng: Rng) -> None:
    """A fifth card in hand leads to `discard_to_limit` before anything else (MM-341)."""
    recorder.emit(e.PlunderTaken(frame.seat, frame.loser, "glory", items=(c.named(command.card),)))


def take_rumor(recorder: Recorder, frame: Plunder, command: c.TakeRumor, rng: Rng) -> None:
    """A captain with two rumors chooses one at once (MM-341)."""
    rumors = recorder.state.seats[frame.loser].rumors
    recorder.emit(e.PlunderTaken(frame.seat, frame.loser, "rumor", items=rumors))
    if len(recorder.state.seats[frame.seat].rumors) > 1:
        begin(recorder, ChooseRumor(frame.seat))


def take_specialist(recorder: Recorder, frame: Plunder, command: c.TakeSpecialist, rng: Rng) -> None:
    recorder.emit(e.PlunderTaken(frame.seat, frame.loser, "specialist", items=(command.card,)))


AFTERMATH: Sequence[Step] = (
    ("bounty", bounty),
    ("glory", glory),
    ("reward", reward),
    ("mission", mission),
    ("ship", ship),
    ("plunder", plunder),
    ("cargo", cargo),
    ("end_of_loser", end_of_loser),
)
