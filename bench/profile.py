"""Where the processor time of an action goes: ``python -m bench.profile [ruleset …]``, after ``make bench``'s row 1.

While the load of row 1 goes on, py-spy looks at the stack of one web process 400 times a second. A sample counts for the
innermost of the parts below that is on its stack. To look into another process takes root, on most systems.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import peers
from bench.games import RULESET, most_seats
from bench.machine import PROC
from bench.row1_actions import WARM_UP, Bare, Service
from bench.serving import WebServer, redis_server, web_server
from harness.games import GAMES

BARE = "bare endpoint"
SAMPLES_A_SECOND = 400
PARTS: Mapping[str, str] = {
    "AsyncWorker.handle (gunicorn/workers/base_async.py": "gunicorn, gevent: the rest",
    "Parser.__next__ (gunicorn/http/parser.py": "gunicorn: reading the request",
    "Response.write (gunicorn/http/wsgi.py": "gunicorn: sending the answer",
    "Flask.__call__ (flask/app.py": "Around Flask: request id, limits, headers, metrics",
    "Flask.wsgi_app (flask/app.py": "Flask and Werkzeug",
    "act (service/resources/actions.py": "The endpoint: forms of headers, token and id",
    "body (service/http.py": "Reading the body",
    "CommandHandler.act (events/commands/handler.py": "The handler: token, decoding and encoding, commit, game log",
    "decide (domain/session/lifecycle/__init__.py": "`decide`",
    "sealed (events/envelope.py": "Sealing",
    "EventStore.append (events/store/event_store.py": "Redis",
    "Representations.accepted (service/representations/built.py": "The answer",
    "Representations.view (service/representations/built.py": "The view",
    "narrate (domain/session/narration.py": "Narrating the events",
    "json_response (service/http.py": "Encoding the answer, the response",
    "create_app.<locals>.add (bench/bare_endpoint.py": "The endpoint: forms of headers, token and id",
    "Request.get_data (werkzeug/wrappers/request.py": "Reading the body",
    "Script.__call__ (redis/commands/core.py": "Redis",
}
"""Functions, as py-spy names them, and the part of an action that begins with each."""


def main() -> None:
    """Print the shares of every game asked for, and of the bare endpoint under the last one's commits."""
    parser = argparse.ArgumentParser(prog="python -m bench.profile", description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[*GAMES], help="games to profile (all)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is looked at (10)")
    given = parser.parse_args()
    spy = peers.spy()
    found: dict[str, Counter[str]] = {}
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url))
        for name in given.rulesets:
            seats = 2 if name == RULESET else most_seats(GAMES[name])
            service = Service(url, server, ruleset=name, seats=seats)
            found[f"{GAMES[name].title}, {seats} seats"] = _sampled(service, server, given.seconds, spy)
        bare = stack.enter_context(web_server(url, "bench.bare_endpoint:create_app()"))
        found[BARE] = _sampled(Bare(url, bare, service.recordings), bare, given.seconds, spy)
    print(table(found))


def _sampled(side: Service | Bare, server: WebServer, seconds: float, spy: Path) -> Counter[str]:
    """The samples of one web process by their parts."""
    side.make_ready(seconds + 3 * WARM_UP)
    with TemporaryDirectory() as folder:
        stacks = Path(folder) / "stacks"
        command = [str(spy), "record", "--pid", str(_child(server.pid)), "--duration", str(int(seconds))]
        command += ["--rate", str(SAMPLES_A_SECOND), "--format", "raw", "--output", str(stacks)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            side.load.run(seconds, WARM_UP)
            _, said = process.communicate()
        if not stacks.exists():
            raise SystemExit(f"py-spy could not look: {said.decode().strip()}")
        return parts(stacks.read_text().splitlines())


def parts(stacks: Iterable[str]) -> Counter[str]:
    """Samples by their parts, from lines of frames, outermost first, each with how often it was seen."""
    found: Counter[str] = Counter()
    for line in stacks:
        frames, _, times = line.rpartition(" ")
        names = [frame.rpartition(":")[0] for frame in frames.split(";")]
        part = next((PARTS[name] for name in reversed(names) if name in PARTS), None)
        if part is not None:  # Else it has nothing to do with requests.
            found[part] += int(times)
    return found


def table(found: Mapping[str, Counter[str]]) -> str:
    """Shares of each side in percent, as a table."""
    rows = [["Part", *found], ["---"] * (len(found) + 1)]
    rows += [
        [part, *(f"{100 * each[part] / each.total():.1f} %" for each in found.values())]
        for part in dict.fromkeys(PARTS.values())
    ]
    rows.append(["Samples", *(f"{each.total():,}" for each in found.values())])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _child(pid: int) -> int:
    """A web process of a server."""
    for folder in PROC.glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            return int(folder.name)
    raise SystemExit(f"process {pid} has no web process")


if __name__ == "__main__":
    main()
