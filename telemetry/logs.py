"""Logs: one line for each event, as JSON or as text for people, with the id that joins the lines of one request.

Everything in a line is escaped: text from outside can neither start a new line nor control a terminal. Tokens are removed
from every line, whatever went wrong.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Literal, TextIO

Value = str | int | float | None
Form = Literal["auto", "json", "text"]

CONTEXT: ContextVar[Mapping[str, Value]] = ContextVar("context", default=MappingProxyType({}))
"""The fields of every line that this thread or greenlet logs."""
FIELDS = "fields"
"""The key of a line's own fields in `extra`: ``log.info("…", extra={FIELDS: {"game": …}})``."""


_encode = json.JSONEncoder(separators=(",", ":"), default=str).encode


@contextmanager
def bound(**fields: Value) -> Iterator[None]:
    """Add these fields to every line that is logged within the block."""
    token = CONTEXT.set({**CONTEXT.get(), **fields})
    try:
        yield
    finally:
        CONTEXT.reset(token)


_TOKEN = re.compile(r"twk?_[A-Za-z0-9_-]+")


class Json(logging.Formatter):
    """Formats a line as a JSON object in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return without_tokens(_encode(line))


class Text(logging.Formatter):
    """Formats a line as time, level, logger, message and fields; the lines of an exception are indented."""

    def format(self, record: logging.LogRecord) -> str:
        fields = "".join(f" {name}={_quoted(value)}" for name, value in _fields(record).items())
        line = f"{_time(record)} {record.levelname:<7} {record.name}: {_plain(record.getMessage())}{fields}"
        if record.exc_info:
            line += "".join(f"\n    {_plain(each)}" for each in self.formatException(record.exc_info).splitlines())
        return without_tokens(line)


def without_tokens(text: str) -> str:
    """The text without tokens, API keys and possible parts of them."""
    return _TOKEN.sub("tw_[hidden]", text) if "tw_" in text or "twk_" in text else text


def formatter(form: Form, stream: TextIO = sys.stderr) -> logging.Formatter:
    """The formatter of a form; `auto` is text on a terminal and JSON elsewhere."""
    return Text() if form == "text" or (form == "auto" and stream.isatty()) else Json()


def configure(form: Form, level: str) -> None:
    """Make this process log to stderr in this format and from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)


def log_at(logger: logging.Logger, level: int, at: float, message: str, fields: Mapping[str, Value]) -> None:
    """Log an event of an earlier time `at`, possibly from another thread, with these fields only."""
    record = logging.LogRecord(logger.name, level, "", 0, message, (), None)
    record.created = at
    setattr(record, FIELDS, fields)
    logger.handle(record)


def _fields(record: logging.LogRecord) -> dict[str, Value]:
    own: Mapping[str, Value] = getattr(record, FIELDS, {})
    return {name: value for name, value in {**CONTEXT.get(), **own}.items() if value is not None}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _plain(text: str) -> str:
    """The text with all unprintable characters escaped."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape", "surrogatepass").decode() for each in text)


def _quoted(value: Value) -> str:
    text = str(value)
    return text if text and text.isprintable() and not set(text) & set(' "=') else json.dumps(text)
