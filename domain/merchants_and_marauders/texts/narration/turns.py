"""Sentences about set-up, rounds, event cards, NPC ships, captain turns and raids."""

from __future__ import annotations

from collections.abc import Mapping

from ... import events as e
from ...content import EVENT_CARDS
from ...frames import Scouting
from .. import names as n
from .story import Narrate, Story

# Set-up


def game_set_up(story: Story, event: e.GameSetUp) -> str:
    return f"{n.plural(event.seats, 'player')} sit down; cards are shuffled and tokens laid out."


def captain_dealt(story: Story, event: e.CaptainDealt) -> str:
    """One sentence for all captains dealt."""
    dealt = [event, *story.take_all(e.CaptainDealt)]
    seen = [f"{story.whose(each.seat)} is {n.captain(each.captain)}" for each in dealt if isinstance(each.captain, str)]
    return f"Every player is dealt a captain{'; ' if seen else ''}{n.listed(seen)}."


def ship_chosen(story: Story, event: e.ShipChosen) -> str:
    secretly = " in secret" if event.secret else ""
    if story.comes(e.CaptainSetUp):
        return ""
    if isinstance(event.ship, str):
        return f"{story.who(event.seat)} chooses {n.with_article(n.ship(event.ship))}{secretly}."
    return f"{story.who(event.seat)} chooses a ship{secretly}."


def captains_revealed(story: Story, event: e.CaptainsRevealed) -> str:
    return " ".join(
        f"{story.who(each.seat)} sails as {n.captain(each.captain)} with {n.with_article(n.ship(each.ship))}"
        f" from {n.port(each.port)}."
        for each in event.captains
    )


def turn_order_drawn(story: Story, event: e.TurnOrderDrawn) -> str:
    first, *rest = [story.who(seat) for seat in event.seats]
    return f"{first} begins, then {'come' if len(rest) > 1 else 'comes'} {n.listed(rest)}."


# Rounds and events


def round_started(story: Story, event: e.RoundStarted) -> str:
    return f"Round {event.number} begins."


def merchants_refilled(story: Story, event: e.MerchantsRefilled) -> str:
    return f"New merchants appear in {n.listed([n.place(zone) for zone in event.zones])}."


def event_drawn(story: Story, event: e.EventDrawn) -> str:
    card = EVENT_CARDS[event.card]
    announced = story.take(e.NpcAnnounced)
    if announced is not None:
        return npc_announced(story, announced)
    return f"Event: {card.name}. {card.text}"


def random_drawn(story: Story, event: e.RandomDrawn) -> str:
    match event.what:
        case "good":
            return f"The good drawn is {n.good(event.result)}."
        case "zone":
            return f"The zone drawn is {n.place(event.result)}."
        case _:
            return "" if story.comes(e.WarStarted) else f"Drawn: {n.nations(event.result.split())}, who are at war already."


def npc_announced(story: Story, event: e.NpcAnnounced) -> str:
    ship, zone = n.npc(event.npc), EVENT_CARDS[event.card].start_zone
    return f"Event: {ship} under {n.npc_captain(event.card)} will appear in {n.place(zone)} at the end of the round."


def npc_moved(story: Story, event: e.NpcMoved) -> str:
    hunting = ", hunting" if event.reason == "hunt" else ""
    return f"{n.capital(n.npc(event.npc))} moves from {n.place(event.from_zone)} to {n.place(event.to_zone)}{hunting}."


def npc_placed(story: Story, event: e.NpcPlaced) -> str:
    kind = f" as {n.with_article(n.ship(event.ship))}" if event.ship == "man_o_war" else ""
    return f"{n.capital(n.npc(event.npc))} under {n.npc_captain(event.card)} appears in {n.place(event.zone)}{kind}."


def npc_defeated(story: Story, event: e.NpcDefeated) -> str:
    return f"{story.who(event.by)} has beaten {n.npc(event.npc)} under {n.npc_captain(event.card)}."


def npc_removed(story: Story, event: e.NpcRemoved) -> str:
    return f"{n.capital(n.npc(event.npc))} is out of play for now."


def npc_ship_changed(story: Story, event: e.NpcShipChanged) -> str:
    if story.refit:
        return f"{n.capital(n.npc(event.npc))} is {n.with_article(n.ship(event.ship))} now."
    return f"{n.capital(n.npc(event.npc))} is repaired."


def war_started(story: Story, event: e.WarStarted) -> str:
    story.refit = True
    return f"War breaks out between the {n.nation(event.nations[0])} and the {n.nation(event.nations[1])}."


def war_ended(story: Story, event: e.WarEnded) -> str:
    story.refit = True
    return f"The war between the {n.nation(event.nations[0])} and the {n.nation(event.nations[1])} is over."


# Captain turns


def captain_turn_started(story: Story, event: e.CaptainTurnStarted) -> str:
    story.refit = False
    return f"It is {story.whose(event.seat)} turn."


