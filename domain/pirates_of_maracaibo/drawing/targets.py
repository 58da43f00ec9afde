"""What a command is about, by the ids of pieces and areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.kit.stack import nearest

from .. import commands as c
from .. import frames as f
from ..values import DIE_COLOURS
from ..view import MaracaiboView
from .ids import carrier, raid_action

Targets: TypeAlias = Callable[[MaracaiboView, int, Any], list[str]]


def targets(view: MaracaiboView, seat: int, command: c.Command) -> list[str]:
    """The most telling first."""
    return TARGETS[type(command)](view, seat, command)


# The sea


def card_at(view: MaracaiboView, space: str) -> list[str]:
    """The piece of the card of a space; none in the Gulf and in Maracaibo."""
    card = view.sea.get(space)
    if card is None:
        return []
    return [card.id if isinstance(card.id, str) and card.id else f"{space}/card"]


def _to(view: MaracaiboView, seat: int, command: c.SailTo | c.SailStep) -> list[str]:
    return [command.space, *card_at(view, command.space)]


def _there(view: MaracaiboView, seat: int, command: Any) -> list[str]:
    return [*card_at(view, command.space), command.space]


def _here(view: MaracaiboView, seat: int, command: Any) -> list[str]:
    """The card where the ship is, or the place."""
    space = view.seats[seat].ship
    return [*card_at(view, space), space]


def _ruby_here(view: MaracaiboView, seat: int, command: Any) -> list[str]:
    return [f"{view.seats[seat].ship}/rubies", *_here(view, seat, command)]


def _tile_here(view: MaracaiboView, seat: int, command: Any) -> list[str]:
    return _own(f"{nearest(view, f.OwnBlackMarket).tile}")(view, seat, command)


# What belongs to the seat


def _own(place: str) -> Targets:
    """A piece or place of the seat; none: its panel."""
    return lambda view, seat, command: [f"seat/{seat}/{place}" if place else f"seat/{seat}"]


def _placed(field: str) -> Targets:
    return lambda view, seat, command: [f"seat/{seat}/{getattr(command, field)}"]


def _quest(view: MaracaiboView, seat: int, command: c.ReturnQuest | c.DiscardQuest) -> list[str]:
    return [command.quest] if isinstance(command.quest, str) else [f"seat/{seat}/quests"]


def _market_quest(view: MaracaiboView, seat: int, command: c.TakeQuest) -> list[str]:
    if command.source == "deck":
        return ["quest_deck"]
    place = int(command.source.removeprefix("market_")) - 1
    quest = view.quest_market[place] if place < len(view.quest_market) else ""
    return [quest or "quest_market"]


def _source(view: MaracaiboView, seat: int, command: Any) -> list[str]:
    """What the list of effects is on."""
    kind, name, *_ = nearest(view, f.ResolveEffects).source.partition("/")[0].split(":")
    match kind:
        case "improvement" | "location" | "figurehead":
            return [name]
        case "space":
            return [f"track/{name}"]
        case "ruby":
            return [name]
        case "raid":
            return [raid_action(seat, name)]
        case "forfeit":
            return [carrier(seat, name)]
    assert kind in ("tile", "storage", "buried", "slot")
    return [f"seat/{seat}/{name}"]


# Raids


def _dice(view: MaracaiboView, seat: int, command: c.Reroll) -> list[str]:
    dice = nearest(view, f.RaidRolled).dice
    return [f"die/{colour}" for colour in DIE_COLOURS if colour in dice]


def _action(view: MaracaiboView, seat: int, command: c.UseRaidAction) -> list[str]:
    return [raid_action(seat, command.key), f"pool/{nearest(view, f.RaidSpending).pool}"]


def _pool(view: MaracaiboView, seat: int, command: c.StopRaid) -> list[str]:
    return [f"pool/{nearest(view, f.RaidSpending).pool}"]


# Leaving out


def _named(*ids: str) -> Targets:
    return lambda view, seat, command: list(ids)


DECLINED: Mapping[type[f.Frame], Targets] = {
    f.GainRuby: _ruby_here,
    f.OwnBlackMarket: _tile_here,
    f.Upgrade: _own("ship"),
    f.SellRuby: _named("ruby_market"),
    f.GulfOption: _named("gulf"),
    f.Explore: _named("track"),
    f.Bury: _own("hideout"),
    f.GainQuest: _named("quest_market"),
    f.DiscardQuest: _own("quests"),
    f.AcquireRemote: _named("sea"),
    f.ConstructRemote: _named("sea"),
    f.PlaceTile: _own("tiles"),
    f.UsePlacedTile: _own("tiles"),
    f.TakeFigurehead: _named("figureheads"),
}


def _decline(view: MaracaiboView, seat: int, command: c.Decline) -> list[str]:
    assert view.decision is not None
    return DECLINED[type(view.decision)](view, seat, command)


TARGETS: Mapping[type[c.Command], Targets] = {
    c.ReturnQuest: _quest,
    c.SailTo: _to,
    c.SailStep: _to,
    c.StopSailing: lambda view, seat, command: [view.seats[seat].ship, f"ship/{seat}"],
    c.ChoosePaidOpponent: lambda view, seat, command: [f"ship/{command.seat}", f"seat/{command.seat}"],
    c.GainRuby: _ruby_here,
    c.Decline: _decline,
    c.IgnoreCard: _here,
    c.AcquireImprovement: _here,
    c.ConstructResidence: _here,
    c.UseTileHere: _tile_here,
    c.PlaceUpgrade: _placed("slot"),
    c.TakeAction: _here,
    c.ResumeRaid: lambda view, seat, command: [f"pool/{command.pool}"],
    c.FinishActions: _here,
    c.GulfRaid: _named("gulf", "raid"),
    c.GulfExplore: lambda view, seat, command: ["gulf", f"explorer/{seat}"],
    c.GulfResidence: _there,
    c.SellRuby: lambda view, seat, command: [command.market_space],
    c.ReturnRuby: _own("rubies"),
    c.FinishRubies: _own("rubies"),
    c.TakeEffect: _source,
    c.ChooseSide: _source,
    c.FinishEffects: _source,
    c.Reroll: _dice,
    c.ChooseDie: lambda view, seat, command: [f"die/{command.colour}"],
    c.UseRaidAction: _action,
    c.StopRaid: _pool,
    c.ChooseTreasure: lambda view, seat, command: [f"island/{command.treasure}"],
    c.StoreTreasure: _placed("place"),
    c.UseForfeit: lambda view, seat, command: [carrier(seat, command.source), f"explorer/{seat}"],
    c.MoveExplorer: lambda view, seat, command: [f"track/{command.space}"],
    c.RetireResidence: _there,
    c.ChooseBuryMarker: _placed("place"),
    c.ChooseBurySpace: _placed("space"),
    c.RefreshMarket: _named("quest_market"),
    c.TakeQuest: _market_quest,
    c.DiscardQuest: _quest,
    c.AcquireFrom: _there,
    c.ConstructAt: _there,
    c.ChooseTile: _placed("tile"),
    c.PlaceTileAt: _there,
    c.UseTile: _placed("tile"),
    c.TakeFigurehead: lambda view, seat, command: [command.figurehead],
    c.PlaceMarkersOn: lambda view, seat, command: [f"island/{command.island}"],
    c.EndTurn: lambda view, seat, command: [f"ship/{seat}"],
}
