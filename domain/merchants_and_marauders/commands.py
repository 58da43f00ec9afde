"""What a seat can ask for (RULES.md, chapter 22.2)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


# No reference cycles are possible, so the garbage collector need not track these values.
class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


# D-01, D-02


class ChooseShip(_Command, frozen=True, tag="choose_ship"):
    """Begin with a ship of this type (D-01)."""

    ship: str


class KeepCaptain(_Command, frozen=True, tag="keep_captain"):
    """Play the captain dealt (D-02)."""


class RedrawCaptain(_Command, frozen=True, tag="redraw_captain"):
    """Reject the captain whose home zone holds a pirate (MM-361)."""


class PlaceModification(_Command, frozen=True, tag="place_modification"):
    """Lay out one modification of a lost ship, face down (D-03)."""

    port: str


class RepairFree(_Command, frozen=True, tag="repair_free"):
    """Let the Carpenter repair one point (D-04)."""

    location: str


class Pass(_Command, frozen=True, tag="pass"):
    """Do nothing here."""


class Sail(_Command, frozen=True, tag="sail"):
    """Move to an adjacent zone (MM-059)."""

    zone: str


class EnterPort(_Command, frozen=True, tag="enter_port"):
    """Move from the zone into its port."""

    means: Literal["open", "gold", "influence", "papers", "event"]


class LeavePort(_Command, frozen=True, tag="leave_port"):
    """Move from the port to its zone."""


class ScoutMerchant(_Command, frozen=True, tag="scout_merchant"):
    """Look for the merchant of the zone (MM-071, MM-147)."""

    way: Literal["roll", "sure_spanish"]


class ScoutNpc(_Command, frozen=True, tag="scout_npc"):
    """Look for an NPC ship in the zone."""

    npc: str


class ScoutCaptain(_Command, frozen=True, tag="scout_captain"):
    """Look for another captain in the zone."""

    seat: int


class OpenPortAction(_Command, frozen=True, tag="open_port_action"):
    """Begin the Port action (MM-039)."""


class PlayRumor(_Command, frozen=True, tag="play_rumor"):
    """Find out whether the rumor is true (MM-124)."""


class WorkMission(_Command, frozen=True, tag="work_mission"):
    """Do the next step of the mission here (MM-132)."""


class UseCove(_Command, frozen=True, tag="use_cove"):
    """Stash gold at the place of a kept rumor."""


class PlayGlory(_Command, frozen=True, tag="play_glory"):
    """Play a glory card from the hand (MM-208)."""

    card: str


class WithdrawGold(_Command, frozen=True, tag="withdraw_gold"):
    """Take gold from the stash on board (MM-137)."""

    amount: Literal[1, 5, 10, "all"]


class Retire(_Command, frozen=True, tag="retire"):
    """Give the captain up (MM-366)."""


class DeclareVictory(_Command, frozen=True, tag="declare_victory"):
    """Declare 10 or more glory points (MM-369)."""


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """End the captain turn; unused actions are lost (MM-040)."""


# D-06 to D-14: port business


class StartSelling(_Command, frozen=True, tag="start_selling"):
    """Begin to sell goods."""


class StartBuying(_Command, frozen=True, tag="start_buying"):
    """Begin to buy goods."""


class VisitShipyard(_Command, frozen=True, tag="visit_shipyard"):
    """Go to the shipyard."""


class StartRecruiting(_Command, frozen=True, tag="start_recruiting"):
    """Recruit crew (MM-120)."""


class SeekRumor(_Command, frozen=True, tag="seek_rumor"):
    """Pay for a rumor and roll Influence (MM-122)."""


class ClaimMission(_Command, frozen=True, tag="claim_mission"):
    """Claim a mission that lies here (MM-128)."""

    mission: str


class StartStashing(_Command, frozen=True, tag="start_stashing"):
    """Begin to stash gold (MM-136)."""


class HireSpecialist(_Command, frozen=True, tag="hire_specialist"):
    """Hire a specialist from the hand (MM-216)."""

    card: str


class BuyPardon(_Command, frozen=True, tag="buy_pardon"):
    """Pay to lose one bounty (MM-055)."""

    nation: str


class EndPortAction(_Command, frozen=True, tag="end_port_action"):
    """End the Port action."""


class AddToSale(_Command, frozen=True, tag="add_to_sale"):
    """Add an own cargo card to the lot (MM-086)."""

    card: str


class FinishSale(_Command, frozen=True, tag="finish_sale"):
    """Sell the lot."""


class RedrawOffer(_Command, frozen=True, tag="redraw_offer"):
    """Pay to draw a new offer (MM-159)."""


class TakeCard(_Command, frozen=True, tag="take_card"):
    """Add a card of the offer to the lot."""

    card: str


class DropCargo(_Command, frozen=True, tag="drop_cargo"):
    """Discard an own cargo card to make room."""

    card: str


class FinishLot(_Command, frozen=True, tag="finish_lot"):
    """Pay for the lot and take it on board."""


class BuyShip(_Command, frozen=True, tag="buy_ship"):
    """Buy a ship and give the old one back (MM-104)."""

    ship: str


class Repair(_Command, frozen=True, tag="repair"):
    """Pay for one point of repair (MM-114)."""

    location: str


class BuyWeapon(_Command, frozen=True, tag="buy_weapon"):
    """Buy a special weapon (MM-112)."""

    weapon: str


class SellWeapon(_Command, frozen=True, tag="sell_weapon"):
    """Sell a special weapon."""

    weapon: str


class BuyModification(_Command, frozen=True, tag="buy_modification"):
    """Buy the modification that lies here (MM-115)."""


class RefreshHull(_Command, frozen=True, tag="refresh_hull"):
    """Turn a flipped Reinforced Hull up again (MM-119)."""


class LeaveShipyard(_Command, frozen=True, tag="leave_shipyard"):
    """Leave the shipyard."""


class Transfer(_Command, frozen=True, tag="transfer"):
    """Move a modification to the ship just bought (MM-160)."""

    modification: str


class FinishTransfer(_Command, frozen=True, tag="finish_transfer"):
    """Move no more modifications."""


class HireOne(_Command, frozen=True, tag="hire_one"):
    """Pay for one point of crew."""


class FinishRecruiting(_Command, frozen=True, tag="finish_recruiting"):
    """Hire no more crew."""


class KeepRumor(_Command, frozen=True, tag="keep_rumor"):
    """Keep this one of two rumors (MM-123)."""

    rumor: str


class DiscardGlory(_Command, frozen=True, tag="discard_glory"):
    """Discard a glory card above the limit (MM-207)."""

    card: str


class DiscardCargo(_Command, frozen=True, tag="discard_cargo"):
    """Discard a cargo card above the limit (MM-067)."""

    card: str


class DepositGold(_Command, frozen=True, tag="deposit_gold"):
    """Put gold into the stash."""

    amount: Literal[1, 5, 10, "all"]


class FinishStashing(_Command, frozen=True, tag="finish_stashing"):
    """Stash no more."""


# D-15 to D-17: merchant raids


class RaidAs(_Command, frozen=True, tag="raid_as"):
    """Raid the merchant as one of this nation (MM-169)."""

    nation: str


class LetGo(_Command, frozen=True, tag="let_go"):
    """Let the merchant go (MM-171)."""


class SpendWeapon(_Command, frozen=True, tag="spend_weapon"):
    """Give a special weapon up for one more success (MM-177)."""

    weapon: str


class FinishWeapons(_Command, frozen=True, tag="finish_weapons"):
    """Give up no more weapons."""


class RaidDraw(_Command, frozen=True, tag="raid_draw"):
    """Use a success to draw a card (MM-179)."""


class RaidDiscard(_Command, frozen=True, tag="raid_discard"):
    """Use a success to discard a card."""

    card: str


class RaidExchange(_Command, frozen=True, tag="raid_exchange"):
    """Exchange a card, using a success or an ability."""

    card: str
    free: bool = False


class RaidStop(_Command, frozen=True, tag="raid_stop"):
    """Leave the other successes unused."""


# D-18 to D-26: battles


class Shoot(_Command, frozen=True, tag="shoot"):
    """Declare Shoot (MM-266)."""


class Board(_Command, frozen=True, tag="board"):
    """Declare Board."""


class Flee(_Command, frozen=True, tag="flee"):
    """Declare Flee."""


class MarkDie(_Command, frozen=True, tag="mark_die"):
    """Mark a die for the re-roll."""

    index: int


class RerollMarked(_Command, frozen=True, tag="reroll_marked"):
    """Roll the marked dice again."""


class KeepDice(_Command, frozen=True, tag="keep_dice"):
    """Keep the dice as they are."""


class UseChainShot(_Command, frozen=True, tag="use_chain_shot"):
    """Every X of the volley hits the Masts (MM-316)."""


class UseGrapeshot(_Command, frozen=True, tag="use_grapeshot"):
    """Every X of the volley hits the Crew (MM-317)."""


class SetLocation(_Command, frozen=True, tag="set_location"):
    """Fix the location of a hit by a card."""

    index: int
    location: str


class FinishVolley(_Command, frozen=True, tag="finish_volley"):
    """Leave the volley as it is."""


class AssignX(_Command, frozen=True, tag="assign_x"):
    """Choose where an X hits (MM-291)."""

    location: str


class Absorb(_Command, frozen=True, tag="absorb"):
    """Cancel the hit (MM-324)."""

    source: Literal["reinforced_hull", "surgeon"]


class MoveHit(_Command, frozen=True, tag="move_hit"):
    """Move the hit to another location, once in a battle."""

    location: str


class AcceptHit(_Command, frozen=True, tag="accept_hit"):
    """Take the hit."""


class FireChasers(_Command, frozen=True, tag="fire_chasers"):
    """Fire the Chasers (MM-328)."""


class HoldChasers(_Command, frozen=True, tag="hold_chasers"):
    """Do not fire the Chasers."""


class ClaimReward(_Command, frozen=True, tag="claim_reward"):
    """Claim this nation's reward for a pirate (MM-200)."""

    nation: str


