"""What an agent can do: the tools, and the seat that it holds."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import anyio
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from cli.mcp.links import Link
from cli.mcp.results import Game, Games, Offer, Reasons, Rules, Ruleset, Situation
from cli.mcp.texts import NOTICE, clean, lines, numbers, offer_lines, outcome_lines, quoted, seat_lines
from tradewinds_client import AsyncTradewinds, Seat, answers, errors

LISTED, RECENT, SHORT, FOUND = 20, 100, 40, 8
"""The most games in a list, commits and sentences of the past, offers in a situation, and rules for a question."""
LONGEST_WAIT = 55
"""Seconds; many hosts give up on a tool after sixty."""
Tool = Callable[..., Awaitable[CallToolResult]]
Name = Annotated[str, Field(description="The name that others see.")]


class Agent:
    """Holds one seat at a time; its token stays in this process, and every answer is one to that seat."""

    def __init__(self, service: AsyncTradewinds, start: Link) -> None:
        self.service, self.start = service, start
        self.seat: Seat | None = None
        self._ruleset = ""
        self._rules: dict[str, list[dict[str, str]]] = {}
        self._sitting = anyio.Lock()

    def tools(self) -> Iterator[tuple[Tool, ToolAnnotations]]:
        """Each tool, with what a host may tell people of it."""
        first: list[Tool] = [self.list_games, self.open_game, self.take_seat, self.look, self.list_offers, self.act]
        more: list[Tool] = [self.why_not, self.look_up_rules, self.wait_for_turn, self.resign]
        for tool in first + more:
            reads = tool not in (self.open_game, self.take_seat, self.act, self.resign)
            yield tool, ToolAnnotations(read_only_hint=reads, destructive_hint=tool == self.resign)

    async def list_games(
        self, ruleset: Annotated[str, Field(description="Only games of this ruleset.")] = ""
    ) -> Annotated[CallToolResult, Games]:
        """List public games with an open seat (take_seat), the newest first, and the rulesets of which you can open one
        (open_game)."""
        asked = {"status": "lobby", "open_seats": 1, "limit": LISTED} | ({"ruleset": ruleset} if ruleset else {})
        listed = (await self.service.request("GET", f"/v1/games?{urlencode(asked)}"))["items"]
        known = [_ruleset(each) for each in (await self.service.request("GET", "/v1/rulesets"))["items"]]
        games = [_listed(each) for each in listed]
        return Games(games=games, rulesets=known).told(
            NOTICE,
            "Games that wait for players:" if games else "No public game waits for players: open_game opens one.",
            *(
                [f"{game.game} ({game.ruleset}), open seats {game.open_seats}", *seat_lines(each["seats"], None)]
                for game, each in zip(games, listed, strict=True)
            ),
            "Rulesets:",
            *([f"{each.ruleset}: {', '.join(map(str, each.seats))} seats; bots: {', '.join(each.bots)}",
               quoted(each.title)] for each in known),
        )  # fmt: skip

    async def open_game(
        self,
        ruleset: Annotated[str, Field(description="One that list_games shows.")],
        opponents: Annotated[
            list[str],
            Field(description='For each other seat the level of a bot, or "open" for whoever comes, such as ["greedy"].'),
        ],
        name: Name = "",
        options: Annotated[
            dict[str, Any] | None, Field(description="Options of the ruleset, by default those of the usual game.")
        ] = None,
    ) -> Annotated[CallToolResult, Situation]:
        """Open a new game and take its first seat."""
        async with self._sitting:
            await self._be_free()
            own = {"kind": "human"} | ({"name": name} if name else {})
            others = [{"kind": "open"} if each == "open" else {"kind": "bot", "level": each} for each in opponents]
            (self.seat,) = Seat.all(await self.service.create_game(ruleset, [own, *others], options=options or {}))
        return await self._situation("You have opened a game.")

    async def take_seat(
        self,
        game: Annotated[
            str, Field(description="Its id or link; empty for the link with which this server was started.")
        ] = "",
        seat: Annotated[int | None, Field(description="Its number from 1; by default the first open one.")] = None,
        invitation: Annotated[str, Field(description="For a reserved seat: twi_…, unless the link has it.")] = "",
        name: Name = "",
    ) -> Annotated[CallToolResult, Situation]:
        """Take an open seat, one that you are invited to, or your own by its link."""
        link = Link.of(game) if game else self.start
        if link.game is None:
            raise ToolError("Name a game by its id or link: list_games lists those that wait for players.")
        async with self._sitting:
            if link.token is not None:
                held = Seat(link.game, None, link.token)
                self.seat = Seat(link.game, (await self.service.offers(held))["seat"], link.token)
            else:
                await self._be_free()
                seats = (await self.service.game(link.game))["seats"]
                invitation = invitation or link.invitation or ""
                number = link.seat if seat is None else seat - 1
                taken = _chosen(seats, number, "reserved" if invitation else "open")
                more = {"invitation": invitation, "name": name}
                given = {name: value for name, value in more.items() if value}
                self.seat = Seat.of(await self.service.claim(link.game, taken, **given))
        return await self._situation("You hold a seat.")

    async def look(self) -> Annotated[CallToolResult, Situation]:
        """Look at the game: the position as your seat sees it, what happened since your last move, who is asked what, and
        what you may do."""
        return await self._situation(position=True)

    async def list_offers(self) -> Annotated[CallToolResult, Situation]:
        """List everything that you may do now, by number and id, with what it costs and brings. Nothing else is legal."""
        return await self._situation(most=None)

    async def act(
        self,
        offer: Annotated[int | str, Field(description="The number or the id of an offer, exactly as listed.")],
        version: Annotated[int, Field(description="The version at which the offers were listed.")],
    ) -> Annotated[CallToolResult, Situation]:
        """Do an offer. The result says what came of it, and what you may do next if you are asked again."""
        seat = self._held()
        found = await self.service.offers(seat)
        may = [f"You may do this at version {found['version']}:", *offer_lines(found["actions"], SHORT)]
        if not found["actions"]:
            raise ToolError(lines("You are not asked now, so nothing was done.", await self._waiting(seat)))
        if found["version"] != version:
            raise ToolError(lines(f"The game is not at version {version}, so nothing was done.", may))
        chosen = _offer(found["actions"], offer)
        try:
            # What is no offer is sent all the same: the service says why not, and who counts illegal choices sees it.
            accepted = await self.service.act(seat, chosen or str(offer), version, include=["asked", "offers"])
        except (errors.Invalid, errors.Refused) as refusal:
            if chosen is not None:
                raise
            why = _reason(str(offer), refusal.detail, refusal.rules) if isinstance(refusal, errors.Refused) else ""
            raise ToolError(lines("That is no number or id of an offer, so nothing was done.", quoted(why), may)) from None
        return await self._situation("Done.", after=accepted)

    async def why_not(
        self,
        action: Annotated[
            str, Field(description="An id, such as buy_ship:frigate, or words; empty for all that you may be looking for.")
        ] = "",
    ) -> Annotated[CallToolResult, Reasons]:
        """Ask why something is not possible now. Nothing is done."""
        seat = self._held()
        possible, why = await self._tried(seat, action)
        reasons = [why] if why else []
        if not possible and not why:
            refused = (await self.service.offers(seat, unavailable=True))["unavailable"] or []
            alike = [each for each in refused if not action or _words(action) & _words(each["label"])]
            reasons = [_refusal(each["label"], each["refusal"]) for each in alike[:SHORT]]
        nothing = "Nothing like this is known here: list_offers has all that is possible, look_up_rules the rules."
        return Reasons(possible=possible, reasons=reasons).told(
            NOTICE,
            "It is possible now: act." if possible else "It is not possible now:" if reasons else nothing,
            map(quoted, reasons),
        )

    async def look_up_rules(
        self,
        query: Annotated[str, Field(description="Ids of rules, such as MC-C07, or words.")],
        ruleset: Annotated[str, Field(description="By default that of your game.")] = "",
    ) -> Annotated[CallToolResult, Rules]:
        """Look up rules of a game by their ids or by words."""
        ruleset = ruleset or self._ruleset
        if not ruleset:
            raise ToolError("Name a ruleset: list_games lists them.")
        if ruleset not in self._rules:
            book = await self.service.request("GET", f"/docs/rules/{quote(ruleset, safe='')}.json")
            self._rules[ruleset] = book["items"]
        found = _found(self._rules[ruleset], query)
        return Rules(ruleset=ruleset, rules={each["id"]: clean(each["text"]) for each in found}).told(
            NOTICE if found else f"No rule of {ruleset} has this id or one of these words: try fewer or other words.",
            *(quoted(f"{each['id']}: {each['text']}") for each in found),
        )

    async def wait_for_turn(
        self, seconds: Annotated[int, Field(ge=1, le=LONGEST_WAIT, description="How long at most.")] = 30
    ) -> Annotated[CallToolResult, Situation]:
        """Wait until you are asked or the game is over. The result says what happened since your last move, and what you may
        do; if you are still not asked, call it again."""
        with anyio.move_on_after(seconds):
            async with aclosing(self.service.turns(self._held())) as turns:  # type: ignore[type-var]  # It is a generator.
                async for _ in turns:
                    break
        return await self._situation()

    async def resign(self) -> Annotated[CallToolResult, Situation]:
        """Give your seat up for good; before the game has begun, a bot gets it. Only if you were told to."""
        seat = self._held()
        if (await self.service.game(seat))["status"] == "lobby":
            await self.service.change_seat(seat, seat.seat or 0, kind="bot", level="stand_in")
        else:
            await self.service.resign(seat)
        return await self._situation("You have given up your seat.")

    def told(self, error: errors.TradewindsError) -> str:
        """One message that says what is wrong and what would be right."""
        if isinstance(error, errors.Unreachable):
            return "The service does not answer. Look again in a while: what was sent happens once or not at all."
        if isinstance(error, errors.Stale):
            return "The game has moved on, so nothing was done: list_offers, then act at the version that it names."
        if not isinstance(error, errors.Problem):
            return clean(str(error))
        if error.code == "unauthorized":
            return "The token does not count, or not any more: somebody else may have the seat. take_seat takes another."
        said = [f"{each['pointer']}: {each['detail']}" for each in error.errors] or [error.detail]
        rules = f"Rules (look_up_rules): {', '.join(_ids(error.rules))}" if error.rules else ""
        return lines("The service refused it:", *map(quoted, said), rules)

    def _held(self) -> Seat:
        if self.seat is None:
            raise ToolError("You hold no seat: take_seat takes one in a game that list_games lists, open_game opens a game.")
        return self.seat

    async def _be_free(self) -> None:
        """Raises ToolError while the agent must play where it sits, and its token counts."""
        if self.seat is None:
            return
        try:
            game, own = await self.service.game(self.seat), self.seat.seat or 0
        except (errors.NotAllowed, errors.NotFound, errors.Deleted):
            self.seat = None
            return
        if game["status"] in ("lobby", "running") and game["seats"][own]["kind"] == "human" and own not in game["lost"]:
            raise ToolError(f"You hold seat {own + 1} of the game {self.seat.game}, which goes on: play there, or resign.")

    async def _situation(
        self, done: str = "", after: answers.Accepted | None = None, position: bool = False, most: int | None = SHORT
    ) -> CallToolResult:
        """How the game stands, right after a move or now."""
        seat = self._held()
        game = after["game"] if after else await self.service.game(seat, include=["asked", "offers"])
        happened = [clean(after["text"])] if after else await self._happened(seat, game["version"])
        own, version, offers, outcome = seat.seat or 0, game["version"], game["offers"] or [], game["outcome"]
        self._ruleset = game["ruleset"]
        drawn = await self._position(seat, game) if position else ""
        return Situation(
            game=game["id"],
            ruleset=game["ruleset"],
            version=version,
            status=game["status"],
            seat=own + 1,
            asked=[each + 1 for each in game["to_act"]],
            your_turn=bool(offers),
            winners=None if outcome is None else [each + 1 for each in outcome["winners"]],
            happened=happened,
            offers=Offer.all(offers),
            position=drawn,
        ).told(
            NOTICE,
            done,
            f"Game {game['id']} ({game['ruleset']}), {game['status']}, version {version}. You are seat {own + 1}.",
            seat_lines(game["seats"], own) if position or game["status"] == "lobby" else "",
            "What happened:" if happened else "",
            map(quoted, happened),
            "The position:" if drawn else "",
            drawn,
            outcome_lines(game, own),
            _asked(game, own),
            f"You may do this at version {version}; act takes a number or an id:" if offers else "",
            offer_lines(offers, most),
        )

    async def _happened(self, seat: Seat, version: int) -> list[str]:
        """The sentences since the seat's last move, at most the newest `SHORT`."""
        commits = (await self.service.events(seat, after=max(0, version - RECENT), limit=RECENT, include=["scene"]))["items"]
        acted = [each["version"] for each in commits if each["seat"] == seat.seat and each["actor"] == "player"]
        since = [each for each in commits if max(acted, default=0) < each["version"] <= version]
        told = [clean(beat.get("text", "")) for each in since for beat in each["scene"] or []]
        return [each for each in told if each][-SHORT:]

    async def _position(self, seat: Seat, game: answers.Game) -> str:
        """The position as marked text; where a game is not drawn, its view. Nothing in the lobby."""
        if game["view"] is None:
            return ""
        try:
            return quoted(await self.service.drawing(seat, "text/plain", version=game["version"]))
        except errors.NotFound:
            return quoted(json.dumps(game["view"], ensure_ascii=False, indent=1))

    async def _waiting(self, seat: Seat) -> str:
        """Why the seat is not asked, and what to do."""
        game = await self.service.game(seat, include=["asked"])
        over = lines(outcome_lines(game, seat.seat))
        return over or lines(_asked(game, seat.seat or 0), "wait_for_turn waits until you are asked.")

    async def _tried(self, seat: Seat, offer: str) -> tuple[bool, str]:
        """Whether an id is legal now, and why not; nothing of a text that is no id."""
        try:
            found = await self.service.request("POST", f"/v1/games/{seat.game}/actions/try", {"offer": offer}, seat)
        except errors.Invalid:
            return False, ""
        return found["legal"], "" if found["legal"] else _refusal(offer, found["refusal"])


