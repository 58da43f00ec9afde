"""The instrumentation of a process: metrics always, traces if configured."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from prometheus_client import Counter

from telemetry import metrics
from telemetry.deferred import DEFERRED
from telemetry.logs import CONTEXT
from telemetry.spans import NoTraces, Span, Traces

REQUEST_ID = "request_id"


class Instrumentation:
    """Observes the event store in web processes and workers."""

    def __init__(self, traces: Traces | None = None) -> None:
        self.traces: Traces = traces or NoTraces()
        self.span: Callable[[str], AbstractContextManager[Span]] = self.traces.span
        self._commands: dict[tuple[str, str], Counter] = {}

    def command(self, ruleset: str, outcome: str) -> None:
        found = self._commands.get((ruleset, outcome))
        if found is None:
            found = self._commands[ruleset, outcome] = metrics.COMMANDS.labels(ruleset or "none", outcome)
        DEFERRED.count(found)

    def conflict(self) -> None:
        DEFERRED.count(metrics.CONFLICTS)

    def cached(self, known: bool) -> None:
        DEFERRED.count(metrics.HITS if known else metrics.MISSES)

    def folded(self, commits: int, seconds: float) -> None:
        DEFERRED.put(metrics.FOLDED.inc, commits)
        DEFERRED.put(metrics.FOLD_SECONDS.observe, seconds)

    def origin(self) -> dict[str, str]:
        """The request id and trace context for a job, so that its log lines and spans belong to the request."""
        request_id = CONTEXT.get().get(REQUEST_ID)
        return {**({REQUEST_ID: str(request_id)} if request_id else {}), **self.traces.carried()}
