"""Sentences about battles, what they bring, death, new captains and the end."""

from __future__ import annotations

from collections.abc import Mapping

from ... import events as e
from ...frames import Side
from ...values import Ranked
from .. import names as n
from .story import Narrate, Story

# Naval combat


def battle_started(story: Story, event: e.BattleStarted) -> str:
    one, two = n.capital(story.who(event.aggressor)), story.who(event.defender)
    if event.card_crew:
        against = f"{event.card_crew} crew of Leadership {event.card_leadership}"
        return f"{one} fights {against} ({n.card_side(str(event.defender))})."
    npc = "" if event.controller is None else f" ({story.who(event.controller)} plays for the NPC)"
    return f"{one} attacks {two}{npc}."


def combat_round_started(story: Story, event: e.CombatRoundStarted) -> str:
    return "" if story.comes(e.BattleEnded) else f"Combat round {event.round}."


def action_declared(story: Story, event: e.ActionDeclared) -> str:
    """Both declarations in one sentence."""
    said = f"{n.capital(story.who(event.side))} declares {event.action.capitalize()}"
    other = story.take(e.ActionDeclared)
    return f"{said}." if other is None else f"{said}, {story.who(other.side)} declares {other.action.capitalize()}."


def side_helped(story: Story, event: e.SideHelped) -> str:
    who = n.capital(story.who(event.side))
    match event.what:
        case "dice":
            return f"{who} rolls {n.plural(abs(event.n), 'die')} {'more' if event.n > 0 else 'fewer'} in this round."
        case "hits":
            return f"{who} deals {n.plural(event.n, 'hit')} more in this round."
        case "locations":
            return f"{who} may choose the location of {n.plural(event.n, 'hit')}."
        case _:
            return f"{who} can flee in spite of successes of the enemy."


def contest_rolled(story: Story, event: e.ContestRolled) -> str:
    """The contest, with its winner if nobody re-rolls."""
    one, two = map(story.who, event.sides)
    said = f"{n.capital(one)} rolls {n.dice(event.aggressor)}; {two} rolls {n.dice(event.defender)}"
    decided = story.take(e.ContestDecided)
    return f"{said}." if decided is None else f"{said}: {_winner(story, decided)}."


def contest_rerolled(story: Story, event: e.ContestRerolled) -> str:
    return f"{n.capital(story.who(event.side))} rolls again and has {n.dice(event.dice)}."


def contest_decided(story: Story, event: e.ContestDecided) -> str:
    return f"{n.capital(_winner(story, event))}."


def _winner(story: Story, event: e.ContestDecided) -> str:
    story.winner = event.winner
    if event.winner is None:
        return "nobody wins the contest"
    by = " by the higher sum" if event.by == "sum" else ""
    return f"{story.who(event.winner)} wins the contest{by}"


SOURCES = {"long_guns": "Long Guns", "chasers": "Chasers"}


def locations_rolled(story: Story, event: e.LocationsRolled) -> str:
    followed = story.leads_to(e.HitApplied, (e.LocationsRolled, e.XAssigned))
    if event.source not in SOURCES and (followed or not event.locations):
        return ""
    who = n.capital(story.who(event.side))
    guns = f"{who}'s {SOURCES[event.source]} deal" if event.source in SOURCES else f"{who} deals"
    if not event.locations:
        return f"{guns} no hit."
    return f"{guns} {n.plural(len(event.locations), 'hit')}: {n.listed([n.location(each) for each in event.locations])}."


def location_set(story: Story, event: e.LocationSet) -> str:
    how = "chooses" if event.by == "card" else "rolls again for"
    return f"{n.capital(story.who(event.side))} {how} the location of hit {event.index + 1}: {n.location(event.location)}."


def shot_used(story: Story, event: e.ShotUsed) -> str:
    return f"{n.capital(story.who(event.side))} uses {n.weapon(event.shot)}."


def x_assigned(story: Story, event: e.XAssigned) -> str:
    run = [event, *story.take_all(e.XAssigned, lambda other: other.side == event.side)]
    if story.comes(e.HitApplied):
        return ""
    places = n.listed([n.location(each.location) for each in run])
    return f"{n.capital(story.who(event.side))} takes {'an X' if len(run) == 1 else f'{len(run)} X'} on {places}."


def hit_applied(story: Story, event: e.HitApplied) -> str:
    """The hits of a volley on one ship, up to the first that is responded to, with the cargo that they cost."""
    run = [event]
    lost: list[str] = []
    while (more := story.take(VOLLEY, lambda other: _on(other) == event.side)) is not None:
        if isinstance(more, e.HitApplied):
            run.append(more)
        elif isinstance(more, e.CargoDiscarded):
            lost += more.cards
    left = {hit.location: hit.value for hit in run}
    found = [f"{n.location(place)} {f'down to {value}' if value else 'destroyed'}" for place, value in left.items()]
    overboard = f" {story.who(event.side)} loses {n.goods(lost)} overboard." if lost else ""
    return f"{n.capital(story.who(event.side))} takes {n.plural(len(run), 'hit')}: {n.listed(found)}.{overboard}"