def _ruleset(ruleset: Mapping[str, Any]) -> Ruleset:
    seats = ruleset["seats"]
    return Ruleset(
        ruleset=ruleset["ruleset"],
        title=clean(ruleset["title"]),
        seats=[*seats["allowed"]],
        bots=[each for each in ruleset["bot_levels"] if each != "stand_in"],
    )


def _listed(game: Mapping[str, Any]) -> Game:
    free = [number for number, each in enumerate(game["seats"], 1) if each["kind"] == "open"]
    return Game(game=game["id"], ruleset=game["ruleset"], open_seats=free)


def _chosen(seats: list[answers.SeatAnswer], number: int | None, kind: str) -> int:
    """The seat to take, counted from 0. Raises ToolError if there is none of this kind."""
    free = [each for each, seat in enumerate(seats) if seat["kind"] == kind]
    if number in free or (number is None and free):
        return free[0] if number is None else number
    which = "no seat is" if number is None else f"seat {number + 1} is not"
    hint = " A reserved seat needs its invitation." if kind == "open" else ""
    raise ToolError(f"In this game {which} {kind}; seats that are: {numbers(free)}.{hint}")


def _offer(offers: list[answers.Offer], wanted: int | str) -> answers.Offer | None:
    """The offer of this number, counted from 1, or of this id."""
    text = str(wanted).strip()
    if text.isdecimal() and 0 < int(text) <= len(offers):
        return offers[int(text) - 1]
    return next((each for each in offers if text in (each["id"], clean(each["id"]))), None)


