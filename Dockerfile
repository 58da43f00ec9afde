# Stage 1: the wheel, from the sources.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY tradewinds tradewinds
COPY events events
COPY telemetry telemetry
COPY policies policies
COPY workers workers
COPY service service
COPY cli cli
COPY conformance conformance
COPY play play
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

# Stage 2: the wheel and what it needs, without sources or build tools.
FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
COPY --from=build /wheels /wheels
# The versions that the tests ran with, each by its hash. For traces: --build-arg REQUIREMENTS=requirements-otel.txt
ARG REQUIREMENTS=requirements.txt
COPY ${REQUIREMENTS} /requirements.txt
# Fonts are for pictures as PNG.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-dejavu-core && rm -r /var/lib/apt/lists/* \
    && python -m pip install --no-cache-dir --require-hashes --requirement /requirements.txt \
    && python -m pip install --no-cache-dir --no-deps /wheels/*.whl \
    && rm -r /wheels /requirements.txt \
    && python -m service.openapi --keep \
    && groupadd --gid 10001 tradewinds \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin tradewinds \
    && install --directory --owner=10001 --group=10001 --mode=750 /data /archive /sleep /keys
# By number, so that an orchestrator can tell that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# Of a web server; for a bot worker switch it off. Whether it lives, not whether it is ready: what /readyz finds, a restart makes worse.
# No proxy that the environment names is asked for this machine's own port.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(f\"http://127.0.0.1:{os.environ['PORT']}/livez\", timeout=4)"]
CMD ["python", "-m", "gunicorn", "-c", "python:service.up.gunicorn_conf"]
