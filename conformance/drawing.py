"""The promises of boards and pictures to renderers, tested at positions of random games, half of them with random
options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

import msgspec

from conformance.games import names
from conformance.measuring import apart, problems_of
from conformance.playing import Broken, Chance, Step, all_seats_of, as_json, as_stored, hold, options_of, play, refusal
from conformance.reaching import Reached
from domain.drawing import MOST_CANDIDATES, AnyDrawing, Area, Board, Box, Face, Fact, Picture, Piece
from domain.game import AnyGame
from domain.icons import ICONS
from domain.kit.plain_words import LONGEST_LABEL
from domain.offers import LONGEST_ID, command_of, labels, offer_id
from tradewinds.installed import drawings_shipped, images_of
from tradewinds.packages import Package

EVERY = 7
"""Checks that deal again or compare many lists are made at every seventh position."""

PICTURED = 40
"""So many positions of a game are looked at for the images that they name."""
ROUNDING = 1e-6
"""In units of a map: sums of places may differ by it."""


def the_board_defines_all_it_names(game: AnyGame, seats: int, seed: int) -> None:
    """Areas, icons and colours that a board names exist, texts are short, and spots do not overlap in the box of their
    map."""
    if game.drawing is not None:
        check_board(game.drawing.board(options_of(game, seats, seed), names(seats)), seats)


def what_maps_name_can_be_read(game: AnyGame, seats: int, seed: int) -> None:
    """In windows 390 and 1400 pixels wide no name of a spot is cut, and none lies over another spot."""
    if game.drawing is not None:
        for problem in problems_of(game.drawing.board(options_of(game, seats, seed), names(seats))):
            raise Broken(problem)


def drawings_run_nothing(game: AnyGame, origin: Package) -> None:
    """The drawings that the game ships (its cover, pictures of its guide, and `images`) are plain SVG, in which nothing runs
    and which loads nothing; and every image that the game names is among them."""
    for name, problem in drawings_shipped(origin):
        hold(problem is None, f"{name} is never shown: {problem}")
    if game.drawing is None:
        return
    seats = all_seats_of(game)[-1]
    board = game.drawing.board(options_of(game, seats, 1), names(seats))
    shown: list[Area | Face | Piece] = [*board.areas, *board.faces.values()]
    for step in islice(play(game, seats, 1), PICTURED):
        shown += game.drawing.picture(game.gate.view(step.after, step.seat), step.seat).pieces
    lacking = sorted({each.image for each in shown if each.image is not None} - {*images_of(origin)})
    hold(
        not lacking,
        f"the drawing names the images {lacking}, but the folder of the game has no images/{'/'.join(lacking[:1])}.svg",
    )


def a_picture_is_of_its_board(game: AnyGame, seats: int, seed: int) -> None:
    """Each piece is in one area; every face, icon, colour and word that a picture names exists. All viewers see the same,
    if the drawing says so."""
    if (drawing := game.drawing) is None:
        return
    board = drawing.board(options_of(game, seats, seed), names(seats))
    checked = set[bytes]()
    for step in play(game, seats, seed):
        pictures = [drawing.picture(game.gate.view(step.after, viewer), viewer) for viewer in (None, *range(seats))]
        for picture in pictures:
            check_picture(picture, board, checked)
        if drawing.same_for_all:
            hold(all(picture == pictures[0] for picture in pictures), "a picture is not the same for all, as `drawing` says")
    check_picture(drawing.picture(game.gate.open_view(step.after), None), board)


def offers_name_what_they_touch(game: AnyGame, seats: int, seed: int) -> None:
    """Offers have different ids and labels, a group, and targets in the picture; an id can be turned back into its
    command."""
    players = names(seats)
    board = None if game.drawing is None else game.drawing.board(options_of(game, seats, seed), players)
    for step in play(game, seats, seed):
        view = game.gate.view(step.before, step.seat)
        check_ids(game, step.legal)
        check_labels(labels(game, view, step.seat, step.legal, players))
        if game.drawing is not None and board is not None:
            check_aims(game.drawing, board, view, step)


def what_a_person_looks_for_is_bounded(game: AnyGame) -> Sequence[str]:
    """Candidates are commands, each once and at most sixty, with labels and targets as offers have them. `check` accepts
    or refuses each. Every kind of decision that some hundred games reach is looked at.

    Returns the tags of the commands that were possible in none of these games."""
    if (drawing := game.drawing) is None:
        return ()
    reached = Reached(game)
    boards: dict[Any, Board] = {}
    for options, seats, step in reached.positions():
        if (key := (seats, as_json(options))) not in boards:
            boards[key] = drawing.board(options, names(seats))
        view = game.gate.view(step.before, step.seat)
        check_candidates(game, boards[key], view, seats, step)
        check_aims(drawing, boards[key], view, step)
        check_ids(game, step.legal)
    return sorted(reached.missing)


def what_is_hidden_changes_no_picture(game: AnyGame, seats: int, seed: int) -> None:
    """If everything hidden from a viewer is dealt again, its picture, its offers' targets and the questions to all seats
    stay the same."""
    if (drawing := game.drawing) is None:
        return
    chance = Chance(seed)
    for step in _some(play(game, seats, seed)):
        for viewer in (None, *range(seats)):
            here = game.gate.view(step.after, viewer)
            other = game.bots.determinize(here, viewer, chance)
            there = game.gate.view(other, viewer)
            same = as_json(drawing.picture(here, viewer)) == as_json(drawing.picture(there, viewer))
            hold(same, f"what is hidden from {'a spectator' if viewer is None else f'seat {viewer}'} changes its picture")


def what_is_read_from_a_log_is_drawn_the_same(game: AnyGame, seats: int, seed: int) -> None:
    """A process that has read a game has its mappings in another order than one that has played it: pictures and
    targets do not depend on it."""
    if (drawing := game.drawing) is None:
        return
    read_view = msgspec.json.Decoder(game.types.view).decode
    for step in _some(play(game, seats, seed)):
        view = game.gate.view(step.before, step.seat)
        same = read_view(as_stored(view))
        one, other = (as_json(drawing.picture(each, step.seat)) for each in (view, same))
        hold(one == other, "`drawing.picture` depends on the order of a mapping")
        for command in step.legal:
            targets = [list(drawing.targets(each, step.seat, command)) for each in (view, same)]
            hold(targets[0] == targets[1], f"`drawing.targets` of {command} depends on the order of a mapping: {targets}")


def each_seat_is_asked_in_a_sentence(game: AnyGame, seats: int, seed: int) -> None:
    """The question to a seat is a sentence that names the player, and another that says `you` in place of the name; both
    are made from the spectator's view."""
    players = names(seats)
    for step in play(game, seats, seed):
        view = game.gate.view(step.before, None)
        for seat in game.rules.to_act(step.before):
            sentence = game.words.asked(view, seat, players)
            hold(sentence.strip() == sentence != "", f"`words.asked` says {sentence!r}")
            hold(players[seat] in sentence, f"`words.asked` does not name {players[seat]}: {sentence!r}")
            to_you = game.words.asked_you(view, seat, players)
            hold(to_you.strip() == to_you != "", f"`words.asked_you` says {to_you!r}")
            spoken = "you" in to_you.lower() and players[seat] not in to_you
            hold(spoken, f"`words.asked_you` does not speak to {players[seat]}: {to_you!r}")


