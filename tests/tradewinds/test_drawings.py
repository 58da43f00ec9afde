"""Drawings that games ship: shapes and words are taken, whatever runs or loads something is not."""

from __future__ import annotations

import pytest

from tests.support.games import OURS
from tradewinds.drawings import LARGEST, drawing_problem
from tradewinds.installed import COVER, drawing_of, installed

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">'


@pytest.mark.parametrize("ruleset", OURS)
def test_our_games_ship_a_cover_that_can_be_shown(ruleset: str) -> None:
    assert drawing_of(installed().origins[ruleset], COVER) is not None


def test_shapes_words_and_own_gradients_are_a_cover() -> None:
    gradient = '<linearGradient id="sea"/><rect fill="url(#sea)" width="4" height="3"/><use href="#sea"/>'
    styled = '<g style="fill:url(#sea)"/>'
    assert drawing_problem(f"<?xml version='1.0'?>{HEAD}{gradient}{styled}<text>Sail</text></svg>") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no picture", "not XML"),
        ('<svg viewBox="0 0 4 3"/>', "namespace"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        (f"{HEAD}<script>alert(1)</script></svg>", "'script'"),
        (f"{HEAD}<foreignObject/></svg>", "'foreignObject'"),
        (f'{HEAD}<rect onload="alert(1)"/></svg>', "handler 'onload'"),
        (f'{HEAD}<a href="javascript:alert(1)"><text>x</text></a></svg>', "refers to"),
        (f'{HEAD}<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://elsewhere.example/a.svg"/></svg>', "refers to"),
        (f"{HEAD}<style>@import 'http://elsewhere.example/a.css';</style></svg>", "style loads"),
        (f"{HEAD}<style>@IMPORT 'http://elsewhere.example/a.css';</style></svg>", "style loads"),
        (f'{HEAD}<rect fill="url(http://elsewhere.example/a.svg)"/></svg>', "loads something"),
        (f'{HEAD}<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></svg>', "is not of the namespace"),
        (f'{HEAD}<rect fill="url(#sea) url(http://elsewhere.example/a.svg)"/></svg>', "loads something"),
        (f'{HEAD}<rect style="fill:URL(http://elsewhere.example/a.svg)"/></svg>', "loads something"),
        (rf'{HEAD}<rect style="fill:\75rl(http://elsewhere.example/a.svg)"/></svg>', "loads something"),
        (f"{HEAD}<style>@imp<title>x</title>ort</style><style>a{{b:URL(//elsewhere.example)}}</style></svg>", "style loads"),
        (f"<?xml-stylesheet href='http://elsewhere.example/a.css'?>{HEAD}</svg>", "instruction"),
        (f"<!DOCTYPE svg>{HEAD}</svg>", "document type"),
        (f"{HEAD}<text>{'x' * LARGEST}</text></svg>", "bytes"),
    ],
)
def test_what_runs_or_loads_something_is_no_cover(text: str, said: str) -> None:
    problem = drawing_problem(text)
    assert problem is not None
    assert said in problem
