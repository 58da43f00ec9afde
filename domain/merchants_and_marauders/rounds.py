"""Rounds, event cards and captain turns (RULES.md, chapters 3 and 12)."""

from __future__ import annotations

from functools import lru_cache

from domain.game import Rng
from domain.kit.cards import shuffled

from . import commands as c
from . import events as e
from .battle.hits import endure
from .captains import arrive
from .cards.targets import damaged, employed
from .cards.windows import window
from .content import EVENT_CARDS, GOODS, NATIONS, PORTS, ZONES, Effect, glory_card
from .ending import end_game
from .flow import begin, change, change_bounty, close, jump
from .frames import CaptainTurn, Cards, Carpenter, EventInPlay, Frame, HireByDeed, Round, Storm, TakeAction
from .npcs import follow_icon, look_for, place_announced, refit, replace_defeated, sweep
from .state import Recorder, State, alive, from_seat, turn_of
from .state.conditions import holds
from .state.modifiers import event_has, ignores_storms, working
from .trade import replace_demand

REFILL_AT = 8


# The round


def refill(recorder: Recorder, frame: Round, rng: Rng) -> Frame | None:
    """Eight merchant tokens or more on the track are shuffled and laid out in the zones without one (MM-031, MM-032)."""
    recorder.emit(e.RoundStarted(frame.number))
    state = recorder.state
    if len(state.merchant_track) >= REFILL_AT:
        empty = tuple(zone for zone in ZONES if zone not in state.merchants)
        recorder.emit(e.MerchantsRefilled(empty, shuffled(state.merchant_track, rng)))
    return None


def draw_event(recorder: Recorder, frame: Round, rng: Rng) -> Frame | None:
    """Draws the event card; without one the game ends (MM-033). An NPC card is announced (MM-037)."""
    if not recorder.state.event_deck:
        end_game(recorder, "event_deck_empty")
        return None
    card = recorder.state.event_deck[0]
    recorder.emit(e.EventDrawn(card))
    if EVENT_CARDS[card].kind == "npc":
        recorder.emit(e.NpcAnnounced(EVENT_CARDS[card].npc, card))
        return None
    return EventInPlay(card)


def captain_turns(recorder: Recorder, frame: Round, rng: Rng) -> Frame | None:
    if frame.turns == len(recorder.state.order):
        return None
    change(recorder, Round(frame.number, "turns", frame.turns + 1))
    begin(recorder, CaptainTurn(recorder.state.order[frame.turns]))
    return None


def end_of_round(recorder: Recorder, frame: Round, rng: Rng) -> Frame | None:
    """NPC ships come back or are placed, the event ends (MM-044), and so does the game if a seat has declared (MM-369)."""
    replace_defeated(recorder, rng)
    place_announced(recorder)
    recorder.emit(e.RoundEnded(frame.number))
    if recorder.state.game_over_after_round:
        end_game(recorder, "glory")
    else:
        change(recorder, Round(frame.number + 1))
    return None


ROUND = (("refill", refill), ("event", draw_event), ("turns", captain_turns), ("end", end_of_round))


# Global events


def icons(recorder: Recorder, frame: EventInPlay, rng: Rng) -> Frame | None:
    """The movement icons, in printed order, before the text (MM-034); after a storm a window opens (MM-K17)."""
    card = EVENT_CARDS[frame.card]
    for icon in card.icons:
        follow_icon(recorder, icon.npc, icon.dir, rng)
    return window(recorder.state, "event", alive(recorder.state), card.id) if "storm" in card.tags else None


def text(recorder: Recorder, frame: EventInPlay, rng: Rng) -> Frame | None:
    """Carries the text out and discards the card (MM-035), or keeps it in force for the round (MM-036). Effects with a
    later moment are looked up when that moment comes."""
    card = EVENT_CARDS[frame.card]
    drawn: tuple[str, ...] = ()
    for effect in card.effects:
        if effect.op == "draw_random":
            drawn = _draw(recorder, effect, rng)
        elif not effect.on:
            _carry_out(recorder, effect, drawn, rng)
    if card.duration == "round":
        recorder.emit(e.EventInForce(card.id, drawn))
    recorder.emit(e.EventDiscarded(card.id))
    return None


def _draw(recorder: Recorder, effect: Effect, rng: Rng) -> tuple[str, ...]:
    """What the event draws at random: a good (MM-051), a port (MM-053) or two nations (MM-257)."""
    if effect.what == "nation_pair":
        one, two = shuffled(NATIONS, rng)[:2]
        result: tuple[str, ...] = tuple(nation for nation in NATIONS if nation in (one, two))
    else:
        options: tuple[str, ...] = GOODS if effect.what == "good" else tuple(effect.from_)
        result = (options[rng.below(len(options))],)
    recorder.emit(e.RandomDrawn(str(effect.what), " ".join(result)))
    return result