class DeclineReward(_Command, frozen=True, tag="decline_reward"):
    """Claim no reward."""


class TakeShip(_Command, frozen=True, tag="take_ship"):
    """Sail on in the enemy's ship (MM-348)."""


class KeepOwnShip(_Command, frozen=True, tag="keep_own_ship"):
    """Keep the own ship."""


class TakeWeapon(_Command, frozen=True, tag="take_weapon"):
    """Take a special weapon of the loser."""

    weapon: str


class TakeGlory(_Command, frozen=True, tag="take_glory"):
    """Take a glory card of the loser."""

    card: str


class TakeRumor(_Command, frozen=True, tag="take_rumor"):
    """Take the loser's rumor."""


class TakeSpecialist(_Command, frozen=True, tag="take_specialist"):
    """Let a specialist of the loser join."""

    card: str


class FinishPlunder(_Command, frozen=True, tag="finish_plunder"):
    """Take nothing more."""


# D-27 to D-31 and standing passes


class Choose(_Command, frozen=True, tag="choose"):
    """Pick one of the options that an effect lists (D-27)."""

    option: str


class Accept(_Command, frozen=True, tag="accept"):
    """Carry the optional effect out (D-28)."""


class Decline(_Command, frozen=True, tag="decline"):
    """Leave the optional effect."""


