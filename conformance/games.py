"""Promises of whole games, looked at after every command of random ones."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from math import isclose
from typing import Any

import msgspec

from conformance.playing import Broken, Chance, Step, as_json, as_stored, either, hold, list_of, options_of, play, refusal
from conformance.record import made_up, near
from domain.game import AnyGame, Hidden, Outcome, Rejected, Secret
from domain.kit import open_information

SECRET = msgspec.to_builtins(Secret())


def names(seats: int) -> list[str]:
    return [f"Player {letter}" for letter in "ABCDEFGH"[:seats]]


def it_runs_to_its_end(game: AnyGame, seats: int, seed: int) -> None:
    """Turns count up; at the end there is an outcome with a reason and a score for each seat, and shares and criteria that
    fit it."""
    last, turn, round_ = _last(game, seats, seed), 1, 0
    for step in play(game, seats, seed):
        hold(game.rules.outcome(step.before) is None, "there is an outcome while somebody is asked something")
        now = game.rules.turn(step.after)
        hold(now >= turn, f"`rules.turn` goes back from {turn} to {now}")
        turn = now
        if game.rules.round is not None:
            counted = game.rules.round(step.after)
            hold(counted >= round_, f"`rules.round` goes back from {round_} to {counted}")
            round_ = counted
    outcome = game.rules.outcome(last.after)
    if outcome is None:
        raise Broken("nobody is asked anything, and there is no outcome")
    hold(outcome.reason, "the outcome has no reason")
    hold(len(outcome.scores) == seats, f"the outcome has {len(outcome.scores)} scores for {seats} seats")
    for seat, score in enumerate(outcome.scores if outcome.parts else ()):
        parts = sum(part.scores[seat] for part in outcome.parts)
        hold(parts == score, f"the parts of the score of seat {seat} add up to {parts}, not to {score}")
    if game.rules.points is not None:
        points, scores = [*game.rules.points(last.after)], [*outcome.scores, *(each.score for each in outcome.opponents)]
        hold(points == scores, f"`rules.points` ends with {points}, and the scores are {scores}")
    hold(len({part.id for part in outcome.parts}) == len(outcome.parts), "two parts of the score have the same id")
    hold(set(outcome.winners) <= set(range(seats)), f"the winners {outcome.winners} are no seats")
    the_criteria_find_the_winners(game, last.after, outcome)
    shares = list(game.bots.win_shares(last.after))
    if outcome.winners:
        fair = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(seats)]
        hold(_close(shares, fair), f"`bots.win_shares` is {shares} where the winners are {outcome.winners}")
    else:
        drawn, lost = [1 / seats] * seats, [0.0] * seats
        hold(_close(shares, drawn) or _close(shares, lost), f"`bots.win_shares` is {shares} in a game that nobody won")


def the_criteria_find_the_winners(game: AnyGame, state: Any, outcome: Outcome) -> None:
    """Raises Broken unless those who are best by all of `rules.criteria` have won."""
    if game.rules.criteria is None:
        return
    all_of_them = len(outcome.scores) + len(outcome.opponents)
    left = set(range(all_of_them))
    for each in game.rules.criteria(state):
        said = f"the criterion {each.name} has {len(each.figures)} figures for {all_of_them}"
        hold(len(each.figures) == all_of_them, said)
        if len(left) > 1:
            left = each.best(left)
    beaten = {len(outcome.scores) + at for at, each in enumerate(outcome.opponents) if each.won}
    won = set(outcome.winners) | beaten
    hold(left == won, f"by `rules.criteria` {sorted(left)} would win, and the outcome says {sorted(won)}")


def the_state_is_the_fold_of_the_events(game: AnyGame, seats: int, seed: int) -> None:
    """Folding the events gives the state of the recorder, command by command and all at once, and changes no state."""
    first = game.rules.setup(options_of(game, seats, seed), seats, Chance(seed))
    hold(game.fold(first.events) == first.state, "the fold of the set-up is not its state")
    events, state, written = list(first.events), first.state, as_json(first.state)
    for step in play(game, seats, seed):
        folded = game.fold(step.events, step.before)
        same = as_json(step.before) == written
        hold(same, f"`rules.decide` or `rules.evolve` change a state in place, at {step.command}")
        written = as_json(step.after)
        hold(folded == step.after, f"the events of {step.command} do not fold to its state")
        events += step.events
        state = step.after
    hold(game.fold(events) == state, "the fold of all events is not the last state")


def a_turn_is_of_one_seat(game: AnyGame, seats: int, seed: int) -> None:
    """`turn_seat` stays the same in a turn, and every seat has turns, or none where all decide at once."""
    whose: dict[int, int] = {}
    for step in play(game, seats, seed):
        seat = game.rules.turn_seat(step.before)
        if seat is not None:
            turn = game.rules.turn(step.before)
            hold(
                whose.setdefault(turn, seat) == seat, f"turn {turn} is first that of seat {whose[turn]}, then of seat {seat}"
            )
    having = set(whose.values())
    hold(not having or having == set(range(seats)), f"only the seats {sorted(having)} ever have a turn")


def what_is_decided_at_once_stays_the_question(game: AnyGame, seats: int, seed: int) -> None:
    """While `gate.decides_on` stays the same for a seat that is asked beside others, so do its legal commands, the turn and
    the round; and where a game answers with less than the view, that spares somebody a 412."""
    rules, decides_on, view = game.rules, game.gate.decides_on, game.gate.view
    if decides_on is open_information.decides_on:
        return
    less = kept = 0
    for step in play(game, seats, seed):
        asked, still = rules.to_act(step.before), rules.to_act(step.after)
        for seat in set(asked) & set(still) if len({*asked, *still}) > 1 else ():
            seen, other = view(step.before, seat), seat != step.seat
            before, after = decides_on(seen, seat), decides_on(view(step.after, seat), seat)
            if other and before != seen:
                less, kept = less + 1, kept + (before == after)
            if before == after:
                who = f"`gate.decides_on` stays the same for seat {seat} while {step.command} of seat {step.seat} changes"
                legal, counted = rules.legal_commands, rules.round or rules.turn
                hold(not other or legal(step.before, seat) == legal(step.after, seat), f"{who} what it may do")
                hold(rules.turn(step.before) == rules.turn(step.after), f"{who} the turn")
                hold(counted(step.before) == counted(step.after), f"{who} the round")
                hold(other or set(still) <= set(asked), f"{who} who is asked: a question is put anew")
    hold(kept or not less, "each decision of others changes what `gate.decides_on` answers: leave out what they change")


def a_game_read_from_its_log_goes_on_the_same(game: AnyGame, seats: int, seed: int) -> None:
    """Logs and the positions of branches are stored with sorted keys. Neither the list of commands nor a draw may depend on
    the order of a mapping."""
    decode = msgspec.json.Decoder(list_of(either(game.types.events))).decode
    stored = game.fold(decode(as_stored(game.rules.setup(options_of(game, seats, seed), seats, Chance(seed)).events)))
    for number, step in enumerate(play(game, seats, seed)):
        hold(stored == step.before, "the state read from the log differs")
        hold(game.rules.legal_commands(stored, step.seat) == step.legal, "after reading the log other commands are legal")
        once, again = (game.rules.decide(state, step.seat, step.command, Chance(seed)) for state in (step.before, stored))
        hold(again.events == once.events, f"after reading the log {step.command} leads to other events")
        if number % 5 == 0:
            restored = msgspec.json.decode(as_stored(step.before), type=game.types.state)
            hold(game.rules.legal_commands(restored, step.seat) == step.legal, "in a branch other commands are legal")
            branched = game.rules.decide(restored, step.seat, step.command, Chance(seed)).events
            hold(branched == once.events, f"in a branch {step.command} leads to other events")
        stored = game.fold(decode(as_stored(step.events)), stored)


def the_same_chance_gives_the_same_events(game: AnyGame, seats: int, seed: int) -> None:
    """All chance comes from the `rng`."""
    first, second = ([step.events for step in play(game, seats, seed)] for _ in range(2))
    hold(first == second, "the same commands with the same chance lead to other events: some chance is not from the `rng`")


def everything_survives_json(game: AnyGame, seats: int, seed: int) -> None:
    """States, views, commands and events, redacted ones too, are the same after JSON."""

    def surviving(kind: Any, what: str) -> Callable[[Any], None]:
        decode = msgspec.json.Decoder(kind).decode

        def survives(value: Any) -> None:
            try:
                same = decode(msgspec.json.encode(value)) == value
            except msgspec.ValidationError as error:
                raise Broken(f"a {what} of the rules does not fit its type: {error}: {value}") from error
            hold(same, f"a {what} is changed by JSON: {value}")

        return survives

    state, view = surviving(game.types.state, "state"), surviving(game.types.view, "view")
    command = surviving(either((*game.types.commands, type(None))), "command")
    event = surviving(either((*game.types.events, type(None))), "event")
    for step in play(game, seats, seed):
        state(step.after)
        view(game.gate.view(step.after, step.seat))
        view(game.gate.open_view(step.after))
        for each in step.legal:
            command(each)
            command(game.gate.redact_command(each, step.seat, None))
        for each in step.events:
            event(each)
            event(game.gate.redact(each, None))


def commands_are_accepted_if_and_only_if_they_are_legal(game: AnyGame, seats: int, seed: int) -> None:
    """`check`, `decide` and `legal_commands` agree, on commands of other positions and on made-up ones too."""
    earlier: dict[bytes, Any] = {}
    seen: dict[str, set[Any]] = defaultdict(set)
    for number, step in enumerate(play(game, seats, seed)):
        listed = {as_json(command) for command in step.legal}
        hold(len(listed) == len(step.legal), "a command is listed twice")
        for seat in set(range(seats)) - set(game.rules.to_act(step.before)):
            hold(not game.rules.legal_commands(step.before, seat), f"seat {seat} is not asked and has legal commands")
            why = refusal(game, step.before, seat, step.command)
            hold(why is not None, f"seat {seat} is not asked, and {step.command} is accepted")
        for command in step.legal:
            why = refusal(game, step.before, step.seat, command)
            hold(why is None, f"{command} is listed, but refused: {why}")
            if number % 10 == 0:
                game.rules.decide(step.before, step.seat, command, Chance(seed))
            earlier[as_json(command)] = command
            for name in command.__struct_fields__:
                value = msgspec.to_builtins(getattr(command, name))
                if isinstance(value, str | int):
                    seen[name].add(value)
        others = list(earlier.values())[:: 1 + number % 7]
        if number % 10 == 0:
            others += [command for kind in game.types.commands for command in made_up(kind, seen)]
        others += near(step.legal)
        for command in others:
            if as_json(command) not in listed:
                _refused_alike(game, step, command)


def _refused_alike(game: AnyGame, step: Step, command: Any) -> None:
    """`check` and `decide` agree, and accept nothing beyond the list."""
    why = refusal(game, step.before, step.seat, command)
    hold(why is not None, f"{command} is accepted, and `rules.legal_commands` does not list it")
    assert why is not None
    try:
        game.rules.decide(step.before, step.seat, command, Chance(1))
    except Rejected as refused:
        hold((refused.code, refused.params) == (why[0], why[2]), f"`check` and `decide` refuse {command} differently")
    else:
        raise Broken(f"`decide` accepts {command}, which `check` refuses")


def no_list_is_longer_than_declared(game: AnyGame, seats: int, seed: int) -> None:
    """A position has at most `bots.longest_list` legal commands."""
    for step in play(game, seats, seed):
        found, most = len(step.legal), game.bots.longest_list
        hold(found <= most, f"a position has {found} legal commands, and `bots.longest_list` is {most}")


def what_is_hidden_makes_no_difference(game: AnyGame, seats: int, seed: int) -> None:
    """If everything hidden from a viewer is dealt again, the viewer sees, may do, is refused and reads the same."""
    chance = Chance(seed)
    for step in play(game, seats, seed):
        for viewer in (*range(seats), None):
            view = game.gate.view(step.after, viewer)
            other = game.bots.determinize(view, viewer, chance)
            who = "a spectator" if viewer is None else f"seat {viewer}"
            hold(game.gate.view(other, viewer) == view, f"`bots.determinize` changes what {who} sees")
            hold(game.rules.to_act(other) == game.rules.to_act(step.after), "what is hidden decides who is asked")
            hold(
                (game.rules.turn(other), game.rules.turn_seat(other), game.rules.outcome(other))
                == (game.rules.turn(step.after), game.rules.turn_seat(step.after), game.rules.outcome(step.after)),
                f"turn or outcome show {who} what is hidden from it",
            )
            if viewer is None:
                continue
            legal = game.rules.legal_commands(step.after, viewer)
            hold(game.rules.legal_commands(other, viewer) == legal, f"what is hidden from {who} decides what it may do")
            here, there = (refusal(game, state, viewer, step.command) for state in (step.after, other))
            hold(here == there, f"what is hidden from {who} decides how {step.command} is refused")


def what_is_hidden_never_leaves(game: AnyGame, seats: int, seed: int) -> None:
    """Redacting twice hides no more than once, and the open view differs from the others only where they hide something."""
    for step in play(game, seats, seed):
        for viewer in (*range(seats), None):
            for event in step.events:
                once = game.gate.redact(event, viewer)
                _says_no_more(event, once, game.gate.redact(once, viewer) if once is not None else None)
            known = game.gate.redact_command(step.command, step.seat, viewer)
            again = game.gate.redact_command(known, step.seat, viewer) if known is not None else None
            _says_no_more(step.command, known, again)
        own = game.gate.redact_command(step.command, step.seat, step.seat)
        hold(own == step.command, f"{step.command} is hidden from the seat that gave it")
        shown = msgspec.to_builtins(game.gate.view(step.after, None))
        same_but_for_hidden(msgspec.to_builtins(game.gate.open_view(step.after)), shown)


def _says_no_more(thing: Any, once: Any, twice: Any) -> None:
    """Redacted once and twice it is the same, and of the type that it was."""
    if once is not None:
        hold(type(once) is type(thing), f"redacting makes another type of {thing}")
    hold(twice == once, f"redacting {thing} twice hides more than once")


def same_but_for_hidden(everything: Any, shown: Any) -> None:
    """Raises Broken where a view differs from the open one without saying that something is hidden."""
    if shown == SECRET or (shown is None and everything is not None):
        hold(everything != SECRET, "the open view hides something")
    elif isinstance(shown, dict) and shown.get("hidden") is True:
        # A single name or number counts as one.
        count = len(everything) if isinstance(everything, list | tuple | dict) else 1
        hold(count == msgspec.convert(shown, Hidden).count, f"`Hidden` says that {shown} replaces {count} things")
    elif isinstance(shown, dict):
        hold(everything.keys() == shown.keys(), f"the fields of a view differ: {sorted(shown)}, {sorted(everything)}")
        for key, value in shown.items():
            same_but_for_hidden(everything[key], value)
    elif isinstance(shown, list | tuple):
        hold(len(everything) == len(shown), "a list in a view leaves out what is hidden instead of saying so")
        for one, other in zip(everything, shown, strict=True):
            same_but_for_hidden(one, other)
    else:
        hold(everything == shown, f"a view shows {shown!r} where there is {everything!r}")


def everything_can_be_told(game: AnyGame, seats: int, seed: int) -> None:
    """Each offer has a sentence and a preview, each command that somebody sees a line."""
    players, options = names(seats), options_of(game, seats, seed)
    for step in play(game, seats, seed):
        view = game.gate.view(step.before, step.seat)
        for command in step.legal:
            sentence = game.words.describe(view, step.seat, command, players)
            hold(sentence.strip() == sentence != "", f"`words.describe` says {sentence!r} of {command}")
            previewed(game, view, step.seat, command)
        for viewer in (None, *range(seats)):
            told(game, step.events, viewer, players, options)


def previewed(game: AnyGame, view: Any, seat: int, command: Any) -> None:
    """Raises Broken where a preview has other fields than its type says."""
    found = dict(game.words.preview(view, seat, command))
    msgspec.json.encode(found)
    if game.types.preview is not None:
        try:
            known = msgspec.convert(found, game.types.preview)
        except msgspec.ValidationError as error:
            raise Broken(f"`words.preview` of {command} does not fit `types.preview`: {error}") from error
        hold(
            msgspec.to_builtins(known) == found,
            f"`words.preview` of {command} has fields that `types.preview` lacks: {found}",
        )


def told(game: AnyGame, events: Sequence[Any], viewer: int | None, players: Sequence[str], options: Any) -> str:
    """The sentences on events for a viewer. Raises Broken if there is none."""
    seen = [event for event in (game.gate.redact(each, viewer) for each in events) if event is not None]
    line = game.words.narrate(seen, players, options)
    hold(line or not seen, f"`words.narrate` says nothing of {seen}")
    hold(line == line.strip(), f"`words.narrate` has space around {line!r}")
    return line


def commands_and_states_can_be_valued(game: AnyGame, seats: int, seed: int) -> None:
    """Shares are between 0 and 1 and add up; an evaluation is a number, and the same each time."""
    for number, step in enumerate(play(game, seats, seed)):
        shares = game.bots.win_shares(step.before)
        hold(len(shares) == seats, f"`bots.win_shares` gives {len(shares)} shares to {seats} seats")
        hold(all(0 <= share <= 1 for share in shares), f"`bots.win_shares` gives {list(shares)}")
        total = sum(shares)
        hold(isclose(total, 1) or (seats == 1 and total < 1), f"the shares of `bots.win_shares` add up to {total}")
        if number % 5 == 0:
            view = game.gate.view(step.before, step.seat)
            values, again = ([game.bots.evaluate(view, step.seat, command) for command in step.legal] for _ in range(2))
            hold(all(isinstance(value, float) for value in values), "`bots.evaluate` gives no float")
            hold(values == again, "`bots.evaluate` gives the same command two values")


def _last(game: AnyGame, seats: int, seed: int) -> Step:
    steps = deque(play(game, seats, seed), maxlen=1)
    hold(steps, "the game is over before anybody is asked anything")
    return steps[0]


def _close(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(isclose(a, b, abs_tol=1e-9) for a, b in zip(one, other, strict=True))


PLAYED: tuple[Callable[[AnyGame, int, int], None], ...] = (
    it_runs_to_its_end,
    the_state_is_the_fold_of_the_events,
    a_turn_is_of_one_seat,
    what_is_decided_at_once_stays_the_question,
    a_game_read_from_its_log_goes_on_the_same,
    the_same_chance_gives_the_same_events,
    everything_survives_json,
    commands_are_accepted_if_and_only_if_they_are_legal,
    no_list_is_longer_than_declared,
    what_is_hidden_makes_no_difference,
    what_is_hidden_never_leaves,
    everything_can_be_told,
    commands_and_states_can_be_valued,
)
"""The promises of random games, each a function of the game, the number of seats and a seed."""
