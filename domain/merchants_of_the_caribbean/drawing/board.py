"""The board: the harbour and what lies around it, a panel for each seat, and the faces of the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from domain.drawing import Area, Board, Colour, Face, Fact, Group, Word
from domain.icons import Icon
from domain.kit.plain_words import LONGEST_LABEL
from domain.kit.words import capital

from ..content import DECK_LISTS, Card, ExpeditionRequest, Person, Ship, TaxIncrease
from ..options import Options
from ..texts.names import name, skill, symbols
from ..texts.rules import HARBOUR, expedition_text, game_text, ship_text, tax_text

PERSON_ICONS: Mapping[str, Icon] = {
    "settler": "pickaxe",
    "captain": "ship-wheel",
    "priest": "church",
    "jack_of_all_trades": "drama",
    "sailor": "sword",
    "pirate": "skull",
    "trader": "handshake",
    "mademoiselle": "gem",
    "jester": "party-popper",
    "admiral": "medal",
    "governor": "crown",
}
SEAT_COLOURS = ("teal", "rust", "violet", "olive", "navy")
COLOURS: Mapping[str, Colour] = {
    "yellow": Colour("#8a6d00", "#e3c74f"),
    "blue": Colour("#1f56a8", "#7fb0f0"),
    "green": Colour("#22663a", "#8ed6a2"),
    "red": Colour("#a32014", "#ff9c8c"),
    "black": Colour("#2b2b33", "#c3c7d0"),
    "teal": Colour("#0b6a70", "#3fb7b7"),
    "rust": Colour("#9a4412", "#ef9a5c"),
    "violet": Colour("#5b45ab", "#a994f5"),
    "olive": Colour("#52701a", "#a5cb5a"),
    "navy": Colour("#27406b", "#93b2e6"),
}
"""Those of the Ships' flags, and one for each seat."""
WORDS: Mapping[str, Word] = {
    "cards": Word("Cards", "layers"),
    "coins": Word("Coins", "coins"),
    "influence": Word("Influence", "star"),
    "strength": Word("Strength", "swords"),
    "cost": Word("Cost", "tag"),
    "requests": Word("Expeditions completed", "flag"),
    "discount": Word("Off each price", "tag"),
    "extra_takes": Word("More cards to take", "hand"),
    "empty_harbour_coins": Word("Coins for an empty harbour", "party-popper"),
    "place": Word("Place", "trophy"),
    "ship_types": Word("Types of Ship", "ship"),
    "known_coins": Word("Known to be among the coins", "hand-coins"),
    "round": Word("Round", "rotate-cw"),
    "round_limit": Word("Last round at most", "rotate-cw"),
    "turn": Word("Turn", "clock"),
    "target": Word("Influence that ends the game", "trophy"),
    "reveals": Word("Cards revealed in this turn", "eye"),
    "takes_left": Word("Cards still to take", "hand"),
    "barren_turns": Word("Turns without a move", "pause"),
    "final_round": Word("The game ends", "bell"),
    "threshold": Word("Taxed from this many coins", "landmark"),
    "bonus": Word("Bonus in coins", "gift"),
    "bust_chance": Word("Chance of a bust", "bomb"),
    # Marks
    "busts": Word("A bust if it is kept", "bomb"),
    "keeping_busts": Word("A bust", "bomb"),
}
GROUPS = (
    Group("discover", "Discover"),
    Group("take", "Take from the harbour"),
    Group("expedition", "Expeditions"),
    Group("finish", "Finish"),
)


def board(options: Options, names: Sequence[str]) -> Board:
    return Board(
        areas=(*_shared_areas(options), *(area for seat, player in enumerate(names) for area in _seat_areas(seat, player))),
        faces=_faces(options.deck),
        words=WORDS,
        colours=COLOURS,
        groups=GROUPS,
    )


def _shared_areas(options: Options) -> Iterator[Area]:
    yield Area(id="game", kind="panel", name="The game", icon="hourglass", text=game_text(options))
    yield Area(id="harbour", kind="row", name="Harbour", main=True, icon="anchor", text=HARBOUR)
    yield Area(id="revealed", kind="row", name="Just revealed", icon="eye")
    yield Area(id="requests", kind="row", name="Expedition Requests", icon="flag")
    yield Area(id="draw_deck", kind="pile", name="Draw deck", home=True, icon="layers")
    yield Area(id="discard_pile", kind="pile", name="Discard pile", home=True, icon="archive")


def _seat_areas(seat: int, player: str) -> Iterator[Area]:
    panel = f"seat/{seat}"
    yield Area(id=panel, kind="panel", name=player[:LONGEST_LABEL], seat=seat, icon="user", colour=SEAT_COLOURS[seat])
    yield Area(id=f"{panel}/markers", kind="row", name="Markers", inside=panel, seat=seat, icon="flag")
    yield Area(id=f"{panel}/persons", kind="row", name="Display", inside=panel, seat=seat, icon="users")
    yield Area(id=f"{panel}/requests", kind="row", name="Expeditions completed", inside=panel, seat=seat, icon="flag")
    yield Area(id=f"{panel}/coins", kind="pile", name="Coins", inside=panel, seat=seat, icon="coins", home=True)


@cache
def _faces(deck_id: str) -> Mapping[str, Face]:
    """Of every card that any revision of the deck has."""
    return {card.id: _face(card) for (deck, _), listed in DECK_LISTS.items() if deck == deck_id for card in listed.cards}


def _face(card: Card) -> Face:
    example = f"{card.id}:1"
    match card:
        case Ship():
            strength = "skull" if card.strength is None else card.strength
            return Face(
                kind="ship",
                name=card.name,
                icon="ship",
                colour=card.colour,
                facts=(("coins", card.coins), ("strength", strength)),
                text=ship_text(card),
                source=card.source,
            )
        case Person():
            text = f"{capital(skill(example))}."
            facts: tuple[Fact, ...] = (("cost", card.cost), ("influence", card.influence))
            facts += (("strength", card.strength),) if card.strength else ()
            return Face(
                kind="person", name=name(example), icon=PERSON_ICONS[card.type], facts=facts, text=text, source=card.source
            )
        case ExpeditionRequest():
            facts = (("influence", card.influence), ("coins", card.reward.coins))
            title = f"For {symbols(card.requires)}"
            return Face(kind="request", name=title, icon="flag", facts=facts, text=expedition_text(card), source=card.source)
        case TaxIncrease():
            facts = (("threshold", card.threshold), ("bonus", card.bonus.coins))
            return Face(kind="tax", name=card.name, icon="landmark", facts=facts, text=tax_text(card), source=card.source)
