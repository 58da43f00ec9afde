"""An error is told, counted and traced under one code."""

from __future__ import annotations

import pytest
from flask import Response

from domain.game import Rejected
from domain.session.rights import Forbidden
from events.commands.counting import outcome_of
from events.errors import (
    ArchiveDamaged,
    ArchiveUnavailable,
    CommitsMissing,
    Contended,
    GameUnreadable,
    KeyReused,
    LogDamaged,
    NewerRules,
    NoSuchVersion,
    NotReplicated,
    OutcomeUnknown,
    RulesetNotInstalled,
    StaleVersion,
    StoreUnavailable,
    Unauthorized,
    UnknownGame,
)
from service.problems import QueueUnavailable
from tests.service.client import Api


@pytest.mark.parametrize(
    "error",
    [
        Rejected("game_over", "The game is over."),
        Forbidden("token_lacks_right", "It has no right to this."),
        Unauthorized(),
        UnknownGame("0g"),
        NewerRules("chess"),
        RulesetNotInstalled("chess"),
        NoSuchVersion(3, "turn"),
        StaleVersion(3),
        KeyReused(),
        Contended(),
        StoreUnavailable(),
        CommitsMissing(),
        ArchiveUnavailable(),
        QueueUnavailable(),
        ArchiveDamaged(),
        LogDamaged("0g", "it has no commits"),
        GameUnreadable("for a reason that no module names"),
        OutcomeUnknown(),
        NotReplicated(),
        ZeroDivisionError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_is_counted_under_the_code_of_its_problem(api: Api, error: Exception) -> None:
    with api.app.test_request_context("/v1/games"):
        told = api.app.handle_user_exception(error)
    assert isinstance(told, Response)
    assert told.json["code"] == outcome_of(error)


def test_of_a_log_that_lacks_commits_nobody_says_that_nothing_was_accepted(api: Api) -> None:
    """Given a repeat of what was accepted, and lost."""
    with api.app.test_request_context("/v1/games"):
        told = api.app.handle_user_exception(CommitsMissing("0g no longer has all of the versions 3 to 3"))
    assert isinstance(told, Response)
    assert told.status_code == 503
    assert "nothing was accepted" not in told.json["detail"]
    assert "Read the game" in told.json["detail"]