DRAWN: Sequence[Callable[[AnyGame, int, int], None]] = (
    the_board_defines_all_it_names,
    what_maps_name_can_be_read,
    a_picture_is_of_its_board,
    offers_name_what_they_touch,
    what_is_hidden_changes_no_picture,
    what_is_read_from_a_log_is_drawn_the_same,
    each_seat_is_asked_in_a_sentence,
)


DRAWN_EVERYWHERE: Sequence[Callable[[AnyGame], Sequence[str]]] = (what_a_person_looks_for_is_bounded,)
"""Those that need no number of seats and no seed: they play until each kind of decision was reached."""


def check_board(board: Board, seats: int) -> None:
    """Raises Broken where a board breaks a rule of the format."""
    areas = {area.id: area for area in board.areas}
    hold(len(areas) == len(board.areas), "two areas of the board have one id")
    groups = [group.id for group in board.groups]
    hold(len(set(groups)) == len(groups), "two groups of the board have one id")
    above: set[str] = set()
    for area in board.areas:
        hold(area.inside is None or area.inside in above, f"area {area.id} is listed before the area that it is in")
        above.add(area.id)
        check_area(area, areas, board, seats)
    hold(any(area.main for area in board.areas), "no area of the board is the main one")
    for face_id, face in board.faces.items():
        where = f"face {face_id}"
        hold(0 < len(face.name) <= LONGEST_LABEL, f"the name of {where} has not 1 to {LONGEST_LABEL} characters")
        _drawn(where, face.icon, face.colour, board)
        _facts(where, face.facts, board)
    for key, word in board.words.items():
        hold(0 < len(word.name) <= LONGEST_LABEL, f"the name of word {key} has not 1 to {LONGEST_LABEL} characters")
        hold(word.icon is None or word.icon in ICONS, f"word {key} has the unknown icon {word.icon}")
    hold(len(board.seats) in (0, seats), f"the board has colours of {len(board.seats)} seats, and {seats} play")
    unknown = sorted({*board.seats} - {*board.colours})
    hold(not unknown, f"`seats` of the board names the colours {unknown}, which it does not define")


