"""Jordan's raids, exploring, Quests, Upgrades and Rubies (RULES.md, chapters 22.4, 22.5, 23.5)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game import Rng

from .. import events as e
from ..content import (
    EDGES,
    JORDAN_SLOTS,
    JORDAN_TRACK,
    RESIDENCES,
    RUBY_MARKET,
    TRACK,
    TRACK_END,
    Effect,
)
from ..flow import gain_vp, place_markers
from ..state import Recorder, State, column_of, jordan_of, residence_spaces, treasures
from ..values import TREASURES, Treasure

DIE_TREASURE: dict[int, Treasure] = {1: "gold", 2: "emerald", 3: "pearl"}
"""The Treasure by the die (PM-303); higher rolls mean the fullest island (PM-302)."""


def _roll(recorder: Recorder, purpose: str, rng: Rng) -> int:
    die = rng.below(6) + 1
    recorder.emit(e.JordanDieRolled(purpose, (die,)))
    return die


# Raids


def raid(recorder: Recorder, rng: Rng) -> None:
    """VP and Treasures by the position on the track (PM-301), their type by one die (PM-302, PM-303).

    The Treasures come from the island, or else from the supply (PM-304). Jordan never buries (PM-305). From position 3 on,
    the island gets a marker if Jordan then has more Treasures of the type than the human (PM-306, PM-307).
    """
    row = JORDAN_TRACK[jordan_of(recorder.state).position].raid
    gain_vp(recorder, "jordan", row.vp, "raid")
    kind = _treasure_type(recorder.state, _roll(recorder, "treasure", rng))
    for _ in range(row.treasures):
        source = "island" if recorder.state.islands[kind] else "supply"
        recorder.emit(e.JordanTreasureGained(kind, source))
    mine = jordan_of(recorder.state).treasures.get(kind, 0)
    if row.marker_if_jordan_has_more and mine > treasures(recorder.state.seats[0], kind):
        place_markers(recorder, kind, 1, "jordan")


def _treasure_type(state: State, die: int) -> Treasure:
    """The fullest island, Gold before Emerald before Pearl (PM-302)."""
    if die in DIE_TREASURE:
        return DIE_TREASURE[die]
    return max(TREASURES, key=lambda kind: state.islands[kind])


# Exploring


def at_end(state: State) -> bool:
    """Whether Jordan's Explorer can move no further (PM-310)."""
    return jordan_of(state).explorer == TRACK_END


def explore(recorder: Recorder, movement: int) -> None:
    """The points, then the full movement, from anywhere but END (PM-308, PM-309, PM-310)."""
    row = JORDAN_TRACK[jordan_of(recorder.state).position].explore
    gain_vp(recorder, "jordan", row.vp, "explore")
    left = movement + row.extra_spaces
    start = here = jordan_of(recorder.state).explorer
    human, steps, skipped, rivers = recorder.state.seats[0].explorer, 0, 0, []
    while left and here != TRACK_END:
        edge = _ahead(here)
        here = edge[0]
        rivers += [edge[1]] if edge[1] is not None else []
        if here == human and here != TRACK_END:
            skipped += 1
            continue
        left -= 1
        steps += 1
    recorder.emit(e.ExplorerMoved("jordan", start, here, steps, skipped, tuple(rivers)))


def _ahead(space: str) -> tuple[str, int | None]:
    """The next space and the river before it; at a fork the longer branch, the upper one of equals (PM-309, PM-429)."""
    edges = [edge for edge in EDGES if edge.from_ == space]
    best = max(edges, key=lambda edge: (_branch_length(edge.to), TRACK[edge.to].branch == "upper"))
    return best.to, best.river


def _branch_length(space: str) -> int:
    """Spaces of a branch up to where it joins the other."""
    length = 0
    while TRACK[space].branch != "common":
        length += 1
        space = next(edge.to for edge in EDGES if edge.from_ == space)
    return length


# Quests