def _asked(game: answers.Game, own: int) -> Iterator[str]:
    """Who is asked what."""
    for each in game["asked"] or []:
        if each["seat"] == own:
            yield lines("You are asked:", quoted(each["to_you"]))
        else:
            yield lines(f"Seat {each['seat'] + 1} is asked:", quoted(each["text"]))
    if game["status"] == "lobby":
        yield "The game has not begun: it waits for players."


def _refusal(action: str, refusal: Mapping[str, Any]) -> str:
    return _reason(action, refusal["detail"], refusal["rules"])


def _reason(action: str, detail: str, rules: list[str]) -> str:
    named = f" (rules {', '.join(_ids(rules))})" if rules else ""
    return clean(f"{action}: {detail}{named}")


def _words(text: str) -> set[str]:
    return {*re.findall(r"\w+", text.lower())}


def _ids(addresses: list[str]) -> list[str]:
    """The ids of rules, of their addresses."""
    return [clean(each.rpartition("#")[2]) for each in addresses]


def _found(rules: list[dict[str, str]], query: str) -> list[dict[str, str]]:
    """The rules with one of these ids; if there is none, those that have most of the words."""
    ids = {*re.findall(r"[\w-]+", query.upper())}
    named = [each for each in rules if each["id"].upper() in ids]
    scores = {each["id"]: len(_words(query) & _words(each["text"])) for each in rules}
    alike = sorted((each for each in rules if scores[each["id"]]), key=lambda each: -scores[each["id"]])
    return named or alike[:FOUND]
