"""What stands on cards, tiles and tokens, by the ids that the view uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from domain.drawing import Colour, Face, Fact, Word
from domain.icons import Icon
from domain.kit.words import capital

from ..content import (
    FIGUREHEADS,
    IMPROVEMENTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    RESIDENCES,
    SLOTS,
    SOLO_CARDS,
    STANDARD_RAID_ACTIONS,
    TILES,
    Effects,
    raw,
)
from ..options import Options
from ..texts import boards, brief
from ..values import DIE_COLOURS, TREASURE_OF, TREASURES, Back, Who
from . import gains

Faces = Iterator[tuple[str, Face]]

TYPES: Mapping[str, Icon] = {"crew": "users", "equipment": "hammer", "ship": "sailboat"}
"""The icons of the three types of Improvements."""
BACKS: Mapping[Back, str] = {
    "tier_1_location": "Location",
    "tier_1_improvement": "Improvement",
    "tier_1_residence": "Residence",
    "tier_2": "Tier II card",
}
COLOURS: Mapping[str, Colour] = {
    "seat_0": Colour("#0b6a70", "#3fb7b7"),
    "seat_1": Colour("#9a4412", "#ef9a5c"),
    "seat_2": Colour("#5b45ab", "#a994f5"),
    "seat_3": Colour("#52701a", "#a5cb5a"),
    "jordan": Colour("#23272b", "#c9ced3"),
    "gold": Colour("#96710a", "#e3c04f"),
    "emerald": Colour("#15703a", "#62c98b"),
    "pearl": Colour("#5c6470", "#c3ccd8"),
    "location": Colour("#2b6a86", "#7fc0dd"),
    "improvement": Colour("#6b5a2e", "#cdb87f"),
    "residence": Colour("#9a5a14", "#e6a95e"),
    "quest": Colour("#7a5a00", "#dcb94a"),
    "water": Colour("#3d7f8f", "#83c3d2"),
}
WORDS: Mapping[str, Word] = {
    **gains.WORDS,
    "cost": Word("Cost", "tag"),
    "income_doubloons": Word("Doubloon income", "coins"),
    "income_vp": Word("VP income", "star"),
    "lightning": Word("Lightning", "zap"),
    "easy": Word("Easier VP", "star"),
    "hard": Word("Harder VP", "star"),
    "first": Word("First builder's VP", "star"),
}
"""The facts of faces."""


def colour_of(who: Who) -> str:
    return "jordan" if who == "jordan" else f"seat_{who}"


def faces(options: Options, names: Sequence[str]) -> dict[str, Face]:
    """Every face of a game with these options and players."""
    return {
        "open_water": Face(kind="open_water", name="Open Water", icon="wind", colour="water", text=boards.OPEN_WATER),
        **dict(_improvements()),
        **dict(_locations()),
        **dict(_residences()),
        **dict(_quests(options)),
        **dict(_figureheads()),
        **dict(_upgrades()),
        **dict(_small()),
        **dict(_people(names)),
        **(dict(_solo()) if len(names) == 1 else {}),
    }


def source_of(file: str, *keys: str) -> Mapping[str, str]:
    """`sourced` or `reconstructed` of each entry of a data file, by its id."""
    return {each["id"]: each["source"] for key in keys for each in raw(file)[key]}


def _improvements() -> Faces:
    sources = {**source_of("improvements_tier_1", "improvements"), **source_of("improvements_tier_2", "improvements")}
    for card in IMPROVEMENTS.values():
        facts: list[Fact] = [("cost", card.cost), ("end_vp", card.vp)]
        facts += _incomes(card.income)
        facts += [("lightning", "yes")] if card.lightning else []
        facts += gains.gains((*card.immediate, *card.ongoing, *card.endgame))
        yield (
            card.id,
            Face(
                kind=card.type,
                name=card.name,
                icon=TYPES[card.type],
                colour="improvement",
                facts=tuple(facts),
                text=boards.card(card.id),
                source=sources[card.id],
            ),
        )


def _incomes(income: Any) -> list[Fact]:
    found: list[Fact] = [("income_doubloons", income.doubloons), ("income_vp", income.vp)]
    return [fact for fact in found if fact[1]]


def _locations() -> Faces:
    sources = source_of("locations", "tier_1", "tier_2")
    for card in LOCATIONS.values():
        yield (
            card.id,
            Face(
                kind="location",
                name=card.name,
                icon="anchor",
                colour="location",
                facts=gains.gains(card.actions),
                text=boards.card(card.id),
                source=sources[card.id],
            ),
        )


def _residences() -> Faces:
    sources = source_of("residences", "residences")
    for card in RESIDENCES.values():
        yield (
            card.id,
            Face(
                kind="residence",
                name=card.name,
                icon="landmark",
                colour="residence",
                facts=(("cost", card.cost), ("first", card.first_builder_vp), *gains.gains((card.scoring,))),
                text=boards.card(card.id),
                source=sources[card.id],
            ),
        )


def _quests(options: Options) -> Faces:
    sources, hunted = source_of("quests", "quests"), options.quest_hunters
    for card in QUESTS.values():
        hard: Fact = ("hard", card.bottom.vp * (2 if hunted else 1))
        yield (
            card.id,
            Face(
                kind="quest",
                name=brief.quest(card.id, hunted=hunted),
                icon="scroll-text",
                colour="quest",
                facts=(hard,) if hunted else (("easy", card.top.vp), hard),
                text=boards.quest(card.id, hunted=hunted),
                source=sources[card.id],
            ),
        )


def _figureheads() -> Faces:
    sources = source_of("figureheads", "figureheads")
    for card in FIGUREHEADS.values():
        yield (
            card.id,
            Face(
                kind="figurehead",
                name=card.name,
                icon="medal",
                facts=(*_incomes(card.income), *gains.gains((*card.immediate, *card.ongoing))),
                text=boards.card(card.id),
                source=sources[card.id],
            ),
        )
    for space in POSEIDON.values():
        yield space.id, _spot("buried_space", f"Buried: {brief.hideout(space.id)}", space.effects)


def _spot(kind: str, name: str, effects: Effects) -> Face:
    return Face(kind=kind, name=name, icon=gains.icon_of(effects), facts=gains.gains(effects), text=boards.effects(effects))


def _upgrades() -> Faces:
    """Upgrades on their slots, with what they bring."""
    sources = source_of("ship_board", "slots")
    for slot in SLOTS.values():
        yield (
            slot.id,
            Face(
                kind="upgrade",
                name=f"Upgrade: {brief.brief(slot.effects)}",
                icon=gains.icon_of(slot.effects),
                text=boards.effects(slot.effects, ongoing=slot.kind == "ongoing"),
                source=sources[slot.id],
            ),
        )


def _small() -> Faces:
    """Tiles, Treasures and raid actions."""
    sources = source_of("black_market", "tiles")
    for tile in TILES.values():
        for side, effects in (("front", tile.front.effects), ("back", tile.back.effects)):
            yield (
                f"{tile.id}:{side}",
                Face(
                    kind="tile",
                    name=brief.brief(effects),
                    icon="store",
                    facts=gains.gains(effects),
                    text=boards.effects(effects),
                    source=sources[tile.id],
                ),
            )
    for kind in TREASURES:
        yield kind, Face(kind="treasure", name=kind.capitalize(), icon="gem", colour=kind)
        text = f"A stop here puts a marker on the {kind.capitalize()} island."
        yield (
            f"value/{kind}",
            Face(kind="value_tile", name=f"{kind.capitalize()} value", icon="tree-palm", colour=kind, text=text),
        )
    for colour in DIE_COLOURS:
        kind = TREASURE_OF[colour]
        yield f"die/{colour}", Face(kind="die", name=f"{colour.capitalize()} die", icon="dices", colour=kind)
    yield "die", Face(kind="die", name="Die", icon="dices")
    for action in STANDARD_RAID_ACTIONS:
        yield (
            f"raid/{action.key}",
            Face(
                kind="raid_action",
                name=brief.brief(action.effects),
                icon="swords",
                facts=(("power", action.cost), *gains.gains(action.effects)),
                text=boards.effects(action.effects),
            ),
        )
    yield "ruby", Face(kind="ruby", name="Ruby", icon="gem", text="It is sold or returned in the Gulf.")


TOKENS: Sequence[tuple[Literal["ship", "explorer", "token", "ruby"], str, Icon]] = (
    ("ship", "ship", "sailboat"),
    ("explorer", "Explorer", "footprints"),
    ("token", "token", "flag"),
    ("ruby", "Ruby", "gem"),
)
"""The kinds of things that belong to a player and lie among those of others."""
LONGEST_NAME = 27
"""Of a player, before what is theirs."""


def _people(names: Sequence[str]) -> Faces:
    players: list[tuple[Who, str]] = [(seat, name) for seat, name in enumerate(names)]
    if len(names) == 1:
        players.append(("jordan", "Jordan"))
    for who, name in players:
        for kind, noun, icon in TOKENS:
            owner = f"{brief.cut(name, LONGEST_NAME)}'s"
            yield f"{kind}/{who}", Face(kind=kind, name=f"{owner} {noun}", icon=icon, colour=colour_of(who))


def _solo() -> Faces:
    sources = source_of("solo_cards", "cards")
    for card in SOLO_CARDS.values():
        yield (
            card.id,
            Face(
                kind="solo_card",
                name=f"Solo card {card.id[1:]}",
                icon="layers",
                colour="jordan",
                text=capital(boards.solo_card(card.id)),
                source=sources[card.id],
            ),
        )