class Announce(_Command, frozen=True, tag="announce"):
    """Announce a glory card, covered, in a reaction window (MM-K12)."""

    card: str


class PlayAnnounced(_Command, frozen=True, tag="play_announced"):
    """Play the card announced."""


class WithdrawCard(_Command, frozen=True, tag="withdraw_card"):
    """Show the card announced and keep it (MM-210)."""


class SetStandingPass(_Command, frozen=True, tag="set_standing_pass"):
    """Answer all windows of this timing with a pass, until unset (MM-392)."""

    timing: str
    on: bool


Command: TypeAlias = (
    ChooseShip
    | KeepCaptain
    | RedrawCaptain
    | PlaceModification
    | RepairFree
    | Pass
    | Sail
    | EnterPort
    | LeavePort
    | ScoutMerchant
    | ScoutNpc
    | ScoutCaptain
    | OpenPortAction
    | PlayRumor
    | WorkMission
    | UseCove
    | PlayGlory
    | WithdrawGold
    | Retire
    | DeclareVictory
    | EndTurn
    | StartSelling
    | StartBuying
    | VisitShipyard
    | StartRecruiting
    | SeekRumor
    | ClaimMission
    | StartStashing
    | HireSpecialist
    | BuyPardon
    | EndPortAction
    | AddToSale
    | FinishSale
    | RedrawOffer
    | TakeCard
    | DropCargo
    | FinishLot
    | BuyShip
    | Repair
    | BuyWeapon
    | SellWeapon
    | BuyModification
    | RefreshHull
    | LeaveShipyard
    | Transfer
    | FinishTransfer
    | HireOne
    | FinishRecruiting
    | KeepRumor
    | DiscardGlory
    | DiscardCargo
    | DepositGold
    | FinishStashing
    | RaidAs
    | LetGo
    | SpendWeapon
    | FinishWeapons
    | RaidDraw
    | RaidDiscard
    | RaidExchange
    | RaidStop
    | Shoot
    | Board
    | Flee
    | MarkDie
    | RerollMarked
    | KeepDice
    | UseChainShot
    | UseGrapeshot
    | SetLocation
    | FinishVolley
    | AssignX
    | Absorb
    | MoveHit
    | AcceptHit
    | FireChasers
    | HoldChasers
    | ClaimReward
    | DeclineReward
    | TakeShip
    | KeepOwnShip
    | TakeWeapon
    | TakeGlory
    | TakeRumor
    | TakeSpecialist
    | FinishPlunder
    | Choose
    | Accept
    | Decline
    | Announce
    | PlayAnnounced
    | WithdrawCard
    | SetStandingPass
)

