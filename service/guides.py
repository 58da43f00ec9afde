"""The page that says in two minutes how a game is played: made of Markdown, whose first heading is the aim of the game.

An ordered list whose items begin with pictures becomes tiles; each section below it a panel, a wide one where its list
begins with icons. `![points](icons/star)` is an icon, with the words that are read out in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.drawing import Board, Drawing
from domain.game import AnyGame
from domain.icons import shapes
from service.legend import keys_of_tables, legend_of, signs_of_tables, telling_cards
from service.pages import page
from service.rulebooks import ADDRESS, Rulebook
from service.showcases import COVERS, GUIDES, Showcase
from service.static_text import StaticText

ICONS = "icons/"
"""What the names of icons begin with, where a guide has one in the place of a picture."""
STYLE = files(__package__).joinpath("guides.css").read_text()


def guide(game: AnyGame, shown: Showcase, book: Rulebook | None, signs: str, assets: str) -> StaticText:
    """The page. `signs`: what all icons of the board mean, as HTML; `assets`: the address of the table's files."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = shown.how_to_play or ""
    tokens = parser.parse(text if book is None else book.linked(text))
    _with_tiles(tokens)
    for before, token in pairwise([None, *tokens]):
        if token is not None and token.children:
            token.children = [*_with_pictures(token.children, game.name, shown)]
            if before is not None and before.attrGet("class") != "tile" and token.children[0].type == "image":
                before.attrSet("tabindex", "0")  # On phones a picture is wider than the page: keys can scroll it too.

    def html(part: Sequence[Token]) -> str:
        return str(parser.renderer.render(part, parser.options, {}))

    aim, steps, sections = _parts(tokens)
    rules = "" if book is None else f'<a class=link href="{ADDRESS}/{game.name}">All rules, by number</a>'
    panels = [
        (any(token.attrGet("class") == "named" for token in each), f"<section class=panel>{html(each)}</section>")
        for each in sections
    ]
    wide, narrow = ("".join(panel for is_wide, panel in panels if is_wide is this) for this in (True, False))
    more = f"<div class=wide>{wide}</div><div>{narrow}</div>" if wide and narrow else wide or narrow
    legend = f"<details class='panel all'><summary><h2 id=signs>Signs</h2></summary>{signs}</details>" if signs else ""
    body = (
        f"<section class=aim><div>{html(aim)}</div><div class=ways>{_ways(game)}{rules}</div></section>{html(steps)}"
        f"<div class=more>{more}</div>{legend}"
    )
    what = f"<p><b>How to play</b>{escape(game.title)} · two minutes</p>"
    header = f"<header><a href=/>{_icon('compass')}Tradewinds</a>{what}</header>"
    title, icon = f"{game.title}: how to play", f"{COVERS}/{game.name}.svg"
    # The first page begins a game only for links that come from here.
    script = f"{assets}/theme.js"
    return page(title, body, icon=icon, style=STYLE, script=script, header=header, referrer="same-origin")


def signs_of(game: AnyGame, drawing: Drawing[Any, Any, Any, Any]) -> str:
    """All icons of its boards, as HTML."""
    return legend_of(_boards(game, drawing))


def _boards(game: AnyGame, drawing: Drawing[Any, Any, Any, Any]) -> list[Board]:
    """For the fewest players and for the most, with the options that nobody changed."""
    options = game.types.options()
    allowed = game.rules.seats(options)
    return [drawing.board(game.rules.resolve(options, seats), ("Player",) * seats) for seats in (allowed[0], allowed[-1])]


