"""Chapter 2: dealing the cards of the sea."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import setup as setting_up
from domain.pirates_of_maracaibo.content import (
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    RESIDENCES,
    TIER_ONE_IMPROVEMENTS,
    TIER_ONE_LOCATIONS,
)
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import location_cluster, setup

from .setups import SEEDS, Unshuffled, cards, fresh, laid_out, named

# The sea


@pytest.mark.rule("PM-019", "PM-002")
def test_the_tier_one_deck_holds_all_locations_15_improvements_and_4_residences() -> None:
    seas = [cards(fresh(seed)) for seed in SEEDS]
    for sea in seas:
        assert len(set(sea)) == len(sea) == 27
        assert set(TIER_ONE_LOCATIONS) <= set(sea)
        assert len(set(sea) & set(TIER_ONE_IMPROVEMENTS)) == 15
        assert len(set(sea) & set(RESIDENCES)) == 4
    for card in (*TIER_ONE_IMPROVEMENTS, *RESIDENCES):
        assert 0 < sum(card in sea for sea in seas) < len(seas)
    for space in range(27):
        assert len({sea[space] for sea in seas}) > 10


@pytest.mark.rule("PM-020")
def test_nobody_can_learn_which_cards_are_unused() -> None:
    recorder = laid_out()
    unused = {*TIER_ONE_IMPROVEMENTS, *RESIDENCES} - set(cards(recorder.state))
    assert len(unused) == 7 + 8
    assert not any(named(card, recorder.state, recorder.events) for card in unused)
    assert named("I1", {"I1": 1})


@pytest.mark.rule("PM-021")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_cards_are_dealt_face_up_column_by_column_from_the_top(layout: Any) -> None:
    state = setup(Options(layout=layout), 2, Unshuffled()).state
    dealt = [*TIER_ONE_LOCATIONS, *TIER_ONE_IMPROVEMENTS[:15], *[*RESIDENCES][:4]]
    places = {space.id: (space.column, space.row) for space in LAYOUTS[layout].spaces}
    assert sorted(places, key=lambda space: places[space]) == list(state.sea)
    assert cards(state) == dealt
    assert all(card.face_up for card in state.sea.values())


def groups(layout: str, sea: list[str]) -> list[set[int]]:
    """The places of touching Locations, group by group."""
    spaces = [space.id for space in LAYOUTS[layout].spaces]
    left = {place for place, card in enumerate(sea) if card in LOCATIONS}
    found = []
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            group |= edge
            edge = {
                other for other in left if any(spaces[other] in LAYOUTS[layout].adjacency[spaces[place]] for place in edge)
            }
            left -= edge
        found.append(group)
    return found


@pytest.mark.rule("PM-023")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_groups_of_four_locations_are_broken_by_swaps_with_improvements(layout: Any) -> None:
    swapped_locations, swapped_improvements = set(), set()
    clustered = 0
    for seed in range(60):
        before = cards(fresh(seed, layout=layout))
        after = cards(fresh(seed, layout=layout, break_location_clusters=True))
        large = [group for group in groups(layout, before) if len(group) >= 4]
        assert all(len(group) < 4 for group in groups(layout, after))
        moved = [place for place in range(27) if before[place] != after[place]]
        assert bool(moved) == bool(large)
        assert sorted(before) == sorted(after)
        assert not {before[place] for place in moved} & set(RESIDENCES)
        clustered += bool(large)
        if len(moved) == 2:
            location, improvement = sorted(moved, key=lambda place: before[place] in IMPROVEMENTS)
            assert any(location in group for group in large)
            assert before[improvement] in IMPROVEMENTS
            assert after[location] == before[improvement]
            swapped_locations.add(location)
            swapped_improvements.add(improvement)
    assert clustered > 5
    assert len(swapped_locations) > 3
    assert len(swapped_improvements) > 3


@pytest.mark.rule("PM-402", "PM-023")
@pytest.mark.parametrize(
    ("spaces", "group"),
    [
        (["c1r1", "c2r1", "c3r1", "c4r1"], True),
        (["c1r1", "c2r1", "c3r1", "c5r1"], False),
        (["c2r1", "c3r1", "c2r4", "c3r3"], False),
        (["c8r2", "c9r1", "c8r4", "c9r3"], False),
    ],
)
def test_only_spaces_that_touch_link_locations(spaces: list[str], group: bool) -> None:
    """The third would be linked by the Gold island, the last by the Gulf."""
    order = [space.id for space in LAYOUTS["standard"].spaces]
    sea = [TIER_ONE_LOCATIONS[spaces.index(space)] if space in spaces else "I1" for space in order]
    assert location_cluster("standard", sea) == ([order.index(space) for space in spaces] if group else [])


class Stubborn:
    """Chance with which the swaps move the same Locations to and fro."""

    def __init__(self) -> None:
        self.swaps = 0

    def below(self, limit: int) -> int:
        self.swaps += limit == setting_up.IMPROVEMENTS_IN_SEA
        return 0


@pytest.mark.rule("PM-024", "PM-401")
def test_the_sea_is_dealt_at_most_ten_times_with_a_hundred_swaps_each(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = 0

    def unshuffled(things: Any, rng: Any) -> tuple[Any, ...]:
        nonlocal deals
        deals += len(things) == 27
        return tuple(things)

    monkeypatch.setattr(setting_up, "shuffled", unshuffled)
    stubborn = Stubborn()
    state = setup(Options(break_location_clusters=True), 2, stubborn).state
    assert (deals, stubborn.swaps) == (10, 1000)
    assert location_cluster("standard", cards(state))
    deals, lucky = 0, Unshuffled()
    assert not location_cluster("standard", cards(setup(Options(break_location_clusters=True), 2, lucky).state))
    assert deals == 1
