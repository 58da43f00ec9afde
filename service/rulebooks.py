"""The rules of the installed games over HTTP: as text by rule id, as a page, and as links from whatever names a rule.

A rule is a list item, a row of a table, a heading or a paragraph in bold that begins with its id, such as `MM-390`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tradewinds.installed import RULES, Installed, shipped
from tradewinds.packages import Package

ADDRESS = "/docs/rules"
ID = r"[A-Z]{1,4}-[A-Z]?[0-9]{1,4}"
MOST_LINKS = 3
"""The most rules that one refusal links to."""

_ID = re.compile(rf"\b{ID}\b")
_BEGINS = re.compile(rf"\s*(?:(?:[-*+]\s+|\|\s*|#{{1,6}}\s+)\*{{0,2}}|\*\*)({ID})\b[*.:|\s]*(.*)")
"""Matches the first line of a rule."""
_NEW_BLOCK = re.compile(r"\s*$|\s*(?:[-*+|#]|[0-9]+\.\s)")
_NAMES = re.compile(r"`([a-z][a-z0-9_]*)")
_ANCHORED = frozenset({"list_item_open", "tr_open", "heading_open", "paragraph_open"})


class Rule(NamedTuple):
    """One numbered rule, or what the rulebook numbers like one, such as a decision."""

    id: str
    text: str
    """Markdown, without the id."""
    line: int
    """Where it begins, from 0."""


class Rulebook:
    """The rules of one game. `text` is Markdown, in which HTML means nothing."""

    def __init__(self, ruleset: str, text: str) -> None:
        self.ruleset = ruleset
        self.text = text
        self.rules: dict[str, Rule] = {}
        """By id, in order; of two with the same id the first."""
        self._refusals: dict[str, list[tuple[str, frozenset[str]]]] = {}
        """By what a line has in backticks: the rule that the line belongs to, and everything in backticks there."""
        self._read(text.splitlines())

    def address(self, rule: str) -> str:
        """The place of a rule in the page."""
        return f"{ADDRESS}/{self.ruleset}#{rule}"

    def refusing(self, code: str, command: str = "") -> tuple[str, ...]:
        """Addresses of the rules that name a refusal: where there are any, of those that name the command too."""
        naming = self._refusals.get(code, [])
        fitting = [rule for rule, names in naming if command in names] or [rule for rule, _ in naming]
        return tuple(self.address(rule) for rule in [*dict.fromkeys(fitting)][:MOST_LINKS])

    def linked(self, text: str) -> str:
        """A text in which the ids of this game's rules are links, as Markdown."""
        return _ID.sub(lambda found: f"[{found[0]}]({self.address(found[0])})" if found[0] in self.rules else found[0], text)

    def _read(self, lines: list[str]) -> None:
        current = ""
        for number, line in enumerate(lines):
            begins = _BEGINS.match(line)
            if begins is not None:
                current = begins[1]
                self.rules.setdefault(current, Rule(current, " ".join(_rest(begins[2], lines[number + 1 :])), number))
            # A row without an id belongs to the rule above its table.
            if current and (begins is not None or line.startswith("|")):
                names = frozenset(_NAMES.findall(line))
                for name in names:
                    self._refusals.setdefault(name, []).append((current, names))

    @cached_property
    def page(self) -> str:
        """The body of the page: contents, then the rules, each with its id as anchor."""
        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image").parse(self.text)
        ids = {rule.line: rule.id for rule in self.rules.values()}
        chapters: list[tuple[str, str]] = []
        for token, following in zip(tokens, [*tokens[1:], None], strict=True):
            if token.type in _ANCHORED and token.map is not None and token.map[0] in ids:
                token.attrSet("id", ids.pop(token.map[0]))
            elif token.type == "heading_open" and token.tag == "h2" and following is not None:
                token.attrSet("id", f"chapter-{len(chapters) + 1}")
                chapters.append((f"chapter-{len(chapters) + 1}", following.content))
            if token.children:
                token.children = [*self._with_links(token.children)]
        renderer = MarkdownIt("commonmark", {"html": False})
        rules = str(renderer.renderer.render(tokens, renderer.options, {}))
        contents = "".join(f"<li><a href=#{place}>{renderer.renderInline(title)}</a></li>" for place, title in chapters)
        title, end, rest = rules.partition("</h1>")
        return f"{title}{end}<nav><ul>{contents}</ul></nav>{rest}" if chapters else rules

    def _with_links(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens of a line, with ids of rules linked and names of files unlinked, because these are not served."""
        inside: list[bool] = []  # Of each link around a token: whether it stays one.
        for token in tokens:
            if token.type == "link_open":
                inside.append(str(token.attrGet("href")).startswith(("#", "/", "https://", "http://")))
                if inside[-1]:
                    yield token
                continue
            if token.type == "link_close":
                if inside.pop():
                    yield token
                continue
            if token.type != "text" or any(inside):
                yield token
                continue
            end = 0
            for found in _ID.finditer(token.content):
                if found[0] in self.rules:
                    yield Token("text", "", 0, content=token.content[end : found.start()])
                    yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
                    yield Token("text", "", 0, content=found[0])
                    yield Token("link_close", "a", -1)
                    end = found.end()
            yield Token("text", "", 0, content=token.content[end:])


def _rest(first: str, following: list[str]) -> Iterator[str]:
    """The text of a rule from its first line to the next block."""
    first = first.removesuffix("|").rstrip()
    yield first.replace("**", "", 1) if first.count("**") % 2 else first  # The id was in bold with the words after it.
    for line in following:
        if _NEW_BLOCK.match(line):
            return
        yield line.strip()


def rulebooks(packages: Installed) -> Mapping[str, Rulebook]:
    """The rulebooks of the games that ship one, by ruleset."""
    found = {name: _rulebook(name, packages.origins[name]) for name in packages.games}
    return {name: book for name, book in found.items() if book is not None}


@cache
def _rulebook(ruleset: str, origin: Package) -> Rulebook | None:
    text = shipped(origin, RULES)
    return None if text is None else Rulebook(ruleset, text)