def check_area(area: Area, areas: dict[str, Area], board: Board, seats: int) -> None:
    where = f"area {area.id}"
    hold(0 < len(area.name) <= LONGEST_LABEL, f"the name of {where} has not 1 to {LONGEST_LABEL} characters")
    _drawn(where, area.icon, area.colour, board)
    _facts(where, area.facts, board)
    hold(area.seat is None or 0 <= area.seat < seats, f"{where} belongs to a seat that is not there")
    hold((area.kind == "map") == (area.box is not None), f"{where}: maps have a box, and nothing else has")
    hold((area.kind == "spot") == (area.at is not None), f"{where}: spots have a place, and nothing else has")
    drawn_so = area.shape != "box" or area.outline or not area.label
    hold(area.kind == "spot" or not drawn_so, f"{where}: only spots have a shape, an outline, or no label")
    hold(not area.outline or len(area.outline) > 2, f"the outline of {where} has fewer than three corners")
    if area.at is not None:
        hold(all(_within((*each, 0, 0), area.at) for each in area.outline), f"the outline of {where} leaves its place")
        outer = areas[area.inside or ""]
        hold(outer.box is not None and _within(area.at, outer.box), f"{where} is outside of its map")
    if area.box is not None:
        hold(area.box[2] == 100, f"{where} is not 100 wide")
        spots = [each for each in areas.values() if each.inside == area.id and each.at is not None]
        for one, other in combinations(spots, 2):
            hold(apart(one, other), f"the spots {one.id} and {other.id} overlap")
        hold({end for link in area.links for end in link} <= {spot.id for spot in spots}, f"a link of {where} leads nowhere")


def check_picture(picture: Picture, board: Board, checked: set[bytes] | None = None) -> None:
    """Raises Broken where a picture breaks a rule of the format, or names what its board does not define.

    Most pieces stay as they are from picture to picture: those in `checked` are passed over, and new ones are added.
    """
    checked = set() if checked is None else checked
    areas = {area.id for area in board.areas}
    ids = [piece.id for piece in picture.pieces]
    twice = sorted(each for each, count in Counter(ids).items() if count > 1)
    hold(not twice, f"two pieces have one id: {twice[:1]}")
    hold(not areas & set(ids), f"a piece and an area have one id: {sorted(areas & set(ids))[:1]}")
    for piece in picture.pieces:
        if (written := as_json(piece)) not in checked:
            check_piece(piece, areas, board)
            checked.add(written)
    for area, facts in picture.facts.items():
        hold(area in areas, f"there are facts of {area}, which is no area")
        _facts(f"area {area}", facts, board)


