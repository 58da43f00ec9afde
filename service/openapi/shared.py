"""The schemas that belong to no single game."""

from __future__ import annotations

from functools import cache
from typing import Any

from domain import session
from domain.drawing import Board
from domain.game import Hidden, Outcome, ScorePart
from domain.icons import ICONS
from domain.session import lifecycle
from events.deadlines import Deadline
from events.log.codec import ChosenOffer
from events.redis_store.api_keys import ApiKey
from events.store_types import GameSummary, SeatSummary, StoredGame
from events.webhooks.hooks import Delivery, Webhook
from service.field_docs import components_of
from service.openapi.json_schemas import MAY_LACK_FIELDS, of_answers, referring, typed
from service.openapi.operations import REF
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
    OwnGameAnswer,
    OwnGamesAnswer,
    RematchAnswer,
    SeatAnswer,
    SeatToken,
)
from service.representations.jobs import JobsAnswer
from service.representations.offers import TrialAnswer
from service.representations.operator import (
    DeletionAnswer,
    ForgettingAnswer,
    KeyAnswer,
    KeysAnswer,
    KeyUseAnswer,
    StoredGamesAnswer,
)
from service.representations.pictures import PictureAnswer
from service.representations.rulesets import RulesetContent, RulesetsAnswer
from service.representations.webhooks import DeliveriesAnswer, TestAnswer, WebhookAnswer, WebhooksAnswer

SHARED = {
    "Problem": Problem,
    "Audit": AuditAnswer,
    "Diff": DiffAnswer,
    "Games": GamesAnswer,
    "OwnGames": OwnGamesAnswer,
    "OwnLine": OwnGameAnswer,
    "Trial": TrialAnswer,
    "Turns": TurnsAnswer,
    "Standing": StandingAnswer,
    "Rematch": RematchAnswer,
    "Jobs": JobsAnswer,
    "Rulesets": RulesetsAnswer,
    "RulesetContent": RulesetContent,
    "Line": GameSummary,
    "LineSeat": SeatSummary,
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
    "Feed": FeedAnswer,
    "FeedEntry": FeedEntry,
    "FeedNews": FeedNews,
    "LeftOut": LeftOut,
}
"""Types that no game owns, by their names in the contract."""


def shared_schemas() -> dict[str, Any]:
    """The schemas of the types in `SHARED`, and of the names of icons."""
    components = components_of(list(SHARED.values()), REF)
    names = {kind.__name__: name for name, kind in SHARED.items()}
    icons = typed(sorted(ICONS))
    schemas = referring(of_answers(components, names, MAY_LACK_FIELDS), icons, "Icon")
    return {**schemas, "Icon": {"description": "A name of an icon of lucide.dev.", **icons}}


@cache
def drawn_names() -> frozenset[str]:
    """The names of schemas of pictures, which `shared_schemas` has."""
    return frozenset(components_of([PictureAnswer], REF))


@cache
def common_names() -> frozenset[str]:
    """The names of schemas that do not belong to a single game."""
    kinds = [
        *lifecycle.COMMANDS, *session.EVENTS, Asked, SeatAnswer, Fairness, BranchOf, SeatToken, Invitation, Outcome,
        ScorePart, Hidden, PictureAnswer, ClockAnswer, Deadline,
    ]  # fmt: skip
    return frozenset(components_of(kinds, REF))
