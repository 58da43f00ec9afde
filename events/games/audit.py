"""Checks a game's log from the log alone: nothing was changed, and every card was dealt as the secret determines.

Four checks, each for every commit; and names that come with the log must be those of which it has the seals:

- *chain*: the audit heads follow from the commits and the secret, and the secret is the one that was committed to;
- *fold*: the commits are whole, in order, and their events fold; in a game with a clock no time is before that of an earlier
  commit, and no time of a seat was said to be over before it was;
- *decisions*: giving the recorded command again at that position yields the recorded events. Commits of an older version
  of the rules are upcast before that, if every version since decides alike (`Upcaster.decides_alike`). Others cannot be
  decided again; the audit counts them (`decisions_unchecked`);
- *draws*: part of the same repetition: every card and die follows from the secret and the client seeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from domain import fairness, session
from domain.fairness import GENESIS
from domain.game import Rejected
from domain.session import Session, lifecycle, seals, takebacks
from domain.session.lifecycle import Dealer
from domain.session.rights import Actor
from events.deadlines import takeback_too_late, times_after, too_early
from events.envelope import Commit, canonical, is_time, published_secret
from events.errors import UnknownRuleset
from events.log.codec import Codec, Codecs
from events.log.names import NO_NAMES, KeptName

Verdict: TypeAlias = Literal["ok", "failed", "skipped"]


class Checks(msgspec.Struct, frozen=True, kw_only=True):
    """`skipped`: not possible yet (no secret before the game is over), or after an earlier failure, or, of some commits, not
    at all (`decisions_unchecked`)."""

    chain: Verdict
    """Whether each head follows from its commit and the head before."""
    fold: Verdict
    """Whether every commit can be read and folded, in one game with one end."""
    decisions: Verdict
    """Whether each command, decided again, leads to the events that are recorded."""
    draws: Verdict
    """Whether all chance follows from the secret and the client seeds."""


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """`first_bad` is the version of the first commit that fails a check; `truncated`: the log ends before the game does."""

    ok: bool
    """Whether no check failed."""
    head: str
    """The audit head of the last commit."""
    checks: Checks
    """The checks, each with its verdict."""
    first_bad: int | None
    """The version of the first commit that fails a check; null where none does."""
    truncated: bool
    """Whether the log ends before the game does."""
    decisions_unchecked: int
    """The number of commits, from the first on, that were decided under an older version of the rules which decided some
    commands otherwise than today's. They cannot be decided again here, so only the chain and a receipt prove them."""
    secret_chosen: bool
    """Whether the creator of the game chose its secret, to test a frontend. The draws follow from it, but prove nothing: the
    creator could foretell each of them."""
    problem: str | None
    """The fault or gap, in words; null if there is none."""
    package: session.GamePackage | None = None
    """The package that the game was installed from when it was created, as its log says; null in games from before this was
    noted. Information only: no check asks for it."""


class _Bad(Exception):
    def __init__(self, version: int, check: str, problem: str) -> None:
        super().__init__(problem)
        self.version, self.check = version, check


def audit(
    codecs: Codecs, commits: Sequence[Commit], secret: bytes | None = None, names: Mapping[str, KeptName] = NO_NAMES
) -> Audit:
    """Check a whole log. `secret` is for a game that is not over; otherwise the last commit has it. `names`: those that are
    known, by their seals. A log is sound without them too."""
    found: list[_Bad] = []
    published = next((each for each in map(published_secret, reversed(commits)) if each is not None), None)
    secret = secret if published is None else published
    checks: tuple[Callable[[], None], ...] = (
        lambda: _check_order(commits),
        lambda: _check_chain(commits, secret),
        lambda: _check_fold(codecs, commits),
        lambda: _check_names(commits, names, is_whole=published is not None),
    )
    for check in checks:
        try:
            check()
        except _Bad as bad:
            found.append(bad)
    decisions: Verdict = "skipped"
    unchecked = _unchecked(codecs, commits)
    committed = published is not None and fairness.commitment(published) == _commitment(commits[0])
    # Decisions can be repeated only with the secret that was committed to, and up to a commit that cannot be folded.
    sound = min((bad.version - 1 for bad in found if bad.check == "fold"), default=len(commits))
    if published is not None and committed and sound:
        try:
            _check_decisions(codecs, commits[:sound], published)
            decisions = "ok" if sound == len(commits) and not unchecked else "skipped"
        except _Bad as bad:
            found.append(bad)
            decisions = "failed"
    failed = {bad.check for bad in found}
    first = min(found, key=lambda bad: bad.version, default=None)
    return Audit(
        ok=first is None,
        head=str(commits[-1].head),
        checks=Checks(
            chain="failed" if "chain" in failed else "skipped" if secret is None else "ok",
            fold="failed" if "fold" in failed else "ok",
            decisions=decisions,
            draws=decisions,
        ),
        first_bad=first.version if first else None,
        truncated=published is None,
        decisions_unchecked=len(unchecked),
        secret_chosen=_secret_chosen(commits[0]),
        problem=str(first) if first else _lacking(commits, published, unchecked),
        package=_package(commits[0]),
    )


