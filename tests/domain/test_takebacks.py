"""Takebacks in random games of every kind: the position returns as it was, and nobody knows more than before."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from conformance.playing import Broken, Chance, seats_of
from conformance.takebacks import shows_nothing, what_may_be_taken_back_shows_nothing
from domain import session
from domain.game import AnyGame, Rejected
from domain.merchants_and_marauders import events as marauders
from domain.merchants_of_the_caribbean import events as merchants
from domain.pirates_of_maracaibo import events as maracaibo
from domain.session import Session, SessionRecorder, TakenBack, lifecycle, takebacks
from domain.session.lifecycle import (
    AcceptTakeback,
    AskTakeback,
    CreateGame,
    Dealer,
    DeclineTakeback,
    HandToBot,
    SeatPlan,
    TakeBack,
)
from domain.session.rights import HOST, Actor
from domain.session.takebacks import Action, last_action
from tests.support.changed import changed
from tests.support.games import GAMES, OURS
from tests.support.takeback_oracle import Walked, decision, destination
from tests.versions.last_stick import GAME as STICKS
from tests.versions.last_stick import Take

HUMAN = SeatPlan(kind="human")
MERCHANTS, MARAUDERS, MARACAIBO = (
    OURS[name] for name in ("merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo")
)
ACTIONS = 120
"""Of a random game."""
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


class Played:
    """A game with its whole past, as the domain sees it."""

    def __init__(self, game: AnyGame, seats: int, takeback: Any, seed: int = 1, **fields: Any) -> None:
        self.game, self.dealer = game, Dealer(seed.to_bytes(32, "big"), "a-game")
        command = CreateGame(ruleset=game.name, seats=(HUMAN,) * seats, takeback=takeback, **fields)
        done = lifecycle.create(game, command, self.dealer)
        self.steps = [Walked(1, Actor("visitor"), None, done.events, None)]
        self.tables: list[Session[Any]] = [done.state]
        self.last: Action | None = None

    @property
    def now(self) -> Session[Any]:
        return self.tables[-1]

    @property
    def state(self) -> Any:
        """Of the rules."""
        return self.now.state

    @property
    def version(self) -> int:
        return len(self.tables)

    def at(self, version: int) -> Session[Any]:
        return self.tables[version - 1]

    def reveals(self, action: Action) -> bool:
        assert action.reveals is not None, "it was decided here"
        return action.reveals

    def state_at(self, version: int) -> Any:
        return self.at(version).state

    def admit(self, done: SessionRecorder) -> None:
        """May refuse what the rules have decided."""

    def give(self, actor: Actor, command: Any, *, repeatable: bool = True) -> list[Any]:
        done = lifecycle.decide(self.game, self.now, actor, command, self.dealer, self.version + 1, self)
        self.admit(done)
        action = None if isinstance(command, lifecycle.COMMANDS) else command
        self.steps.append(Walked(self.version + 1, actor, action, done.events, self.now, repeatable))
        self.last = last_action(
            self.game, self.last, self.version + 1, actor, done.events,
            begun=self.state is not None, repeatable=repeatable, drew=done.drew,
        )  # fmt: skip
        self.tables.append(done.state)
        return done.events

    def by(self, seat: int, command: Any) -> list[Any]:
        return self.give(Actor("player", seat), command)

    def refusal(self, seat: int, command: Any) -> str:
        with pytest.raises(Rejected) as refused:
            self.by(seat, command)
        return refused.value.code

    def act(self, chance: random.Random) -> int:
        """A random action; returns its seat."""
        seat = chance.choice(session.to_act(self.game, self.now))
        self.by(seat, chance.choice(list(self.game.rules.legal_commands(self.now.state, seat))))
        return seat

    def try_to_take_back(self, seat: int) -> TakenBack | None:
        """The seat asks, and all others agree; None if it is refused."""
        try:
            events = self.by(seat, AskTakeback(seat=seat))
        except Rejected:
            return None
        while self.now.takeback_asked is not None:
            other = takebacks.waiting_for(self.now)[0]
            events = self.by(other, AcceptTakeback(seat=other))
        assert isinstance(events[-1], TakenBack)
        return events[-1]


def fetched(game: AnyGame, now: Session[Any]) -> list[Any]:
    """Whatever anybody can ask about a position."""
    state, names = now.state, now.names
    found: list[Any] = [
        session.to_act(game, now),
        session.turn(game, now),
        game.rules.turn_seat(state),
        now.status,
        now.outcome,
    ]
    spectators = game.gate.view(state, None)
    found += [game.words.asked(spectators, seat, names) for seat in session.to_act(game, now)]
    for viewer in (None, *range(len(now.seats))):
        view = game.gate.view(state, viewer)
        found.append(msgspec.json.encode(view, order="deterministic"))
        if game.drawing is not None:
            found.append(msgspec.json.encode(game.drawing.picture(view, viewer), order="deterministic"))
        if viewer is not None:
            legal = list(game.rules.legal_commands(state, viewer))
            found.append([(each, game.words.describe(view, viewer, each, names)) for each in legal])
    return found


@pytest.mark.threat("T-08")
@every_game
@pytest.mark.parametrize("takeback", ["own", "consent"])
def test_after_a_takeback_everything_is_as_it_was_and_nobody_knows_more(game: AnyGame, takeback: str) -> None:
    chance, played = random.Random(f"{game.name} {takeback}"), Played(game, max(2, seats_of(game)[0]), takeback)
    taken = 0
    for _ in range(ACTIONS):
        if played.now.over:
            break
        acted = played.act(chance)
        asking = acted if chance.random() < 0.4 else chance.randrange(len(played.now.seats))
        undone = [step for step in played.steps if step.action is not None]
        back = None if played.now.over else played.try_to_take_back(asking)
        if back is None:
            continue
        taken += 1
        then, now = played.at(back.to_version), played.now
        assert fetched(game, now) == fetched(game, then)
        assert msgspec.structs.replace(now, state=None) == msgspec.structs.replace(then, state=None, takeback_asked=None)
        assert bytes(back.state) == bytes(session.position(then.state))
        for step in undone:
            if step.version > back.to_version:
                assert step.before is not None
                draws = played.dealer.draws(step.before.client_seeds, step.version)
                done = game.rules.decide(step.before.state, step.actor.seat or 0, step.action, draws)
                assert not draws.used, "a takeback goes past chance"
                for viewer in (None, *range(len(now.seats))):
                    shows_nothing(game, step.before.state, step.actor.seat or 0, step.action, done, viewer, Chance(1))
    assert taken >= 3 or not OURS.get(game.name), "the game has nothing that can be taken back"


@every_game
@pytest.mark.parametrize("takeback", ["own", "consent"])
def test_takebacks_are_decided_as_by_walking_through_the_whole_log(game: AnyGame, takeback: str) -> None:
    found: set[str] = set()
    for seed in range(4):
        chance, played = random.Random(f"{game.name} {takeback} {seed}"), Played(game, seats_of(game)[-1], takeback, seed)
        while not played.now.over and played.version < 2 * ACTIONS:
            played.act(chance)
            while not played.now.over and chance.random() < 0.7:
                seat = chance.randrange(len(played.now.seats))
                if chance.random() < 0.1 and session.to_act(game, played.now):
                    _let_a_bot_act(played, chance)
                if played.now.over or played.now.seats[seat].kind == "bot":
                    continue
                for each in range(len(played.now.seats)):
                    if played.now.seats[each].kind != "bot":
                        found.add(_decided_alike(played, each))
                played.try_to_take_back(seat)
    assert "back" in found or not OURS.get(game.name)
    assert len(found) >= 2


def _decided_alike(played: Played, seat: int) -> str:
    """What becomes of a takeback of this seat, which both ways of deciding it must say."""
    expected = destination(played.game, played.now, seat, played.dealer.draws, played.steps)
    assert decision(played.now, seat, played) == expected
    return expected[0]


def _let_a_bot_act(played: Played, chance: random.Random) -> None:
    """A bot takes the place of a player for one action."""
    seat = session.to_act(played.game, played.now)[0]
    played.give(HOST, HandToBot(seat=seat, level="random"))
    played.give(Actor("bot", seat), chance.choice(list(played.game.rules.legal_commands(played.state, seat))))
    if not played.now.over:
        played.by(seat, TakeBack(seat=seat))


@pytest.mark.threat("T-08")
@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (MERCHANTS, merchants.CardRevealed),
        (MERCHANTS, merchants.CoinsPaid),
        (MARACAIBO, maracaibo.SpaceRefilled),
        (MARACAIBO, maracaibo.QuestGained),
        (MARAUDERS, marauders.OfferDrawn),
        (MARAUDERS, marauders.FrameOpened),
    ],
    ids=lambda each: getattr(each, "name", getattr(each, "__name__", "")),
)
def test_a_game_that_leaves_out_a_revealing_event_breaks_its_promise(game: AnyGame, kind: type) -> None:
    def reveals(event: Any) -> bool:
        return not isinstance(event, kind) and game.gate.reveals(event)

    careless = changed(game, gate={"reveals": reveals})
    with pytest.raises(Broken, match=r"shows .* something hidden"):
        _check(careless)


def _check(game: AnyGame) -> None:
    for seed in range(1, 4):
        for seats in seats_of(game):
            what_may_be_taken_back_shows_nothing(game, seats, seed)


# The rules, in a game in which nothing is hidden and each seat takes sticks in turn


def take(played: Played, sticks: int = 1) -> int:
    """The seat whose turn it is takes sticks."""
    seat: int = played.state.seat
    played.by(seat, Take(sticks))
    return seat


def test_own_actions_are_taken_back_one_after_the_other() -> None:
    played = Played(STICKS, 2, "own")
    first = take(played)
    assert isinstance(played.by(first, AskTakeback(seat=first))[0], TakenBack)
    assert played.now.state == played.at(1).state
    assert take(played, 2) == first
    second = take(played)
    played.by(second, AskTakeback(seat=second))
    assert played.now.state == played.at(4).state
    assert played.refusal(second, AskTakeback(seat=second)) == "others_acted_since"
    played.by(first, AskTakeback(seat=first))
    assert played.now.state == played.at(1).state, "what the other took back stands between no more"
    assert played.refusal(first, AskTakeback(seat=first)) == "nothing_to_take_back"


def test_others_agree_first_where_they_have_acted_since() -> None:
    played = Played(STICKS, 3, "consent")
    first, second, third = take(played), take(played), take(played)
    assert not any(isinstance(event, TakenBack) for event in played.by(first, AskTakeback(seat=first)))
    assert takebacks.waiting_for(played.now) == tuple(sorted((second, third)))
    assert played.refusal(second, AskTakeback(seat=second)) == "takeback_pending"
    assert played.refusal(first, AcceptTakeback(seat=first)) == "takeback_is_yours"
    assert played.refusal(first, DeclineTakeback(seat=first)) == "takeback_is_yours"
    played.by(third, AcceptTakeback(seat=third))
    assert played.refusal(third, AcceptTakeback(seat=third)) == "takeback_answered"
    assert played.now.state != played.at(1).state
    played.by(second, AcceptTakeback(seat=second))
    assert (played.now.state, played.now.takeback_asked) == (played.at(1).state, None)
    assert played.refusal(second, AcceptTakeback(seat=second)) == "no_takeback_asked"


def test_a_request_ends_when_it_is_declined_or_somebody_acts_or_a_seat_changes_hands() -> None:
    played = Played(STICKS, 3, "consent")
    first, second = take(played), take(played)
    third: int = played.state.seat
    for ending in (
        lambda: played.by(second, DeclineTakeback(seat=second)),
        lambda: take(played),
        lambda: played.give(HOST, HandToBot(seat=third, level="random")),
    ):
        played.by(first, AskTakeback(seat=first))
        asked = played.now.takeback_asked
        assert asked is not None
        ending()
        assert played.now.takeback_asked is None
        assert played.refusal(second, AcceptTakeback(seat=second)) == "no_takeback_asked"


def test_bots_agree() -> None:
    played = Played(STICKS, 2, "consent")
    first = take(played)
    second: int = played.state.seat
    played.give(HOST, HandToBot(seat=second, level="random"))
    played.give(Actor("bot", second), Take(1))
    played.by(first, AskTakeback(seat=first))
    assert played.now.state == played.at(1).state
    assert played.now.seats[second].kind == "bot", "only the state of the rules returns"
    assert played.refusal(second, AskTakeback(seat=second)) == "seat_played_by_bot"


def test_nothing_is_taken_back_unless_the_game_was_created_so_or_after_its_end() -> None:
    never, over = Played(STICKS, 2, msgspec.UNSET), Played(STICKS, 2, "own")
    assert never.refusal(take(never), AskTakeback(seat=1 - never.state.seat)) == "takeback_not_allowed"
    while not over.now.over:
        last = take(over, min(3, over.state.sticks))
    assert over.refusal(last, AskTakeback(seat=last)) == "game_over"


@pytest.mark.threat("T-08")
def test_use_of_chance_is_noticed_though_no_event_reveals_anything() -> None:
    """Otherwise a die could be rolled until it falls well."""

    def decide(state: Any, seat: int, command: Any, rng: Any) -> Any:
        done = STICKS.rules.decide(state, seat, command, rng)
        if command.sticks == 2:
            rng.below(6)
        return done

    played = Played(changed(STICKS, rules={"decide": decide}), 2, "consent")
    first, second = take(played, 2), take(played)
    assert played.refusal(first, AskTakeback(seat=first)) == "takeback_past_reveal"
    played.by(second, AskTakeback(seat=second))
    assert played.now.state == played.at(2).state


def test_what_older_rules_decided_is_not_taken_back() -> None:
    played = Played(STICKS, 2, "own")
    first = played.state.seat
    played.give(Actor("player", first), Take(1), repeatable=False)
    assert played.refusal(first, AskTakeback(seat=first)) == "takeback_past_reveal"


def test_branches_and_rematches_have_the_same_takebacks() -> None:
    played = Played(STICKS, 2, "own")
    take(played)
    dealer = Dealer(bytes(32), "another")
    command = lifecycle.BranchGame(parent="a-game", version=1)
    branched = lifecycle.branch(STICKS, command, played.at(1), None, dealer, revealed=False).state
    again = lifecycle.rematch(msgspec.structs.replace(played.now, status="finished"), "a-game", 0)
    assert (branched.takeback, again.takeback) == ("own", "own")
