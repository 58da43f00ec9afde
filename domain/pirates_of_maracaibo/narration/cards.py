"""Cards, boards and gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.game import Hidden
from domain.kit.narration import Told
from domain.kit.words import capital, plural
from domain.scenes import Gain, Moment, Move, Show, whole

from .. import events as e
from ..content import RESIDENCES, SLOTS, effects_of
from ..drawing import pieces as p
from ..drawing.ids import panel
from ..texts import names as n
from ..texts.phrases import deeds, lasting
from .beats import Beats, drawn, face_up, figurehead_joins, gain, gem, improvement_joins, markers_change, paid
from .story import Narrate, Story

# Improvements and Residences


def card_ignored(story: Story, event: e.CardIgnored) -> Beats:
    text = f"{story.who(event.seat)} ignores the card{where(story, event.space)} for {n.doubloons(event.doubloons)}."
    yield gain(event.seat, "doubloons", event.doubloons, text)


def where(story: Story, space: str, preposition: str = "in") -> str:
    """The place, or nothing if a ship has just arrived there."""
    return "" if space == story.here else f" {preposition} {n.cell(space)}"


def improvement_acquired(story: Story, event: e.ImprovementAcquired) -> Beats:
    source = " from the deck" if event.space == "deck" else where(story, event.space, "from")
    if event.who == "jordan":
        yield from improvement_joins("jordan", event.card, event.space, f"Jordan takes {n.card(event.card)}{source}.")
        return
    text = f"{story.who(event.who)} acquires {n.card(event.card)}{source} {n.price(event.price)}."
    yield from improvement_joins(event.who, event.card, event.space, text)
    yield from paid(event.who, event.price)


def space_refilled(story: Story, event: e.SpaceRefilled) -> Beats:
    card = event.card
    piece = p.sea_card(event.space, card.id if isinstance(card.id, str) and card.id else None, card.back, card.doubloons)
    text = f"Its place is taken by {n.laid(card.id, card.back)}."
    if card.id == "":
        yield Show((whole(piece),), text=text)
    else:
        yield Move((whole(piece),), event.space, source="tier_two", text=text)


def tier_two_top_changed(story: Story, event: e.TierTwoTopChanged) -> Told:
    if event.card is None:
        return "The Tier II deck is empty."
    card = event.card.id
    if isinstance(card, Hidden):
        return ""
    return [Show(face_up("tier_two", card), weight=0, text=f"The Tier II deck shows {n.card(card)} now.")]


def tier_two_card_returned(story: Story, event: e.TierTwoCardReturned) -> Beats:
    text = f"{capital(n.card(event.card))} goes under the Tier II deck."
    yield Show(face_up("tier_two", event.card), source="tier_two", text=text)
    yield Move((event.card,), "tier_two", weight=0)


def residence_constructed(story: Story, event: e.ResidenceConstructed) -> Beats:
    price = "" if event.who == "jordan" else f" {n.price(event.price)}"
    vp = RESIDENCES[event.card].first_builder_vp if event.first_builder else 0
    first = f" as the first, for {vp} VP" if vp else ""
    yield Show((whole(p.token(event.card, event.space, event.who, first=event.first_builder)),), weight=0)
    yield Moment(
        "First on this Residence" if event.first_builder else "Residence built",
        tone="neutral" if event.who == "jordan" else "good",
        seat=None if event.who == "jordan" else event.who,
        at=(event.card,),
        weight=2,
        text=f"{story.who(event.who)} constructs {n.card(event.card)}{where(story, event.space)}{price}{first}.",
    )
    if event.who != "jordan":
        yield from paid(event.who, event.price)
    if vp:
        yield gain(event.who, "vp", vp)


# Islands and Black Market tiles

CAUSES = {"treasure_value": " for the Treasure Value tile", "jordan": " because Jordan has more of it"}


def marker_placed(story: Story, event: e.MarkerPlaced) -> Beats:
    verb = "is" if event.count == 1 else "are"
    text = f"{plural(event.count, 'marker')} {verb} placed on {n.island(event.island)}{CAUSES.get(event.cause, '')}."
    stated = story.was_stated(event.cause, "place_markers", event.count)
    yield Move(gem(event.island, event.count), f"island/{event.island}", text="" if stated else text)
    yield from markers_change(event.island, event.count)


def tile_source(story: Story, tile: str) -> str:
    """The effects of its side, from the event that opens them."""
    sources = (event.source for event in story.after() if isinstance(event, e.EffectsOpened))
    return next(source for source in sources if source.startswith(f"tile:{tile}:"))


def black_market_tile_placed(story: Story, event: e.BlackMarketTilePlaced) -> Beats:
    price = f" for {n.doubloons(event.cost)}" if event.cost else ""
    story.take(e.BlackMarketTileUsed)
    used, gained = using(story, event.tile)
    text = f"{story.who(event.seat)} places a Black Market tile in {n.cell(event.space)}{price} and uses it to {used}."
    yield Move((f"{panel(event.seat)}/{event.tile}",), event.space, text=text)
    yield from paid(event.seat, event.cost)
    yield from gained


def black_market_tile_used(story: Story, event: e.BlackMarketTileUsed) -> Beats:
    used, gained = using(story, event.tile)
    tile = f"{panel(event.seat)}/{event.tile}"
    yield Moment(at=(tile,), text=f"{story.who(event.seat)} uses a Black Market tile to {used}.")
    yield from gained


def using(story: Story, tile: str) -> tuple[str, Sequence[Gain]]:
    """The effect of the tile, with the amount if it counts something, and that gain."""
    source = tile_source(story, tile)
    story.states(source)
    effects = effects_of(source)
    if not any(effect.counter for effect in effects):
        return deeds(effects), ()
    gained = story.take(e.VpGained, lambda other: other.cause == source)
    if gained is None:
        return f"{deeds(effects)}: nothing", ()
    return f"{deeds(effects)}: {gained.amount} VP", (gain(gained.who, "vp", gained.amount),)


def tile_chosen(story: Story, event: e.TileChosen) -> Beats:
    if not story.comes(e.BlackMarketTilePlaced):
        text = f"{story.who(event.seat)} chooses a Black Market tile to place."
        yield Moment(at=(f"{panel(event.seat)}/{event.tile}",), text=text)


# Upgrades and Figureheads


def upgrade_placed(story: Story, event: e.UpgradePlaced) -> Beats:
    if event.who == "jordan":
        yield Move((whole(p.jordan_upgrade(event.slot)),), f"jordan/{event.slot}", text="Jordan places an Upgrade.")
    else:
        slot = SLOTS[event.slot]
        story.states(f"slot:{slot.id}")
        what = f": {lasting(slot.effects)[0]}" if slot.kind == "ongoing" else f" to {deeds(slot.effects)}"
        piece = whole(p.upgrade(event.who, slot.id, used=False))
        yield Move((piece,), piece.inside, text=f"{story.who(event.who)} places an Upgrade{what}.")
    yield gain(event.who, "upgrades", 1, weight=0)


def figurehead_gained(story: Story, event: e.FigureheadGained) -> Beats:
    text = f"{story.who(event.who)} fits {n.figurehead(event.figurehead)}."
    yield from figurehead_joins(event.who, event.figurehead, text)


# Quests


def quest_gained(story: Story, event: e.QuestGained) -> Beats:
    held, place = f"{panel(event.seat)}/quests", "deck" if event.source == "deck" else "market"
    text = f"{story.who(event.seat)} takes {story.quest(event.quest)} from the {place}."
    yield quest_joins(held, event.source, event.quest, text)


def quest_joins(area: str, source: str, quest: str | Hidden, text: str) -> Move:
    if source == "deck" or isinstance(quest, Hidden):
        return Move(drawn(area, quest), area, source="quest_deck", text=text)
    return Move((quest,), area, text=text)


def quest_market_refreshed(story: Story, event: e.QuestMarketRefreshed) -> Beats:
    added = [quest for quest in event.added if quest]
    yield Move(tuple([quest for quest in event.removed if quest]), "quest_deck", weight=0)
    text = f"{story.who(event.seat)} has the Quest Market replaced by {story.quests(added)}."
    yield Show(face_up("quest_market", *added), by=panel(event.seat), source="quest_deck", text=text)


def quest_market_refilled(story: Story, event: e.QuestMarketRefilled) -> Beats:
    text = f"{capital(story.quest(event.quest))} comes into the market."
    yield Show(face_up("quest_market", event.quest), source="quest_deck", text=text)


def quest_discarded(story: Story, event: e.QuestDiscarded) -> Beats:
    received = story.take(e.DoubloonsChanged, lambda other: other.cause == "discard_quest")
    price = "" if received is None else f" for {n.doubloons(received.amount)}"
    text = f"{story.who(event.seat)} returns {story.quest(event.quest)}{price}."
    yield Move(drawn("quest_deck", event.quest), "quest_deck", source=f"{panel(event.seat)}/quests", text=text)
    if received is not None:
        yield gain(event.seat, "doubloons", received.amount)


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


def vp_gained(story: Story, event: e.VpGained) -> Beats:
    stated = story.was_stated(event.cause, "gain_vp", event.amount)
    text = "" if stated else f"{story.who(event.who)} gains {event.amount} VP {reason(event.cause)}."
    yield gain(event.who, "vp", event.amount, text)


def doubloons_changed(story: Story, event: e.DoubloonsChanged) -> Beats:
    if event.cause == "gain_figurehead":
        gained = story.take(e.FigureheadGained)
        assert gained is not None
        text = f"{story.who(event.seat)} fits {n.figurehead(gained.figurehead)} for {n.doubloons(-event.amount)}."
        yield from figurehead_joins(event.seat, gained.figurehead, text)
        yield from paid(event.seat, -event.amount)
        return
    stated = story.was_stated(event.cause, "gain_doubloons", event.amount)
    text = "" if stated else f"{story.who(event.seat)} gains {n.doubloons(event.amount)} {reason(event.cause)}."
    yield gain(event.seat, "doubloons", event.amount, text)


def ruby_gained(story: Story, event: e.RubyGained) -> Beats:
    yield Move(gem("ruby"), panel(event.who), text=f"{story.who(event.who)} takes a Ruby.")


def ruby_sold(story: Story, event: e.RubySold) -> Beats:
    text = "Jordan sells a Ruby."
    if event.who != "jordan":
        story.states(f"ruby:{event.market_space}")
        text = f"{story.who(event.who)} sells a Ruby for {n.ruby_space(event.market_space)}."
    yield Move(gem("ruby"), event.market_space, source=panel(event.who), text=text)
    yield Show((whole(p.ruby(event.who, event.market_space)),), weight=0)


def ruby_returned(story: Story, event: e.RubyReturned) -> Beats:
    gained = story.take(e.VpGained, lambda other: other.cause == "ruby")
    assert gained is not None
    text = f"{story.who(event.seat)} returns a Ruby for {gained.amount} VP."
    yield Move(gem("ruby"), source=panel(event.seat), text=text)
    yield gain(event.seat, "vp", gained.amount)


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
