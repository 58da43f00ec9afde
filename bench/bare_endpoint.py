"""The bare endpoint that ours is measured against: Flask, and one Lua script that appends what it is sent.

No caller is known, nothing is checked or answered but the version. It runs under the same gunicorn settings as the service,
once with gunicorn's own gevent worker and once with the service's.
"""

from __future__ import annotations

from flask import Flask, Response, request

from events.redis_store.client import connect
from events.settings import Settings

APPEND = """
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('XADD', KEYS[1], (ARGV[1] + 1) .. '-0', 'c', ARGV[2])
return 1
"""


def create_app() -> Flask:
    """The WSGI app."""
    app = Flask("bare", static_folder=None)
    append = connect(Settings.from_env().games_redis).register_script(APPEND)

    @app.post("/append/<stream>/<int:version>")
    def add(stream: str, version: int) -> Response:
        if append(keys=[stream], args=[version, request.get_data(cache=False)]) != 1:
            return Response("conflict", 409)
        return Response(b'{"version":%d}' % (version + 1), 201, content_type="application/json")

    @app.get("/readyz")
    def ready() -> str:
        return "ready"

    return app