def take_quest(recorder: Recorder) -> None:
    """The rightmost of the market, those left of it slide, place 1 is refilled; else the top deck card (PM-311, PM-312)."""
    state = recorder.state
    market, deck = state.quest_market, state.quest_deck
    if any(market):
        place = max(place for place, quest in enumerate(market) if quest)
        slid = ("", *market[:place], *market[place + 1 :])
        recorder.emit(e.JordanQuestTaken(f"market_{place + 1}", market[place], slid))
        if deck:
            recorder.emit(e.QuestMarketRefilled(1, deck[0]))
    elif deck:
        recorder.emit(e.JordanQuestTaken("deck", deck[0], market))


# Upgrades


def upgrade(recorder: Recorder, rng: Rng) -> None:
    """Covers the next slot, column by column (PM-313), if there is one (PM-322), and carries out its effect: the track
    advances (PM-314), Jordan takes a Figurehead (PM-315, PM-316), the rightmost Quest (PM-317) or a Residence (PM-318)."""
    covered = jordan_of(recorder.state).upgrades
    if covered == len(JORDAN_SLOTS):
        return
    slot = JORDAN_SLOTS[covered]
    recorder.emit(e.UpgradePlaced("jordan", slot.id))
    match slot.op:
        case "solo_slot_advance":
            _advance(recorder)
        case "solo_slot_figurehead":
            _take_figurehead(recorder, rng)
        case "solo_slot_quest":
            take_quest(recorder)
        case _:
            _build(recorder, rng)


def _advance(recorder: Recorder) -> None:
    """Moves the track marker on, which ends on its last position (PM-314)."""
    position = jordan_of(recorder.state).position
    if position < max(JORDAN_TRACK):
        recorder.emit(e.JordanTrackAdvanced(position + 1))


def _take_figurehead(recorder: Recorder, rng: Rng) -> None:
    """A die picks one of three Figureheads, unless the human or Jordan already has one (PM-315, PM-316)."""
    if recorder.state.seats[0].figurehead is not None or jordan_of(recorder.state).figurehead is not None:
        return
    die = _roll(recorder, "figurehead", rng)
    recorder.emit(e.FigureheadGained("jordan", recorder.state.figurehead_market[(die - 1) // 2]))


def _build(recorder: Recorder, rng: Rng) -> None:
    """A die picks one of the four Residences (PM-319), rolled again until it has no token of Jordan (PM-318); with tokens on
    all four nothing happens (PM-321). The first token on a Residence brings 2 VP (PM-320)."""
    state = recorder.state
    spaces = residences_in_order(state)
    free = [number for number, space in enumerate(spaces) if "jordan" not in state.residences[state.sea[space].id]]
    if not free:
        return
    rolls = [rng.below(6) + 1]
    while rolls[-1] - 1 not in free:
        rolls.append(rng.below(6) + 1)
    recorder.emit(e.JordanDieRolled("residence", tuple(rolls)))
    space = spaces[rolls[-1] - 1]
    residence = state.sea[space].id
    assert residence in RESIDENCES
    recorder.emit(e.ResidenceConstructed("jordan", space, residence, 0, first_builder=not state.residences[residence]))


def residences_in_order(state: State) -> Sequence[str]:
    """The spaces of the Residences from left to right, in a column from the top (PM-318, PM-319)."""
    return sorted(residence_spaces(state), key=lambda space: column_of(state, space))


# Rubies


def sell_ruby(recorder: Recorder, rng: Rng) -> None:
    """One Ruby in the Gulf; of the bonus only the VP count (PM-374, PM-375, PM-439)."""
    spaces = list(RUBY_MARKET)
    if not jordan_of(recorder.state).rubies or len(recorder.state.ruby_market) == len(spaces):
        return
    place = _roll(recorder, "ruby", rng) - 1
    while spaces[place] in recorder.state.ruby_market:
        place = (place + 1) % len(spaces)
    recorder.emit(e.RubySold("jordan", spaces[place]))
    gain_vp(recorder, "jordan", _vp_of(RUBY_MARKET[spaces[place]].effects), "ruby")


def _vp_of(effects: Sequence[Effect]) -> int:
    return sum(effect.amount for effect in effects if effect.op == "gain_vp")
