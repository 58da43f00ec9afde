"""Writes the pictures of each HOWTO.md anew: `python -m tests.docs.guides`. Each has what of a position of the game shows a
step of the guide."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from conformance.lessons import played
from domain.drawing import Board, Picture
from domain.game import AnyGame
from domain.session.lifecycle import read_options, scenario_of
from domain.vignettes import Figure, Flag, Part, Row, Say, Seal, Shown, Stack, Thing, silhouettes_of, vignette_svg
from tests.docs.generated import ROOT
from tests.docs.pictures import drawn_from
from tests.support.games import GAMES
from tradewinds.installed import GUIDES_FOLDER


class Step(NamedTuple):
    """A picture of a guide."""

    things: tuple[Thing, ...]
    lesson: str = ""
    step: int = 0
    """Of the lesson, whose action is done next."""
    scenario: str = ""


_SUGARS = ("sugar_4", "sugar_6", "sugar_2")
_MERCHANTS: Mapping[str, Step] = {
    "turn-up": Step(
        (Shown(id="draw_deck/top"), Say(), Shown(id="flute-1-1:1"), Shown(id="mademoiselle-7-2:2")), scenario="bust"
    ),
    "bust": Step(
        (
            Row(
                (Shown(id="flute-1-1:1", ring="bad", tilt=-3), Seal("2\u00d7"), Shown(id="flute-2-1", ring="bad", tilt=3)),
                18,
            ),
        ),
        scenario="bust",
    ),
    "fight-off": Step(
        (
            Shown(id="pirate-9-3:1", width=88),
            Say("beats"),
            Shown(id="skiff-2-1", width=88),
            Say("not"),
            Shown(id="frigate-3-skull", width=88),
        ),
        scenario="bust",
    ),
    "take": Step(
        (Shown(id="flute-4-5:1", ring="may", key="1"), Say("or"), Shown(id="settler-4-1:2", ring="may", key="2")),
        scenario="repel",
    ),
    "others": Step(
        (Flag(1), Say(), Figure(word="coins", value="1", look="brass"), Say(), Flag(0), Shown(id="mademoiselle-7-2:2")),
        scenario="bust",
    ),
    "expedition": Step(
        (
            Row((Shown(id="priest-4-1:4", text=False), Shown(id="priest-4-1:1", text=False)), -40),
            Say(),
            Shown(id="expedition-2-priest:1", text=False),
        ),
        lesson="first-expedition",
        step=15,
    ),
}
_TRADE = "sail-trade-scout-raid"
_PORT = ("modification/", "merchant/", "m")
_MARAUDERS: Mapping[str, Step] = {
    "sail": Step(
        (
            Part(
                area="sea",
                box=(64.4, 15.4, 22.2, 21),
                width=186,
                route=("st_maarten", "san_juan"),
                ships={"ship/0": "flute"},
                without=(*_PORT, "basse_terre"),
            ),
            Stack((Say("or"), Shown(id="merchant/spanish"), Say("or"), Shown(id="activity/sell_goods"))),
        ),
        lesson=_TRADE,
        step=12,
    ),
    "buy": Step(
        (
            Stack((Say("three times"), Shown(id="sugar_4", facts=("price",), text=False))),
            Stack((Say("twice"), Shown(id="tobacco_4", facts=("price",), text=False))),
            Stack((Say("once"), Shown(id="food_1", facts=("price",), text=False))),
        ),
        lesson=_TRADE,
        step=4,
    ),
    "sell": Step(
        (
            Row(tuple(Shown(id=each, facts=("sells_for",), text=False) for each in _SUGARS), -62),
            Say(),
            Stack(
                (
                    Part(area="sea", box=(64.6, 26.1, 12.8, 9.8), width=112, without=(*_PORT, "ship")),
                    Row((Figure(word="gold", value="+18", look="brass"), Figure(word="points", value="+1", look="good"))),
                )
            ),
        ),
        lesson=_TRADE,
        step=13,
    ),
    "plunder": Step(
        (
            Stack(
                (
                    Row(
                        (
                            Shown(id="raid/die/0", width=42),
                            Shown(id="raid/die/1", width=42),
                            Shown(id="raid/die/2", width=42),
                            Shown(id="seat/0/bounty/spanish", ring="bad"),
                        )
                    ),
                    Row(
                        (
                            Shown(id="wood_2", facts=("plunder",), text=False, ring="may"),
                            Shown(id="textiles_8", facts=("plunder",), text=False),
                            Shown(id="wood_5", facts=("plunder",), text=False, ring="may"),
                        )
                    ),
                )
            ),
        ),
        lesson=_TRADE,
        step=19,
    ),
    "battle": Step(
        (
            Stack(
                (
                    Shown(id="battle/0/ship/card", art="sloop", width=124),
                    Row(tuple(Shown(id=f"battle/0/die/{die}", width=32) for die in range(4)), 6),
                )
            ),
            Say("beats"),
            Stack((Shown(id="battle/1/ship/card", art="flute", width=124), Shown(id="battle/1/die/0", width=32))),
        ),
        lesson="battle",
        step=3,
    ),
    "missions": Step(
        (
            Shown(id="m25", facts=("reward",)),
            Say("or"),
            Shown(id="r03", facts=()),
            Say(),
            Stack((Figure(word="points", value="+1", look="good"), Figure(word="cards_earned", value="+1"))),
        ),
        lesson=_TRADE,
        step=8,
    ),
}
_MARACAIBO: Mapping[str, Step] = {
    "sail": Step(
        (
            Part(
                area="sea",
                box=(0.1, -1.7, 36.8, 19.39),
                covered=True,
                route=("start", "c1r1", "c2r1", "c3r1"),
                keys={"c1r1": "1", "c2r1": "2", "c3r1": "3"},
                ships={"ship/0": "galleon"},
                without=("ship/1",),
            ),
        ),
        lesson="first-turns",
        step=2,
    ),
    "buy": Step(
        (
            Shown(id="I17", ring="may"),
            Shown(id="R9", facts=("cost", "first"), ring="may"),
            Say("or"),
            Figure(word="doubloons", value="+5", look="brass"),
        ),
        lesson="first-turns",
        step=3,
    ),
    "locations": Step(
        (Shown(id="L1", icon="swords"), Shown(id="L3", icon="footprints"), Shown(id="L4", icon="scroll-text")),
        lesson="first-turns",
        step=5,
    ),
    "raid": Step(
        (
            Stack((Shown(id="die/yellow", ring="may"), Shown(id="die/green"), Shown(id="die/white"))),
            Say(),
            Row(
                tuple(
                    Shown(id=f"raid/std_{what}", text=False, width=78, icon=icon)
                    for what, icon in (("vp", "star"), ("doubloons", "coins"), ("treasure", "gem"))
                ),
                8,
            ),
        ),
        lesson="first-turns",
        step=9,
    ),
    "explore": Step(
        (
            Part(
                area="track",
                box=(-2, -7.4, 52, 27.4),
                route=("track/S", "track/A1", "track/A2", "track/A3l", "track/A4l"),
                without=("explorer/1",),
            ),
        ),
        lesson="first-turns",
        step=14,
    ),
    "hideout": Step(
        (
            Stack((Say("store"), Part(area="seat/0/hideout", box=(14.3, 0, 28.6, 21), width=168))),
            Stack((Say("bury"), Part(area="seat/0/hideout", box=(42.9, 0, 28.6, 21), width=168))),
        ),
        scenario="last-round",
    ),
}
GUIDES: Mapping[str, Mapping[str, Step]] = {
    "merchants-of-the-caribbean": _MERCHANTS,
    "merchants-and-marauders": _MARAUDERS,
    "pirates-of-maracaibo": _MARACAIBO,
}
"""The pictures of each HOWTO.md by their names."""


def step_drawn(ruleset: str, name: str) -> str:
    """A picture of a guide as SVG."""
    game, step = GAMES[ruleset], GUIDES[ruleset][name]
    board, picture = _position(game, step)
    return vignette_svg(board, picture, step.things, _SILHOUETTES)


_SILHOUETTES = silhouettes_of((ROOT / "service" / "web" / "static" / "ships.svg").read_text())


def _position(game: AnyGame, step: Step) -> tuple[Board, Picture]:
    """As the learner sees it, or the first seat of a scenario."""
    assert game.drawing is not None
    if step.scenario:
        return drawn_from(game, scenario_of(game, step.scenario))
    lesson = game.lessons[step.lesson]
    state = next(each.before for each in played(game, step.lesson) if each.learners and each.step == step.step)
    board = game.drawing.board(read_options(game, state.options), lesson.seats)
    return board, game.drawing.picture(game.gate.view(state.state, lesson.seat), lesson.seat)


def main() -> None:
    """Write every picture anew."""
    for ruleset, names in GUIDES.items():
        folder = guides_folder(ruleset)
        folder.mkdir(exist_ok=True)
        for name in names:
            (folder / f"{name}.svg").write_text(step_drawn(ruleset, name))


def guides_folder(ruleset: str) -> Path:
    """Where the pictures of a game's HOWTO.md lie."""
    return ROOT / "domain" / ruleset.replace("-", "_") / GUIDES_FOLDER


if __name__ == "__main__":
    main()
