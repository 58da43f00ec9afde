"""What stands on cards, tokens and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.drawing import Face, Fact
from domain.icons import Icon

from ..content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    GLORY,
    GOOD_SIGNS,
    LOCATION_SIGNS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    RUMORS,
    SHIPS,
    WEAPONS,
    Cargo,
    EventCard,
    GloryCard,
    Mission,
    Rumor,
    ShipType,
)
from ..texts import cards
from ..texts import names as n
from .pieces import SHIP_ICONS

SKILLS = ("seamanship", "scouting", "leadership", "influence")
STATS = ("hull", "cargo", "masts", "crew", "cannons", "maneuverability")
DICE = (0, 1, 2, 3, 4)
"""The faces of a die; 0 is a skull."""
MODIFICATION_ICONS: Mapping[str, Icon] = {
    "extra_hammocks": "users",
    "advanced_rigs": "wind",
    "reinforced_hull": "shield",
    "extended_cargo_hold": "package",
    "chasers": "crosshair",
    "extra_cannon_port": "bomb",
    "swivel_guns": "bomb",
    "long_guns": "target",
}
WEAPON_ICONS: Mapping[str, Icon] = {"grappling_hooks": "anchor", "chain_shot": "sailboat", "grapeshot": "grape"}


def faces() -> Mapping[str, Face]:
    """By the ids of the content; merchants, bounties, dice and hits have ids of their own."""
    return {
        **{good.id: Face(kind="demand", name=good.name, icon=good.icon, source=good.source) for good in GOOD_SIGNS.values()},
        **{card.id: _cargo(card) for card in CARGO.values()},
        **{card.id: _ship(card) for card in SHIPS.values()},
        **dict(_captains()),
        **{card.id: _event(card) for card in EVENT_CARDS.values()},
        **{card.id: _glory(card) for card in GLORY.values()},
        **{card.id: _mission(card) for card in MISSIONS.values()},
        **{card.id: _rumor(card) for card in RUMORS.values()},
        **dict(_tokens()),
        **dict(_dice()),
    }


def _cargo(card: Cargo) -> Face:
    return Face(
        kind="cargo",
        name=n.good(card.good),
        icon=GOOD_SIGNS[card.good].icon,
        facts=(("plunder", card.plunder), ("in_raid", cards.raid_icon(card))),
        text=cards.cargo(card),
        source=card.source,
    )


def _ship(card: ShipType) -> Face:
    prices: tuple[Fact, ...] = () if card.buy is None else (("usual_price", card.buy), ("sells_for", card.sell))
    return Face(
        kind="ship",
        name=card.name,
        icon=SHIP_ICONS[card.id],
        facts=(*[(stat, int(getattr(card, stat))) for stat in STATS], *prices),
        text=cards.ship(card),
        source=card.source,
    )


def _captains() -> Iterator[tuple[str, Face]]:
    for card in CAPTAINS.values():
        facts: tuple[Fact, ...] = (
            *[(skill, int(getattr(card, skill))) for skill in SKILLS],
            ("nation", n.nation(card.nation)),
            ("home_port", n.port(card.home_port)),
        )
        yield (
            card.id,
            Face(
                kind="captain",
                name=card.name,
                icon="user",
                colour=card.nation,
                facts=facts,
                text=card.ability,
                source=card.source,
            ),
        )


def _event(card: EventCard) -> Face:
    if card.kind == "global":
        return Face(kind="event", name=card.name, icon="scroll-text", text=cards.event(card), source=card.source)
    reward: tuple[Fact, ...] = (("reward", card.reward),) if card.reward else ()
    return Face(
        kind="npc_captain",
        name=card.captain,
        icon="skull" if card.npc not in NATIONS else "medal",
        colour=card.npc if card.npc in NATIONS else "pirate",
        facts=(
            *[(skill, int(getattr(card, skill))) for skill in SKILLS[:3]],
            ("appears", n.place(card.start_zone)),
            *reward,
        ),
        text=f"{card.name}. {card.text}",
        source=card.source,
    )


def _glory(card: GloryCard) -> Face:
    if card.hire is None:
        when: Fact = ("timing", n.CARD_TIMINGS[card.timing])
        return Face(kind="glory", name=card.name, icon="sparkles", facts=(when,), text=card.text, source=card.source)
    return Face(
        kind="specialist",
        name=card.name,
        icon="user-plus",
        facts=(("hire", card.hire.pay or "for a deed"),),
        text=f"{card.text} {cards.hired(card.hire)}",
        source=card.source,
    )


def _mission(card: Mission) -> Face:
    gold = sum(int(effect.n) for effect in card.reward if effect.op == "gain_gold")
    return Face(
        kind="mission",
        name=card.name,
        icon="scroll-text",
        facts=(("port", n.port(card.port)), ("reward", gold), ("cards_earned", card.glory_cards)),
        text=cards.mission(card),
        source=card.source,
    )


def _rumor(card: Rumor) -> Face:
    where = n.thing(card.where.id) if card.where.kind == "zone" else f"port of {n.port(card.where.id)}"
    return Face(
        kind="rumor",
        name=card.name,
        icon="book-open",
        facts=(
            ("place", where),
            ("check", card.skill.capitalize()),
            ("need", card.need),
            ("cards_earned", card.glory_cards),
        ),
        text=cards.rumor(card),
        source=card.source,
    )


def _tokens() -> Iterator[tuple[str, Face]]:
    for token in MODIFICATIONS.values():
        yield (
            token.id,
            Face(
                kind="modification",
                name=token.name,
                icon=MODIFICATION_ICONS[token.id],
                facts=(("usual_price", token.buy), ("sells_for", token.resale)),
                text=f"{n.capital(token.text)}.",
                source=token.source,
            ),
        )
    for weapon in WEAPONS.values():
        yield (
            weapon.id,
            Face(
                kind="weapon",
                name=weapon.name,
                icon=WEAPON_ICONS[weapon.id],
                facts=(("usual_price", weapon.buy), ("sells_for", weapon.sell)),
                text=f"{n.capital(weapon.text)}. In a raid: give it up for one more success.",
                source=weapon.source,
            ),
        )
    for nation in NATIONS:
        name = n.nation(nation)
        yield f"merchant/{nation}", Face(kind="merchant", name=f"{name} merchant", icon="sailboat", colour=nation)
        yield f"bounty/{nation}", Face(kind="bounty", name=f"{name} bounty", icon="badge", colour=nation)


def _dice() -> Iterator[tuple[str, Face]]:
    for die in DICE:
        name = n.capital(n.face(die))
        text = "" if die else "A success."
        yield f"die/{die}", Face(kind="die", name=name, icon=None if die else "skull", text=text)
    for sign in LOCATION_SIGNS.values():
        yield f"hit/{sign.id}", Face(kind="hit", name=sign.name, icon=sign.icon)
    yield "hit/x", Face(kind="hit", name="X", icon="x", text="Whoever is hit chooses where it falls.")
