"""Flask without those of its steps that are of no use here: for each request they take as long as the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request_tearing_down
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_host

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

REMEMBERED = 16_384
"""Addresses of which a process remembers where they lead."""
LONGEST = 100
"""Characters of an address that is remembered: those of games are shorter."""


class LeanFlask(Flask):
    """Flask for plain functions, few hooks, and addresses that do not depend on the host."""

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self._known: dict[tuple[str, str], tuple[Rule, dict[str, Any]]] = {}

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds the endpoint of a request. Raises what werkzeug does for a host that cannot be one."""
        if request is None:
            return None  # No addresses are built outside of requests.
        environ = request.environ
        host = request.host = _host(request.scheme, environ.get("HTTP_HOST"), environ["SERVER_NAME"], environ["SERVER_PORT"])
        return _Remembering(self._known, self.url_map, host, request.scheme, request.path, request.method)

    def make_default_options_response(self) -> Response:
        """What may be asked of an address; there is no body, and so none of HTML."""
        response = super().make_default_options_response()
        del response.headers["Content-Type"]
        return response

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func  # None is a coroutine.

    def preprocess_request(self) -> ResponseReturnValue | None:
        return super().preprocess_request() if self.before_request_funcs or self.url_value_preprocessors else None

    def do_teardown_request(self, *error: Any) -> None:
        if self.teardown_request_funcs or request_tearing_down.receivers:
            super().do_teardown_request(*error)


class _Remembering(MapAdapter):
    """Remembers where addresses lead, as players ask for the same few again and again."""

    def __init__(
        self,
        known: dict[tuple[str, str], tuple[Rule, dict[str, Any]]],
        url_map: Any,
        host: str,
        scheme: str,
        path: str,
        method: str,
    ) -> None:
        super().__init__(url_map, host, "/", "", scheme, path, method)
        self._known = known

    def match(self, *args: Any, **options: Any) -> Any:
        if args or options != {"return_rule": True}:
            return super().match(*args, **options)
        address = self.default_method, self.path_info
        found = self._known.get(address)
        if found is None:
            rule, values = super().match(return_rule=True)
            found = rule, dict(values)
            if len(self.path_info) <= LONGEST:
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[address] = found
        rule, values = found
        return rule, dict(values)


@lru_cache(maxsize=1_000)
def _host(scheme: str, named: str | None, server: str, port: str) -> str:
    """What the Host header names, or the server itself."""
    environ = {"wsgi.url_scheme": scheme, "SERVER_NAME": server, "SERVER_PORT": port}
    return get_host(environ if named is None else {**environ, "HTTP_HOST": named})
