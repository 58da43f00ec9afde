"""What events change, by the ids of pieces and areas, as far as who sees the events can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.game import Hidden
from domain.kit.touched import Touches, touched_by

from .. import events as e
from ..content import SLOTS, STANDARD_RAID_ACTIONS
from ..values import DIE_COLOURS, LaidCard, Who

STANDARD = {action.key for action in STANDARD_RAID_ACTIONS}


def panel(who: Who) -> str:
    return "jordan" if who == "jordan" else f"seat/{who}"


def carrier(seat: int, name: str) -> str:
    """The card, Figurehead or slot that gives a seat an ability."""
    return f"seat/{seat}/{name}" if name in SLOTS else name


def raid_action(seat: int, key: str) -> str:
    return f"raid/{key}" if key in STANDARD else carrier(seat, key)


def _laid(space: str, card: LaidCard | None) -> list[str]:
    """A card of the sea, face up by its id."""
    return [card.id if card is not None and isinstance(card.id, str) and card.id else f"{space}/card"]


def _shown(cards: Any, otherwise: str) -> list[str]:
    """Cards, or the place where they are if they are hidden."""
    if isinstance(cards, Hidden):
        return [otherwise]
    return [cards] if isinstance(cards, str) else [card for card in cards if card]


def _seat(event: Any) -> list[str]:
    return [panel(event.seat)]


def _who(event: Any) -> list[str]:
    return [panel(event.who)]


def _sailed(event: e.ShipSailed) -> list[str]:
    return [f"ship/{event.who}", event.to]


def _paid(event: e.OpponentPaid) -> list[str]:
    return [panel(seat) for seat in (event.payer, event.receiver) if seat is not None]


def _fought(event: e.CombatFought) -> list[str]:
    fighters = [who for who, _, _ in event.results]
    return [event.space, *[f"{each}/{who}" for each in ("ship", "die") for who in fighters], *map(panel, fighters)]


def _buried(event: e.TreasureBuried) -> list[str]:
    own = panel(event.seat)
    return [f"{own}/{event.space}", f"{own}/{event.from_}/treasure"]


def _upgraded(event: e.UpgradePlaced) -> list[str]:
    place = f"{panel(event.who)}/{event.slot}"
    return [place, f"{place}/upgrade"]


def _moved(event: e.ExplorerMoved) -> list[str]:
    return [f"explorer/{event.who}", f"track/{event.to}"]


def _constructed(event: e.ResidenceConstructed) -> list[str]:
    return [event.card, f"{event.card}/{event.who}", panel(event.who)]


TOUCHED: Mapping[type[e.Event], Touches] = {
    e.GameSetUp: lambda event: ["sea", "quest_deck", "figureheads", "tier_two"],
    e.QuestsDealt: lambda event: _shown(event.quests, f"{panel(event.who)}/quests"),
    e.QuestReturned: lambda event: _shown(event.quest, f"{panel(event.seat)}/quests"),
    e.QuestDeckShuffled: lambda event: ["quest_deck"],
    e.QuestMarketRevealed: lambda event: _shown(event.quests, "quest_market"),
    e.TurnStarted: lambda event: ["sea", f"ship/{event.who}"],
    e.ShipSailed: _sailed,
    e.CardFlipped: lambda event: [event.card, f"{event.space}/card"],
    e.OpponentPaid: _paid,
    e.CombatFought: _fought,
    e.FogDoubloonsAdded: lambda event: [f"{event.space}/card"],
    e.FogDoubloonsRemoved: lambda event: [f"{event.space}/card"],
    e.TurnEnded: lambda event: [f"ship/{event.who}"],
    e.RoundEnded: lambda event: ["sea", f"ship/{event.by}"],
    e.IncomePaid: _seat,
    e.QuestsRevealed: lambda event: _shown(event.quests, f"{panel(event.who)}/quests"),
    e.GameScored: lambda event: [f"{panel(event.who)}/score", panel(event.who)],
    e.GameEnded: lambda event: [f"ship/{who}" for who in event.winners],
    e.CardIgnored: _seat,
    e.ImprovementAcquired: lambda event: [event.card, panel(event.who)],
    e.SpaceRefilled: lambda event: _laid(event.space, event.card),
    e.TierTwoTopChanged: lambda event: ["tier_two"],
    e.TierTwoCardReturned: lambda event: ["tier_two"],
    e.ResidenceConstructed: _constructed,
    e.MarkerPlaced: lambda event: [f"island/{event.island}", f"island/{event.island}/markers"],
    e.BlackMarketTilePlaced: lambda event: [f"{panel(event.seat)}/{event.tile}", event.space],
    e.BlackMarketTileUsed: lambda event: [f"{panel(event.seat)}/{event.tile}"],
    e.TileChosen: lambda event: [f"{panel(event.seat)}/{event.tile}"],
    e.UpgradePlaced: _upgraded,
    e.QuestGained: lambda event: [*_shown(event.quest, "quest_deck"), f"{panel(event.seat)}/quests"],
    e.QuestMarketRefreshed: lambda event: [*_shown(event.removed, ""), *_shown(event.added, "")],
    e.QuestMarketRefilled: lambda event: [event.quest],
    e.QuestDiscarded: lambda event: _shown(event.quest, f"{panel(event.seat)}/quests"),
    e.FigureheadGained: lambda event: [event.figurehead],
    e.VpGained: _who,
    e.DoubloonsChanged: _seat,
    e.RubyGained: _who,
    e.RubySold: lambda event: [event.market_space, f"{event.market_space}/ruby", panel(event.who)],
    e.RubyReturned: _seat,
    e.ActionTaken: lambda event: [event.space],
    e.GulfOptionTaken: lambda event: ["gulf"],
    e.DiceRolled: lambda event: [f"die/{colour}" for colour in DIE_COLOURS if colour in event.dice],
    e.DieChosen: lambda event: [f"die/{event.colour}", f"pool/{event.pool}"],
    e.FixedRaidStarted: lambda event: [f"pool/{event.pool}"],
    e.RaidActionUsed: lambda event: [raid_action(event.seat, event.key), f"pool/{event.pool}"],
    e.TreasureGained: lambda event: [f"island/{event.treasure}"],
    e.TreasureStored: lambda event: [f"{panel(event.seat)}/{event.place}/treasure"],
    e.TreasureBuried: _buried,
    e.ExplorerMoved: _moved,
    e.MovementForfeited: lambda event: [carrier(event.seat, event.source)],
    e.ExplorerRetired: lambda event: [f"explorer/{event.seat}"],
    e.SoloCardRevealed: lambda event: [event.card],
    e.SoloDeckShuffled: lambda event: ["jordan/deck"],
    e.JordanDieRolled: lambda event: ["die/jordan"],
    e.JordanTreasureGained: lambda event: [f"island/{event.treasure}", f"jordan/{event.treasure}"],
    e.JordanTrackAdvanced: lambda event: ["jordan/marker"],
    e.JordanQuestTaken: lambda event: [*_shown(event.quest, "quest_deck"), "jordan/quests"],
}
"""The ids that each type of event touches; the others touch none."""

touched = touched_by(TOUCHED)

BOOKKEEPING: tuple[type[e.Event], ...] = (
    e.FrameOpened,
    e.FrameChanged,
    e.FrameClosed,
    e.StepReached,
    e.EffectsOpened,
    e.EffectStarted,
    e.EffectsFinished,
    e.LocationActionsFinished,
    e.RaidStopped,
    e.RaidResumed,
)
"""What a person sees nothing of."""
