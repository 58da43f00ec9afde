"""Flask without the steps that this service does not use: they take as much time per request as a game's rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, appcontext_tearing_down, request, request_tearing_down
from gevent import GreenletExit
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_host

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

REMEMBERED = 16_384
"""The most addresses whose route a process caches."""
LONGEST = 100
"""The longest cached address, in characters; the addresses of games are shorter."""


class Exited(Exception):
    """The code of a game tried to end the process, or raised something else that is no Exception."""


class LeanFlask(Flask):
    """Flask for plain functions, few hooks, and addresses that do not depend on the host."""

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self._known: dict[tuple[str, str], tuple[Rule, dict[str, Any]]] = {}

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The adapter that finds the endpoint of a request. Raises werkzeug's error for an impossible host."""
        if request is None:
            return None  # The service builds no addresses outside of requests.
        environ = request.environ
        host = request.host = _host(request.scheme, environ.get("HTTP_HOST"), environ["SERVER_NAME"], environ["SERVER_PORT"])
        return _Remembering(self._known, self.url_map, host, request.scheme, request.path, request.method)

    def make_default_options_response(self) -> Response:
        """The methods of an address; without a body, and so without a content type."""
        response = super().make_default_options_response()
        del response.headers["Content-Type"]
        return response

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func  # No endpoint is a coroutine.

    def preprocess_request(self) -> ResponseReturnValue | None:
        return super().preprocess_request() if self.before_request_funcs or self.url_value_preprocessors else None

    def dispatch_request(self) -> ResponseReturnValue:
        """The endpoint's answer. What it raises is an Exception, so every fault is answered: one request, whatever the rules
        of its game do, ends neither the process nor a connection without an answer."""
        try:
            return super().dispatch_request()
        except (Exception, KeyboardInterrupt, GreenletExit):
            raise
        except BaseException as error:
            raise Exited(type(error).__name__) from error

    def process_response(self, response: Response) -> Response:
        # Most answers need no hook: flask-cors adds nothing to answers for requests without an Origin.
        asked: Request = request._get_current_object()  # type: ignore[attr-defined]  # Each use of the proxy costs as much.
        if "HTTP_ORIGIN" in asked.environ or asked.blueprint in self.after_request_funcs:
            return super().process_response(response)
        return response

    def do_teardown_request(self, *error: Any) -> None:
        if self.teardown_request_funcs or request_tearing_down.receivers:
            super().do_teardown_request(*error)

    def do_teardown_appcontext(self, *error: Any) -> None:
        if self.teardown_appcontext_funcs or appcontext_tearing_down.receivers:
            super().do_teardown_appcontext(*error)


class _Remembering(MapAdapter):
    """Caches the routes of addresses, because players ask for the same few again and again."""

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
    """The host in the Host header, or the server's own."""
    environ = {"wsgi.url_scheme": scheme, "SERVER_NAME": server, "SERVER_PORT": port}
    return get_host(environ if named is None else {**environ, "HTTP_HOST": named})
