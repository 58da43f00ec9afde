"""The schemas that belong to no single game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from domain import lessons, scenes, session
from domain.drawing import Board
from domain.game import Hidden, ScorePart
from domain.icons import ICONS
from domain.session import lifecycle
from domain.session.results import Outcome
from events.deadlines import Deadline
from events.entries import Entry
from events.log.codec import ChosenOffer
from events.redis_store.api_keys import ApiKey
from events.store_types import StoredGame
from events.webhooks.hooks import Delivery, Webhook
from service.field_docs import components_of
from service.openapi.json_schemas import MAY_LACK_FIELDS, of_answers, referring, typed
from service.openapi.operations import REF
from service.openapi.streams import stream_schemas
from service.problems import Problem
from service.representations.commits import AuditAnswer, DiffAnswer, StandingAnswer, TurnsAnswer
from service.representations.feed import FeedAnswer, FeedEntry, FeedNews, LeftOut
from service.representations.games import (
    Asked,
    BranchOf,
    ClockAnswer,
    Fairness,
    GamesAnswer,
    Invitation,
    NoteAnswer,
    RematchAnswer,
    SeatAnswer,
    SeatToken,
    TakebackAnswer,
    TakebackNow,
)
from service.representations.jobs import JobsAnswer
from service.representations.look_backs import LookBackAnswer
from service.representations.offers import AdviceAnswer, LegalityAnswer
from service.representations.operator import (
    DeletionAnswer,
    ForgettingAnswer,
    KeyAnswer,
    KeysAnswer,
    KeyUseAnswer,
    StoredGamesAnswer,
)
from service.representations.pictures import PictureAnswer
from service.representations.results import Result, SeatResult
from service.representations.rulesets import RulesetContent, RulesetsAnswer
from service.representations.streams import ExportedGame, ExportedNames, ExportEnd, Rewound, StoredCommit
from service.representations.webhooks import (
    DeletedCall,
    DeliveriesAnswer,
    EventCall,
    TestAnswer,
    TestCall,
    WebhookAnswer,
    WebhooksAnswer,
)

SHARED = {
    "Problem": Problem,
    "Audit": AuditAnswer,
    "Diff": DiffAnswer,
    "Games": GamesAnswer,
    "Legality": LegalityAnswer,
    "Turns": TurnsAnswer,
    "Standing": StandingAnswer,
    "Rematch": RematchAnswer,
    "Jobs": JobsAnswer,
    "LookBack": LookBackAnswer,
    "Rulesets": RulesetsAnswer,
    "RulesetContent": RulesetContent,
    "ChosenOffer": ChosenOffer,
    "Board": Board,
    "Note": NoteAnswer,
    "Keys": KeysAnswer,
    "NewKeyMade": KeyAnswer,
    "ApiKey": ApiKey,
    "KeyUse": KeyUseAnswer,
    "StoredGames": StoredGamesAnswer,
    "StoredGame": StoredGame,
    "Deletion": DeletionAnswer,
    "Forgetting": ForgettingAnswer,
    "Picture": PictureAnswer,
    "Webhook": Webhook,
    "Webhooks": WebhooksAnswer,
    "NewWebhookMade": WebhookAnswer,
    "Deliveries": DeliveriesAnswer,
    "Delivery": Delivery,
    "WebhookTest": TestAnswer,
    "EventCall": EventCall,
    "DeletedCall": DeletedCall,
    "TestCall": TestCall,
    "WebhookEntry": Entry,
    "StoredCommit": StoredCommit,
    "ExportedNames": ExportedNames,
    "ExportedGame": ExportedGame,
    "ExportEnd": ExportEnd,
    "Rewound": Rewound,
    "Feed": FeedAnswer,
    "FeedEntry": FeedEntry,
    "FeedNews": FeedNews,
    "LeftOut": LeftOut,
    "Result": Result,
    "SeatResult": SeatResult,
    "LessonTurn": lessons.Turn,
}
"""Types that no game owns, by their names in the contract."""


BEATS: Mapping[str, type[msgspec.Struct]] = {
    "ShowBeat": scenes.Show,
    "MoveBeat": scenes.Move,
    "RollBeat": scenes.Roll,
    "GainBeat": scenes.Gain,
    "MomentBeat": scenes.Moment,
    "TurnBeat": scenes.Turn,
    "BeatPiece": scenes.BeatPiece,
    "BeatSide": scenes.SideRoll,
    "BeatDie": scenes.Die,
}
"""What scenes are made of, by the names in the contract. Games may have types of the same names."""


def shared_schemas() -> dict[str, Any]:
    """The schemas of the types in `SHARED`, of beats, and of the names of icons."""
    components = components_of([*SHARED.values(), *BEATS.values()], REF)
    names = {kind.__name__: name for name, kind in SHARED.items()} | beat_names(components)
    icons = typed(sorted(ICONS))
    schemas = referring(of_answers(components, names, MAY_LACK_FIELDS | BEATS.keys()), icons, "Icon")
    beat = {"description": "One thing that people at the table would see; `beat` says of what kind it is.", **beat_union()}
    icon = {"description": "A name of an icon of lucide.dev.", **icons}
    return {**schemas, **stream_schemas(), "Beat": beat, "Icon": icon}


def beat_names(components: Iterable[str]) -> dict[str, str]:
    """The names in the contract of those of these components that are parts of scenes. If a game has a type of the same
    name, msgspec names both with their modules."""
    names, module = {kind.__name__: name for name, kind in BEATS.items()}, f"{scenes.__name__}."
    return {each: names[own] for each in components if (own := each.removeprefix(module)) in names}


@cache
def beat_union() -> dict[str, Any]:
    """The schema of any beat."""
    (union,), components = msgspec.json.schema_components([scenes.Beat], ref_template=REF)
    found: dict[str, Any] = of_answers({"Beat": union}, beat_names(components), set())["Beat"]
    return found


@cache
def drawn_names() -> frozenset[str]:
    """The names of schemas of pictures, which `shared_schemas` has."""
    return frozenset(components_of([PictureAnswer], REF))


@cache
def common_names() -> frozenset[str]:
    """The names of schemas that do not belong to a single game."""
    kinds = [
        *lifecycle.COMMANDS, *session.EVENTS, Asked, SeatAnswer, Fairness, BranchOf, SeatToken, Invitation, Outcome,
        ScorePart, Hidden, PictureAnswer, ClockAnswer, Deadline, TakebackAnswer, TakebackNow, AdviceAnswer,
    ]  # fmt: skip
    return frozenset(components_of(kinds, REF))
