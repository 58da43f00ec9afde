"""The board: the sea, the exploration track, the markets, and the boards of the players and of Jordan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.drawing import Area, Board, Box, Fact, Word
from domain.icons import Icon
from domain.kit.words import capital

from ..content import (
    AREAS,
    BURIED,
    EDGES,
    JORDAN_SLOTS,
    JORDAN_TRACK,
    LAYOUTS,
    RETIREMENT_FROM,
    RETIREMENT_TILE,
    RUBY_MARKET,
    SECTIONS,
    SLOTS,
    STORAGE,
    TRACK,
    TRACK_END,
    TRACK_START,
    raw,
)
from ..decisions.gulf import GULF_EXPLORE, GULF_RAID, MARACAIBO_VP
from ..options import Options
from ..texts import boards, brief
from ..texts.scores import PARTS
from ..values import GULF, MARACAIBO, START, TREASURES
from . import places
from .faces import COLOURS, WORDS, colour_of, faces
from .gains import OR, gains, icon_of
from .groups import HEADINGS

WATER_ICONS: Mapping[str, Icon] = {START: "flag", GULF: "wind", MARACAIBO: "castle"}
WATER_FACTS: Mapping[str, tuple[Fact, ...]] = {
    GULF: (("upgrade", 1), *gains((GULF_RAID,)), OR, *gains((GULF_EXPLORE,)), OR, ("residence", 1)),
    MARACAIBO: (("vp", MARACAIBO_VP), ("upgrade", 1)),
}
"""What a ship that stops there gets."""
JORDAN_ICONS: Mapping[str, Icon] = {
    "solo_slot_advance": "arrow-right",
    "solo_slot_figurehead": "medal",
    "solo_slot_quest": "scroll-text",
    "solo_slot_residence": "landmark",
}
TRACK_ICONS: Mapping[str, Icon] = {TRACK_START: "flag", TRACK_END: "flag", RETIREMENT_TILE: "house"}
RIVERS: Mapping[str, tuple[Fact, ...]] = {
    edge.to: (("beyond_river", edge.river),) for edge in EDGES if edge.river is not None
}
"""The spaces of the track right after a river."""
ROW = 7.0
"""The height of a row of spaces on the boards of seats."""
HIGH_ROW = 15.0
"""The height of a row on boards that share a line with others."""
WORDS_NOW = {
    **WORDS,
    "round": Word("Round", "clock"),
    "turn": Word("Turn"),
    "markers": Word("Markers", "circle"),
    "value": Word("VP each", "star"),
    "face_up": Word("Face up", "eye"),
    "score_tokens": Word("+50 tokens", "plus"),
    "treasures": Word("Treasures", "gem"),
    "buried": Word("Buried", "pickaxe"),
    "rivers": Word("Rivers", "wind"),
    "upgrades": Word("Upgrades", "ship-wheel"),
    "order": Word("Turn order"),
    "beyond_river": Word("Beyond river", "wind"),
    "open_from": Word("Open from Upgrade", "lock"),
    "step": Word("Step", "arrow-right"),
    "movement": Word("Movement left", "footprints"),
    "pips": Word("Pips", "dices"),
    "rolled_for": Word("Rolled for", "dices"),
    "rerolls": Word("Rerolls left", "rotate-cw"),
    "b_cards": Word("Harder cards", "flame"),
    "scored": Word("Scored", "trophy"),
    "before_end": Word("Before the end"),
    "total": Word("Total", "trophy"),
    **{f"score_{part}": Word(capital(name)) for part, name in PARTS.items()},
    # Marks
    "dealt": Word("Dealt, one goes back", "undo-2"),
    "used": Word("Used in this turn", "check"),
    "on_turn": Word("On turn", "play"),
    "first_in_maracaibo": Word("First in Maracaibo", "castle"),
    "winner": Word("Winner", "trophy"),
    "retired": Word("Has retired", "moon"),
    "first_builder": Word("Built first", "star"),
    **{f"holds_{kind}": Word(f"Holds {kind.capitalize()}", "gem") for kind in TREASURES},
}


def board(options: Options, names: Sequence[str]) -> Board:
    solo = len(names) == 1
    return Board(
        areas=(
            *_sea(options),
            *_track(options),
            *_markets(options),
            *[area for seat, name in enumerate(names) for area in _seat(seat, name)],
            *(_jordan() if solo else ()),
        ),
        faces=faces(options, names),
        words=WORDS_NOW,
        colours=COLOURS,
        groups=HEADINGS,
    )


# What all share


def _sea(options: Options) -> Iterator[Area]:
    layout = LAYOUTS[options.layout]
    yield Area(
        id="sea",
        kind="map",
        name="The sea",
        main=True,
        box=places.sea_box(layout.id),
        links=places.sea_links(layout.id),
    )
    for place, box in places.sea(layout.id).items():
        kind = place.partition("/")[2]
        if kind:
            name, text = f"{kind.capitalize()} island", f"Each {kind.capitalize()} is worth more, the more markers are here."
            yield Area(id=place, kind="spot", inside="sea", at=box, name=name, icon="tree-palm", colour=kind, text=text)
        else:
            text = boards.WATERS.get(place, "")
            yield Area(
                id=place,
                kind="spot",
                inside="sea",
                at=box,
                name=brief.place(place, layout.id),
                icon=WATER_ICONS.get(place),
                facts=WATER_FACTS.get(place, ()),
                text=text,
            )


def _track(options: Options) -> Iterator[Area]:
    found = places.track(retirement=options.retirement)
    steps = [(edge.from_, edge.to) for edge in EDGES]
    if options.retirement:
        steps.append((RETIREMENT_FROM, RETIREMENT_TILE))
    yield Area(
        id="track",
        kind="map",
        name="Exploration track",
        main=True,
        box=places.track_box(retirement=options.retirement),
        links=tuple([(f"track/{here}", f"track/{there}") for here, there in steps]),
        icon="footprints",
    )
    for space, box in found.items():
        icon = TRACK_ICONS[space] if space in TRACK_ICONS else icon_of(TRACK[space].effects)
        yield Area(
            id=f"track/{space}",
            kind="spot",
            inside="track",
            at=box,
            name=brief.track(space),
            icon=icon,
            facts=(*(gains(TRACK[space].effects) if space in TRACK else ()), *RIVERS.get(space, ())),
            text=boards.track(space),
        )


def _markets(options: Options) -> Iterator[Area]:
    yield Area(id="quest_market", kind="row", name="Quest Market", icon="scroll-text")
    yield Area(id="quest_deck", kind="pile", name="Quest deck", icon="scroll-text", home=True)
    yield Area(id="figureheads", kind="row", name="Figureheads", icon="medal")
    yield Area(id="tier_two", kind="pile", name="Tier II deck", icon="layers", home=True)
    yield Area(id="raid", kind="row", name="Raid", icon="swords")
    yield Area(id="dice", kind="row", name="Dice of combats and of Jordan", icon="dices")
    if options.rubies:
        yield Area(id="ruby_market", kind="map", name="Ruby Market", box=(0, 0, 100, 2 * HIGH_ROW), icon="gem")
        spaces = list(RUBY_MARKET)
        for space, box in places.grid([spaces[:3], spaces[3:]], HIGH_ROW):
            effects = RUBY_MARKET[space].effects
            yield Area(
                id=space,
                kind="spot",
                inside="ruby_market",
                at=box,
                name=brief.brief(effects),
                icon=icon_of(effects),
                facts=gains(effects),
                text=boards.effects(effects),
            )


# Seats


def _seat(seat: int, name: str) -> Iterator[Area]:
    own = f"seat/{seat}"
    yield Area(id=own, kind="panel", name=brief.cut(name), seat=seat, icon="user", colour=colour_of(seat))
    yield Area(id=f"{own}/ship", kind="map", inside=own, seat=seat, name="Ship board", box=(0, 0, 100, 4 * ROW), icon="ship")
    sections = [[slot.id for slot in SLOTS.values() if slot.section == section] for section in SECTIONS]
    for slot, box in places.grid(sections, ROW):
        yield _slot(own, seat, slot, box)
    yield Area(id=f"{own}/hideout", kind="map", inside=own, seat=seat, name="Hideout", box=(0, 0, 100, 3 * ROW), icon="gem")
    for space, box in places.grid([_hideout_row(kind) for kind in TREASURES], ROW):
        yield _hideout_space(own, seat, space, box)
    yield Area(id=f"{own}/improvements", kind="row", inside=own, seat=seat, name="Improvements", icon="layers")
    yield Area(id=f"{own}/figurehead", kind="row", inside=own, seat=seat, name="Figurehead", icon="medal")
    yield Area(id=f"{own}/tiles", kind="row", inside=own, seat=seat, name="Black Market tiles", icon="store")
    yield Area(id=f"{own}/quests", kind="row", inside=own, seat=seat, name="Quests", icon="scroll-text", private=True)
    yield Area(id=f"{own}/score", kind="panel", inside=own, seat=seat, name="Final scoring", icon="trophy")


def _slot(own: str, seat: int, slot: str, box: Box) -> Area:
    found = SLOTS[slot]
    needed = SECTIONS[found.section].requires_upgrades
    before = f" Open from {needed} Upgrades on." if needed else ""
    text = boards.effects(found.effects, ongoing=found.kind == "ongoing")
    return Area(
        id=f"{own}/{slot}",
        kind="spot",
        inside=f"{own}/ship",
        seat=seat,
        at=box,
        name=brief.brief(found.effects),
        icon=icon_of(found.effects),
        facts=(*gains(found.effects), *((("open_from", needed),) if needed else ())),
        text=f"{text}{before}",
    )


def _hideout_row(kind: str) -> list[str]:
    area = AREAS[kind]
    return [f"{kind}:plain", *[each.id for each in (*area.storage_bonus_spaces, *area.buried_spaces)]]


def _hideout_space(own: str, seat: int, space: str, box: Box) -> Area:
    kind = next(each for each in TREASURES if space in _hideout_row(each))
    bonus = brief.hideout(space)
    effects = () if space.endswith(":plain") else (STORAGE if space in STORAGE else BURIED)[space][1].effects
    name = f"{bonus}, stored" if space.endswith(":plain") else f"{'Store' if space in STORAGE else 'Bury'}: {bonus}"
    return Area(
        id=f"{own}/{space}",
        kind="spot",
        inside=f"{own}/hideout",
        seat=seat,
        at=box,
        name=name,
        icon="gem" if space.endswith(":plain") else icon_of(effects),
        colour=kind,
        facts=gains(effects),
        text=boards.hideout(space),
    )


# Jordan


def _jordan() -> Iterator[Area]:
    yield Area(id="jordan", kind="panel", name="Jordan", icon="skull", colour="jordan")
    yield Area(
        id="jordan/track", kind="map", inside="jordan", name="Jordan's hideout", box=(0, 0, 100, HIGH_ROW), icon="gem"
    )
    for step, box in places.grid([tuple(map(str, JORDAN_TRACK))], HIGH_ROW):
        yield Area(
            id=f"jordan/step/{step}",
            kind="spot",
            inside="jordan/track",
            at=box,
            name=brief.jordan_step(int(step)),
            text=boards.jordan_step(int(step)),
        )
    yield Area(
        id="jordan/ship", kind="map", inside="jordan", name="Jordan's ship", box=(0, 0, 100, 3 * HIGH_ROW), icon="ship"
    )
    ops = {slot.id: slot.op for slot in JORDAN_SLOTS}
    columns = [[slot["id"] for slot in column] for column in raw("jordan_boards")["ship_board"]["columns"]]
    for slot, box in places.grid(list(zip(*columns, strict=True)), HIGH_ROW):
        name, text = boards.JORDAN_SLOTS[ops[slot]]
        icon = JORDAN_ICONS[ops[slot]]
        yield Area(id=f"jordan/{slot}", kind="spot", inside="jordan/ship", at=box, name=name, icon=icon, text=text)
    yield Area(id="jordan/improvements", kind="row", inside="jordan", name="Jordan's Improvements", icon="layers")
    yield Area(id="jordan/figurehead", kind="row", inside="jordan", name="Jordan's Figurehead", icon="medal")
    yield Area(id="jordan/treasures", kind="row", inside="jordan", name="Jordan's Treasures", icon="gem")
    yield Area(id="jordan/quests", kind="row", inside="jordan", name="Jordan's Quests", icon="scroll-text")
    yield Area(id="jordan/deck", kind="pile", inside="jordan", name="Jordan's deck", icon="layers")
    yield Area(id="jordan/shown", kind="row", inside="jordan", name="Jordan's cards shown", icon="layers")
    yield Area(id="jordan/score", kind="panel", inside="jordan", name="Jordan's final scoring", icon="trophy")
