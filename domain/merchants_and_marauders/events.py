"""What happened (RULES.md, chapter 23). `Hidden` and `Secret` stand where a seat may not see (MM-K23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.game import Hidden, Secret

from .frames import Cards, Dice, Frame, Side
from .options import Options
from .parts import Locations, Ranked


# No reference cycles are possible, so the garbage collector need not track these values.
class _Event(msgspec.Struct, frozen=True, gc=False):
    pass


class Arrival(msgspec.Struct, frozen=True):
    """A captain with his first ship in his home port."""

    seat: int
    captain: str
    ship: str
    port: str


# The way through the game


class FrameOpened(_Event, frozen=True, tag="frame_opened"):
    """A process or decision begins inside the one that was on top."""

    frame: Frame


class FrameChanged(_Event, frozen=True, tag="frame_changed"):
    """The frame on top has got further."""

    frame: Frame


class StepReached(_Event, frozen=True, tag="step_reached"):
    """The process on top has reached this step."""

    step: str


class FrameClosed(_Event, frozen=True, tag="frame_closed"):
    """The frame on top is done."""


# Setting up, rounds and event cards


class GameStarted(_Event, frozen=True, tag="game_started"):
    """Everything is shuffled and laid out: merchants and modifications in the order of zones and ports."""

    seats: int
    options: Options
    demand: Mapping[str, str]
    demand_pool: Cards | Hidden
    merchants: Cards | Hidden
    modifications: Cards | Hidden
    event_deck: Cards | Hidden
    glory_deck: Cards | Hidden
    captain_deck: Cards | Hidden
    cargo_deck: Cards | Hidden
    rumor_deck: Cards | Hidden
    mission_deck: Cards | Hidden


class CaptainDealt(_Event, frozen=True, tag="captain_dealt"):
    """At the start; others see it with `captains_revealed`."""

    seat: int
    captain: str | Hidden


class ShipChosen(_Event, frozen=True, tag="ship_chosen"):
    """At the start the choice is secret."""

    seat: int
    ship: str | Hidden
    secret: bool = False


class CaptainsRevealed(_Event, frozen=True, tag="captains_revealed"):
    """All captains sail at once."""

    captains: tuple[Arrival, ...]


class TurnOrderDrawn(_Event, frozen=True, tag="turn_order_drawn"):
    seats: tuple[int, ...]


class RoundStarted(_Event, frozen=True, tag="round_started"):
    number: int


class MerchantsRefilled(_Event, frozen=True, tag="merchants_refilled"):
    """MM-031."""

    zones: Cards
    tokens: Cards | Hidden


class EventDrawn(_Event, frozen=True, tag="event_drawn"):
    card: str


class EventDiscarded(_Event, frozen=True, tag="event_discarded"):
    """It is over, or goes on working until the end of the round from the discard pile (MM-035)."""

    card: str


class EventInForce(_Event, frozen=True, tag="event_in_force"):
    """It works until the end of the round, with what was drawn at random for it."""

    card: str
    drawn: Cards


class RoundEnded(_Event, frozen=True, tag="round_ended"):
    """Whatever lasted for the round is over."""

    number: int


class RandomDrawn(_Event, frozen=True, tag="random_drawn"):
    what: str
    result: str


class NpcMoved(_Event, frozen=True, tag="npc_moved"):
    npc: str
    from_zone: str
    to_zone: str
    reason: Literal["letter", "hunt", "card"]


class NpcAnnounced(_Event, frozen=True, tag="npc_announced"):
    """Its ship comes at the end of the round (MM-037)."""

    npc: str
    card: str


class NpcPlaced(_Event, frozen=True, tag="npc_placed"):
    """An undamaged ship with this captain in command."""

    npc: str
    card: str
    zone: str
    ship: str


class NpcDefeated(_Event, frozen=True, tag="npc_defeated"):
    """Its captain is gone; the ship is out of play until the end of the round."""

    npc: str
    card: str
    by: int


class NpcRemoved(_Event, frozen=True, tag="npc_removed"):
    """It leaves play for want of a successor."""

    npc: str


class NpcShipChanged(_Event, frozen=True, tag="npc_ship_changed"):
    """Also for repairs: the ship is undamaged (MM-255, MM-259)."""

    npc: str
    ship: str


class WarStarted(_Event, frozen=True, tag="war_started"):
    nations: tuple[str, str]


class WarEnded(_Event, frozen=True, tag="war_ended"):
    nations: tuple[str, str]


class EffectBegan(_Event, frozen=True, tag="effect_began"):
    """A card works for a while."""

    seat: int
    source: str
    until: Literal["combat_round", "port_action", "captain_turn", "round"]
    left: int = 0


class EffectUsed(_Event, frozen=True, tag="effect_used"):
    """So much of it is left."""

    seat: int
    source: str
    left: int


class AbilityUsed(_Event, frozen=True, tag="ability_used"):
    """An ability that can be used once in a captain turn."""

    seat: int
    ability: str


# Captain turns and moving


class CaptainTurnStarted(_Event, frozen=True, tag="captain_turn_started"):
    seat: int
    number: int


class CaptainTurnEnded(_Event, frozen=True, tag="captain_turn_ended"):
    seat: int


class ActionSpent(_Event, frozen=True, tag="action_spent"):
    """`free` if a card or event paid for it."""

    seat: int
    action: str
    free: bool
    left: int
    by_wind: bool = False


class ShipMoved(_Event, frozen=True, tag="ship_moved"):
    seat: int
    from_zone: str
    to_zone: str


class PortEntered(_Event, frozen=True, tag="port_entered"):
    seat: int
    port: str
    means: str


class PortLeft(_Event, frozen=True, tag="port_left"):
    seat: int
    port: str


class CheckRolled(_Event, frozen=True, tag="check_rolled"):
    side: Side
    skill: str
    dice: Dice
    needed: int
    success: bool
    reason: str


class DiceRerolled(_Event, frozen=True, tag="dice_rerolled"):
    """All dice after the re-roll."""

    side: Side
    means: str
    dice: Dice


class Scouted(_Event, frozen=True, tag="scouted"):
    side: Side
    target: str
    found: bool


class ScoutingMadeSure(_Event, frozen=True, tag="scouting_made_sure"):
    """A card makes the Scout action a success without a roll."""

    seat: int


class MerchantRevealed(_Event, frozen=True, tag="merchant_revealed"):
    """The token goes to the merchant track (MM-168)."""

    zone: str
    nation: str


class MerchantLetGo(_Event, frozen=True, tag="merchant_let_go"):
    zone: str


# Merchant raids


class RaidStarted(_Event, frozen=True, tag="raid_started"):
    seat: int
    nation: str


class RaidCardDrawn(_Event, frozen=True, tag="raid_card_drawn"):
    """`blank` if their icons are ignored, `used` if a success was used."""

    cards: Cards
    blank: bool = False
    used: bool = False


class RaidCardDiscarded(_Event, frozen=True, tag="raid_card_discarded"):
    """`used` if a success was used for it."""

    card: str
    used: bool = True


class RaidCardExchanged(_Event, frozen=True, tag="raid_card_exchanged"):
    card: str
    new: str | None
    free: bool


class RaidStopped(_Event, frozen=True, tag="raid_stopped"):
    pass


class RaidHelped(_Event, frozen=True, tag="raid_helped"):
    """A card adds plunder or takes an escape icon out of the count."""

    what: str
    n: int


class RaidEnded(_Event, frozen=True, tag="raid_ended"):
    """`left` are the cards that stay on the table for the captain to take."""

    seat: int
    outcome: Literal["success", "escaped", "failed", "sunk"]
    escapes: int
    hits: int
    plunder: int
    left: Cards


# Port business


class PortActionStarted(_Event, frozen=True, tag="port_action_started"):
    seat: int
    port: str


class PortActionEnded(_Event, frozen=True, tag="port_action_ended"):
    seat: int
    port: str


class ActivityStarted(_Event, frozen=True, tag="activity_started"):
    seat: int
    activity: str


class GoodsSold(_Event, frozen=True, tag="goods_sold"):
    seat: int
    cards: Cards
    gold: int
    by_rumor: bool = False


class CardSetAside(_Event, frozen=True, tag="card_set_aside"):
    """Into the lot that is being put together."""

    seat: int
    card: str | Hidden


class DemandReplaced(_Event, frozen=True, tag="demand_replaced"):
    port: str
    old: str
    new: str


class OfferDrawn(_Event, frozen=True, tag="offer_drawn"):
    """`discarded` were drawn but are goods in demand (MM-094)."""

    seat: int
    cards: Cards | Hidden
    discarded: Cards
    open: bool = False
    in_port: str = ""


class OfferRedrawn(_Event, frozen=True, tag="offer_redrawn"):
    seat: int
    cards: Cards | Hidden
    discarded: Cards


class GoodsBought(_Event, frozen=True, tag="goods_bought"):
    """The lot goes on board."""

    seat: int
    cards: Cards | Hidden
    price: int | Secret
    discarded: Cards


class CargoTaken(_Event, frozen=True, tag="cargo_taken"):
    """The lot goes on board; others know it where it lay open. `left` is discarded."""

    seat: int
    cards: Cards | Hidden
    left: Cards
    source: str


class CargoDiscarded(_Event, frozen=True, tag="cargo_discarded"):
    seat: int
    cards: Cards
    reason: str


class ShipBought(_Event, frozen=True, tag="ship_bought"):
    seat: int
    ship: str
    price: int
    crew: int


class DamageRepaired(_Event, frozen=True, tag="damage_repaired"):
    seat: int
    location: str
    points: int
    price: int


class WeaponBought(_Event, frozen=True, tag="weapon_bought"):
    seat: int
    weapon: str
    price: int


class WeaponSold(_Event, frozen=True, tag="weapon_sold"):
    seat: int
    weapon: str
    price: int


class WeaponGained(_Event, frozen=True, tag="weapon_gained"):
    seat: int
    weapon: str


class WeaponSpent(_Event, frozen=True, tag="weapon_spent"):
    """Back to the supply (MM-321)."""

    seat: int
    weapon: str
    use: str


class ModificationRevealed(_Event, frozen=True, tag="modification_revealed"):
    port: str
    modification: str


class ModificationBought(_Event, frozen=True, tag="modification_bought"):
    seat: int
    modification: str
    port: str
    price: int


class ModificationGained(_Event, frozen=True, tag="modification_gained"):
    seat: int
    modification: str
    port: str


class ModificationMoved(_Event, frozen=True, tag="modification_moved"):
    """From the old ship to the one just bought (MM-160)."""

    seat: int
    modification: str
    price: int


class ModificationReturned(_Event, frozen=True, tag="modification_returned"):
    """Face down."""

    seat: int
    port: str
    modification: str | Hidden


class ModificationFlipped(_Event, frozen=True, tag="modification_flipped"):
    seat: int
    modification: str
    up: bool


class CrewRecruited(_Event, frozen=True, tag="crew_recruited"):
    seat: int
    points: int
    price: int


class RumorDrawn(_Event, frozen=True, tag="rumor_drawn"):
    seat: int
    card: str | Hidden


class RumorReturned(_Event, frozen=True, tag="rumor_returned"):
    """Shuffled back into the rumor deck."""

    seat: int
    card: str | Hidden
    deck: Cards | Hidden
    was_open: bool = False


class RumorPlayed(_Event, frozen=True, tag="rumor_played"):
    seat: int
    card: str
    success: bool
    kept: bool


class MissionLaidOut(_Event, frozen=True, tag="mission_laid_out"):
    card: str
    port: str


class MissionClaimed(_Event, frozen=True, tag="mission_claimed"):
    seat: int
    card: str
    freight: int


class MissionAdvanced(_Event, frozen=True, tag="mission_advanced"):
    seat: int
    card: str
    step: int
    done: Cards


class MissionCompleted(_Event, frozen=True, tag="mission_completed"):
    seat: int
    card: str


class MissionLost(_Event, frozen=True, tag="mission_lost"):
    seat: int
    card: str


class GoldStashed(_Event, frozen=True, tag="gold_stashed"):
    seat: int
    amount: int | Secret
    fee: int = 0


class GoldWithdrawn(_Event, frozen=True, tag="gold_withdrawn"):
    seat: int
    amount: int | Secret


class GoldChanged(_Event, frozen=True, tag="gold_changed"):
    """Amounts whose reason is covered are seen by their owner alone."""

    seat: int
    amount: int | Secret
    reason: str
    covered: bool = False


# Bounties, glory and specialists


class PardonBought(_Event, frozen=True, tag="pardon_bought"):
    """MM-055."""

    seat: int
    nation: str
    price: int


class BountyChanged(_Event, frozen=True, tag="bounty_changed"):
    seat: int
    nation: str
    delta: int
    total: int


class RewardClaimed(_Event, frozen=True, tag="reward_claimed"):
    seat: int
    nation: str
    gold: int


class GloryGained(_Event, frozen=True, tag="glory_gained"):
    seat: int
    reason: str
    points: int


class BigShipHonoured(_Event, frozen=True, tag="big_ship_honoured"):
    """This captain earns no second point for a big ship (MM-111)."""

    seat: int


class GloryDrawn(_Event, frozen=True, tag="glory_drawn"):
    seat: int
    card: str | Hidden


class GloryDiscarded(_Event, frozen=True, tag="glory_discarded"):
    seat: int
    card: str


class GloryAnnounced(_Event, frozen=True, tag="glory_announced"):
    seat: int
    timing: str
    card: str | Hidden


class GloryPlayed(_Event, frozen=True, tag="glory_played"):
    seat: int
    card: str


class GloryWithdrawn(_Event, frozen=True, tag="glory_withdrawn"):
    seat: int
    card: str


class ReactionPassed(_Event, frozen=True, tag="reaction_passed"):
    seat: int
    timing: str
    kind: Literal["chosen", "standing", "forced"] | Hidden


class StandingPassSet(_Event, frozen=True, tag="standing_pass_set"):
    """Which timing it is is seen by the seat alone."""

    seat: int | Secret
    timing: str
    on: bool


class SpecialistHired(_Event, frozen=True, tag="specialist_hired"):
    seat: int
    card: str
    price: int
    from_hand: bool = True


class SpecialistDiscarded(_Event, frozen=True, tag="specialist_discarded"):
    seat: int
    card: str


class GloryDeckShuffled(_Event, frozen=True, tag="glory_deck_shuffled"):
    deck: Cards | Hidden


class DeckReshuffled(_Event, frozen=True, tag="deck_reshuffled"):
    """The discard pile becomes the deck."""

    which: Literal["cargo", "glory", "rumor", "mission"]
    deck: Cards | Hidden


# Battles


class BattleStarted(_Event, frozen=True, tag="battle_started"):
    aggressor: Side
    defender: Side
    controller: int | None
    card_crew: int = 0
    card_leadership: int = 0


class CombatRoundStarted(_Event, frozen=True, tag="combat_round_started"):
    round: int


class ActionDeclared(_Event, frozen=True, tag="action_declared"):
    side: Side
    round: int
    action: str


class SideHelped(_Event, frozen=True, tag="side_helped"):
    """A card changes what this side rolls or deals in this round."""

    side: Side
    what: str
    n: int


class ContestRolled(_Event, frozen=True, tag="contest_rolled"):
    round: int
    aggressor: Dice
    defender: Dice


class ContestRerolled(_Event, frozen=True, tag="contest_rerolled"):
    """All dice of the side after the re-roll."""

    side: Side
    means: str
    dice: Dice


class ContestDecided(_Event, frozen=True, tag="contest_decided"):
    winner: Side | None
    by: Literal["successes", "sum", "none"]


class HitsCounted(_Event, frozen=True, tag="hits_counted"):
    """That each side deals in this round."""

    aggressor: int
    defender: int


class LocationsRolled(_Event, frozen=True, tag="locations_rolled"):
    side: Side
    dice: Dice
    locations: Cards
    source: str


class LocationSet(_Event, frozen=True, tag="location_set"):
    side: Side
    index: int
    location: str
    by: str


class ShotUsed(_Event, frozen=True, tag="shot_used"):
    side: Side
    shot: str


class XAssigned(_Event, frozen=True, tag="x_assigned"):
    """`side` is the one hit."""

    side: Side
    location: str


class HitApplied(_Event, frozen=True, tag="hit_applied"):
    side: Side
    location: str
    passed: bool
    value: int
    source: str


class HitAdded(_Event, frozen=True, tag="hit_added"):
    side: Side
    location: str
    by: str


class TimbersBraced(_Event, frozen=True, tag="timbers_braced"):
    """A card will cancel so many Hull hits of the volley (MM-411)."""

    seat: int
    n: int


class HitCancelled(_Event, frozen=True, tag="hit_cancelled"):
    side: Side
    location: str
    by: str


class HitMoved(_Event, frozen=True, tag="hit_moved"):
    side: Side
    from_location: str
    location: str
    by: str


class LocationDestroyed(_Event, frozen=True, tag="location_destroyed"):
    side: Side
    location: str


class Boarded(_Event, frozen=True, tag="boarded"):
    side: Side


class CrewRoundRolled(_Event, frozen=True, tag="crew_round_rolled"):
    round: int
    aggressor: Dice
    defender: Dice
    aggressor_hits: int
    defender_hits: int


class CardCrewHit(_Event, frozen=True, tag="card_crew_hit"):
    """Crew left to the guards or derelict that a card brought."""

    left: int


class BattleEnded(_Event, frozen=True, tag="battle_ended"):
    winner: Side | None
    how: Literal["sunk", "crew", "fled", "card", "draw"]


class OfferDamaged(_Event, frozen=True, tag="offer_damaged"):
    """Cards of a naval ship lost by its Cargo damage (MM-344)."""

    seat: int
    cards: Cards


class ShipClaimed(_Event, frozen=True, tag="ship_claimed"):
    seat: int
    from_side: Side
    ship: str
    now: Locations


class PlunderTaken(_Event, frozen=True, tag="plunder_taken"):
    """Glory cards, cargo, rumors and gold are seen by the two alone."""

    seat: int
    from_seat: int
    kind: Literal["gold", "weapon", "glory", "rumor", "specialist", "cargo"]
    items: Cards | Hidden = ()
    amount: int | Secret = 0


# Death, new captains and the end


class CaptainDied(_Event, frozen=True, tag="captain_died"):
    seat: int
    captain: str


class CaptainRetired(_Event, frozen=True, tag="captain_retired"):
    seat: int
    captain: str


class BelongingsLost(_Event, frozen=True, tag="belongings_lost"):
    """What a dead captain had and nobody took is discarded (MM-355)."""

    seat: int


class CaptainDrawn(_Event, frozen=True, tag="captain_drawn"):
    """`deck` after a rejected captain was shuffled back (MM-426)."""

    seat: int
    captain: str
    redrawn: bool
    deck: Cards | Hidden | None = None


class CaptainSetUp(_Event, frozen=True, tag="captain_set_up"):
    seat: int
    captain: str
    ship: str
    port: str


class GoldMovedFromStash(_Event, frozen=True, tag="gold_moved_from_stash"):
    seat: int
    amount: int | Secret


class VictoryDeclared(_Event, frozen=True, tag="victory_declared"):
    seat: int
    track: int
    stash: int


class StashesShown(_Event, frozen=True, tag="stashes_shown"):
    stashes: tuple[int, ...]


class GameEnded(_Event, frozen=True, tag="game_ended"):
    reason: Literal["glory", "event_deck_empty", "captain_deck_empty"]
    ranking: tuple[Ranked, ...]


Event: TypeAlias = (
    FrameOpened
    | FrameChanged
    | StepReached
    | FrameClosed
    | GameStarted
    | CaptainDealt
    | ShipChosen
    | CaptainsRevealed
    | TurnOrderDrawn
    | RoundStarted
    | MerchantsRefilled
    | EventDrawn
    | EventDiscarded
    | EventInForce
    | RoundEnded
    | RandomDrawn
    | NpcMoved
    | NpcAnnounced
    | NpcPlaced
    | NpcDefeated
    | NpcRemoved
    | NpcShipChanged
    | WarStarted
    | WarEnded
    | EffectBegan
    | EffectUsed
    | AbilityUsed
    | CaptainTurnStarted
    | CaptainTurnEnded
    | ActionSpent
    | ShipMoved
    | PortEntered
    | PortLeft
    | CheckRolled
    | DiceRerolled
    | Scouted
    | ScoutingMadeSure
    | MerchantRevealed
    | MerchantLetGo
    | RaidStarted
    | RaidCardDrawn
    | RaidCardDiscarded
    | RaidCardExchanged
    | RaidStopped
    | RaidHelped
    | RaidEnded
    | PortActionStarted
    | PortActionEnded
    | ActivityStarted
    | GoodsSold
    | CardSetAside
    | DemandReplaced
    | OfferDrawn
    | OfferRedrawn
    | GoodsBought
    | CargoTaken
    | CargoDiscarded
    | ShipBought
    | DamageRepaired
    | WeaponBought
    | WeaponSold
    | WeaponGained
    | WeaponSpent
    | ModificationRevealed
    | ModificationBought
    | ModificationGained
    | ModificationMoved
    | ModificationReturned
    | ModificationFlipped
    | CrewRecruited
    | RumorDrawn
    | RumorReturned
    | RumorPlayed
    | MissionLaidOut
    | MissionClaimed
    | MissionAdvanced
    | MissionCompleted
    | MissionLost
    | GoldStashed
    | GoldWithdrawn
    | GoldChanged
    | PardonBought
    | BountyChanged
    | RewardClaimed
    | GloryGained
    | BigShipHonoured
    | GloryDrawn
    | GloryDiscarded
    | GloryAnnounced
    | GloryPlayed
    | GloryWithdrawn
    | ReactionPassed
    | StandingPassSet
    | SpecialistHired
    | SpecialistDiscarded
    | GloryDeckShuffled
    | DeckReshuffled
    | BattleStarted
    | CombatRoundStarted
    | ActionDeclared
    | SideHelped
    | ContestRolled
    | ContestRerolled
    | ContestDecided
    | HitsCounted
    | LocationsRolled
    | LocationSet
    | ShotUsed
    | XAssigned
    | HitApplied
    | HitAdded
    | TimbersBraced
    | HitCancelled
    | HitMoved
    | LocationDestroyed
    | Boarded
    | CrewRoundRolled
    | CardCrewHit
    | BattleEnded
    | OfferDamaged
    | ShipClaimed
    | PlunderTaken
    | CaptainDied
    | CaptainRetired
    | BelongingsLost
    | CaptainDrawn
    | CaptainSetUp
    | GoldMovedFromStash
    | VictoryDeclared
    | StashesShown
    | GameEnded
)

EVENTS: tuple[type[Event], ...] = (
    FrameOpened,
    FrameChanged,
    StepReached,
    FrameClosed,
    GameStarted,
    CaptainDealt,
    ShipChosen,
    CaptainsRevealed,
    TurnOrderDrawn,
    RoundStarted,
    MerchantsRefilled,
    EventDrawn,
    EventDiscarded,
    EventInForce,
    RoundEnded,
    RandomDrawn,
    NpcMoved,
    NpcAnnounced,
    NpcPlaced,
    NpcDefeated,
    NpcRemoved,
    NpcShipChanged,
    WarStarted,
    WarEnded,
    EffectBegan,
    EffectUsed,
    AbilityUsed,
    CaptainTurnStarted,
    CaptainTurnEnded,
    ActionSpent,
    ShipMoved,
    PortEntered,
    PortLeft,
    CheckRolled,
    DiceRerolled,
    Scouted,
    ScoutingMadeSure,
    MerchantRevealed,
    MerchantLetGo,
    RaidStarted,
    RaidCardDrawn,
    RaidCardDiscarded,
    RaidCardExchanged,
    RaidStopped,
    RaidHelped,
    RaidEnded,
    PortActionStarted,
    PortActionEnded,
    ActivityStarted,
    GoodsSold,
    CardSetAside,
    DemandReplaced,
    OfferDrawn,
    OfferRedrawn,
    GoodsBought,
    CargoTaken,
    CargoDiscarded,
    ShipBought,
    DamageRepaired,
    WeaponBought,
    WeaponSold,
    WeaponGained,
    WeaponSpent,
    ModificationRevealed,
    ModificationBought,
    ModificationGained,
    ModificationMoved,
    ModificationReturned,
    ModificationFlipped,
    CrewRecruited,
    RumorDrawn,
    RumorReturned,
    RumorPlayed,
    MissionLaidOut,
    MissionClaimed,
    MissionAdvanced,
    MissionCompleted,
    MissionLost,
    GoldStashed,
    GoldWithdrawn,
    GoldChanged,
    PardonBought,
    BountyChanged,
    RewardClaimed,
    GloryGained,
    BigShipHonoured,
    GloryDrawn,
    GloryDiscarded,
    GloryAnnounced,
    GloryPlayed,
    GloryWithdrawn,
    ReactionPassed,
    StandingPassSet,
    SpecialistHired,
    SpecialistDiscarded,
    GloryDeckShuffled,
    DeckReshuffled,
    BattleStarted,
    CombatRoundStarted,
    ActionDeclared,
    SideHelped,
    ContestRolled,
    ContestRerolled,
    ContestDecided,
    HitsCounted,
    LocationsRolled,
    LocationSet,
    ShotUsed,
    XAssigned,
    HitApplied,
    HitAdded,
    TimbersBraced,
    HitCancelled,
    HitMoved,
    LocationDestroyed,
    Boarded,
    CrewRoundRolled,
    CardCrewHit,
    BattleEnded,
    OfferDamaged,
    ShipClaimed,
    PlunderTaken,
    CaptainDied,
    CaptainRetired,
    BelongingsLost,
    CaptainDrawn,
    CaptainSetUp,
    GoldMovedFromStash,
    VictoryDeclared,
    StashesShown,
    GameEnded,
)