def _unchecked(codecs: Codecs, commits: Sequence[Commit]) -> Sequence[Commit]:
    """The commits that were decided under versions of the rules that today's does not decide alike; they come first, since
    versions never go back."""
    try:
        oldest = codecs.of(commits[0].ruleset).game.decides_from
    except UnknownRuleset:
        return []
    return [commit for commit in commits if commit.ruleset_version < oldest]


def _lacking(commits: Sequence[Commit], published: bytes | None, unchecked: Sequence[Commit]) -> str | None:
    """The parts of a log without errors that could not be checked, in words."""
    lacking = []
    if published is None:
        lacking.append(f"the log ends after version {commits[-1].version}, before the game is over: no secret is published")
    if unchecked:
        which = "commit 1 was" if len(unchecked) == 1 else f"commits 1 to {len(unchecked)} were"
        first, last = unchecked[0].ruleset_version, unchecked[-1].ruleset_version
        rules = f"version {first}" if first == last else f"versions {first} to {last}"
        lacking.append(f"decisions unchecked: {which} decided under {rules} of the rules")
    return "; ".join(lacking) or None


def check_receipt(commits: Sequence[Commit], version: int, head: str) -> str | None:
    """Why the file does not match a receipt, None if it has this head at this version."""
    if not 0 < version <= len(commits):
        return f"the file has no version {version}"
    if commits[version - 1].head != head.lower():
        return f"the head of version {version} is {commits[version - 1].head}: this is not the game of the receipt"
    return None


_SEAL = re.compile(seals.SEAL.pattern.encode())


def _check_names(commits: Sequence[Commit], names: Mapping[str, KeptName], *, is_whole: bool) -> None:
    """Check that each name gives, with its salt, a seal that is in the log. A log that is not whole may lack some."""
    if not names:
        return
    places = {
        found.decode(): place
        for place, commit in reversed([*enumerate(commits, 1)])
        for found in _SEAL.findall(bytes(commit.command) + bytes(commit.events))
    }
    for seal in sorted(names, key=lambda each: (places.get(each, len(commits)), each)):
        if seal not in places and not is_whole:
            continue
        if seal not in places:
            raise _Bad(len(commits), "names", f"a name has the seal {seal}, which no commit has")
        right = names[seal].seal
        if right != seal:
            problem = f"the name that comes for its seal {seal} gives {right} with its salt"
            raise _Bad(places[seal], "names", f"commit {places[seal]}: {problem}")
        if not lifecycle.is_name(names[seal].name):
            raise _Bad(places[seal], "names", f"commit {places[seal]}: nobody may have the name that it seals")


_COMMAND_ID = re.compile("[0-9a-f]{32}")


def _check_order(commits: Sequence[Commit]) -> None:
    ruleset_version = commits[0].ruleset_version
    for place, commit in enumerate(commits, 1):
        if commit.version != place:
            raise _Bad(place, "fold", f"commit {place} bears version {commit.version}")
        if not is_time(commit.at):
            raise _Bad(place, "fold", f"commit {place} bears no time in UTC")
        # Otherwise a commit could escape the check of decisions by naming older rules.
        if commit.ruleset_version < ruleset_version:
            raise _Bad(place, "fold", f"commit {place} goes back to version {commit.ruleset_version} of the rules")
        ruleset_version = commit.ruleset_version