def captain_turn_ended(story: Story, event: e.CaptainTurnEnded) -> str:
    return "" if story.comes(e.CaptainTurnStarted) else f"{story.whose(event.seat)} turn is over."


def ship_moved(story: Story, event: e.ShipMoved) -> str:
    run = [event, *story.take_all(e.ShipMoved, lambda other: other.seat == event.seat)]
    way = n.listed([n.place(each.to_zone) for each in run], last="and then")
    return f"{story.who(event.seat)} sails from {n.place(event.from_zone)} to {way}."


def port_entered(story: Story, event: e.PortEntered) -> str:
    how = {"gold": ", paying 2 gold", "papers": " with forged papers", "event": " by night"}.get(event.means, "")
    return f"{story.who(event.seat)} enters the port of {n.port(event.port)}{how}."


def port_left(story: Story, event: e.PortLeft) -> str:
    return f"{story.who(event.seat)} leaves the port of {n.port(event.port)}."


PURPOSE = {
    "storm": " in the storm",
    "reef": " at the reef",
    "fever": " against the fever",
    "entry": " to be let into the port",
    "recruiting": " to recruit",
    "rumor": " to hear a rumor",
    "rumor_played": " on the rumor",
    "mission": " to claim the mission",
    "mission_step": " for the mission",
}
"""What checks are made for."""

GUNS = {"swivel_guns": "Swivel Guns", "long_guns": "Long Guns"}


def check_rolled(story: Story, event: e.CheckRolled) -> str:
    who, dice = n.capital(story.who(event.side)), n.dice(event.dice)
    match event.reason:
        case "scouting":
            return f"{who} rolls {dice} to scout."
        case "npc_scouting":
            return npc_scouts(story, event)
        case "rumor_played" if (played := story.take(e.RumorPlayed)) is not None:
            truth = "true" if played.success else "false"
            return f"{who} looks into the rumor {n.rumor(played.card)} ({dice}): it is {truth}."
        case "raid":
            return f"{who} rolls {dice} for the raid: {n.plural(event.dice.count(0), 'success')}."
        case "swivel_guns" | "long_guns":
            return f"{who}'s {GUNS[event.reason]} {'hit' if event.success else 'miss'} ({dice})."
        case reason:
            result = "succeeds" if event.success else "fails"
            return f"{who}'s {event.skill.capitalize()} check{PURPOSE.get(reason, '')} {result} ({dice})."


def dice_rerolled(story: Story, event: e.DiceRerolled) -> str:
    return f"{n.capital(story.who(event.side))} rolls again: {n.dice(event.dice)}."


# Scouting


def target(story: Story, name: str) -> str:
    """What is scouted for."""
    kind, _, which = name.partition(":")
    match kind:
        case "merchant":
            return "the merchant"
        case "npc":
            return n.npc(which)
        case _:
            return story.who(int(which))


def scouting_begun(story: Story, frame: Scouting) -> str:
    """A Scout action, with the roll and its result if they follow at once."""
    if frame.committed:
        return sure_spanish(story, frame)
    said = f"{story.who(frame.seat)} scouts for {target(story, frame.target)}"
    rolled = story.take(e.CheckRolled, lambda event: event.reason == "scouting")
    if rolled is not None:
        said += f" ({n.dice(rolled.dice)})"
    result = story.take(e.Scouted, lambda event: event.side == frame.seat)
    if result is None:
        return f"{said}."
    return f"{said} in vain." if not result.found else f"{said} with success.{merchant_found(story)}"


def sure_spanish(story: Story, frame: Scouting) -> str:
    """A merchant found by the rule of the zone of Cartagena (MM-147, MM-148)."""
    story.take(e.Scouted, lambda event: event.side == frame.seat)
    return f"{story.who(frame.seat)} finds the merchant without a roll, to treat it as Spanish.{merchant_found(story)}"


def merchant_found(story: Story) -> str:
    revealed = story.take(e.MerchantRevealed)
    return "" if revealed is None else f" It is {n.nation(revealed.nation)}."


def npc_scouts(story: Story, event: e.CheckRolled) -> str:
    """All rolls of an NPC ship and their result."""
    rolls = [event, *story.take_all(e.CheckRolled, lambda other: (other.reason, other.side) == (event.reason, event.side))]
    who, dice = n.capital(story.who(event.side)), " and ".join(n.dice(roll.dice) for roll in rolls)
    result = story.take(e.Scouted, lambda other: other.side == event.side)
    if result is None:
        return f"{who} scouts ({dice})."
    return f"{who} scouts for {target(story, result.target)} ({dice}) {'with success' if result.found else 'in vain'}."


def scouted(story: Story, event: e.Scouted) -> str:
    who, what = n.capital(story.who(event.side)), target(story, event.target)
    return f"{who} finds {what}.{merchant_found(story)}" if event.found else f"{who} does not find {what}."