VOLLEY = (e.HitApplied, e.LocationDestroyed, e.CargoDiscarded)


def _on(event: object) -> Side | None:
    """The side that suffers it in a volley."""
    if isinstance(event, e.CargoDiscarded):
        return event.seat if event.reason == "damage" else None
    return event.side if isinstance(event, e.HitApplied | e.LocationDestroyed) else None


def hit_added(story: Story, event: e.HitAdded) -> str:
    return f"The dangerous freight deals {n.with_article(n.location(event.location))} hit more."


def timbers_braced(story: Story, event: e.TimbersBraced) -> str:
    return f"{story.who(event.seat)} is braced against {n.plural(event.n, 'Hull hit')}."


def hit_cancelled(story: Story, event: e.HitCancelled) -> str:
    who, place = story.who(event.side), n.location(event.location)
    match event.by:
        case "shot":
            return f"{n.capital(who)} takes no harm from a hit on the destroyed {place}."
        case "card":
            return f"A {place} hit on {who} is cancelled."
        case "surgeon":
            return f"{story.whose(event.side)} Surgeon cancels a {place} hit."
        case _:
            return f"{story.whose(event.side)} {n.modification(event.by)} cancels a {place} hit."


def hit_moved(story: Story, event: e.HitMoved) -> str:
    return f"{story.who(event.side)} moves a hit from {n.location(event.from_location)} to {n.location(event.location)}."


def location_destroyed(story: Story, event: e.LocationDestroyed) -> str:
    verb = "are" if event.location.endswith("s") else "is"
    return f"{n.capital(story.whose(event.side))} {n.location(event.location)} {verb} destroyed."


# Crew combat


def boarded(story: Story, event: e.Boarded) -> str:
    return f"{n.capital(story.who(event.side))} boards, and crew combat begins."


def crew_round_rolled(story: Story, event: e.CrewRoundRolled) -> str:
    """Rounds of crew combat; rounds without a hit share a sentence."""
    if _without_hits(event):
        run = story.take_all(e.CrewRoundRolled, _without_hits)
        if run:
            return f"Crew combat, rounds {event.round} to {run[-1].round}: no hits."
    one, two = map(story.who, event.sides)
    return (
        f"Crew combat, round {event.round}: {one} rolls {n.dice(event.aggressor)}"
        f" ({n.plural(event.aggressor_hits, 'hit')}); {two} rolls {n.dice(event.defender)}"
        f" ({n.plural(event.defender_hits, 'hit')})."
    )


def _without_hits(event: e.CrewRoundRolled) -> bool:
    return not event.aggressor_hits and not event.defender_hits


def card_crew_hit(story: Story, event: e.CardCrewHit) -> str:
    return f"The enemy crew is down to {event.left}." if event.left else "The enemy crew is beaten."


def battle_ended(story: Story, event: e.BattleEnded) -> str:
    if event.winner is not None:
        how = "by sinking the enemy" if event.how == "sunk" else "in crew combat"
        return f"{n.capital(story.who(event.winner))} wins the battle {how}."
    match event.how:
        case "sunk":
            return "Both ships sink."
        case "fled":
            who = "A ship" if story.winner is None else n.capital(story.who(story.winner))
            return f"{who} escapes, and the battle is over."
        case _:
            return "The battle ends without a winner."


# What battles bring


def offer_damaged(story: Story, event: e.OfferDamaged) -> str:
    return f"{n.goods(event.cards)} {'was' if len(event.cards) == 1 else 'were'} lost in the damaged hold."


def ship_claimed(story: Story, event: e.ShipClaimed) -> str:
    return f"{story.who(event.seat)} sails on in {story.whose(event.from_side)} {n.ship(event.ship)}."


def plunder_taken(story: Story, event: e.PlunderTaken) -> str:
    winner, loser = story.who(event.seat), story.whose(event.from_seat)
    return f"{winner} takes {loser} {_plunder(event)}."


def _plunder(event: e.PlunderTaken) -> str:
    items = event.items if isinstance(event.items, tuple) else ()
    match event.kind:
        case "gold":
            return n.gold(event.amount)
        case "weapon":
            return n.listed([n.weapon(item) for item in items])
        case "specialist":
            return n.listed([n.glory(item) for item in items])
        case "glory":
            return f"glory card {n.listed([n.glory(item) for item in items])}" if items else "glory card"
        case "rumor":
            return f"rumor {n.listed([n.rumor(item) for item in items])}" if items else "rumor"
        case _:
            return f"cargo: {n.goods(items)}" if items else "cargo"


