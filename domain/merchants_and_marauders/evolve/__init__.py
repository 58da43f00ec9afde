"""What each event changes in the state. Rules are not applied here: the modules of the chapters decide which events
happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kit.stack import frame_changed, frame_closed, frame_opened, step_reached
from domain.kit.updates import nothing, with_one, with_seat, without

from .. import events as e
from ..content import PORTS, ZONES
from ..frames import StartingShips
from ..state import Lasting, Npc, Result, Seat, Ship, State, Turn, full_values
from ..values import Deck
from .battle import BATTLE_CHANGES
from .port import PORT_CHANGES
from .seats import SEAT_CHANGES
from .updates import minus
from .voyage import VOYAGE_CHANGES


def evolve(state: State | None, event: e.Event) -> State:
    """The state after this event; None is the state before `game_set_up`."""
    return CHANGES[type(event)](state, event)


def _game_set_up(state: None, event: e.GameSetUp) -> State:
    def cards(field: Any) -> tuple[str, ...]:
        assert type(field) is tuple
        return field

    return State(
        options=event.options,
        seats=(Seat(),) * event.seats,
        order=tuple(range(event.seats)),
        demand=event.demand,
        demand_pool=cards(event.demand_pool),
        merchants=dict(zip(ZONES, cards(event.merchants), strict=True)),
        modifications=dict(zip(PORTS, cards(event.modifications), strict=True)),
        event_deck=cards(event.event_deck),
        captains=cards(event.captain_deck),
        glory=Deck(cards(event.glory_deck)),
        cargo=Deck(cards(event.cargo_deck)),
        rumor=Deck(cards(event.rumor_deck)),
        mission=Deck(cards(event.mission_deck)),
    )


def _captain_dealt(state: State, event: e.CaptainDealt) -> State:
    assert type(event.captain) is str
    return replace(with_seat(state, event.seat, captain=event.captain), captains=without(state.captains, event.captain))


def _captains_revealed(state: State, event: e.CaptainsRevealed) -> State:
    for arrival in event.captains:
        state = with_seat(state, arrival.seat, zone=PORTS[arrival.port].zone, in_port=True)
    return state


def _ship_chosen(state: State, event: e.ShipChosen) -> State:
    assert type(event.ship) is str

    state = with_seat(state, event.seat, ship=Ship(event.ship, full_values(event.ship)))
    top = state.stack[-1]
    if type(top) is StartingShips:
        waiting = tuple(seat for seat in top.waiting if seat != event.seat)
        return replace(state, stack=(*state.stack[:-1], replace(top, waiting=waiting)))
    return state


def _turn_order_drawn(state: State, event: e.TurnOrderDrawn) -> State:
    return replace(state, order=event.seats)


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.number)


def _merchants_refilled(state: State, event: e.MerchantsRefilled) -> State:
    assert type(event.tokens) is tuple
    merchants = {**state.merchants, **dict(zip(event.zones, event.tokens, strict=True))}
    return replace(state, merchants=merchants, merchant_track=())


def _event_drawn(state: State, event: e.EventDrawn) -> State:
    return replace(state, event_deck=state.event_deck[1:])


def _event_discarded(state: State, event: e.EventDiscarded) -> State:
    return replace(state, event_discard=(*state.event_discard, event.card))


def _event_in_force(state: State, event: e.EventInForce) -> State:
    return replace(state, event=event.card, drawn=event.drawn)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    lasting = tuple(each for each in state.lasting if each.until != "round")
    return replace(state, event=None, drawn=(), pardons=(), lasting=lasting, announced_npcs=(), turn=None)


def _npc_moved(state: State, event: e.NpcMoved) -> State:
    return _with_npc(state, event.npc, replace(state.npcs[event.npc], zone=event.to_zone))


def _with_npc(state: State, name: str, npc: Npc) -> State:
    return replace(state, npcs={**state.npcs, name: npc})


def _npc_announced(state: State, event: e.NpcAnnounced) -> State:
    return replace(state, announced_npcs=(*state.announced_npcs, (event.npc, event.card)))


def _npc_placed(state: State, event: e.NpcPlaced) -> State:
    old = state.npcs.get(event.npc)
    below = tuple(card for card in old.cards if card != event.card) if old is not None else ()
    return _with_npc(state, event.npc, Npc((event.card, *below), event.ship, full_values(event.ship), event.zone))


def _npc_defeated(state: State, event: e.NpcDefeated) -> State:
    npc = state.npcs[event.npc]
    state = _with_npc(state, event.npc, replace(npc, cards=npc.cards[1:], zone=None))
    return replace(state, event_discard=(*state.event_discard, event.card))


def _npc_removed(state: State, event: e.NpcRemoved) -> State:
    return replace(state, npcs={name: npc for name, npc in state.npcs.items() if name != event.npc})


def _npc_ship_changed(state: State, event: e.NpcShipChanged) -> State:
    npc = state.npcs[event.npc]
    return _with_npc(state, event.npc, replace(npc, ship=event.ship, now=full_values(event.ship)))


def _war_started(state: State, event: e.WarStarted) -> State:
    return replace(state, wars=(*state.wars, event.nations))


def _war_ended(state: State, event: e.WarEnded) -> State:
    return replace(state, wars=tuple(war for war in state.wars if war != event.nations))


def _effect_began(state: State, event: e.EffectBegan) -> State:
    return replace(state, lasting=(*state.lasting, Lasting(event.seat, event.source, event.until, event.left)))


def _effect_used(state: State, event: e.EffectUsed) -> State:
    lasting = list(state.lasting)
    for place, each in enumerate(lasting):
        if (each.seat, each.source) == (event.seat, event.source):
            if event.left:
                lasting[place] = replace(each, left=event.left)
            else:
                del lasting[place]
            break
    return replace(state, lasting=tuple(lasting))


def _captain_turn_started(state: State, event: e.CaptainTurnStarted) -> State:
    own = state.seats[event.seat]
    turn = Turn(event.seat, event.number, began_in_port=own.in_port)
    if own.offers == ("", ""):  # Nothing was bought in two turns. The same seats need not be looked through again.
        return replace(state, turns=event.number, turn=turn)
    seats = with_one(state.seats, event.seat, replace(own, offers=("", own.offers[0])))
    return replace(state, seats=seats, turns=event.number, turn=turn)


def _captain_turn_ended(state: State, event: e.CaptainTurnEnded) -> State:
    if not state.lasting:
        return replace(state, turn=None)
    lasting = tuple(each for each in state.lasting if each.until == "round")
    return replace(state, lasting=lasting, turn=None)


def _modification_revealed(state: State, event: e.ModificationRevealed) -> State:
    return replace(state, face_up=(*state.face_up, event.port))


def _demand_replaced(state: State, event: e.DemandReplaced) -> State:
    pool = (*without(state.demand_pool, event.new), event.old)
    return replace(state, demand={**state.demand, event.port: event.new}, demand_pool=pool)


def _mission_laid_out(state: State, event: e.MissionLaidOut) -> State:
    deck = replace(state.mission, cards=without(state.mission.cards, event.card))
    return replace(state, missions=(*state.missions, event.card), mission=deck)


def _deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    assert type(event.deck) is tuple
    left = minus(getattr(state, event.which).discard, event.deck)
    return replace(state, **{event.which: Deck(event.deck, left)})


def _glory_deck_shuffled(state: State, event: e.GloryDeckShuffled) -> State:
    assert type(event.deck) is tuple
    return replace(state, glory=replace(state.glory, cards=event.deck))


def _victory_declared(state: State, event: e.VictoryDeclared) -> State:
    return replace(with_seat(state, event.seat, declared=True), game_over_after_round=True)


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, stack=(), result=Result(event.reason, event.ranking))


CHANGES: Mapping[type[e.Event], Callable[[Any, Any], State]] = {
    e.GameSetUp: _game_set_up,
    e.FrameOpened: frame_opened,
    e.FrameChanged: frame_changed,
    e.StepReached: step_reached,
    e.FrameClosed: frame_closed,
    e.CaptainDealt: _captain_dealt,
    e.CaptainsRevealed: _captains_revealed,
    e.ShipChosen: _ship_chosen,
    e.TurnOrderDrawn: _turn_order_drawn,
    e.RoundStarted: _round_started,
    e.MerchantsRefilled: _merchants_refilled,
    e.EventDrawn: _event_drawn,
    e.EventDiscarded: _event_discarded,
    e.EventInForce: _event_in_force,
    e.RoundEnded: _round_ended,
    e.RandomDrawn: nothing,
    e.NpcMoved: _npc_moved,
    e.NpcAnnounced: _npc_announced,
    e.NpcPlaced: _npc_placed,
    e.NpcDefeated: _npc_defeated,
    e.NpcRemoved: _npc_removed,
    e.NpcShipChanged: _npc_ship_changed,
    e.WarStarted: _war_started,
    e.WarEnded: _war_ended,
    e.EffectBegan: _effect_began,
    e.EffectUsed: _effect_used,
    e.CaptainTurnStarted: _captain_turn_started,
    e.CaptainTurnEnded: _captain_turn_ended,
    e.MerchantLetGo: nothing,
    e.DemandReplaced: _demand_replaced,
    e.ModificationRevealed: _modification_revealed,
    e.MissionLaidOut: _mission_laid_out,
    e.GloryDeckShuffled: _glory_deck_shuffled,
    e.DeckReshuffled: _deck_reshuffled,
    e.VictoryDeclared: _victory_declared,
    e.StashesShown: nothing,
    e.GameEnded: _game_ended,
    **VOYAGE_CHANGES,
    **PORT_CHANGES,
    **SEAT_CHANGES,
    **BATTLE_CHANGES,
}