COMMANDS: tuple[type[Command], ...] = (
    ChooseShip,
    KeepCaptain,
    RedrawCaptain,
    PlaceModification,
    RepairFree,
    Pass,
    Sail,
    EnterPort,
    LeavePort,
    ScoutMerchant,
    ScoutNpc,
    ScoutCaptain,
    OpenPortAction,
    PlayRumor,
    WorkMission,
    UseCove,
    PlayGlory,
    WithdrawGold,
    Retire,
    DeclareVictory,
    EndTurn,
    StartSelling,
    StartBuying,
    VisitShipyard,
    StartRecruiting,
    SeekRumor,
    ClaimMission,
    StartStashing,
    HireSpecialist,
    BuyPardon,
    EndPortAction,
    AddToSale,
    FinishSale,
    RedrawOffer,
    TakeCard,
    DropCargo,
    FinishLot,
    BuyShip,
    Repair,
    BuyWeapon,
    SellWeapon,
    BuyModification,
    RefreshHull,
    LeaveShipyard,
    Transfer,
    FinishTransfer,
    HireOne,
    FinishRecruiting,
    KeepRumor,
    DiscardGlory,
    DiscardCargo,
    DepositGold,
    FinishStashing,
    RaidAs,
    LetGo,
    SpendWeapon,
    FinishWeapons,
    RaidDraw,
    RaidDiscard,
    RaidExchange,
    RaidStop,
    Shoot,
    Board,
    Flee,
    MarkDie,
    RerollMarked,
    KeepDice,
    UseChainShot,
    UseGrapeshot,
    SetLocation,
    FinishVolley,
    AssignX,
    Absorb,
    MoveHit,
    AcceptHit,
    FireChasers,
    HoldChasers,
    ClaimReward,
    DeclineReward,
    TakeShip,
    KeepOwnShip,
    TakeWeapon,
    TakeGlory,
    TakeRumor,
    TakeSpecialist,
    FinishPlunder,
    Choose,
    Accept,
    Decline,
    Announce,
    PlayAnnounced,
    WithdrawCard,
    SetStandingPass,
)
