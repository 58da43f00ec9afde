"""Sentences about cards, boards and gains."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Hidden
from domain.kit.words import capital, plural

from ... import events as e
from ...content import SLOTS, effects_of
from .. import names as n
from ..phrases import deeds, lasting
from .story import Narrate, Story

# Improvements and Residences


def card_ignored(story: Story, event: e.CardIgnored) -> str:
    return f"{story.who(event.seat)} ignores the card{where(story, event.space)} for {n.doubloons(event.doubloons)}."


def where(story: Story, space: str, preposition: str = "in") -> str:
    """The place, or nothing if a ship has just arrived there."""
    return "" if space == story.here else f" {preposition} {n.cell(space)}"


def improvement_acquired(story: Story, event: e.ImprovementAcquired) -> str:
    source = " from the deck" if event.space == "deck" else where(story, event.space, "from")
    if event.who == "jordan":
        return f"Jordan takes {n.card(event.card)}{source}."
    return f"{story.who(event.who)} acquires {n.card(event.card)}{source} {n.price(event.price)}."


def space_refilled(story: Story, event: e.SpaceRefilled) -> str:
    return f"Its place is taken by {n.laid(event.card.id, event.card.back)}."


def tier_two_top_changed(story: Story, event: e.TierTwoTopChanged) -> str:
    if event.card is None:
        return "The Tier II deck is empty."
    return "" if isinstance(event.card.id, Hidden) else f"The Tier II deck shows {n.card(event.card.id)} now."


def tier_two_card_returned(story: Story, event: e.TierTwoCardReturned) -> str:
    return f"{capital(n.card(event.card))} goes under the Tier II deck."


def residence_constructed(story: Story, event: e.ResidenceConstructed) -> str:
    paid = "" if event.who == "jordan" else f" {n.price(event.price)}"
    first = " as the first, for 2 VP" if event.first_builder else ""
    return f"{story.who(event.who)} constructs {n.card(event.card)}{where(story, event.space)}{paid}{first}."


# Islands and Black Market tiles

CAUSES = {"treasure_value": " for the Treasure Value tile", "jordan": " because Jordan has more of it"}


def marker_placed(story: Story, event: e.MarkerPlaced) -> str:
    if story.was_stated(event.cause, "place_markers", event.count):
        return ""
    verb = "is" if event.count == 1 else "are"
    return f"{plural(event.count, 'marker')} {verb} placed on {n.island(event.island)}{CAUSES.get(event.cause, '')}."


def tile_source(story: Story, tile: str) -> str:
    """The effects of its side, from the event that opens them."""
    sources = (event.source for event in story.after() if isinstance(event, e.EffectsOpened))
    return next(source for source in sources if source.startswith(f"tile:{tile}:"))


def black_market_tile_placed(story: Story, event: e.BlackMarketTilePlaced) -> str:
    paid = f" for {n.doubloons(event.cost)}" if event.cost else ""
    story.take(e.BlackMarketTileUsed)
    used = using(story, event.tile)
    return f"{story.who(event.seat)} places a Black Market tile in {n.cell(event.space)}{paid} and uses it to {used}."


def black_market_tile_used(story: Story, event: e.BlackMarketTileUsed) -> str:
    return f"{story.who(event.seat)} uses a Black Market tile to {using(story, event.tile)}."


def using(story: Story, tile: str) -> str:
    """The effect of the tile, with the amount if it counts something."""
    source = tile_source(story, tile)
    story.states(source)
    effects = effects_of(source)
    if not any(effect.counter for effect in effects):
        return deeds(effects)
    gained = story.take(e.VpGained, lambda other: other.cause == source)
    return f"{deeds(effects)}: {'nothing' if gained is None else f'{gained.amount} VP'}"


def tile_chosen(story: Story, event: e.TileChosen) -> str:
    return "" if story.comes(e.BlackMarketTilePlaced) else f"{story.who(event.seat)} chooses a Black Market tile to place."


# Upgrades and Figureheads


def upgrade_placed(story: Story, event: e.UpgradePlaced) -> str:
    if event.who == "jordan":
        return "Jordan places an Upgrade."
    slot = SLOTS[event.slot]
    story.states(f"slot:{slot.id}")
    what = f": {lasting(slot.effects)[0]}" if slot.kind == "ongoing" else f" to {deeds(slot.effects)}"
    return f"{story.who(event.who)} places an Upgrade{what}."


def figurehead_gained(story: Story, event: e.FigureheadGained) -> str:
    return f"{story.who(event.who)} fits {n.figurehead(event.figurehead)}."


# Quests


def quest_gained(story: Story, event: e.QuestGained) -> str:
    place = "deck" if event.source == "deck" else "market"
    return f"{story.who(event.seat)} takes {story.quest(event.quest)} from the {place}."


def quest_market_refreshed(story: Story, event: e.QuestMarketRefreshed) -> str:
    added = [quest for quest in event.added if quest]
    return f"{story.who(event.seat)} has the Quest Market replaced by {story.quests(added)}."


def quest_market_refilled(story: Story, event: e.QuestMarketRefilled) -> str:
    return f"{capital(story.quest(event.quest))} comes into the market."


def quest_discarded(story: Story, event: e.QuestDiscarded) -> str:
    paid = story.take(e.DoubloonsChanged, lambda other: other.cause == "discard_quest")
    price = "" if paid is None else f" for {n.doubloons(paid.amount)}"
    return f"{story.who(event.seat)} returns {story.quest(event.quest)}{price}."


# Points, money, Rubies

REASONS = {
    "maracaibo": "for reaching Maracaibo",
    "explore": "for exploring",
    "raid": "for raiding",
    "fog": "for the face-down Location",
    "ruby": "for the Ruby",
}


def reason(cause: str) -> str:
    """The reason for a gain: a rule, or the source of effects."""
    if ":" not in cause:
        return REASONS[cause]
    kind, name = cause.split("/")[0].split(":")[:2]
    match kind:
        case "improvement" | "location":
            return f"from {n.card(name)}"
        case "figurehead":
            return f"from {n.figurehead(name)}"
        case "space":
            return "from the exploration track"
        case "tile":
            return "from the Black Market tile"
        case "storage" | "buried":
            return f"from {n.spot(name)}"
        case "slot":
            return "from the Upgrade"
        case "ruby":
            return "from the Ruby Market"
        case "raid":
            return "from the raid"
        case _:
            return "for the movement given up"


def vp_gained(story: Story, event: e.VpGained) -> str:
    if story.was_stated(event.cause, "gain_vp", event.amount):
        return ""
    return f"{story.who(event.who)} gains {event.amount} VP {reason(event.cause)}."


def doubloons_changed(story: Story, event: e.DoubloonsChanged) -> str:
    if event.cause == "gain_figurehead":
        gained = story.take(e.FigureheadGained)
        assert gained is not None
        return f"{story.who(event.seat)} fits {n.figurehead(gained.figurehead)} for {n.doubloons(-event.amount)}."
    if story.was_stated(event.cause, "gain_doubloons", event.amount):
        return ""
    return f"{story.who(event.seat)} gains {n.doubloons(event.amount)} {reason(event.cause)}."


def ruby_gained(story: Story, event: e.RubyGained) -> str:
    return f"{story.who(event.who)} takes a Ruby."


def ruby_sold(story: Story, event: e.RubySold) -> str:
    if event.who == "jordan":
        return "Jordan sells a Ruby."
    story.states(f"ruby:{event.market_space}")
    return f"{story.who(event.who)} sells a Ruby for {n.ruby_space(event.market_space)}."


def ruby_returned(story: Story, event: e.RubyReturned) -> str:
    gained = story.take(e.VpGained, lambda other: other.cause == "ruby")
    assert gained is not None
    return f"{story.who(event.seat)} returns a Ruby for {gained.amount} VP."


CARDS: Mapping[type[e.Event], Narrate] = {
    e.CardIgnored: card_ignored,
    e.ImprovementAcquired: improvement_acquired,
    e.SpaceRefilled: space_refilled,
    e.TierTwoTopChanged: tier_two_top_changed,
    e.TierTwoCardReturned: tier_two_card_returned,
    e.ResidenceConstructed: residence_constructed,
    e.MarkerPlaced: marker_placed,
    e.BlackMarketTilePlaced: black_market_tile_placed,
    e.BlackMarketTileUsed: black_market_tile_used,
    e.TileChosen: tile_chosen,
    e.UpgradePlaced: upgrade_placed,
    e.QuestGained: quest_gained,
    e.QuestMarketRefreshed: quest_market_refreshed,
    e.QuestMarketRefilled: quest_market_refilled,
    e.QuestDiscarded: quest_discarded,
    e.FigureheadGained: figurehead_gained,
    e.VpGained: vp_gained,
    e.DoubloonsChanged: doubloons_changed,
    e.RubyGained: ruby_gained,
    e.RubySold: ruby_sold,
    e.RubyReturned: ruby_returned,
}
