"""Gaining and returning Quests (RULES.md, chapter 12), and the Whale (PM-198)."""

from __future__ import annotations

from domain.game import Malformed, Rng
from domain.kit.cards import shuffled
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..flow import Advance, Answers, asked_while, change, change_doubloons, close, declining
from ..frames import DiscardQuest, GainQuest
from ..state import Recorder, State, ongoing
from .feasibility import market_places, quest_at, quests_to_gain


def _why_not_refresh(state: State, frame: GainQuest, command: c.RefreshMarket) -> str | None:
    if not any(ongoing(state.seats[frame.seat], "refresh_quest_market")):
        return "no_whale"
    return "already_refreshed" if frame.refreshed else None


def _refresh(recorder: Recorder, frame: GainQuest, command: c.RefreshMarket, rng: Rng) -> None:
    """The whole market goes under the deck, then each place gets a new card (PM-198, PM-200)."""
    state = recorder.state
    removed = tuple(quest for quest in state.quest_market if quest)
    deck, places = (*state.quest_deck, *shuffled(removed, rng)), len(state.quest_market)
    drawn = deck[:places]
    change(recorder, GainQuest(frame.seat, frame.left, refreshed=True))
    added = (*drawn, *("" for _ in range(places - len(drawn))))
    recorder.emit(e.QuestMarketRefreshed(frame.seat, removed, added, deck[places:]))


def _why_not_take(state: State, frame: GainQuest, command: c.TakeQuest) -> str | None:
    return None if quest_at(state, command.source) else "source_empty"


def _take(recorder: Recorder, frame: GainQuest, command: c.TakeQuest, rng: Rng) -> None:
    """From the deck or a place of the market, which is refilled at once (PM-154, PM-155, PM-423)."""
    state = recorder.state
    if frame.left > 1:
        change(recorder, GainQuest(frame.seat, frame.left - 1))
    else:
        close(recorder)
    recorder.emit(e.QuestGained(frame.seat, command.source, quest_at(state, command.source)))
    if command.source != "deck" and state.quest_deck:
        position = market_places(state).index(command.source) + 1
        recorder.emit(e.QuestMarketRefilled(position, state.quest_deck[0]))


# Returning


def _why_not_discard(state: State, frame: DiscardQuest, command: c.DiscardQuest) -> str | None:
    if not isinstance(command.quest, str):
        raise Malformed("invalid_field", "Name the Quest to discard.", field="quest")
    return "not_your_quest" if command.quest not in state.seats[frame.seat].quests else None


def _discard(recorder: Recorder, frame: DiscardQuest, command: c.DiscardQuest, rng: Rng) -> None:
    """The Quest goes under the deck, and the seat gains the doubloons (PM-160, PM-161)."""
    close(recorder)
    recorder.emit(e.QuestDiscarded(frame.seat, command.quest))
    change_doubloons(recorder, frame.seat, frame.doubloons, "discard_quest")


ADVANCE: Advance = {GainQuest: asked_while(lambda state, seat: quests_to_gain(state), "gain_quest")}
"""While both the deck and the market are empty nothing can be gained (PM-159)."""
ANSWERS: Answers = {
    GainQuest: {
        c.RefreshMarket: Answer(_refresh, lambda s, f: [c.RefreshMarket()], _why_not_refresh),
        c.TakeQuest: Answer(
            _take, lambda s, f: [c.TakeQuest(source) for source in ("deck", *market_places(s))], _why_not_take
        ),
        c.Decline: declining("gain_quest"),
    },
    DiscardQuest: {
        c.DiscardQuest: Answer(
            _discard, lambda s, f: [c.DiscardQuest(quest) for quest in s.seats[f.seat].quests], _why_not_discard
        ),
        c.Decline: declining("discard_quest"),
    },
}