def check_piece(piece: Piece, areas: set[str], board: Board) -> None:
    where = f"piece {piece.id}"
    hold(piece.inside in areas, f"{where} is in {piece.inside}, which is no area")
    hold(piece.face is None or piece.face in board.faces, f"{where} shows {piece.face}, which is no face")
    hold(piece.face or piece.name or piece.down, f"{where} has neither face nor name and is not face down")
    hold(not (piece.down and piece.face), f"{where} is face down and shows its face")
    hold(piece.count >= 1, f"{where} stands for {piece.count} pieces")
    hold(len(piece.name) <= LONGEST_LABEL, f"the name of {where} is longer than {LONGEST_LABEL} characters")
    _drawn(where, piece.icon, piece.colour, board)
    _facts(where, piece.facts, board)
    hold(
        set(piece.marks) <= set(board.words), f"{where} has the marks {piece.marks}, not all of which are words of the board"
    )


def check_ids(game: AnyGame, offers: Sequence[Any]) -> None:
    """Raises Broken unless the ids of these commands are short, all different and stand for them."""
    ids = [offer_id(command) for command in offers]
    hold(len(set(ids)) == len(ids), "two offers have one id")
    for command, each in zip(offers, ids, strict=True):
        hold(len(each) <= LONGEST_ID, f"the id {each} is longer than {LONGEST_ID} characters")
        hold(command_of(game.types.commands, each) == command, f"the id {each} is not that of {command}")


def check_labels(found: Sequence[str]) -> None:
    hold(len(set(found)) == len(found), f"two offers have one label: {found}")
    for label in found:
        hold(0 < len(label) <= LONGEST_LABEL, f"the label {label!r} has not 1 to {LONGEST_LABEL} characters")


def check_aims(drawing: AnyDrawing, board: Board, view: Any, step: Step) -> None:
    """Raises Broken unless the legal commands of a step have groups of the board and targets that the seat sees."""
    known, groups = _seen(drawing, board, view, step.seat), {group.id for group in board.groups}
    for command in step.legal:
        hold(drawing.group(command) in groups, f"{command} is in the group {drawing.group(command)}, which is none")
        check_targets(drawing.targets(view, step.seat, command), known, command)


def check_candidates(game: AnyGame, board: Board, view: Any, seats: int, step: Step) -> None:
    """Raises Broken unless what a person looks for is a short list of commands that are labelled, seen and judged."""
    drawing = game.drawing
    assert drawing is not None
    candidates = list(drawing.candidates(view, step.seat))
    hold(len(candidates) <= MOST_CANDIDATES, f"`drawing.candidates` gives {len(candidates)} commands")
    hold(len({as_json(each) for each in candidates}) == len(candidates), "`drawing.candidates` gives a command twice")
    hold({type(each) for each in candidates} <= set(game.types.commands), "`drawing.candidates` gives no commands")
    check_labels(labels(game, view, step.seat, candidates, names(seats)))
    known = _seen(drawing, board, view, step.seat)
    for command in candidates:
        check_targets(drawing.targets(view, step.seat, command), known, command)
        refusal(game, step.before, step.seat, command)


def check_targets(targets: Iterable[str], known: set[str], command: Any) -> None:
    found = list(targets)
    hold(found, f"{command} has no target")
    hold(len(set(found)) == len(found), f"{command} has a target twice: {found}")
    hold(set(found) <= known, f"{command} is about {sorted(set(found) - known)}, which the seat cannot see")


def _seen(drawing: AnyDrawing, board: Board, view: Any, seat: int) -> set[str]:
    """The ids of all areas and pieces that a seat sees."""
    return {area.id for area in board.areas} | {piece.id for piece in drawing.picture(view, seat).pieces}


def _some(steps: Iterable[Step]) -> Iterator[Step]:
    return (step for number, step in enumerate(steps) if number % EVERY == 0)


def _drawn(where: str, icon: str | None, colour: str | None, board: Board) -> None:
    hold(icon is None or icon in ICONS, f"{where} has the unknown icon {icon}")
    hold(colour is None or colour in board.colours, f"{where} has the colour {colour}, which the board does not define")


def _facts(where: str, facts: Iterable[Fact], board: Board) -> None:
    for key, _ in facts:
        hold(key in board.words, f"{where} has the fact {key}, which is no word of the board")


def _within(place: Box, box: Box) -> bool:
    (x, y, width, height), (left, top, wide, high) = place, box
    least, right, lowest = left - ROUNDING, left + wide + ROUNDING, top + high + ROUNDING
    return least <= x and x + width <= right and top - ROUNDING <= y and y + height <= lowest