def signs_page(games: Iterable[AnyGame], assets: str) -> StaticText:
    """The page of what signs and keys mean: a section for what every table has, and one for each drawn game, with the faces
    that are worth explaining. The table shows them too. `assets`: the address of the table's files."""
    sections = []
    for game in games:
        if game.drawing is not None:
            boards = _boards(game, game.drawing)
            cards = escape(" ".join(telling_cards(boards[0])))
            signs = f"<h2>{escape(game.title)}</h2>{legend_of(boards)}"
            sections.append(f'<section id={game.name} data-cards="{cards}">{signs}</section>')
    hint = "<p class=mute>Point at any sign on the table, and it says its name.</p>"
    every = f"<section class=every><h2>On every table</h2><ul>{signs_of_tables()}</ul>{hint}</section>"
    games_of = f"<div class=of-games tabindex=0 role=group aria-label=Signs>{''.join(sections)}</div>"
    brand = f"<a class=brand href=/>{_icon('compass')}Tradewinds</a>"
    header = f"<header class=bar>{brand}<div class=what><h1>What the signs mean</h1></div></header>"
    body = f"<div class=panel><div class=legend>{every}{games_of}<p class=keyslist>{keys_of_tables()}</p></div></div>"
    return page("What the signs mean", body, sheet=f"{assets}/table.css", script=f"{assets}/theme.js", header=header)


def _ways(game: AnyGame) -> str:
    """Links to the first page, which begins the first lesson or a game."""
    lesson = next(iter(game.lessons.items()), None)
    learn = play = ""
    if lesson is not None:
        name, minutes = lesson[0], lesson[1].minutes
        said = f"Try it, {minutes} minute{'' if minutes == 1 else 's'}"
        learn = f'<a class="btn main" href="/#learn/{game.name}/{name}">{_icon("graduation-cap")}{said}</a>'
    if game.bots.levels:
        look = "btn" if learn else "btn main"
        play = f'<a class="{look}" href="/#play/{game.name}">{_icon("play")}Play against a bot</a>'
    return learn + play


def _with_tiles(tokens: Sequence[Token]) -> None:
    """Give the lists that are tiles, the paragraphs of their pictures, and the lists that begin with icons their classes."""
    in_tiles = False
    for place, token in enumerate(tokens):
        if token.type in ("ordered_list_open", "bullet_list_open") and token.level == 0:
            line = tokens[place + 3]  # Behind the list come its first item, a paragraph, and what is written there.
            in_tiles = token.type == "ordered_list_open" and _begins_with(line) == "picture"
            if in_tiles:
                token.attrSet("class", "steps")
            elif token.type == "bullet_list_open" and _begins_with(line) == "icon":
                token.attrSet("class", "named")
        elif token.type == "ordered_list_close" and token.level == 0:
            in_tiles = False
        elif in_tiles and token.type == "paragraph_open" and _begins_with(tokens[place + 1]) == "picture":
            token.attrSet("class", "tile")


def _begins_with(line: Token) -> str:
    """Whether a line begins with a `picture` or an `icon`; else nothing."""
    if not line.children or line.children[0].type != "image":
        return ""
    return "icon" if str(line.children[0].attrGet("src")).startswith(ICONS) else "picture"


def _parts(tokens: Sequence[Token]) -> tuple[list[Token], list[Token], list[list[Token]]]:
    """What stands before the tiles or the first section, what stands before the sections, and each section."""
    starts = [
        place
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2" and token.level == 0
    ]
    first = starts[0] if starts else len(tokens)
    tiles = next((place for place, token in enumerate(tokens[:first]) if token.attrGet("class") == "steps"), first)
    sections = [[*tokens[start:end]] for start, end in pairwise([*starts, len(tokens)])]
    return [*tokens[:tiles]], [*tokens[tiles:first]], sections


def _with_pictures(tokens: Iterable[Token], ruleset: str, shown: Showcase) -> Iterator[Token]:
    """The tokens of a line, with icons, and the pictures that are there at their addresses; of others the words alone."""
    for token in tokens:
        if token.type == "image":
            name = str(token.attrGet("src"))
            icon = name.removeprefix(ICONS)
            if name != icon and icon in shapes():
                yield Token("html_inline", "", 0, content=_icon(icon, token.content))
                continue
            if name not in shown.pictures:
                yield Token("text", "", 0, content=token.content)
                continue
            token.attrSet("src", f"{GUIDES}/{ruleset}/{name}")
            token.attrSet("loading", "lazy")
        yield token


def _icon(name: str, said: str = "") -> str:
    role = f'role=img aria-label="{escape(said)}"' if said else "aria-hidden=true"
    return f'<svg class=sign viewBox="0 0 24 24" {role}>{shapes()[name]}</svg>'
