"""What happened (RULES.md, chapter 16). `Hidden` fields are hidden from all while the game runs (MC-C17)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.game import Hidden, SeatCount

from .options import Options

Cards: TypeAlias = tuple[str, ...]
"""Card instances, each `<card id>:<copy number>` (MC-014)."""

GainReason: TypeAlias = Literal["start", "loot", "expedition", "admiral", "jester", "tax_bonus"]


# No reference cycles are possible, so the garbage collector need not track these values.
class _Event(msgspec.Struct, frozen=True, gc=False):
    pass


class GameSetUp(_Event, frozen=True, tag="game_set_up"):
    """The deck is shuffled. `options` holds every value, `deck_order` runs from the top card down."""

    deck_id: str
    revision: int
    options: Options
    seats: SeatCount
    starting_seat: int
    deck_order: Cards | Hidden


class RoundStarted(_Event, frozen=True, tag="round_started"):
    round: int


class TurnStarted(_Event, frozen=True, tag="turn_started"):
    round: int
    seat: int


class CardRevealed(_Event, frozen=True, tag="card_revealed"):
    """The top card is turned up into the revealed slot; `draw_deck_size` counts what is left."""

    seat: int
    card: str
    kind: Literal["ship", "person", "expedition_request", "tax_increase"]
    draw_deck_size: int


class HarbourCardPlaced(_Event, frozen=True, tag="harbour_card_placed"):
    seat: int
    card: str


class RepelDecisionOpened(_Event, frozen=True, tag="repel_decision_opened"):
    seat: int
    card: str
    ship_strength: int
    seat_strength: int
    keeping_busts: bool


class ShipRepelled(_Event, frozen=True, tag="ship_repelled"):
    seat: int
    card: str
    seat_strength: int


class RequestPosted(_Event, frozen=True, tag="request_posted"):
    card: str


class TaxIncreaseStarted(_Event, frozen=True, tag="tax_increase_started"):
    card: str
    criterion: Literal["most_strength", "fewest_influence"]


class TaxLevied(_Event, frozen=True, tag="tax_levied"):
    """A seat loses `amount` coins; the cards turn face up."""

    seat: int
    coins_before: int
    amount: int
    cards: Cards


class TaxIncreaseFinished(_Event, frozen=True, tag="tax_increase_finished"):
    card: str
    bonus_seats: tuple[int, ...]


class BustOccurred(_Event, frozen=True, tag="bust_occurred"):
    seat: int
    card: str
    ship_type: str
    could_repel: bool


class HarbourCleared(_Event, frozen=True, tag="harbour_cleared"):
    """The harbour goes to the discard pile; on a bust the Ship in the revealed slot is one of the cards (MC-C15)."""

    cards: Cards
    reason: Literal["bust", "end_of_turn"]


class BustWindowOpened(_Event, frozen=True, tag="bust_window_opened"):
    seat: int


class DiscoveryStopped(_Event, frozen=True, tag="discovery_stopped"):
    seat: int
    ship_types: int
    base_takes: int
    automatic: bool


class TakingStarted(_Event, frozen=True, tag="taking_started"):
    seat: int
    takes: int
    harbour_size: int


class ShipLooted(_Event, frozen=True, tag="ship_looted"):
    """`coins` is what the Ship pays, `trader_bonus` what Traders add; both come with the `coins_gained` that follows."""

    seat: int
    card: str
    coins: int
    trader_bonus: int


class PersonHired(_Event, frozen=True, tag="person_hired"):
    seat: int
    card: str
    cost: int
    price: int
    influence_after: int


class CoinsGained(_Event, frozen=True, tag="coins_gained"):
    """`amount` cards drawn as coins, `missing` lost to empty piles (MC-117)."""

    seat: int
    amount: int
    reason: GainReason
    missing: int
    cards: Cards | Hidden


class CoinsPaid(_Event, frozen=True, tag="coins_paid"):
    """Coins go to the discard pile; the cards turn face up."""

    seat: int
    amount: int
    reason: Literal["hire"]
    cards: Cards


class FeePaid(_Event, frozen=True, tag="fee_paid"):
    from_seat: int
    to_seat: int
    amount: int
    cards: Cards | Hidden


class TakingFinished(_Event, frozen=True, tag="taking_finished"):
    seat: int
    taken: int
    automatic: bool


class ExpeditionCompleted(_Event, frozen=True, tag="expedition_completed"):
    seat: int
    request: str
    discards: Cards
    influence_after: int


class FinalRoundTriggered(_Event, frozen=True, tag="final_round_triggered"):
    seat: int
    influence: int
    round: int


class DeckReshuffled(_Event, frozen=True, tag="deck_reshuffled"):
    """The discard pile is shuffled beneath what is left of the draw deck; `deck_order` is the `size` cards so added."""

    size: int
    deck_order: Cards | Hidden


class TurnEnded(_Event, frozen=True, tag="turn_ended"):
    seat: int
    barren: bool
    automatic: bool


class PlayStalled(_Event, frozen=True, tag="play_stalled"):
    barren_turns: int


class RoundLimitReached(_Event, frozen=True, tag="round_limit_reached"):
    round: int


class Place(msgspec.Struct, frozen=True):
    """One seat in the final ranking; equal seats share a rank (MC-129, MC-152)."""

    seat: int
    rank: int
    influence: int
    coins: int
    completed_requests: int


class GameFinished(_Event, frozen=True, tag="game_finished"):
    reason: Literal["target_reached", "stalled", "round_limit"]
    winners: tuple[int, ...]
    ranking: tuple[Place, ...]


EVENTS = (
    GameSetUp,
    RoundStarted,
    TurnStarted,
    CardRevealed,
    HarbourCardPlaced,
    RepelDecisionOpened,
    ShipRepelled,
    RequestPosted,
    TaxIncreaseStarted,
    TaxLevied,
    TaxIncreaseFinished,
    BustOccurred,
    HarbourCleared,
    BustWindowOpened,
    DiscoveryStopped,
    TakingStarted,
    ShipLooted,
    PersonHired,
    CoinsGained,
    CoinsPaid,
    FeePaid,
    TakingFinished,
    ExpeditionCompleted,
    FinalRoundTriggered,
    DeckReshuffled,
    TurnEnded,
    PlayStalled,
    RoundLimitReached,
    GameFinished,
)

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
