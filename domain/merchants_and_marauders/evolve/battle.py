"""What the events of battles change (RULES.md, chapters 13 to 18)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.stack import nearest
from domain.kit.updates import nothing, with_seat, with_turn, without

from .. import events as e
from ..frames import Battle, BattleSide, Hits, Raid, Side
from ..state import Ship, State, afloat, battle_of, ship_of
from .updates import Change, discarded, framed, with_frame, with_value


def _battle(state: State) -> Battle:
    return nearest(state, Battle)


def _with_side(state: State, side: BattleSide) -> State:
    """The state with this side in place of the one that has the same ship."""
    battle = _battle(state)
    if battle.aggressor.who == side.who:
        return framed(state, replace(battle, aggressor=side))
    return framed(state, replace(battle, defender=side))


def _side(state: State, who: Side) -> BattleSide:
    battle = _battle(state)
    return battle.aggressor if battle.aggressor.who == who else battle.defender


def _battle_started(state: State, event: e.BattleStarted) -> State:
    battle = Battle(
        BattleSide(event.aggressor),
        BattleSide(event.defender),
        step="crew_before" if event.card_crew else "before",
        card_crew=event.card_crew,
        card_leadership=event.card_leadership,
    )
    return _scouted(replace(state, stack=(*state.stack, battle)), event)


def _scouted(state: State, event: e.BattleStarted) -> State:
    turn = state.turn
    if not event.counts or turn is None or turn.seat not in (event.aggressor, event.defender):
        return state
    other = event.defender if event.aggressor == turn.seat else event.aggressor
    target = f"captain:{other}" if isinstance(other, int) else f"npc:{other}"
    return state if target in turn.scouted else with_turn(state, scouted=(*turn.scouted, target))


def _fresh(side: BattleSide) -> BattleSide:
    return BattleSide(side.who, dealt=side.dealt, spent=side.spent)


def _combat_round_started(state: State, event: e.CombatRoundStarted) -> State:
    battle = _battle(state)
    aggressor, defender = _fresh(battle.aggressor), _fresh(battle.defender)
    return framed(state, replace(battle, round=event.round, contest=None, aggressor=aggressor, defender=defender))


def _action_declared(state: State, event: e.ActionDeclared) -> State:
    return _with_side(state, replace(_side(state, event.side), declared=event.action))


def _side_helped(state: State, event: e.SideHelped) -> State:
    side = _side(state, event.side)
    match event.what:
        case "dice":
            return _with_side(state, replace(side, more_dice=side.more_dice + event.n))
        case "hits":
            return _with_side(state, replace(side, more_hits=side.more_hits + event.n))
        case "locations":
            # Helps that an earlier card left unused expire.
            return _with_side(state, replace(side, picks=event.n))
    return _with_side(state, replace(side, sure_flight=True))


def _contest_rolled(state: State, event: e.ContestRolled) -> State:
    """Forgets hits that were dealt before the contest."""
    battle = _battle(state)
    aggressor = replace(battle.aggressor, dice=event.aggressor, locations=())
    defender = replace(battle.defender, dice=event.defender, locations=())
    return framed(state, replace(battle, aggressor=aggressor, defender=defender))


def _contest_rerolled(state: State, event: e.ContestRerolled) -> State:
    side = _side(state, event.side)
    return _with_side(state, replace(side, dice=event.dice, rerolls=(*side.rerolls, event.means)))


def _contest_decided(state: State, event: e.ContestDecided) -> State:
    """Counts rounds in which nobody had Cannons before the hits, and nobody declared Board or Flee (MM-287)."""
    battle = _battle(state)
    both = (battle.aggressor, battle.defender)
    winner = None if event.winner is None else int(battle.aggressor.who != event.winner)
    idle = all(side.declared == "shoot" and not afloat(state, side.who).cannons for side in both)
    return framed(state, replace(battle, contest=winner, quiet=battle.quiet + 1 if idle else 0))


def _hits_counted(state: State, event: e.HitsCounted) -> State:
    battle = _battle(state)
    aggressor = replace(battle.aggressor, hits=event.aggressor)
    defender = replace(battle.defender, hits=event.defender)
    return framed(state, replace(battle, aggressor=aggressor, defender=defender))


def _locations_rolled(state: State, event: e.LocationsRolled) -> State:
    return _with_side(state, replace(_side(state, event.side), locations=event.locations))


def _location_set(state: State, event: e.LocationSet) -> State:
    side = _side(state, event.side)
    locations = (*side.locations[: event.index], event.location, *side.locations[event.index + 1 :])
    if event.by == "card":
        return _with_side(state, replace(side, locations=locations, picks=side.picks - 1))
    return _with_side(state, replace(side, locations=locations, rerolls=(*side.rerolls, event.by)))


def _shot_used(state: State, event: e.ShotUsed) -> State:
    side = _side(state, event.side)
    place = "masts" if event.shot == "chain_shot" else "crew"
    turned = (place,) * side.locations.count("x")
    locations = tuple(location for location in side.locations if location != "x") + turned
    return _with_side(state, replace(side, shot=event.shot, locations=locations))


def _x_assigned(state: State, event: e.XAssigned) -> State:
    """Hits on one side are listed with the side that deals them; an assigned X comes after the numbered hits (MM-292)."""
    dealer = _dealer(_battle(state), event.side)
    locations = without(dealer.locations, "x")
    return _with_side(state, replace(dealer, locations=(*locations, event.location)))


def _dealer(battle: Battle, hit: Side) -> BattleSide:
    """The side that deals the hits on the other one."""
    return battle.defender if battle.aggressor.who == hit else battle.aggressor


def _hit_done(state: State) -> State:
    frame = nearest(state, Hits)
    return framed(state, replace(frame, hits=frame.hits[1:]))


def _hit_applied(state: State, event: e.HitApplied) -> State:
    state = _hit_done(with_value(state, event.side, event.location, event.value))
    turn = state.turn
    if turn is not None and event.location == "crew" and event.side == turn.seat:
        state = with_turn(state, lost_crew=True)
    battle = battle_of(state)
    if battle is None or event.source != "battle":
        return state
    dealer = _dealer(battle, event.side)
    return _with_side(state, replace(dealer, dealt=dealer.dealt + 1))


def _hit_added(state: State, event: e.HitAdded) -> State:
    hits = nearest(state, Hits).hits
    return with_frame(state, Hits, hits=(event.location, *hits))


def _timbers_braced(state: State, event: e.TimbersBraced) -> State:
    return with_frame(state, Hits, braced=nearest(state, Hits).braced + event.n)


def _hit_cancelled(state: State, event: e.HitCancelled) -> State:
    state = _hit_done(state)
    match event.by:
        case "card":
            return with_frame(state, Hits, braced=nearest(state, Hits).braced - 1)
        case "surgeon":
            return _ability_spent(state, event.side, "surgeon")
    return state


def _hit_moved(state: State, event: e.HitMoved) -> State:
    hits = nearest(state, Hits).hits
    return _ability_spent(with_frame(state, Hits, hits=(event.location, *hits[1:])), event.side, event.by)


def _ability_spent(state: State, who: Side, ability: str) -> State:
    """Marks an ability as used in this battle or raid."""
    if battle_of(state) is not None:
        side = _side(state, who)
        return _with_side(state, replace(side, spent=(*side.spent, ability)))
    return with_frame(state, Raid, spent=(*nearest(state, Raid).spent, ability))


def _crew_round_rolled(state: State, event: e.CrewRoundRolled) -> State:
    battle = _battle(state)
    aggressor = replace(_fresh(battle.aggressor), dice=event.aggressor, hits=event.aggressor_hits)
    defender = replace(_fresh(battle.defender), dice=event.defender, hits=event.defender_hits)
    return framed(state, replace(battle, crew_round=event.round, aggressor=aggressor, defender=defender))


def _boarded(state: State, event: e.Boarded) -> State:
    """Clears helps of the combat round, which do not count in crew combat."""
    battle = _battle(state)
    aggressor, defender = _fresh(battle.aggressor), _fresh(battle.defender)
    return framed(state, replace(battle, step="crew_before", aggressor=aggressor, defender=defender))


def _card_crew_hit(state: State, event: e.CardCrewHit) -> State:
    """The captain is the aggressor."""
    battle = _battle(state)
    dealt = battle.aggressor.dealt + battle.card_crew - event.left
    return framed(state, replace(battle, card_crew=event.left, aggressor=replace(battle.aggressor, dealt=dealt)))


def _battle_ended(state: State, event: e.BattleEnded) -> State:
    battle = _battle(state)
    victor = None if event.winner is None else int(battle.aggressor.who != event.winner)
    turn = state.turn
    if turn is not None:
        for side in (battle.aggressor, battle.defender):
            if side.who == turn.seat:
                state = with_turn(
                    state,
                    most_hits=max(turn.most_hits, side.dealt),
                    won_crew_combat=turn.won_crew_combat or (event.how == "crew" and event.winner == turn.seat),
                )
    return framed(state, replace(battle, step="over", victor=victor, how=event.how))


def _ship_claimed(state: State, event: e.ShipClaimed) -> State:
    old = ship_of(state, event.seat)
    if isinstance(event.from_side, int):
        lost = ship_of(state, event.from_side)
        state = with_seat(state, event.from_side, ship=None, returning=lost.modifications)
    return with_seat(state, event.seat, ship=Ship(event.ship, event.now), returning=old.modifications)


def _plunder_taken(state: State, event: e.PlunderTaken) -> State:
    winner, loser = state.seats[event.seat], state.seats[event.from_seat]
    if event.kind == "gold":
        assert type(event.amount) is int
        state = with_seat(state, event.from_seat, gold=loser.gold - event.amount)
        return with_seat(state, event.seat, gold=winner.gold + event.amount)
    assert type(event.items) is tuple
    if event.kind == "cargo":
        state = with_seat(state, event.from_seat, cargo=())
        return with_seat(state, event.seat, offer=event.items, offer_open=False)
    field = {"weapon": "weapons", "glory": "glory", "rumor": "rumors", "specialist": "specialists"}[event.kind]
    left = getattr(loser, field)
    for item in event.items:
        left = without(left, item)
    state = with_seat(state, event.from_seat, **{field: left})
    state = with_seat(state, event.seat, **{field: getattr(winner, field) + event.items})
    if event.kind == "rumor" and loser.open_rumor is not None:
        state = with_seat(state, event.seat, open_rumor=loser.open_rumor)
        state = with_seat(state, event.from_seat, open_rumor=None)
    return state


def _naval_cargo_lost(state: State, event: e.OfferDamaged) -> State:
    own = state.seats[event.seat]
    kept = tuple(card for card in own.offer if card not in event.cards)
    state = with_seat(state, event.seat, offer=kept, offer_open=bool(kept))
    return replace(state, cargo=discarded(state.cargo, event.cards))


BATTLE_CHANGES: Mapping[type[e.Event], Change] = {
    e.BattleStarted: _battle_started,
    e.CombatRoundStarted: _combat_round_started,
    e.ActionDeclared: _action_declared,
    e.SideHelped: _side_helped,
    e.ContestRolled: _contest_rolled,
    e.ContestRerolled: _contest_rerolled,
    e.ContestDecided: _contest_decided,
    e.HitsCounted: _hits_counted,
    e.LocationsRolled: _locations_rolled,
    e.LocationSet: _location_set,
    e.ShotUsed: _shot_used,
    e.XAssigned: _x_assigned,
    e.HitApplied: _hit_applied,
    e.HitAdded: _hit_added,
    e.TimbersBraced: _timbers_braced,
    e.HitCancelled: _hit_cancelled,
    e.HitMoved: _hit_moved,
    e.LocationDestroyed: nothing,
    e.Boarded: _boarded,
    e.CrewRoundRolled: _crew_round_rolled,
    e.CardCrewHit: _card_crew_hit,
    e.BattleEnded: _battle_ended,
    e.ShipClaimed: _ship_claimed,
    e.PlunderTaken: _plunder_taken,
    e.OfferDamaged: _naval_cargo_lost,
}
