"""One side of row 13: a Redis, web processes and a load, all of the checkout in whose folder and Python this text is run.

It reads from each line of its input for how many seconds to run, and prints what an action cost, in µs of processor time.
Another release runs this text too, so it uses only what has been in bench/ for long.
"""

import json
import sys
from typing import Any

from redis import Redis

from bench.machine import seconds_of
from bench.row1_actions import WARM_UP, Service
from bench.serving import redis_server, web_server


def main(options: dict[str, Any]) -> None:
    with redis_server() as url, web_server(url) as server, Redis.from_url(url) as client:
        service, redis = Service(url, server, **options), int(client.info("server")["process_id"])
        print("ready", flush=True)
        for line in sys.stdin:
            seconds = float(line)
            service.make_ready(seconds + 2 * WARM_UP)
            service.load.run(WARM_UP, 0.0)
            before = seconds_of(redis)
            run = service.load.run(seconds, 0.0)
            print(run.cost + (seconds_of(redis) - before) / (run.rate * seconds) * 1e6, flush=True)
        service.prove()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