def merchant_revealed(story: Story, event: e.MerchantRevealed) -> str:
    return f"The merchant in {n.place(event.zone)} is {n.nation(event.nation)}."


def scouting_made_sure(story: Story, event: e.ScoutingMadeSure) -> str:
    return f"{story.who(event.seat)} is sure to find the merchant."


def merchant_let_go(story: Story, event: e.MerchantLetGo) -> str:
    return f"The merchant in {n.place(event.zone)} is let go."


def frame_opened(story: Story, event: e.FrameOpened) -> str:
    """Of all frames only a Scout action says by its opening what began."""
    assert isinstance(event.frame, Scouting)
    return scouting_begun(story, event.frame)


# Raids


def raid_started(story: Story, event: e.RaidStarted) -> str:
    return f"{story.who(event.seat)} raids {n.with_article(n.nation(event.nation))} merchant."


def raid_card_drawn(story: Story, event: e.RaidCardDrawn) -> str:
    cards = [*event.cards]
    for more in story.take_all(e.RaidCardDrawn, lambda other: (other.blank, other.used) == (event.blank, event.used)):
        cards += more.cards
    shown = n.listed([n.raid_card(card) for card in cards])
    if event.used:
        return f"A success is used to draw {shown}."
    return f"Cargo drawn: {shown}{', whose icon does not count' if event.blank else ''}."


def raid_card_discarded(story: Story, event: e.RaidCardDiscarded) -> str:
    if event.used:
        return f"A success is used to discard {n.raid_card(event.card)}."
    return f"{n.raid_card(event.card)} shows no hit and is discarded."


def raid_card_exchanged(story: Story, event: e.RaidCardExchanged) -> str:
    new = "nothing" if event.new is None else n.raid_card(event.new)
    return f"{'An ability' if event.free else 'A success'} is used to exchange {n.raid_card(event.card)} for {new}."


def raid_helped(story: Story, event: e.RaidHelped) -> str:
    if event.what == "plunder":
        return f"The plunder rises by {event.n} gold."
    return f"{n.plural(event.n, 'escape icon')} {'does' if event.n == 1 else 'do'} not count."


def raid_ended(story: Story, event: e.RaidEnded) -> str:
    who = story.who(event.seat)
    match event.outcome:
        case "success":
            return f"The raid succeeds: {who} takes {n.gold(event.plunder)}."
        case "escaped":
            return f"The merchant escapes from {who} with {n.plural(event.escapes, 'escape icon')}."
        case "failed":
            return f"The raid fails, for {_what_is_destroyed(story, event)}."
        case _:
            return f"{story.whose(event.seat)} ship sinks in the raid."


def _what_is_destroyed(story: Story, event: e.RaidEnded) -> str:
    """By name, unless it was told in a command before."""
    lost = [each.location for each in story.before() if isinstance(each, e.LocationDestroyed) and each.side == event.seat]
    if not lost:
        return f"a location of {story.whose(event.seat)} ship is destroyed"
    verb = "are" if len(lost) > 1 or lost[0].endswith("s") else "is"
    return f"{story.whose(event.seat)} {n.listed([n.location(place) for place in reversed(lost)])} {verb} destroyed"


TURNS: Mapping[type[e.Event], Narrate] = {
    e.FrameOpened: frame_opened,
    e.GameSetUp: game_set_up,
    e.CaptainDealt: captain_dealt,
    e.ShipChosen: ship_chosen,
    e.CaptainsRevealed: captains_revealed,
    e.TurnOrderDrawn: turn_order_drawn,
    e.RoundStarted: round_started,
    e.MerchantsRefilled: merchants_refilled,
    e.EventDrawn: event_drawn,
    e.RandomDrawn: random_drawn,
    e.NpcMoved: npc_moved,
    e.NpcAnnounced: npc_announced,
    e.NpcPlaced: npc_placed,
    e.NpcDefeated: npc_defeated,
    e.NpcRemoved: npc_removed,
    e.NpcShipChanged: npc_ship_changed,
    e.WarStarted: war_started,
    e.WarEnded: war_ended,
    e.CaptainTurnStarted: captain_turn_started,
    e.CaptainTurnEnded: captain_turn_ended,
    e.ShipMoved: ship_moved,
    e.PortEntered: port_entered,
    e.PortLeft: port_left,
    e.CheckRolled: check_rolled,
    e.DiceRerolled: dice_rerolled,
    e.Scouted: scouted,
    e.ScoutingMadeSure: scouting_made_sure,
    e.MerchantRevealed: merchant_revealed,
    e.MerchantLetGo: merchant_let_go,
    e.RaidStarted: raid_started,
    e.RaidCardDrawn: raid_card_drawn,
    e.RaidCardDiscarded: raid_card_discarded,
    e.RaidCardExchanged: raid_card_exchanged,
    e.RaidHelped: raid_helped,
    e.RaidEnded: raid_ended,
}
