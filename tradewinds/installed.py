"""Finds the installed games, by the entry points of the group `tradewinds.games`, and levels of bots for them, by those of
`tradewinds.policies`.

Called where a process is put together. Loading a game runs its package's code, which is trusted as the service's own.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Union

import msgspec

from domain import about, session
from domain.game import AnyGame, Game
from domain.kit.seats import counts_said
from domain.levels import STYLED
from domain.session import lifecycle
from tradewinds.allowed import GAMES as GROUP
from tradewinds.allowed import POLICIES, points_of
from tradewinds.drawings import drawing_problem
from tradewinds.packages import Package, RefusedGame, Unusable, loaded, origin_of
from tradewinds.policies import with_policies
from tradewinds.sums import sum_of

log = logging.getLogger(__name__)

OURS = "tradewinds"
"""The distribution whose games are checked in: openapi.yaml, the README and the golden logs are of these."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 64
RULES = "RULES.md"
"""The file with a game's rules, in the folder of the module that its entry point names."""
HOWTO = "HOWTO.md"
"""The file that says in two minutes how a game is played."""
COVER = "cover.svg"
"""The file with a game's picture in lists of games."""
GUIDES_FOLDER = "howto"
"""The folder with the pictures of that file."""
IMAGES_FOLDER = "images"
"""The folder with the game's own pictures of pieces, faces and areas."""
SHARED_FOLDERS = frozenset({"site-packages", "dist-packages"})
"""Folders that modules of all packages share: a file there may belong to any package."""
RESERVED = frozenset({"abandon", "branch", "create", "new"})
"""Names that would give a game's types in the contract the names of other types, such as NewGame."""
MOST_SEATS = 8


class Installed(NamedTuple):
    """The games of this environment by name; where each comes from; what was refused."""

    games: Mapping[str, AnyGame]
    origins: Mapping[str, Package]
    refused: tuple[RefusedGame, ...] = ()

    @property
    def ours(self) -> Installed:
        """The games that come with Tradewinds."""
        own = {name: game for name, game in self.games.items() if self.origins[name].distribution == OURS}
        return Installed(MappingProxyType(own), self.origins)

    @property
    def noted(self) -> Mapping[str, session.GamePackage]:
        """What a new game notes of the package that it comes from, by the games' names."""
        return {
            name: session.GamePackage(distribution=origin.distribution, version=origin.version, code=code_of(origin))
            for name, origin in self.origins.items()
        }

    @property
    def trouble(self) -> str | None:
        """The problems of packages that offer games; None if there are none."""
        return "; ".join(map(str, self.refused)) or None


def folder_of(origin: Package) -> Path | None:
    """The folder of the module that the entry point of a game names; None if other packages share it."""
    module = getattr(sys.modules.get(origin.module), "__file__", None)
    folder = None if module is None else Path(module).parent
    return None if folder is None or folder.name in SHARED_FOLDERS else folder


def shipped(origin: Package, name: str) -> str | None:
    """The text of a file in the folder of a game; None if there is none."""
    folder = folder_of(origin)
    if folder is None or not (folder / name).is_file():
        return None
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:  # The game can be played all the same.
        log.error("%s of %s cannot be shown: %s", name, origin, error)
        return None


def drawing_of(origin: Package, name: str) -> str | None:
    """A drawing that a game ships, as SVG, such as its cover; None if it ships none of this name that can be shown."""
    text = shipped(origin, name)
    if text is None:
        return None
    problem = drawing_problem(text)
    if problem is not None:
        log.error("%s of %s is not shown: %s", name, origin, problem)
        return None
    return text


def pictures_of_guide(origin: Package) -> Mapping[str, str]:
    """The pictures that go with how a game is played, as SVG, by their names in Markdown: `howto/NAME.svg`."""
    return _drawings(origin, GUIDES_FOLDER)


def images_of(origin: Package) -> Mapping[str, str]:
    """The pictures of a game's pieces, faces and areas, as SVG, by their names: those of `images/NAME.svg`."""
    drawings = _drawings(origin, IMAGES_FOLDER)
    return {name.removeprefix(f"{IMAGES_FOLDER}/").removesuffix(".svg"): text for name, text in drawings.items()}


def drawings_shipped(origin: Package) -> Iterator[tuple[str, str | None]]:
    """The names of all drawings that a game ships, each with why it is not shown; None if it is."""
    for name in (COVER, *_names(origin, GUIDES_FOLDER), *_names(origin, IMAGES_FOLDER)):
        text = shipped(origin, name)
        if text is not None:
            yield name, drawing_problem(text)


def _drawings(origin: Package, folder: str) -> Mapping[str, str]:
    found = {name: drawing_of(origin, name) for name in _names(origin, folder)}
    return {name: text for name, text in found.items() if text is not None}


def _names(origin: Package, folder: str) -> list[str]:
    """The drawings in a folder of a game, with its name before theirs."""
    around = folder_of(origin)
    return [] if around is None else sorted(f"{folder}/{file.name}" for file in (around / folder).glob("*.svg"))


@cache
def code_of(origin: Package) -> str:
    """The sum of the code of a game: of the folder of the module that its entry point names, or of the module alone where it
    is in no package. Made once a process. Empty if it has no files."""
    module = sys.modules.get(origin.module)
    file = getattr(module, "__file__", None)
    if module is None or file is None:
        return ""
    try:
        return sum_of(Path(file).parent if module.__package__ else Path(file))
    except OSError as error:  # The game can be played all the same.
        log.error("the sum of the code of %s cannot be made: %s", origin, error)
        return ""