def _check_chain(commits: Sequence[Commit], secret: bytes | None) -> None:
    if secret is None:
        return
    bad = [
        place
        for place, commit in enumerate(commits, 1)
        if fairness.next_head(_head(commits, place - 1), secret, place, canonical(commit)).hex() != commit.head
    ]
    last = len(commits)
    if len(bad) >= max(2, last - 1) and fairness.commitment(secret) != _commitment(commits[0]):
        # The published secret does not match the commitment, so the secret itself was changed.
        raise _Bad(last, "chain", f"the secret published by commit {last} is not the one that was committed to")
    if bad:
        raise _Bad(bad[0], "chain", f"commit {bad[0]} does not give its audit head: it was changed")
    if fairness.commitment(secret) != _commitment(commits[0]):
        raise _Bad(1, "chain", "commit 1 commits to another secret than the one published")


def _head(commits: Sequence[Commit], place: int) -> bytes:
    """The recorded head at a place, so that one changed commit does not make all later ones look changed."""
    try:
        return bytes.fromhex(str(commits[place - 1].head)) if place else GENESIS
    except ValueError:
        return b""


def _commitment(first: Commit) -> str | None:
    try:
        created = msgspec.json.decode(first.events, type=list[dict[str, Any]])[0]
    except (msgspec.DecodeError, IndexError):
        return None
    value = created.get("commitment")
    return value if isinstance(value, str) else None


def _package(first: Commit) -> session.GamePackage | None:
    """The package that the first commit notes; None if it notes none that can be read."""
    try:
        return msgspec.json.decode(first.events, type=list[_Noted])[0].package
    except (msgspec.DecodeError, IndexError):
        return None


def _secret_chosen(first: Commit) -> bool:
    """Whether the creator of the game chose its secret."""
    try:
        events = msgspec.json.decode(first.events, type=list[_Staged])
    except msgspec.DecodeError:
        return False
    return any(event.type == session.GameStaged.__struct_config__.tag and event.secret_chosen for event in events)


class _Noted(msgspec.Struct):
    package: session.GamePackage | None = None


class _Staged(msgspec.Struct):
    type: str
    secret_chosen: bool = False


def _check_fold(codecs: Codecs, commits: Sequence[Commit]) -> None:
    codec, folded, times = _codec(codecs, commits[0]), None, None
    oldest = codec.game.decides_from
    ids: set[str] = set()
    states: list[Any] = [None]
    """By version; only of games with takebacks."""
    for place, commit in enumerate(commits, 1):
        if commit.ruleset != codec.game.name:
            raise _Bad(place, "fold", f"commit {place} is of another game: {commit.ruleset}")
        if folded is not None and folded.over:
            raise _Bad(place, "fold", f"commit {place} follows the end of the game")
        try:
            command, (events,) = codec.command(commit), codec.events([commit])
            _check_author(folded, commit, command, ids)
            early = too_early(times, command, commit.at)
            if early is not None:
                raise _Unwritten(early)
            if times is not None and takeback_too_late(times, events, datetime.fromisoformat(commit.at)):
                raise _Unwritten("the time in which the action that it takes back had to be made was over")
            if commit.ruleset_version >= oldest:
                _check_takeback(codec.renewed(events, commit.ruleset_version), states)
            folded = session.fold(codec.game, folded, events)
            times = times_after(codec.game, times, folded, events, commit.at)
            if folded.takeback != "never":
                states.append(folded.state)
        except (UnknownRuleset, _Unwritten) as error:
            raise _Bad(place, "fold", f"commit {place}: {error}") from None
        except Rejected as refusal:
            raise _Bad(place, "fold", f"commit {place}: {commit.actor} may not give its command ({refusal.code})") from None
        except Exception as error:  # A changed event can break a fold in any way.
            raise _Bad(place, "fold", f"commit {place} cannot be folded: {error!r}") from None
    if folded is not None and folded.over and not published_secret(commits[-1]):
        raise _Bad(len(commits), "fold", f"commit {len(commits)} ends the game without publishing its secret")


class _Unwritten(ValueError):
    """The service never writes such a commit."""


def _check_takeback(events: Sequence[Any], states: Sequence[Any]) -> None:
    """Check that a takeback restores the position of the version that it names, given the states of all versions before.
    Raises _Unwritten."""
    for event in events:
        if isinstance(event, session.TakenBack) and (
            not 0 < event.to_version < len(states) or bytes(event.state) != bytes(session.position(states[event.to_version]))
        ):
            raise _Unwritten(f"it does not go back to the position of version {event.to_version}")


