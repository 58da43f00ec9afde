"""Commands of raids, battles, effects and windows as sentences (D-15 to D-31)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.perspective import number
from domain.kit.stack import nearest

from ... import commands as c
from ...cards.targets import escapes
from ...content import LOCATIONS, Effect, glory_card
from ...effects import current
from ...frames import (
    AcceptOffer,
    AssignX,
    Battle,
    BattleSide,
    Choose,
    ClaimReward,
    ClaimShip,
    Declare,
    HitResponse,
    MerchantFound,
    Raid,
    Reroll,
    Side,
    Volley,
)
from ...raids import evaded, locations_hit, plunder_of, raid_honours
from ...state import afloat, full, full_values, ship_of, ship_type
from ...state.modifiers import maneuverability
from ...state.sides import side_of
from ...values import Locations
from .. import names as n
from ..facts import Facts
from ..perspective import Perspective
from .phrases import Describe, card_text, percent, plain, ship_values

# Raids


def raid_as(perspective: Perspective, command: c.RaidAs, facts: Facts) -> str:
    bounties = number(facts, "bounties")
    nation = n.nation(command.nation)
    brings = f"take {n.plural(bounties, f'{nation} bounty')}, " if bounties else ""
    cards, dice = n.plural(number(facts, "cards"), "cargo card"), n.plural(number(facts, "dice"), "Seamanship die")
    return f"Raid the merchant as {n.with_article(nation)} one: {brings}draw {cards} and roll {dice}."


def let_go(perspective: Perspective, command: c.LetGo, facts: Facts) -> str:
    return f"Let the {n.nation(nearest(perspective.state, MerchantFound).nation)} merchant go."


def spend_weapon(perspective: Perspective, command: c.SpendWeapon, facts: Facts) -> str:
    return f"Give up {n.weapon(command.weapon)} to turn a failed die into a success."


def _left(perspective: Perspective) -> str:
    successes = nearest(perspective.state, Raid).successes
    return "your last success" if successes == 1 else f"one of your {successes} successes"


def raid_draw(perspective: Perspective, command: c.RaidDraw, facts: Facts) -> str:
    return f"Use {_left(perspective)} to draw one more cargo card."


def raid_discard(perspective: Perspective, command: c.RaidDiscard, facts: Facts) -> str:
    return f"Use {_left(perspective)} to discard {n.raid_card(command.card)}."


def raid_exchange(perspective: Perspective, command: c.RaidExchange, facts: Facts) -> str:
    paid = "Use your ability" if command.free else f"Use {_left(perspective)}"
    return f"{paid} to exchange {n.raid_card(command.card)} for a new card."


def raid_stop(perspective: Perspective, command: c.RaidStop, facts: Facts) -> str:
    raid = nearest(perspective.state, Raid)
    hit, plunder = locations_hit(raid), plunder_of(perspective.state, raid)
    places = f" ({', '.join(n.location(each) for each in hit)})" if hit else ""
    hits = f"{n.plural(len(hit), 'hit')}{places} and {n.plural(escapes(raid), 'escape icon')}"
    point = " and a glory point" if raid_honours(plunder) else ""
    gained = f"{n.gold(plunder)} of plunder{point} if no location is destroyed"
    comes = "the merchant escapes" if evaded(perspective.state, raid) else gained
    return (
        f"Stop with {hits} against your Maneuverability of {maneuverability(perspective.state, perspective.seat)}: {comes}."
    )


# Battles


def _me(perspective: Perspective, who: Side) -> bool:
    return who == perspective.seat


def _side(perspective: Perspective, side: int) -> BattleSide:
    return side_of(nearest(perspective.state, Battle), side)


def _declared(perspective: Perspective, verb: str) -> str:
    """The order to the own ship, or to the NPC that the seat plays."""
    who = _side(perspective, nearest(perspective.state, Declare).side).who
    return verb.capitalize() if _me(perspective, who) else f"Let {n.npc(str(who))} {verb}"


def shoot(perspective: Perspective, command: c.Shoot, facts: Facts) -> str:
    dice, hits = n.plural(number(facts, "dice"), "die"), number(facts, "hits")
    if not hits:
        return f"{_declared(perspective, 'shoot')} with {dice}, without any Cannons left to hit."
    return (
        f"{_declared(perspective, 'shoot')} with {dice}: {n.plural(hits, 'hit')} if the contest is won ({percent(facts)}),"
        f" otherwise a hit for each success, {hits} at most."
    )


def board(perspective: Perspective, command: c.Board, facts: Facts) -> str:
    dice = n.plural(number(facts, "dice"), "die")
    return f"{_declared(perspective, 'board')} with {dice}: crew combat begins if the contest is won ({percent(facts)})."


def flee(perspective: Perspective, command: c.Flee, facts: Facts) -> str:
    dice = n.plural(number(facts, "dice"), "die")
    return (
        f"{_declared(perspective, 'flee')} with {dice}: it works if the contest is won and the enemy has no success"
        f" ({percent(facts)})."
    )


def _shown(perspective: Perspective, frame: Reroll) -> list[str]:
    own = _side(perspective, frame.side)
    if frame.roll == "contest":
        return [n.face(die) for die in own.dice]
    return [n.location(place) for place in own.locations]


def mark_die(perspective: Perspective, command: c.MarkDie, facts: Facts) -> str:
    shown = _shown(perspective, nearest(perspective.state, Reroll))
    return f"Mark die {command.index + 1}, which shows {shown[command.index]}, to roll it again."


def reroll_marked(perspective: Perspective, command: c.RerollMarked, facts: Facts) -> str:
    frame = nearest(perspective.state, Reroll)
    shown = _shown(perspective, frame)
    dice = n.listed([shown[index] for index in sorted(frame.marked)])
    which = "die that shows" if len(frame.marked) == 1 else "dice that show"
    paid = f"; this uses up your {n.weapon(frame.means)}" if frame.means == "grappling_hooks" else ""
    return f"Roll the {which} {dice} again{paid}."


def keep_dice(perspective: Perspective, command: c.KeepDice, facts: Facts) -> str:
    return f"Keep the dice as they are: {', '.join(_shown(perspective, nearest(perspective.state, Reroll)))}."


def _volley(perspective: Perspective) -> BattleSide:
    return _side(perspective, nearest(perspective.state, Volley).side)


def _shot(weapon: str, place: str) -> Describe:
    def describe(perspective: Perspective, command: object, facts: Facts) -> str:
        crosses = _volley(perspective).locations.count("x")
        first = (
            f"{n.plural(crosses, 'hit')} marked X {'falls' if crosses == 1 else 'fall'} on the {place}, and "
            if crosses
            else ""
        )
        return f"Use up {weapon}: {first}in this round no surplus hit on the {place} is passed to the Hull."

    return describe


def set_location(perspective: Perspective, command: c.SetLocation, facts: Facts) -> str:
    shown = n.location(_volley(perspective).locations[command.index])
    return f"Let hit {command.index + 1}, which shows {shown}, fall on {n.location(command.location)}."


def finish_volley(perspective: Perspective, command: c.FinishVolley, facts: Facts) -> str:
    return f"Leave the hits as they are: {', '.join(n.location(place) for place in _volley(perspective).locations)}."


def assign_x(perspective: Perspective, command: c.AssignX, facts: Facts) -> str:
    who, place = _side(perspective, nearest(perspective.state, AssignX).side).who, n.location(command.location)
    value = getattr(afloat(perspective.state, who), command.location)
    left = f"now at {value}" if value else "already destroyed, so it counts against the Hull"
    where = f"your {place}" if _me(perspective, who) else f"the {place} of {n.npc(str(who))}"
    return f"Let the hit marked X fall on {where} ({left})."


def absorb(perspective: Perspective, command: c.Absorb, facts: Facts) -> str:
    place = n.location(nearest(perspective.state, HitResponse).location)
    if command.source == "surgeon":
        return f"Let the Surgeon cancel the hit to your {place}."
    return f"Use your {n.modification(command.source)} to cancel the hit to your {place}."


def move_hit(perspective: Perspective, command: c.MoveHit, facts: Facts) -> str:
    place = n.location(nearest(perspective.state, HitResponse).location)
    return f"Move the hit from your {place} to your {n.location(command.location)}, once in this battle."


def accept_hit(perspective: Perspective, command: c.AcceptHit, facts: Facts) -> str:
    place = n.location(nearest(perspective.state, HitResponse).location)
    left = number(facts, "left")
    if left:
        return f"Take the hit to your {place}, which falls to {left}."
    return (
        "Take the hit to your Hull: your ship sinks."
        if place == "Hull"
        else f"Take the hit to your {place}, which is destroyed."
    )


# After a battle


def claim_reward(perspective: Perspective, command: c.ClaimReward, facts: Facts) -> str:
    loser = perspective.captain(nearest(perspective.state, ClaimReward).loser)
    return f"Claim the {n.nation(command.nation)} reward of {n.gold(number(facts, 'gold'))} for beating {loser}."


def take_ship(perspective: Perspective, command: c.TakeShip, facts: Facts) -> str:
    loser, old = nearest(perspective.state, ClaimShip).loser, ship_of(perspective.state, perspective.seat)
    kind = ship_type(perspective.state, loser)
    now, most = afloat(perspective.state, loser), full_values(kind)
    left = {place: min(getattr(now, place), getattr(most, place)) for place in LOCATIONS}
    values = ship_values(kind, Locations(**{**left, "crew": min(old.now.crew, most.crew)}))
    return f"Give up your {n.ship(old.type)} and sail on in the beaten {n.ship(kind)}: {values}."


def keep_own_ship(perspective: Perspective, command: c.KeepOwnShip, facts: Facts) -> str:
    return f"Keep your {n.ship(ship_of(perspective.state, perspective.seat).type)}."


def take_weapon(perspective: Perspective, command: c.TakeWeapon, facts: Facts) -> str:
    return f"Take the beaten captain's {n.weapon(command.weapon)}."


def take_glory(perspective: Perspective, command: c.TakeGlory, facts: Facts) -> str:
    return f"Take the beaten captain's glory card {card_text(n.shown(command.card))}"


def take_specialist(perspective: Perspective, command: c.TakeSpecialist, facts: Facts) -> str:
    card = glory_card(command.card)
    return f"Take the beaten captain's {card.name} into your service: {card.text}"


# Effects


def choose(perspective: Perspective, command: c.Choose, facts: Facts) -> str:
    frame, effect = current(perspective.state)
    return f"{n.card_of(frame.source)}: {_chosen(perspective, effect, nearest(perspective.state, Choose), command.option)}"


def _chosen(perspective: Perspective, effect: Effect, frame: Choose, option: str) -> str:
    """What the option means for the effect under way."""
    match effect.op, frame.what:
        case "take_good", _:
            return f"take up to {effect.n} {n.good(option)}."
        case "bounty", "captain":
            return f"pick {perspective.captain(int(option))} to get a bounty."
        case "bounty", _ if frame.picked:
            return f"{perspective.captain(int(frame.picked[0]))} gets {n.with_article(n.nation(option))} bounty."
        case "bounty", _:
            lost = min(-effect.delta, perspective.own.bounties.get(option, 0))
            return f"lose {n.plural(lost, f'{n.nation(option)} bounty')}."
        case "repair", _:
            ship = ship_of(perspective.state, perspective.seat)
            now, most = getattr(ship.now, option), getattr(full(ship), option)
            return f"repair 1 point of {n.location(option)}, now at {now} of {most}."
        case "gain_modification", _:
            token = perspective.state.modifications.get(option)
            if token is not None:
                return f"take {n.modification(token)} from {n.port(option)}, if it can be fitted."
            return f"turn up the modification in {n.port(option)} and take it, if it can be fitted."
        case "hit", "captain":
            return f"pick the ship of {perspective.captain(int(option))} for the hit."
        case "hit", _ if frame.picked:
            return f"hit the {n.location(option)} of the ship of {perspective.captain(int(frame.picked[0]))}."
        case "hit", _:
            return f"take the hit on your {n.location(option)}."
        case "set_demand", _:
            return f"let the port demand {n.good(option)}."
        case _:
            return _npc_move(perspective, frame, option)


def _npc_move(perspective: Perspective, frame: Choose, option: str) -> str:
    if frame.what == "npc":
        return f"move {n.npc(option)}."
    ship = n.npc(frame.picked[0])
    if frame.what == "captain":
        return f"send {ship} toward {perspective.captain(int(option))}."
    return f"let {ship} stay where it is." if option == "stop" else f"move {ship} to {n.place(option)}."


def accept(perspective: Perspective, command: c.Accept, facts: Facts) -> str:
    if nearest(perspective.state, AcceptOffer).what == "reroll":
        return f"Roll {n.plural(number(facts, 'dice'), 'die')} again ({percent(facts)}); the new result stands."
    frame, effect = current(perspective.state)
    name = n.card_of(frame.source)
    if effect.op == "start_raid":
        return f"{name}: raid {n.with_article(n.nation(effect.nation))} merchant at once."
    return f"{name}: fight {effect.enemy_crew} crew of Leadership {effect.enemy_leadership}, to the death."


def decline(perspective: Perspective, command: c.Decline, facts: Facts) -> str:
    match nearest(perspective.state, AcceptOffer).what:
        case "reroll":
            return "Do not roll again."
        case "start_raid":
            return "Let the merchant go."
        case _:
            return "Do not fight."


def announce(perspective: Perspective, command: c.Announce, facts: Facts) -> str:
    return f"Announce, face down, {card_text(n.shown(command.card))}"


def play_announced(perspective: Perspective, command: c.PlayAnnounced, facts: Facts) -> str:
    return f"Play {card_text(perspective.own.announced or '')}"


def withdraw_card(perspective: Perspective, command: c.WithdrawCard, facts: Facts) -> str:
    return f"Show {n.glory(perspective.own.announced or '')} and keep it instead of playing it."


FIGHT: Mapping[type[c.Command], Describe] = {
    c.RaidAs: raid_as,
    c.LetGo: let_go,
    c.SpendWeapon: spend_weapon,
    c.FinishWeapons: plain("Give up no more special weapons."),
    c.RaidDraw: raid_draw,
    c.RaidDiscard: raid_discard,
    c.RaidExchange: raid_exchange,
    c.RaidStop: raid_stop,
    c.Shoot: shoot,
    c.Board: board,
    c.Flee: flee,
    c.MarkDie: mark_die,
    c.RerollMarked: reroll_marked,
    c.KeepDice: keep_dice,
    c.UseChainShot: _shot("Chain-shot", "Masts"),
    c.UseGrapeshot: _shot("Grapeshot", "Crew"),
    c.SetLocation: set_location,
    c.FinishVolley: finish_volley,
    c.AssignX: assign_x,
    c.Absorb: absorb,
    c.MoveHit: move_hit,
    c.AcceptHit: accept_hit,
    c.FireChasers: plain("Fire the Chasers: 1 hit on the enemy, which is located by a die."),
    c.HoldChasers: plain("Do not fire the Chasers."),
    c.ClaimReward: claim_reward,
    c.DeclineReward: plain("Claim no reward."),
    c.TakeShip: take_ship,
    c.KeepOwnShip: keep_own_ship,
    c.TakeWeapon: take_weapon,
    c.TakeGlory: take_glory,
    c.TakeRumor: plain("Take the beaten captain's rumor."),
    c.TakeSpecialist: take_specialist,
    c.FinishPlunder: plain("Take nothing more of the beaten captain."),
    c.Choose: choose,
    c.Accept: accept,
    c.Decline: decline,
    c.Announce: announce,
    c.PlayAnnounced: play_announced,
    c.WithdrawCard: withdraw_card,
}
