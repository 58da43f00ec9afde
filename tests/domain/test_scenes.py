"""What the kit adds to the beats of a game from the pictures before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as with_fields
from random import Random

from conformance.games import names
from conformance.playing import play
from conformance.scenes import seen
from domain.drawing import Counted, Fact, Picture, Piece
from domain.kit.narration import Story, tell
from domain.kit.scenes import Completed, completed
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Scene, Show, whole
from tests.support.games import GAMES

GOLD = BeatPiece(face="gold")


def picture(*pieces: Piece, facts: Mapping[str, Sequence[Fact]] = {}) -> Picture:
    return Picture(pieces=pieces, facts={area: tuple(found) for area, found in facts.items()})


def gold(area: str, count: int = 1) -> Piece:
    return Piece(id=f"{area}/gold", inside=area, face="gold", count=count)


def scene(before: Picture, after: Picture, *beats: Beat, counted: Mapping[str, Counted] = {}) -> Completed:
    return completed(beats, before, after, counted, 1)


def test_one_of_several_goes_and_joins_others_without_a_name() -> None:
    beat = Move((GOLD,), "hold", source="island")

    told, left_over, _ = scene(picture(gold("island", 3), gold("hold")), picture(gold("island", 2), gold("hold", 2)), beat)

    assert told == (beat,)
    assert left_over == ()


def test_the_first_of_its_kind_becomes_the_piece_that_stands_for_all() -> None:
    before, after = picture(gold("island", 3)), picture(gold("island"), gold("hold", 2))

    told, left_over, _ = scene(before, after, *[Move((GOLD,), "hold", source="island")] * 2)

    first, second = told
    assert first == Move((BeatPiece(id="hold/gold", inside="hold", face="gold"),), "hold", source="island")
    assert second == Move((GOLD,), "hold", source="island")
    assert left_over == ()


def test_the_last_of_its_kind_was_the_piece_that_stood_for_all() -> None:
    before = picture(gold("island", 2))

    told, left_over, _ = scene(before, picture(), *[Move((GOLD,), "ship", source="island")] * 2)

    assert told == (
        Move((GOLD,), "ship", source="island"),
        Move((BeatPiece(face="gold", was="island/gold"),), "ship", source="island"),
    )
    assert left_over == ()


def test_the_last_of_its_kind_leaves_the_table_by_its_id() -> None:
    told, left_over, _ = scene(picture(gold("hold")), picture(), Move((GOLD,), source="hold"))

    assert told == (Move(("hold/gold",), source="hold"),)
    assert left_over == ()


def test_what_comes_and_goes_again_leaves_what_was_there() -> None:
    lying = picture(gold("island"))

    told, left_over, _ = scene(lying, lying, Move((GOLD,), "hold", source="island"), Move((GOLD,), "island", source="hold"))

    assert told == (Move((GOLD,), "hold", source="island"), Move((GOLD,), "island", source="hold"))
    assert left_over == ()


def heap(area: str, count: int = 1) -> Piece:
    return Piece(id=f"{area}/down", inside=area, down=True, count=count)


def card(name: str, area: str) -> Piece:
    return Piece(id=name, inside=area, face="grog")


def test_a_card_that_goes_where_nobody_tells_it_from_others_loses_its_name() -> None:
    before, after = picture(card("grog:1", "market"), heap("hand", 2)), picture(heap("hand", 3))

    told, *rest = scene(before, after, Move(("grog:1",), "hand"))

    assert told == (Move((BeatPiece(down=True, was="grog:1"),), "hand"),)
    assert rest == [(), ()]


def test_the_first_of_several_covered_cards_becomes_their_heap() -> None:
    before = picture(card("grog:1", "market"), card("grog:2", "market"))

    told, *rest = scene(before, picture(heap("hand", 2)), Move(("grog:1", "grog:2"), "hand"))

    first = BeatPiece(id="hand/down", inside="hand", down=True, was="grog:1")
    assert told == (Move((first, BeatPiece(down=True, was="grog:2")), "hand"),)
    assert rest == [(), ()]


def test_a_card_keeps_its_name_until_it_is_covered() -> None:
    before = picture(card("grog:1", "market"), heap("deck"))
    beats = Move(("grog:1",), "pile"), Move(("grog:1",), "deck")

    told, *rest = scene(before, picture(heap("deck", 2)), *beats)

    assert told == (beats[0], Move((BeatPiece(down=True, was="grog:1"),), "deck"))
    assert rest == [(), ()]


def test_a_card_that_is_only_shown_is_covered_by_what_is_left_over() -> None:
    shown = Show((BeatPiece(id="grog:1", inside="hand", face="grog"),))

    told, left_over, _ = scene(picture(heap("hand")), picture(heap("hand")), shown)

    assert told == (shown,)
    assert left_over == (Move((BeatPiece(down=True, was="grog:1"),), "hand", weight=0),)


def test_markers_and_heaps_come_and_go_though_no_beat_says_so() -> None:
    marker = Piece(id="marker", inside="seat/0", name="Acts")

    assert scene(picture(marker), picture(heap("deck"))) == Completed(
        (), (), (Show((whole(heap("deck")), BeatPiece(was="marker")), weight=0),)
    )


def test_a_card_turned_up_after_it_came_face_down_loses_its_earlier_id() -> None:
    down = BeatPiece(id="berth/card", inside="berth", down=True)
    card = BeatPiece(id="tobacco", inside="berth", was="berth/card", face="tobacco")

    told, *_ = scene(picture(), picture(Piece(id="tobacco", inside="berth", face="tobacco")), Show((down,)), Show((card,)))

    assert told == (Show((down,)), Show((card,)))


def test_a_gain_of_nothing_is_no_beat_unless_it_has_words() -> None:
    same = picture(facts={"seat/0": [("coins", 2)]})

    told, *_ = scene(same, same, Gain("seat/0", "coins"), Gain("seat/0", "coins", text="Anne draws nothing."))

    assert told == (Gain("seat/0", "coins", by=0, now=2, text="Anne draws nothing."),)


def test_a_fact_of_a_piece_is_counted_while_the_piece_is_there() -> None:
    def ship(crew: int) -> Picture:
        return picture(Piece(id="ship", inside="sea", face="ship", facts=(("crew", crew), ("name", "Grog"))))

    told, left_over, _ = scene(ship(3), ship(1), Gain("ship", "crew"), counted={"crew": Counted("ship", "crew")})
    assert (told, left_over) == ((Gain("ship", "crew", by=-2, now=1),), ())

    told, left_over, _ = scene(ship(3), ship(1), counted={"crew": Counted("ship", "crew")})
    assert (told, left_over) == ((), (Gain("ship", "crew", by=-2, now=1, weight=0),))

    told, left_over, _ = scene(ship(3), picture(), Gain("ship", "crew", by=-3), counted={"crew": Counted("ship", "crew")})
    assert told == (Gain("ship", "crew", by=-3),)
    assert left_over == (Move(("ship",), weight=0),)


def test_no_figure_changes_of_a_piece_that_comes_with_its_figures_or_goes_with_them() -> None:
    hull = Piece(id="ship/hull", inside="ship", name="Hull", facts=(("now", 3),))
    comes, goes = Move((whole(hull),), "ship"), Move(("ship/hull",))

    told, left_over, _ = scene(picture(), picture(hull), comes, Gain("ship/hull", "now"))
    assert (told, left_over) == ((comes,), ())

    told, left_over, _ = scene(picture(hull), picture(), Gain("ship/hull", "now"), goes)
    assert (told, left_over) == ((goes,), ())


def test_what_no_preview_foretells_is_counted_too() -> None:
    before, after = (picture(facts={"jordan": [("vp", vp)]}) for vp in (3, 5))

    _, left_over, _ = scene(before, after, counted={"jordans_vp": Counted("jordan", "vp", foretold=False)})

    assert left_over == (Gain("jordan", "vp", by=2, now=5, weight=0),)


def test_a_figure_is_counted_beside_an_area_that_comes_with_the_commit() -> None:
    before = picture(facts={"jordan": [("vp", 3)]})
    after = picture(facts={"raid": [("power", 1)], "jordan": [("vp", 5)]})

    _, left_over, _ = scene(before, after, counted={"jordans_vp": Counted("jordan", "vp")})

    assert left_over == (Gain("jordan", "vp", by=2, now=5, weight=0),)


def test_skipped_events_are_untold() -> None:
    story: Story[object] = Story([1, "two", 3.0], [], {int, str})

    tale = tell(story, {int: lambda story, event: [Moment(text="One.")], str: lambda story, event: ""})

    assert tale.beats == [Moment(text="One.")]
    assert tale.untold == [3.0, "two"]


# Games that tell no beats


def scenes_of(game: str, seats: int) -> list[Scene]:
    """Of a random game without its beats, as seat 0 sees them."""
    found = GAMES[game]
    found = with_fields(found, words=with_fields(found.words, tell=None))
    return [seen(found, step, 0, found.types.options(), seats).scene for step in play(found, seats, 1)]


def test_a_game_without_beats_shows_what_came_though_it_has_no_face() -> None:
    first = scenes_of("tic-tac-toe", 2)[0]

    text, shown = first
    assert isinstance(text, Moment)
    assert text.text.startswith(names(2)[0])
    assert isinstance(shown, Show)
    (mark,) = shown.pieces
    assert isinstance(mark, BeatPiece)
    assert (mark.name, mark.icon, mark.inside) == ("X", "x", f"cell/{str(mark.id).removeprefix('mark/')}")


def test_a_game_without_beats_moves_and_shows_what_its_pictures_differ_in() -> None:
    won = next(scene for scene in scenes_of("three-chests", 3) if "takes the chest" in str(scene))

    text, shown, moved, *_ = won
    assert isinstance(text, Moment)
    assert isinstance(shown, Show)
    assert {piece.inside for piece in shown.pieces if isinstance(piece, BeatPiece)} == {"gone"}
    assert isinstance(moved, Move)
    assert (moved.to, moved.weight) == ("gone", 1)


def test_what_changed_among_many_pieces_is_found_wherever_it_lies() -> None:
    """Also where pieces came, went and changed their order between those that stayed."""
    chance = Random(7)
    for _ in range(200):
        lay = [card(f"grog:{number}", "market") for number in range(chance.randrange(90))]
        lies = [
            card(each.id, "hand") if chance.random() < chance.choice((0.02, 0.5)) else each
            for each in lay
            if chance.random() > chance.choice((0.02, 0.4))
        ]
        for number in range(chance.randrange(4)):
            lies.insert(chance.randrange(len(lies) + 1), card(f"rum:{number}", "hand"))
        if lies and chance.random() < 0.3:
            lies.append(lies.pop(chance.randrange(len(lies))))
        old, new = {each.id: each.inside for each in lay}, {each.id: each.inside for each in lies}

        _, left_over, signs = scene(picture(*lay), picture(*lies))

        came = [name for beat in left_over if isinstance(beat, Show) for name in map(id_of, beat.pieces)]
        went = {name: beat.to for beat in left_over if isinstance(beat, Move) for name in map(id_of, beat.pieces)}
        assert came == [name for name in new if name not in old]
        assert went == {name: new.get(name) for name in old if new.get(name) != old[name]}
        assert not signs


def id_of(piece: str | BeatPiece) -> str | None:
    return piece if isinstance(piece, str) else piece.id