def _carry_out(recorder: Recorder, effect: Effect, drawn: tuple[str, ...], rng: Rng) -> None:
    """Carries out an effect that happens at once."""
    match effect.op:
        case "bounty":
            for seat in alive(recorder.state):
                if all(holds(recorder.state, seat, condition) for condition in effect.if_):
                    change_bounty(recorder, seat, effect.nation, effect.delta)
        case "start_war":
            pair = (drawn[0], drawn[1])
            if pair not in recorder.state.wars:
                recorder.emit(e.WarStarted(pair))
                refit(recorder)
        case "end_war":
            for war in recorder.state.wars[: 1 if effect.which == "oldest" else None]:
                recorder.emit(e.WarEnded(war))
            refit(recorder)
        case "redraw_demand":
            for port in shuffled(PORTS, rng)[: int(effect.n)]:
                replace_demand(recorder, port, rng)
        case "move_npc":
            sweep(recorder, effect.npcs, rng)


EVENT_STEPS = (("icons", icons), ("text", text))


# The captain turn


def arrival(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    seat = frame.seat
    recorder.emit(e.CaptainTurnStarted(seat, recorder.state.turns + 1))
    return arrive(recorder, seat)


def opening(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    seat = frame.seat
    return window(recorder.state, "any_turn", from_seat(recorder.state, seat), "start")


def carpenter(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    seat = frame.seat
    if not recorder.state.seats[seat].specialists:
        return None
    for effect in working(recorder.state, seat, "repair", "captain_turn_start"):
        if damaged(recorder.state, seat, effect.locations):
            return Carpenter(seat)
    return None


def repair_free(recorder: Recorder, frame: Carpenter, command: c.RepairFree, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.DamageRepaired(frame.seat, command.location, 1, 0))


def scouted_by_npcs(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    """NPC ships scout for a captain who begins the turn at sea in their zone (MM-238)."""
    jump(recorder, "actions")
    look_for(recorder, frame.seat, rng)
    return None


def actions(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    """The captain chooses up to 3 actions freely (MM-038)."""
    seat = frame.seat
    return TakeAction(seat) if recorder.state.seats[seat].captain is not None else None


def hire_by_deed(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    seat = frame.seat
    return HireByDeed(seat) if _asked_for_deeds(recorder.state, seat) else None


def _asked_for_deeds(state: State, seat: int) -> bool:
    """Whether the seat is asked. With `uniform` every holder of a card is, so that nobody learns who can hire (MM-K26)."""
    hand = state.seats[seat].glory
    if state.options.windows == "uniform":
        return bool(hand)
    return bool([card for card in _by_deed(hand) if why_not_by_deed(state, seat, card) is None])


@lru_cache(maxsize=4096)
def _by_deed(hand: Cards) -> Cards:
    """The cards of a hand that are hired for a deed at the end of a captain turn."""
    return tuple([card for card in hand if (hire := glory_card(card).hire) is not None and hire.when == "captain_turn_end"])


def why_not_by_deed(state: State, seat: int, instance: str) -> str | None:
    card = glory_card(instance)
    if card.hire is None:
        return "not_a_specialist"
    if not _by_deed((instance,)) or not all(holds(state, seat, each) for each in card.hire.if_):
        return "condition_not_met"
    return "already_employed" if card.specialist in employed(state, seat) else None


def hire(recorder: Recorder, frame: HireByDeed, command: c.HireSpecialist, rng: Rng) -> None:
    """Hires one specialist; the decision stays open while another can be hired."""
    recorder.emit(e.SpecialistHired(frame.seat, command.card, 0))
    if not _asked_for_deeds(recorder.state, frame.seat):
        close(recorder)


def storm(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    """A captain who ends the turn at sea rolls the storm checks (MM-045), but not after death or retirement (MM-396)."""
    seat = frame.seat
    checks = storm_checks(recorder.state, seat)
    return Storm(seat, checks[0].times) if checks else None


def storm_checks(state: State, seat: int) -> list[Effect]:
    """The storm checks at the end of a captain turn, unless a card spares the captain (MM-047)."""
    if not event_has(state, "check"):
        return []
    checks = working(state, seat, "check", "captain_turn_end")
    return [] if checks and ignores_storms(state, seat) else checks


def advance_storm(recorder: Recorder, frame: Storm, rng: Rng) -> None:
    """One check and its hit; then the next (MM-045)."""
    if not frame.checks:
        close(recorder)
        return
    change(recorder, Storm(frame.seat, frame.checks - 1))
    endure(recorder, frame.seat, storm_checks(recorder.state, frame.seat)[0], rng, "storm")


def closing(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    seat = frame.seat
    return window(recorder.state, "any_turn", from_seat(recorder.state, seat), "end")


def turn_over(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    assert turn_of(recorder.state).seat == frame.seat
    recorder.emit(e.CaptainTurnEnded(frame.seat))
    return None


CAPTAIN_TURN = (
    ("arrival", arrival),
    ("opening", opening),
    ("carpenter", carpenter),
    ("npcs", scouted_by_npcs),
    ("actions", actions),
    ("hire", hire_by_deed),
    ("storm", storm),
    ("closing", closing),
    ("over", turn_over),
)