def _check_author(folded: Session[Any] | None, commit: Commit, command: Any, ids: set[str]) -> None:
    """Check that the service would have let this author give the command. Raises Rejected, _Unwritten.

    `ids` are the command ids of earlier commits; the commit's own id is added.
    """
    actor = Actor(commit.actor, commit.seat)
    lifecycle.authorize(folded, actor, command)
    if isinstance(command, lifecycle.FIRST) != (folded is None):
        raise _Unwritten("a game is created by its first command, and by no other")
    if commit.command_id:
        lifecycle.check_key(actor, command)
        if commit.command_id in ids or not _COMMAND_ID.fullmatch(commit.command_id):
            raise _Unwritten("its command id is not one that the service gives")
        ids.add(commit.command_id)


def _codec(codecs: Codecs, first: Commit) -> Codec:
    try:
        return codecs.of(first.ruleset)
    except UnknownRuleset as error:
        raise _Bad(1, "fold", f"commit 1: {error}") from None


def _check_decisions(codecs: Codecs, commits: Sequence[Commit], secret: bytes) -> None:
    """Decide every command again that today's version decides alike. Raises _Bad."""
    codec, folded = _codec(codecs, commits[0]), None
    oldest = codec.game.decides_from
    dealer: Dealer | None = None
    past = _Replayed()
    for place, commit in enumerate(commits, 1):
        (events,) = codec.events([commit])
        if dealer is None:
            dealer = Dealer(secret, events[0].id)
        drew, repeatable = None, commit.ruleset_version >= oldest
        if repeatable:
            try:
                decided = _decide_again(codec, folded, commit, codec.command(commit), dealer, past)
            except Rejected as refusal:
                raise _Bad(place, "decisions", f"commit {place}: its command is refused ({refusal.code})") from None
            except Exception as error:  # A changed command can break the rules in any way.
                raise _Bad(place, "decisions", f"commit {place}: its command cannot be decided: {error!r}") from None
            drew = decided.drew
            if bytes(codec.encode(decided.events)) != _recorded(codec, commit, events):
                raise _Bad(place, "decisions", f"commit {place}: its command leads to other events than recorded")
        begun = folded is not None and folded.state is not None
        folded = session.fold(codec.game, folded, events)
        if folded.takeback != "never":
            actor = Actor(commit.actor, commit.seat)
            past.last = takebacks.last_action(
                codec.game, past.last, place, actor, events, begun=begun, repeatable=repeatable, drew=drew
            )
            past.states.append(folded.state)


class _Replayed:
    """The past of a game whose decisions are repeated, as takebacks ask for it."""

    def __init__(self) -> None:
        self.last: takebacks.Action | None = None
        self.states: list[Any] = [None]
        """By version; only of games with takebacks."""

    def reveals(self, action: takebacks.Action) -> bool:
        return action.reveals is not False  # All that can be decided again was.

    def state_at(self, version: int) -> Any:
        return self.states[version]


def _recorded(codec: Codec, commit: Commit, events: Sequence[Any]) -> bytes:
    """The events of a commit as today's version writes them."""
    version = commit.ruleset_version
    return bytes(commit.events if version == codec.game.version else codec.encode(codec.renewed(events, version)))


def _decide_again(
    codec: Codec, folded: Session[Any] | None, commit: Commit, command: Any, dealer: Dealer, past: takebacks.Past
) -> session.SessionRecorder:
    """What today's rules decide on a command at its position."""
    game = codec.game
    if folded is not None:
        return lifecycle.decide(game, folded, Actor(commit.actor, commit.seat), command, dealer, commit.version, past)
    if isinstance(command, lifecycle.CreateGame) and command.ruleset == game.name:
        return lifecycle.create(game, command, dealer, codec.events([commit])[0][0].package)
    if isinstance(command, lifecycle.BranchGame):
        # The position and the options come from outside the file; the events around them do not.
        (created, *_) = events = codec.events([commit])[0]
        restored = session.fold(game, None, events)
        game.rules.setup(lifecycle.read_options(game, restored.options), len(restored.seats), fairness.Draws(bytes(32), 0))
        return lifecycle.branch(game, command, restored, None, dealer, revealed=True, package=created.package)
    raise ValueError("it does not create this game")