# Captains and the end


def captain_died(story: Story, event: e.CaptainDied) -> str:
    return f"{story.whose(event.seat)} captain {n.captain(event.captain)} is dead."


def captain_retired(story: Story, event: e.CaptainRetired) -> str:
    return f"{story.whose(event.seat)} captain {n.captain(event.captain)} retires."


def captain_drawn(story: Story, event: e.CaptainDrawn) -> str:
    return f"{story.whose(event.seat)} new captain is {n.captain(event.captain)}."


def captain_set_up(story: Story, event: e.CaptainSetUp) -> str:
    """A new captain, with the gold from the bank (MM-362)."""
    ship = n.with_article(n.ship(event.ship))
    said = f"{n.captain(event.captain)} sails for {story.who(event.seat)} from {n.port(event.port)} with {ship}"
    if story.comes(e.GoldMovedFromStash):
        return f"{said} and 10 gold."
    given = story.take(e.GoldChanged, lambda other: other.reason == "new_captain")
    if given is None or given.amount == 0:
        return f"{said}."
    if isinstance(given.amount, int):
        return f"{said} and {n.gold(given.amount)}."
    return f"{said}; the bank gives what the stash lacks."


def gold_moved_from_stash(story: Story, event: e.GoldMovedFromStash) -> str:
    if not isinstance(event.amount, int):
        return "The stash gives what it holds of them, the bank the rest."
    return f"{n.gold(event.amount)} of it comes from the stash." if event.amount else ""


def victory_declared(story: Story, event: e.VictoryDeclared) -> str:
    points = f"{n.plural(event.track, 'point')} on the track and {n.gold(event.stash)} in the stash"
    return f"{story.who(event.seat)} declares {points}: this is the last round."


def stashes_shown(story: Story, event: e.StashesShown) -> str:
    shown = [f"{story.who(seat)} {n.gold(stash)}" for seat, stash in enumerate(event.stashes)]
    return f"In the stashes lie: {n.listed(shown)}."


ENDINGS = {
    "glory": "The game is over",
    "event_deck_empty": "No event card is left, and the game is over",
    "captain_deck_empty": "No captain card is left, and the game is over",
}


def game_ended(story: Story, event: e.GameEnded) -> str:
    winners = [story.who(row.seat) for row in event.ranking if row.place == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    decisive = story.options.final_comparison
    points = n.listed([f"{story.who(row.seat)} {_points(row, decisive)}" for row in event.ranking])
    several = sum(row.compared for row in event.ranking) > 1
    why = f" {n.FINAL_COMPARISON[decisive]}" if several else ""
    return f"{ENDINGS[event.reason]}: {n.listed(winners)} {won} ({points}).{why}"


def _points(row: Ranked, decisive: str) -> str:
    points = n.plural(row.points, "point")
    apart = decisive == "track" and row.compared and row.points != row.track
    return f"{points}, {row.track} on the track" if apart else points


BATTLE: Mapping[type[e.Event], Narrate] = {
    e.BattleStarted: battle_started,
    e.CombatRoundStarted: combat_round_started,
    e.ActionDeclared: action_declared,
    e.SideHelped: side_helped,
    e.ContestRolled: contest_rolled,
    e.ContestRerolled: contest_rerolled,
    e.ContestDecided: contest_decided,
    e.LocationsRolled: locations_rolled,
    e.LocationSet: location_set,
    e.ShotUsed: shot_used,
    e.XAssigned: x_assigned,
    e.HitApplied: hit_applied,
    e.HitAdded: hit_added,
    e.TimbersBraced: timbers_braced,
    e.HitCancelled: hit_cancelled,
    e.HitMoved: hit_moved,
    e.LocationDestroyed: location_destroyed,
    e.Boarded: boarded,
    e.CrewRoundRolled: crew_round_rolled,
    e.CardCrewHit: card_crew_hit,
    e.BattleEnded: battle_ended,
    e.OfferDamaged: offer_damaged,
    e.ShipClaimed: ship_claimed,
    e.PlunderTaken: plunder_taken,
    e.CaptainDied: captain_died,
    e.CaptainRetired: captain_retired,
    e.CaptainDrawn: captain_drawn,
    e.CaptainSetUp: captain_set_up,
    e.GoldMovedFromStash: gold_moved_from_stash,
    e.VictoryDeclared: victory_declared,
    e.StashesShown: stashes_shown,
    e.GameEnded: game_ended,
}
