"""Answers requests that gunicorn itself refuses with a problem instead of gunicorn's page of HTML."""

from __future__ import annotations

import socket
from http import HTTPStatus

import msgspec
from gunicorn import util

from service.problems import ALWAYS, CODES, PROBLEM, Problem


def install() -> None:
    """Replace gunicorn's error writer in this process."""
    util.write_error = write_problem


def write_problem(sock: socket.socket, status_int: int, reason: str, mesg: str) -> None:
    """Replaces `gunicorn.util.write_error`. A status that is not in the contract becomes a 400."""
    if status_int not in ALWAYS:
        status_int, reason = 400, HTTPStatus(400).phrase
    code = "internal_error" if status_int == 500 else "bad_request"
    detail = mesg if status_int != 500 else CODES[code][1].capitalize()
    problem = Problem(type=f"/docs/problems#{code}", title=reason, status=status_int, detail=f"{detail}.", code=code)
    body = msgspec.json.encode(problem)
    head = (
        f"HTTP/1.1 {status_int} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode("latin-1") + body)
