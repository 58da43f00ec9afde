"""The promises of scenes, tested over random games, half of them with random options, and games of bots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import chain, islice
from typing import Any, NamedTuple

import msgspec

from conformance.games import names
from conformance.playing import Broken, Chance, Step, all_seats_of, as_json, as_stored, either, hold, options_of, play
from conformance.previews import played_by_bots
from domain import session
from domain.drawing import Board, Picture, Piece
from domain.game import AnyGame, Rejected
from domain.kit.memo import memo_by_identity
from domain.kit.scenes import Completed, counted_facts
from domain.scenes import (
    LONGEST_QUESTION,
    LONGEST_TITLE,
    MOST_BEATS,
    Beat,
    BeatPiece,
    Gain,
    Moment,
    Move,
    Roll,
    Scene,
    Show,
    Turn,
    text_of,
)

BOTS_COMMANDS = 120
"""How many commands of a game between bots are looked at."""


class Seen(NamedTuple):
    """A commit as a viewer sees it."""

    events: list[Any]
    before: Picture
    after: Picture
    staged: Completed
    counted: frozenset[tuple[str, str]]
    """The counted facts, each with the id of the area or piece."""

    @property
    def scene(self) -> Scene:
        return self.staged.scene


def scenes_say_what_happened(game: AnyGame, seats: int, seed: int) -> None:
    """Whoever applies a scene to the picture before gets the picture after: the areas of all pieces, and what is counted. A
    game that tells its events leaves nothing of that over.

    A scene has at most sixty beats, its titles have at most thirty characters, its ids are those of the board and the
    pictures, and its texts are those of `words.narrate`.

    The scene of a viewer is the open one with beats left out and values hidden: its texts name no card and no token that the
    open one does not name, or that the viewer does not see.
    """
    if game.drawing is None:
        return
    options, players = options_of(game, seats, seed), names(seats)
    board = game.drawing.board(options, players)
    for step in _steps(game, seats, seed, options):
        whole, *of_viewers = (seen_openly(game, step, options, seats), *_of_all(game, step, options, seats))
        for found in (whole, *of_viewers):
            check_working_picture(found)
            hold(
                game.words.tell is None or not found.staged.left_over,
                f"the beats of {found.events} leave over: {found.staged.left_over}",
            )
        for found in of_viewers:
            check_beats(found, board)
            text = session.narrate(game, found.events, players, options)
            hold(text_of(found.scene) == text, f"the beats say {text_of(found.scene)!r}, and the commit {text!r}")
            if game.words.tell is not None:
                check_masked(whole, found, board)


def the_end_says_who_won(game: AnyGame, seats: int, seed: int) -> None:
    """The commit that ends a game has a moment that must be seen. In a game that tells its events it names the winners."""
    options, players = options_of(game, seats, seed), names(seats)
    *_, last = play(game, seats, seed, options)
    outcome = game.rules.outcome(last.after)
    if outcome is None:
        raise Broken("a game in which nobody is to act has no outcome")
    for viewer in (None, *range(seats)):
        events = [*_shown(game, last, viewer), session.SecretPublished("")]
        pictures = [
            None if game.drawing is None else game.drawing.picture(game.gate.view(state, viewer), viewer)
            for state in (last.before, last.after)
        ]
        scene = session.scene(game, events, players, options, *pictures)
        told = " ".join([beat.text for beat in scene if isinstance(beat, Moment) and beat.weight == 2])
        for winner in outcome.winners if game.words.tell is not None else ():
            hold(players[winner] in told, f"no moment of weight 2 says that {players[winner]} has won: {scene}")
        hold(told, f"the end is no moment of weight 2: {scene}")


def what_is_hidden_changes_no_scene(game: AnyGame, seats: int, seed: int) -> None:
    """What is read from a log makes the same scene. So does the same command with the same draws in a position that differs
    in what is hidden from the viewer, if the viewer is shown the same events and, in the end, the same position: a position
    may show what no event says, such as the cards that somebody leaves behind."""
    if game.drawing is None:
        return
    options, chance = options_of(game, seats, seed), Chance(seed)
    read = msgspec.json.Decoder(list[either(game.types.events)]).decode  # type: ignore[misc]
    for number, step in enumerate(islice(_steps(game, seats, seed, options), 0, None, 7)):
        for viewer in (None, *range(seats)):
            found = seen(game, step, viewer, options, seats)
            again = session.scene(game, read(as_stored(found.events)), names(seats), options, found.before, found.after)
            hold(as_json(again) == as_json(found.scene), "a scene depends on the order of a mapping")
            who = "a spectator" if viewer is None else f"seat {viewer}"
            other = game.bots.determinize(game.gate.view(step.before, viewer), viewer, chance)
            before = game.drawing.picture(game.gate.view(other, viewer), viewer)
            hold(as_json(before) == as_json(found.before), f"what is hidden from {who} is in a picture")
            if twins := decided_alike(game, step, other, viewer, number):
                one, two = (seen(game, twin, viewer, options, seats).scene for twin in twins)
                hold(as_json(one) == as_json(two), f"what is hidden from {who} changes a scene")


def decided_alike(game: AnyGame, step: Step, other: Any, viewer: int | None, seed: int) -> Sequence[Step]:
    """The command decided with the same draws in the position and in another one that looks alike to the viewer; nothing if
    it is illegal there, or the viewer can tell one from the other by what follows."""
    try:
        game.rules.check(other, step.seat, step.command)
    except Rejected:
        return ()
    twins = [_decided(game, step, before, Chance(seed)) for before in (step.before, other)]
    one, two = (as_json([_shown(game, twin, viewer), game.gate.view(twin.after, viewer)]) for twin in twins)
    return twins if one == two else ()


def _decided(game: AnyGame, step: Step, before: Any, draws: Chance) -> Step:
    done = game.rules.decide(before, step.seat, step.command, draws)
    return Step(before, step.seat, step.legal, step.command, done.state, done.events)


def _shown(game: AnyGame, step: Step, viewer: int | None) -> list[Any]:
    """The events as the viewer sees them."""
    return [event for each in step.events if (event := game.gate.redact(each, viewer)) is not None]


def every_event_is_told(game: AnyGame) -> Sequence[str]:
    """Every event has a beat, or its type is named in `words.silent` with the reason.

    Returns the tags of the events that never occurred."""
    if game.words.tell is None:
        return ()
    hold(all(game.words.silent.values()), "`words.silent` names a type without a reason")
    occurred = set[type]()
    for seats in all_seats_of(game):
        for seed in range(6):
            options = options_of(game, seats, seed)
            begun = game.rules.setup(options, seats, Chance(seed)).events
            for events in chain((begun,), (step.events for step in _steps(game, seats, seed, options))):
                occurred |= {type(event) for event in events}
                check_told(game, events, names(seats), options)
    return sorted(str(kind.__struct_config__.tag) for kind in game.types.events if kind not in occurred)


STAGED: Sequence[Callable[[AnyGame, int, int], None]] = (
    scenes_say_what_happened,
    what_is_hidden_changes_no_scene,
    the_end_says_who_won,
)
STAGED_EVERYWHERE: Sequence[Callable[[AnyGame], Sequence[str]]] = (every_event_is_told,)
"""Those that need no number of seats and no seed."""


def _steps(game: AnyGame, seats: int, seed: int, options: Any) -> Iterator[Step]:
    return chain(play(game, seats, seed, options), islice(played_by_bots(game, seats, seed), BOTS_COMMANDS))


def _of_all(game: AnyGame, step: Step, options: Any, seats: int) -> Iterator[Seen]:
    """A step as a spectator and all seats see it."""
    return (seen(game, step, viewer, options, seats) for viewer in (None, *range(seats)))


def seen(game: AnyGame, step: Step, viewer: int | None, options: Any, seats: int) -> Seen:
    """A step of a game as a viewer sees it."""
    views = (game.gate.view(step.before, viewer), game.gate.view(step.after, viewer))
    return _staged(game, _shown(game, step, viewer), views, viewer, options, seats)


def seen_openly(game: AnyGame, step: Step, options: Any, seats: int) -> Seen:
    views = (game.gate.open_view(step.before), game.gate.open_view(step.after))
    return _staged(game, list(step.events), views, None, options, seats)


def _staged(game: AnyGame, events: list[Any], views: tuple[Any, Any], viewer: int | None, options: Any, seats: int) -> Seen:
    assert game.drawing is not None
    before, after = (game.drawing.picture(view, viewer) for view in views)
    counted = frozenset((at, fact) for at, facts in counted_facts(game.drawing.counted, seats).items() for fact in facts)
    return Seen(events, before, after, session.staged(game, events, names(seats), options, before, after), counted)


def check_working_picture(found: Seen) -> None:
    """Raises Broken unless the beats lead from the pieces and figures of one picture to those of the other: what a renderer
    holds after the last beat lies in the picture after, at the same place, and nothing else does."""
    before, after = ({piece.id: piece for piece in picture.pieces} for picture in (found.before, found.after))
    places = {name: piece.inside for name, piece in before.items()}
    for beat in found.scene:
        for piece in beat.pieces if isinstance(beat, Show | Move) else ():
            _place(places, piece, beat)
    shown = {name: piece.inside for name, piece in after.items()}
    for name in places.keys() | shown.keys():
        place, wanted = places.get(name), shown.get(name)
        hold(place == wanted, f"beats leave {name} in {place}; it is in {wanted}: {found.scene}")
    _check_sums(found, before, after)


def _place(places: dict[str, str], piece: str | BeatPiece, beat: Beat) -> None:
    """Moves a piece as a renderer does."""
    name, area, was = (piece, None, None) if isinstance(piece, str) else (piece.id, piece.inside, piece.was)
    if was is not None:
        hold(was in places, f"{beat} says that a piece was {was}, which nobody has seen")
        del places[was]
    if name is None:
        return
    hold(name in places or area is not None, f"{beat} names the piece {name}, which nobody has seen")
    if isinstance(beat, Move):
        hold(area in (None, beat.to), f"{beat} moves {name} to two areas")
        area = beat.to
        if area is None:
            del places[name]
    if area is not None:
        places[name] = area


def _check_sums(found: Seen, before: dict[str, Piece], after: dict[str, Piece]) -> None:
    sums = Counter(dict.fromkeys(found.counted, 0))
    for beat in found.scene:
        if isinstance(beat, Gain) and beat.by is not None:
            sums[beat.at, beat.fact] += beat.by
    for (at, fact), by in sums.items():
        ends = [
            dict(picture.facts.get(at) or (pieces[at].facts if at in pieces else ())).get(fact, 0)
            for picture, pieces in ((found.before, before), (found.after, after))
        ]
        if isinstance(ends[0], int) and isinstance(ends[1], int) and (at in before) == (at in after):
            hold(ends[1] - ends[0] == by, f"beats change {fact} of {at} by {by}, and pictures from {ends[0]} to {ends[1]}")


def check_beats(found: Seen, board: Board) -> None:
    """Raises Broken where a scene is too long or names what is not there."""
    scene = found.scene
    hold(len(scene) <= MOST_BEATS, f"a scene has {len(scene)} beats")
    known = {area.id for area in board.areas} | {piece.id for piece in (*found.before.pieces, *found.after.pieces)}
    known |= {
        piece.id for beat in scene if isinstance(beat, Show | Move) for piece in beat.pieces
        if isinstance(piece, BeatPiece) and piece.id is not None
    }  # fmt: skip
    for beat in scene:
        if isinstance(beat, Moment | Turn):
            hold(len(beat.title) <= LONGEST_TITLE, f"the title {beat.title!r} is longer than {LONGEST_TITLE} characters")
        if isinstance(beat, Roll):
            hold(len(beat.what) <= LONGEST_QUESTION, f"`what` of a roll is longer than {LONGEST_QUESTION}: {beat.what!r}")
        lost = {name for name in _named(beat) if name is not None} - known
        hold(not lost, f"{beat} names {sorted(lost)}, which is neither an area nor a piece")


def _named(beat: Beat) -> Iterable[str | None]:
    match beat:
        case Show(by=by, source=source, pieces=pieces):
            return (by, source, *(each for each in pieces if isinstance(each, str)))
        case Move(to=to, source=source, pieces=pieces):
            return (to, source, *(each for each in pieces if isinstance(each, str)))
        case Gain(at=at):
            return (at,)
        case Moment(at=places):
            return places
        case Turn(by=by):
            return (by,)
        case _:
            return (beat.winner, *(side.by for side in beat.rolls))


def check_masked(whole: Seen, found: Seen, board: Board) -> None:
    """Raises Broken unless the beats are the open ones with some left out and values hidden, and their texts name only cards
    and tokens that the open texts name, and none that the viewer does not see."""
    left = iter(whole.staged.told)
    for beat in found.staged.told:
        if isinstance(beat, Gain) and beat.by is None and not beat.text:
            continue  # It may hide a gain of nothing, which is no beat.
        if not any(_masks(beat, each) for each in left):
            raise Broken(f"the open scene has no such beat: {beat}{_likely(beat, whole, found)}")
    said = _said(found)
    named = set(_name_of_a_face(board).findall(said))
    more = named - set(_name_of_a_face(board).findall(_said(whole)))
    hold(not more, f"{said!r} names {more}, and the open texts do not")
    hidden = named & _unseen(whole, found, board)
    hold(not hidden, f"{said!r} names {hidden}, which the viewer does not see")


def _likely(beat: Beat, whole: Seen, found: Seen) -> str:
    """Why the open scene probably lacks a beat."""
    pieces = beat.pieces if isinstance(beat, Show | Move) else ()
    openly, seen = (_ids(each.before) & _ids(each.after) for each in (whole, found))
    lost = [name for piece in pieces if (name := _id(piece)) in openly - seen]
    if lost:
        return f"; this viewer cannot follow {lost[0]}: a piece that is shuffled among others needs another id"
    return "; what a viewer does not see is moved as `unseen(count)`" if isinstance(beat, Show | Move) else ""


def _ids(picture: Picture) -> set[str]:
    return {piece.id for piece in picture.pieces}


def _said(found: Seen) -> str:
    return " ".join([text_of(found.scene), *(beat.title for beat in found.scene if isinstance(beat, Moment | Turn))])


@memo_by_identity(1 << 3)
def _name_of_a_face(board: Board) -> re.Pattern[str]:
    """Finds names of cards and tokens in texts, the longest ones first. Those that are numbers are figures."""
    found = {face.name for face in board.faces.values() if re.search("[A-Za-z]", face.name)}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(found, key=len, reverse=True)))})\b" if found else "(?!)")


def _unseen(whole: Seen, found: Seen, board: Board) -> Set[str]:
    """The names of what the open scene shows and the viewer does not see, unless the viewer's events name it."""
    told, shown = as_json(found.events).decode(), _faces(found)
    hidden = [face for face in _faces(whole) - shown if f'{face.rpartition("/")[2]}"' not in told]
    return {board.faces[face].name for face in hidden} - {board.faces[face].name for face in shown}


