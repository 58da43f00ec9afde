"""Settings of a Redis Cluster, and what is refused with them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from redis import ConnectionError as RedisConnectionError

from events.errors import ConfigError, PartitionsLowered, StoreUnavailable
from events.redis_store.client import connect
from events.redis_store.cluster import connect_cluster
from events.redis_store.cluster_url import is_cluster, parse
from events.settings import Settings
from events.store.event_store import EventStore
from harness.redis_cluster import Cluster
from harness.redis_server import RedisServer
from service.up.start import CannotStartError, up
from tests.support.tradewinds import free_port

GUNICORN = ["gunicorn", "-c", "python:service.up.gunicorn_conf"]
CLUSTER = {"REDIS_URL": "redis+cluster://one:7000,two", "QUEUE_URL": "redis://three", "PARTITIONS": "64"}


def test_a_cluster_is_a_url_with_its_nodes() -> None:
    assert is_cluster("redis+cluster://one")
    assert is_cluster("rediss+cluster://one")
    assert not is_cluster("redis://one")
    first, nodes = parse("rediss+cluster://user:p%40ss@one:7000,two,[::1]:7002/0?ssl_cert_reqs=none")
    assert first == "rediss://user:p%40ss@one:7000?ssl_cert_reqs=none"
    assert nodes == [("one", 7000), ("two", 6379), ("::1", 7002)]
    assert Settings.from_env(CLUSTER).games_redis == "redis+cluster://one:7000,two"


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"QUEUE_URL": ""}, "QUEUE_URL must name a Redis that is not a cluster"),
        ({"QUEUE_URL": "redis+cluster://one"}, "QUEUE_URL must name a Redis that is not a cluster"),
        ({"PARTITIONS": ""}, "PARTITIONS=1 would keep all games on one node"),
        ({"REDIS_URL": "redis+cluster://one,,two"}, "every node needs a host"),
        ({"REDIS_URL": "redis+cluster://one:port"}, "REDIS_URL is not the URL of a cluster"),
        ({"REDIS_URL": "redis+cluster://one/3"}, "database 0 only, not 3"),
        ({"REDIS_WAIT_REPLICAS": "-1"}, "REDIS_WAIT_REPLICAS=-1"),
    ],
)
def test_what_does_not_fit_a_cluster_is_refused(variables: dict[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        Settings.from_env({**CLUSTER, **variables})


def test_a_node_of_a_cluster_is_no_redis_and_no_answer_no_cluster(cluster: Cluster) -> None:
    store = EventStore(connect(f"redis://127.0.0.1:{cluster.nodes[0].port}"), 64)
    with pytest.raises(StoreUnavailable, match="at another node of a cluster"):
        store.games.page(("running",), None, 1, lambda line: True)
    with pytest.raises(RedisConnectionError, match="one reachable node"):
        connect_cluster(f"redis+cluster://127.0.0.1:{free_port()}", 1)


def test_starting_with_a_node_of_a_cluster_in_place_of_a_redis_says_what_to_do(tmp_path: Path, cluster: Cluster) -> None:
    node = f"redis://127.0.0.1:{cluster.nodes[0].port}"
    for settings in (
        Settings(data_dir=tmp_path, port=free_port(), redis_url=node),
        Settings(data_dir=tmp_path, port=free_port(), redis_url=cluster.url, queue_url=node, partitions=64),
    ):
        with pytest.raises(CannotStartError, match=r"is a node of a cluster.*redis\+cluster://host:port"):
            up(settings, say=print)


def test_a_cluster_that_does_not_answer_is_named_without_its_password(tmp_path: Path, redis_url: str) -> None:
    hosts = f"127.0.0.1:{free_port()},[::1]:{free_port()}"
    url = f"redis+cluster://user:secret@{hosts}/0"
    away = Settings(data_dir=tmp_path, port=free_port(), redis_url=url, queue_url=redis_url, partitions=64)
    with pytest.raises(CannotStartError) as refused:
        up(away, say=print)
    assert f"The Redis at redis+cluster://{hosts}/0 does not answer." in str(refused.value)


def test_partitions_may_be_raised_but_not_lowered(redis_url: str) -> None:
    client = connect(redis_url)
    EventStore(client, 4).redis.check_partitions()
    EventStore(client, 8).redis.check_partitions()
    with pytest.raises(PartitionsLowered, match="8 partitions"):
        EventStore(client, 4).redis.check_partitions()
    EventStore(client, 8).redis.check_partitions()
    client.close()


def test_the_service_ends_if_a_redis_comes_back_with_games_beyond_its_partitions() -> None:
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        redis = RedisServer(Path(folder))
        redis.start()
        with connect(redis.url) as client:
            EventStore(client, 8).redis.check_partitions()
        redis.kill()
        places = {"REDIS_URL": redis.url, "PARTITIONS": "4", "PORT": str(free_port()), "WEB_CONCURRENCY": "1"}
        web = subprocess.Popen(
            [sys.executable, "-m", *GUNICORN], env={**os.environ, **places}, stderr=subprocess.PIPE, text=True
        )
        try:
            assert web.stderr is not None
            assert any("PARTITIONS is not checked yet" in line for line in web.stderr)
            redis.start()
            _, said = web.communicate(timeout=60)
        finally:
            web.kill()
            web.wait()
            redis.stop()
    assert web.returncode != 0
    assert "PARTITIONS=4 is too low: the games here are spread over 8 partitions" in said


@pytest.mark.parametrize("program", [GUNICORN, ["cli.main", "worker"]])
def test_neither_service_nor_worker_starts_where_games_lie_beyond_its_partitions(redis_url: str, program: list[str]) -> None:
    with connect(redis_url) as client:
        EventStore(client, 8).redis.check_partitions()
    places = {"REDIS_URL": redis_url, "PARTITIONS": "4", "PORT": str(free_port()), "WEB_CONCURRENCY": "1"}
    command = [sys.executable, "-m", *program]
    ended = subprocess.run(command, env={**os.environ, **places}, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert "PARTITIONS=4 is too low: the games here are spread over 8 partitions" in ended.stderr
