"""schemathesis against the running service: gunicorn, the embedded Redis, no part replaced. See schemathesis.toml."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from events.log.codec import ChosenOffer
from service.representations.built import prefix_of
from tests.support.games import RULESET

ROOT = Path(__file__).parents[2]
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "5")
"""Random requests for each operation, besides those of the coverage phase, and scenarios that follow the contract's links;
`make schemathesis` takes more, and others."""
SEED = os.environ.get("SCHEMATHESIS_SEED", "1")


def create(address: str) -> dict[str, Any]:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "human"}]
    body = json.dumps({"ruleset": RULESET, "seats": seats}).encode()
    request = urllib.request.Request(f"{address}/v1/games", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        created: dict[str, Any] = json.load(answer)
        return created


def actions(schemas: dict[str, Any]) -> list[dict[str, str]]:
    """The kinds of actions that the short run sends: ids of offers, commands of the game to which single requests go, and
    those of the game with the fewest. All others are refused alike, as unknown; thousands of them would be half the run."""
    names = {each["$ref"].rpartition("/")[2]: each for each in schemas["Action"]["anyOf"]}
    own, offer = f"{prefix_of(RULESET)}Command", ChosenOffer.__name__
    fewest = min(names.keys() - {own, offer}, key=lambda name: (len(schemas[name].get("anyOf", [name])), name))
    return [names[name] for name in (own, fewest, offer)]


def test_the_running_service_keeps_its_contract(address: str, tmp_path: Path) -> None:
    game, other = create(address), create(address)
    names = {
        "GAME": game["game"]["id"],
        "SEAT_TOKEN": game["seats"][0]["token"],
        "OTHER_GAME": other["game"]["id"],
        "OTHER_HOST_TOKEN": other["host_token"],
    }
    # The served contract: the checked-in one lacks games of other packages.
    contract = tmp_path / "openapi.json"
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        served = json.load(answer)
    if "SCHEMATHESIS_EXAMPLES" not in os.environ:
        served["components"]["schemas"]["Action"]["anyOf"] = actions(served["components"]["schemas"])
    contract.write_text(json.dumps(served))
    paths = served["paths"].values()
    operations = sum(method != "parameters" for methods in paths for method in methods)
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"),
            *("--config-file", ROOT / "schemathesis.toml", "run", contract),
            *("--url", address, "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing,stateful"),
            *("--no-color", "--generation-database", "none", "--seed", SEED),
        ],
        cwd=tmp_path,
        # Nothing else: for each of thousands of requests the client goes through the whole environment for proxies.
        env={**names, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=6 * 3600,
        check=False,
    )
    print(done.stdout[-8000:])
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert re.search(rf"Operations: +{operations} selected / {operations} total", done.stdout)
    assert all(f"✅ {phase}" in done.stdout for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"))
