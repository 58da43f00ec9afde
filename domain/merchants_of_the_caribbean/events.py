"""The events of the game (RULES.md, chapter 16). `Hidden` fields are hidden from all while the game runs (MC-C17)."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from domain.game import Hidden, SeatCount
from domain.kit.events import BaseEvent

from .ids import CardId, Cards, DeckId, RequestId, ShipTypeId
from .options import Options

GainReason: TypeAlias = Literal["start", "loot", "expedition", "admiral", "jester", "tax_bonus"]


class GameSetUp(BaseEvent, frozen=True, tag="game_set_up"):
    """The deck is shuffled and the options are fixed."""

    deck_id: DeckId
    """The deck: the list of cards in play."""
    revision: int
    """The version of that list."""
    options: Options
    """Every option, with its value."""
    seats: SeatCount
    """How many seats there are."""
    starting_seat: int
    """The seat that takes the first turn of every round."""
    deck_order: Cards | Hidden
    """The whole draw deck before any coin is dealt, the top card first."""


class RoundStarted(BaseEvent, frozen=True, tag="round_started"):
    """A round began."""

    round: int
    """Its number, from 1."""


class TurnStarted(BaseEvent, frozen=True, tag="turn_started"):
    """A seat's turn began."""

    round: int
    """The round it belongs to."""
    seat: int
    """The seat that is active from here on."""


class CardRevealed(BaseEvent, frozen=True, tag="card_revealed"):
    """The top card is turned up into the revealed slot."""

    seat: int
    """The active seat."""
    card: CardId
    """The card turned up."""
    kind: Literal["ship", "person", "expedition_request", "tax_increase"]
    """The kind of card."""
    draw_deck_size: int
    """How many cards are left in the draw deck."""


class HarbourCardPlaced(BaseEvent, frozen=True, tag="harbour_card_placed"):
    """The card in the revealed slot went to the harbour."""

    seat: int
    """The active seat."""
    card: CardId
    """The Ship or Person that went from the revealed slot to the harbour."""


class RepelDecisionOpened(BaseEvent, frozen=True, tag="repel_decision_opened"):
    """The active seat decides whether to drive off the Ship just revealed."""

    seat: int
    """The active seat, which drives the Ship off or keeps it."""
    card: CardId
    """The Ship just revealed."""
    ship_strength: int
    """The fighting strength that it takes to drive the Ship off."""
    seat_strength: int
    """The seat's fighting strength."""
    keeping_busts: bool
    """Whether keeping the Ship is a bust, because one of its type lies in the harbour."""


class ShipRepelled(BaseEvent, frozen=True, tag="ship_repelled"):
    """The active seat drove off the Ship just revealed."""

    seat: int
    """The active seat."""
    card: CardId
    """The Ship, which goes to the discard pile."""
    seat_strength: int
    """The seat's fighting strength."""


class RequestPosted(BaseEvent, frozen=True, tag="request_posted"):
    """An Expedition Request was revealed and lies open for all."""

    card: CardId
    """The Expedition Request that lies open from here on."""


class TaxIncreaseStarted(BaseEvent, frozen=True, tag="tax_increase_started"):
    """A Tax Increase was revealed; taxes and bonuses follow."""

    card: CardId
    """The Tax Increase that was revealed."""
    criterion: Literal["most_strength", "fewest_influence"]
    """The seats that get its bonus: those with the most fighting strength, or those with the fewest influence points."""


class TaxLevied(BaseEvent, frozen=True, tag="tax_levied"):
    """A seat loses coins, which turn face up."""

    seat: int
    """The seat that is taxed."""
    coins_before: int
    """How many coins it had."""
    amount: int
    """How many coins it loses: half, rounded down."""
    cards: Cards
    """The lost coins, which go to the discard pile."""


class TaxIncreaseFinished(BaseEvent, frozen=True, tag="tax_increase_finished"):
    """The Tax Increase is over."""

    card: CardId
    """The Tax Increase, which goes to the discard pile."""
    bonus_seats: tuple[int, ...]
    """The seats that got its bonus, clockwise from the active one."""


class BustOccurred(BaseEvent, frozen=True, tag="bust_occurred"):
    """The Ship just revealed is the second of its type and was not driven off: a bust (MC-070)."""

    seat: int
    """The active seat."""
    card: CardId
    """The Ship that is the second of its type."""
    ship_type: ShipTypeId
    """The type of both Ships."""
    could_repel: bool
    """Whether the seat could have driven it off and chose to keep it."""


class HarbourCleared(BaseEvent, frozen=True, tag="harbour_cleared"):
    """The harbour goes to the discard pile; on a bust the Ship in the revealed slot is one of the cards (MC-C15)."""

    cards: Cards
    """The cards that go to the discard pile."""
    reason: Literal["bust", "end_of_turn"]
    """Why it was cleared."""


class BustWindowOpened(BaseEvent, frozen=True, tag="bust_window_opened"):
    """After a bust the active seat may still complete requests (MC-076)."""

    seat: int
    """The active seat."""


class DiscoveryStopped(BaseEvent, frozen=True, tag="discovery_stopped"):
    """The active seat ended Discover."""

    seat: int
    """The active seat."""
    ship_types: int
    """How many types of Ship lie in the harbour."""
    base_takes: int
    """How many cards it may take for these types; Governors are not counted."""
    automatic: bool
    """Whether the game did it itself, because no other command was legal."""