@cache
def installed() -> Installed:
    """The installed games that GAMES allows, found once a process. Refused packages are logged. Raises NotInstalled."""
    here = found(points_of(GROUP))
    games, refused = with_policies(here.games, points_of(POLICIES))
    here = here._replace(games=games, refused=(*here.refused, *refused))
    if not any(origin_of(point).distribution == OURS for point in entry_points(group=GROUP)):
        raise RuntimeError(
            "Tradewinds is installed without its own games, as before they were found by entry points: install it again "
            "(in a checkout: touch pyproject.toml; make setup-dev)"
        )
    for each in here.refused:
        log.error("a package is refused: %s", each, exc_info=each.error)
    return here


def found(points: Iterable[EntryPoint]) -> Installed:
    """The games of these entry points. If two packages offer one name, Tradewinds' own game wins, else the first
    distribution by name. The other one is refused, and so is what is not a complete game."""
    games: dict[str, AnyGame] = {}
    origins: dict[str, Package] = {}
    refused: list[RefusedGame] = []
    for point in sorted({_key(each): each for each in points}.values(), key=_key):
        origin = origin_of(point)
        taken = _taken(point.name, games)
        if taken is not None:
            refused.append(RefusedGame(point.name, origin, f"its name is taken by {taken} of {origins[taken]}"))
            continue
        try:
            games[point.name] = _game(point)
        except Unusable as error:
            refused.append(RefusedGame(point.name, origin, str(error), error.__cause__))
        else:
            origins[point.name] = origin._replace(module=point.module)
    return Installed(MappingProxyType(games), MappingProxyType(origins), tuple(refused))


def _key(point: EntryPoint) -> tuple[bool, str, bool, str]:
    origin = origin_of(point)
    return origin.distribution != OURS, origin.distribution, not NAME.fullmatch(point.name), f"{point.name} {point.value}"


def _taken(name: str, games: Mapping[str, AnyGame]) -> str | None:
    """The game that has this name, or a name that is the same in the contract."""
    return next((each for each in games if each.replace("-", "") == name.replace("-", "")), None)


def _game(point: EntryPoint) -> AnyGame:
    """Raises Unusable."""
    game: AnyGame = loaded(point, Game)
    if game.name != point.name:
        raise Unusable(f"the game of this entry point is named {game.name!r}; both names must be the same")
    try:
        problem = next(problems(game), None)
    except (Exception, SystemExit) as error:
        raise Unusable(f"it cannot be used ({type(error).__name__})") from error
    if problem is not None:
        raise Unusable(problem)
    return game


def problems(game: AnyGame) -> Iterator[str]:
    """The reasons not to offer a game, as far as they can be found without playing it."""
    if not NAME.fullmatch(game.name) or len(game.name) > LONGEST_NAME:
        yield f"its name {game.name!r} is not made of lower-case words joined by hyphens (at most {LONGEST_NAME} characters)"
    if game.name in RESERVED:
        yield f"its name {game.name!r} is reserved; {', '.join(sorted(RESERVED))} cannot be names of games"
    if not isinstance(game.title, str) or not game.title:
        yield "it has no title"
    refusals = game.rules.refusals
    if not isinstance(refusals, Mapping) or not all(isinstance(each, str) for pair in refusals.items() for each in pair):
        yield "its refusals are no mapping from codes to sentences"
    if not game.types.commands:
        yield "it has no commands"
    if type(game.version) is not int or game.version < 1:
        yield f"its version is {game.version!r}, not a number from 1 on"
        return
    lacking = [step for step in range(1, game.version) if step not in game.upcasters]
    if lacking:
        yield f"it is at version {game.version} and has no upcaster for version {lacking[0]}"
    for what, own, around in (
        ("command", game.types.recorded_commands, lifecycle.COMMANDS),
        ("event", game.types.recorded_events, session.EVENTS),
    ):
        yield from _of_types(what, own, around)
    for style in game.bots.styles:
        level, _, named = style.partition(":")
        if level not in game.bots.levels or not named or not re.fullmatch(STYLED, style):
            levels = ", ".join(game.bots.levels)
            yield f"the style {style!r} is not named `level:style` by one of its levels ({levels}) and lower-case letters"
    seats = game.rules.seats(game.types.options())
    if not seats or list(seats) != sorted(set(seats)):
        yield f"its `rules.seats` are {seats}, not the numbers of seats that can play in ascending order"
    elif not 1 <= seats[0] <= seats[-1] <= MOST_SEATS:
        yield f"it is for {counts_said(seats)} seats; a table has 1 to {MOST_SEATS}"
    elif game.about is not None and (fault := about.problem(game.about, seats)) is not None:
        yield fault
    msgspec.json.encode(game.content())
    msgspec.json.schema_components([game.types.options, game.types.view])
    msgspec.json.Decoder(game.types.state)


def _of_types(what: str, own: tuple[Any, ...], around: tuple[Any, ...]) -> Iterator[str]:
    """The faults of a game's commands or events, which share its log with those that every game has."""
    if not own:
        yield f"it has no {what}s"
        return
    for kind in own:
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen):
            yield f"its {what} {kind!r} is not a frozen msgspec.Struct"
            return
        if not isinstance(kind.__struct_config__.tag, str) or kind.__struct_config__.tag_field != "type":
            yield f"its {what} {kind.__name__} has no tag"
            return
        if any(kind.__name__ == each.__name__ for each in around):
            yield f"its {what} {kind.__name__} has a name that every game has already"
    either: Any = Union[(*around, *own)]
    msgspec.json.Decoder(either)