def _faces(found: Seen) -> Set[str]:
    """The faces that lie open before, during or after a commit."""
    shown = (piece for beat in found.scene if isinstance(beat, Show | Move) for piece in beat.pieces)
    pieces = (*found.before.pieces, *found.after.pieces, *(piece for piece in shown if not isinstance(piece, str)))
    return {piece.face for piece in pieces if piece.face is not None}


def _masks(shown: Beat, whole: Beat) -> bool:
    if type(shown) is not type(whole):
        return False
    for field in shown.__struct_fields__:
        one, other = getattr(shown, field), getattr(whole, field)
        if field == "pieces":
            if not _masks_pieces(one, other):
                return False
        elif field == "text":
            if not set(re.findall(r"\d+", one)) <= {*re.findall(r"\d+", other), *_amounts(whole)}:
                return False
        elif one is not None and one != other and not (field == "source" and other is None):
            return False
    return True


def _amounts(beat: Beat) -> Iterable[str]:
    """How many pieces it has, which may be said where they are nameless."""
    return (f"{_count(beat.pieces)}",) if isinstance(beat, Show | Move) else ()


def _masks_pieces(shown: Sequence[str | BeatPiece], whole: Sequence[str | BeatPiece]) -> bool:
    named = {_id(piece) for piece in shown if isinstance(piece, str) or not piece.down} - {None}
    known = {_id(piece) for piece in whole} | {piece.was for piece in whole if isinstance(piece, BeatPiece)}
    return named <= known and _count(shown) == _count(whole)


def _id(piece: str | BeatPiece) -> str | None:
    return piece if isinstance(piece, str) else piece.id


def _count(pieces: Sequence[str | BeatPiece]) -> int:
    return sum(1 if isinstance(piece, str) else piece.count for piece in pieces)


def check_told(game: AnyGame, events: Sequence[Any], players: Sequence[str], options: Any) -> None:
    """Raises Broken where an event has no beat and is not named silent."""
    for event in game.words.tell(events, players, options).untold:
        hold(type(event) in game.words.silent, f"no beat is about {event}, and `words.silent` does not name its type")