class TakingStarted(BaseEvent, frozen=True, tag="taking_started"):
    """A seat's part of Loot and Hire began."""

    seat: int
    """The seat that takes from here on."""
    takes: int
    """How many cards it may take, including those by its Governors."""
    harbour_size: int
    """How many cards lie in the harbour."""


class ShipLooted(BaseEvent, frozen=True, tag="ship_looted"):
    """A seat looted a Ship. The `coins_gained` that follows has the sum of `coins` and `trader_bonus`."""

    seat: int
    """The seat that took it."""
    card: CardId
    """The Ship, which goes to the discard pile."""
    coins: int
    """The coins that the Ship pays."""
    trader_bonus: int
    """The coins that the seat's Traders add."""


class PersonHired(BaseEvent, frozen=True, tag="person_hired"):
    """A seat hired a Person."""

    seat: int
    """The seat that took it."""
    card: CardId
    """The Person, which joins the seat's display."""
    cost: int
    """The cost printed on the card, in coins."""
    price: int
    """The price that the seat paid after its discount, in coins."""
    influence_after: int
    """The seat's influence points from here on."""


class CoinsGained(BaseEvent, frozen=True, tag="coins_gained"):
    """A seat drew cards as coins. Coins that the empty piles could not give are lost (MC-117)."""

    seat: int
    """The seat that drew them."""
    amount: int
    """How many coins it got."""
    reason: GainReason
    """Why it got them."""
    missing: int
    """How many coins were lost because both piles were empty."""
    cards: Cards | Hidden
    """The coins."""


class CoinsPaid(BaseEvent, frozen=True, tag="coins_paid"):
    """A seat paid coins, which go face up to the discard pile."""

    seat: int
    """The seat that paid."""
    amount: int
    """How many coins."""
    reason: Literal["hire"]
    """The purpose of the payment."""
    cards: Cards
    """The coins, those held longest."""


class FeePaid(BaseEvent, frozen=True, tag="fee_paid"):
    """A seat paid the active seat for taking a card in its turn."""

    from_seat: int
    """The seat that takes a card in the turn of another."""
    to_seat: int
    """The active seat."""
    amount: int
    """How many coins."""
    cards: Cards | Hidden
    """The coins, those held longest."""


class TakingFinished(BaseEvent, frozen=True, tag="taking_finished"):
    """A seat's part of Loot and Hire ended."""

    seat: int
    """The seat whose part is over."""
    taken: int
    """How many cards it took."""
    automatic: bool
    """Whether the game did it itself, because no other command was legal."""


class ExpeditionCompleted(BaseEvent, frozen=True, tag="expedition_completed"):
    """The active seat completed an Expedition Request."""

    seat: int
    """The active seat."""
    request: RequestId
    """The Expedition Request, which the seat keeps."""
    discards: Cards
    """The Persons given up, which go to the discard pile."""
    influence_after: int
    """The seat's influence points from here on."""


class FinalRoundTriggered(BaseEvent, frozen=True, tag="final_round_triggered"):
    """A seat triggered the end: this round is the last (MC-121)."""

    seat: int
    """The seat that has reached the target."""
    influence: int
    """Its influence points."""
    round: int
    """The round that is the last."""


class DeckReshuffled(BaseEvent, frozen=True, tag="deck_reshuffled"):
    """The discard pile is shuffled and put beneath the rest of the draw deck."""

    size: int
    """How many cards were added."""
    deck_order: Cards | Hidden
    """The added cards, the uppermost first."""


class TurnEnded(BaseEvent, frozen=True, tag="turn_ended"):
    """A seat's turn ended."""

    seat: int
    """The seat whose turn it was."""
    barren: bool
    """Whether no card changed its zone in the turn."""
    automatic: bool
    """Whether the game did it itself, because no other command was legal."""


class PlayStalled(BaseEvent, frozen=True, tag="play_stalled"):
    """No player can change anything, so the game ends (MC-130)."""

    barren_turns: int
    """How many turns in a row were barren: as many as there are seats."""


class RoundLimitReached(BaseEvent, frozen=True, tag="round_limit_reached"):
    """The round limit ends the game (MC-131)."""

    round: int
    """The round that was the last."""


class Place(msgspec.Struct, frozen=True):
    """One seat in the final ranking; equal seats share a rank (MC-129, MC-152)."""

    seat: int
    """Its number."""
    rank: int
    """The rank, from 1; after equal seats ranks are skipped."""
    influence: int
    """In points."""
    coins: int
    """How many it has, which decide between equal influence."""
    completed_requests: int
    """How many Expedition Requests it completed."""


class GameFinished(BaseEvent, frozen=True, tag="game_finished"):
    """The game is over."""

    reason: Literal["target_reached", "stalled", "round_limit"]
    """The reason for the end."""
    winners: tuple[int, ...]
    """The seats that share the victory; none where nobody may win."""
    ranking: tuple[Place, ...]
    """All seats, the best first."""


Event: TypeAlias = (
    GameSetUp
    | RoundStarted
    | TurnStarted
    | CardRevealed
    | HarbourCardPlaced
    | RepelDecisionOpened
    | ShipRepelled
    | RequestPosted
    | TaxIncreaseStarted
    | TaxLevied
    | TaxIncreaseFinished
    | BustOccurred
    | HarbourCleared
    | BustWindowOpened
    | DiscoveryStopped
    | TakingStarted
    | ShipLooted
    | PersonHired
    | CoinsGained
    | CoinsPaid
    | FeePaid
    | TakingFinished
    | ExpeditionCompleted
    | FinalRoundTriggered
    | DeckReshuffled
    | TurnEnded
    | PlayStalled
    | RoundLimitReached
    | GameFinished
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
