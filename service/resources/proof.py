"""Proof: audit, export, import."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
from flask import Response, request

from domain.game import Rejected
from domain.session import lifecycle
from events.commands.intents import Bearer
from events.envelope import Commit, published_secret, whole
from events.errors import LogDamaged, PartialHistory, RulesetNotInstalled, Unauthorized, Unreadable
from events.games.audit import Audit
from events.games.audit import audit as audit_log
from events.games.game_log import holders
from events.log.exported import exported_lines, read_log
from events.log.names import kept_names
from service.http import body, creators_part, credentials, encode, json_response, open_game, seat_of, services
from service.limits import HARD_WORK
from service.openapi.operations import ANY_KEY, ANY_TOKEN, ETAG, LOCATION, operation
from service.openapi.streams import NDJSON, lines
from service.parsing import Blueprint
from service.points import commits_seen
from service.problems import Refused, refuse
from service.representations.built import representations_of
from service.representations.commits import AuditAnswer
from service.resources.history import LINES, in_pieces, ndjson
from service.schemas.queries import NoQuery
from service.tags import digest, not_modified, tagged
from service.viewer import SPECTATOR, Viewer
from tradewinds.installed import LONGEST_NAME

blueprint = Blueprint("proof", __name__, url_prefix="/v1/games", description="Audit, export and import")


@blueprint.route("/<game:game>/audit", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Audit", operation_id="audit", problems=(401,), headers=ETAG, security=ANY_TOKEN, conditional=True)
def audit(query: dict[str, Any], game: str) -> Response:
    """Check the game's log

    While the game runs, the chain and the fold are checked; once it is over, every decision and every draw too. `tradewinds
    verify` makes the same checks on an exported file.
    """
    game_log, _ = open_game(game)
    services().limits.spend(HARD_WORK)
    version = game_log.version
    commits = services().store.read(game_log.id, last=version).commits  # Reads a log with missing commits too.
    codecs = services().codecs  # Read here: the computation runs in another thread, without the app's context.
    names = kept_names(game_log.secrets)
    result = services().computations(lambda: audit_log(codecs, commits, game_log.secret, names))
    fields = msgspec.structs.asdict(result)
    found = AuditAnswer(**fields, version=version)
    # The version alone is not enough: the audit looks for changes that leave the version as it is.
    verdict = msgspec.structs.replace(found, head="")
    headers = tagged(version, form=f".{digest(encode(verdict))}")
    return not_modified(headers) or json_response(found, headers=headers)


@blueprint.route("/<game:game>/export", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, lines("ExportedLine", "One commit a line"), content_type=NDJSON, operation_id="exportGame",
    problems=(401,), headers=ETAG, security=ANY_TOKEN, conditional=True,
)  # fmt: skip
def export_game(query: dict[str, Any], game: str) -> Response:
    """The whole game as NDJSON

    Each line has a commit. The last line has the players' names with the salts of their seals, `{"names": {"sha256:…":
    ["<salt>", "<name>"]}}`; it is missing if no name is known. While the game runs, the file has only the caller's history,
    and cannot be imported. The file of a finished branch can be verified, but not imported. The answer is complete or a
    problem: a file is never cut where the store lacks commits.
    """
    try:
        game_log, caller = open_game(game)
    except RulesetNotInstalled:
        return _raw(game)
    position = game_log.position  # The game may end while its commits are read.
    over = position.session.over
    seat = None if over else seat_of(caller)
    headers = {
        "Content-Disposition": f'attachment; filename="{game_log.id}.ndjson"',
        **tagged(position.version, seat, form=LINES),
    }
    known = not_modified(headers)
    if known is not None:
        return known
    if over:
        commits = (commit for piece in in_pieces(game_log.id, 0, position) for commit in piece)
        return ndjson(exported_lines(commits, kept_names(game_log.secrets)), headers)
    return ndjson(map(encode, commits_seen(game_log, in_pieces(game_log.id, 0, position), Viewer(seat))), headers)


def _raw(game: str) -> Response:
    """The log of a finished game whose rules are not here. Raises RulesetNotInstalled if it goes on: then it holds what only
    the rules can hide. Raises Unauthorized, LogDamaged if commits are missing."""
    caller = credentials()
    secrets, commits = services().store.read(game)
    if isinstance(caller, Bearer) and caller.hash is not None and caller.hash not in holders(secrets):
        raise Unauthorized
    if not commits or not whole(commits, 1, len(commits)):
        raise LogDamaged(game, "commits are missing")
    services().limits.spend_reading(len(commits))
    if published_secret(commits[-1]) is None:
        raise RulesetNotInstalled(commits[0].ruleset)
    headers = {"Content-Disposition": f'attachment; filename="{game}.ndjson"', **tagged(commits[-1].version, form=LINES)}
    return not_modified(headers) or ndjson(exported_lines(commits, kept_names(secrets)), headers)


@blueprint.route("/import", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "Game", operation_id="importGame", problems=(401, 409, 413, 415, 422), headers={**LOCATION, **ETAG},
    security=ANY_KEY,
    body={"required": True, "content": {NDJSON: lines("ExportedLine", "An exported file")}},
)  # fmt: skip
def import_game(query: dict[str, Any]) -> Response:
    """Load an exported game

    The file is verified first; then the game is kept read-only under a new id and marked `imported`. Keep the id: an
    imported game is not in the list of games, whatever its `visibility`. It can be read, audited, exported and branched. A
    409 refuses a game that is not over (`export_incomplete`); a game with commits that an older version of the rules
    decided, unless today's version decides them alike (`export_unchecked`), because these decisions cannot be checked here;
    and a branch (`branch_not_importable`),
    because its file does not prove that its first position can come about: import the game it came from.
    """
    if request.mimetype != NDJSON:
        raise refuse("unsupported_media_type", f"Send the file as Content-Type: {NDJSON}.")
    added = creators_part()
    services().limits.spend(HARD_WORK)
    file = BytesIO(body("A file to import", services().settings.max_body_bytes))
    try:
        commits, names = services().computations(lambda: read_log(file))
    except PartialHistory as error:
        raise Rejected("export_incomplete", f"Only finished games can be imported: {error}.") from None
    except Unreadable as error:
        raise _bad_export(error.version, str(error)) from None
    # Before the audit: the first position of a branch may be impossible, and the rules must not meet such a position.
    refuse_branch(commits[0])
    codecs = services().codecs  # Read here: a computation runs without the application's context.
    if commits[0].ruleset not in codecs.games:
        raise Refused(
            422,
            "ruleset_not_installed",
            f"The file is of the game {commits[0].ruleset[:LONGEST_NAME]!r}, which is not installed in this service.",
            params={"ruleset": commits[0].ruleset[:LONGEST_NAME]},
        )
    result = services().computations(lambda: audit_log(codecs, commits, names=names))
    if result.first_bad is not None:
        raise _bad_export(result.first_bad, str(result.problem))
    if result.truncated:
        raise Rejected("export_incomplete", f"Only finished games can be imported: {result.problem}.")
    if result.decisions_unchecked:
        raise _unchecked(commits[0].ruleset, result)
    game_log = services().new_games.take_in(commits, services().computations, added, names)
    version, now, head, at, *_ = game_log.position
    shown = representations_of(game_log).game_answer(game_log, now, version, head.hex(), at, SPECTATOR)
    return json_response(shown, 201, {"Location": f"/v1/games/{game_log.id}", **tagged(game_log.version)})


def refuse_branch(first: Commit) -> None:
    """Raises Rejected for a branch: its first position comes from outside the file, so the file cannot prove it possible."""
    try:
        kind = msgspec.json.decode(first.command, type=_Command).type
    except msgspec.DecodeError:
        return  # The audit reports it.
    if kind == lifecycle.BranchGame.__struct_config__.tag:
        raise Rejected("branch_not_importable", "A branch cannot be imported; import the game that it came from.")


class _Command(msgspec.Struct):
    type: str


def _unchecked(ruleset: str, found: Audit) -> Rejected:
    """Refuse unchecked decisions: a made-up log could claim an older version."""
    game = services().codecs.of(ruleset).game
    versions = f"version {game.version}"
    if game.decides_from < game.version:
        versions = f"versions {game.decides_from} to {game.version}"
    detail = f"Only games played entirely under {versions} of the rules can be imported here; {found.problem}."
    return Rejected("export_unchecked", detail, ruleset_version=game.version, decisions_unchecked=found.decisions_unchecked)


def _bad_export(version: int, problem: str) -> Refused:
    return Refused(422, "export_invalid", f"{problem[:1].upper()}{problem[1:]}.", params={"first_bad": version})
