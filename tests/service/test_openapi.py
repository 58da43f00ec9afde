"""The contract as a text to be read: how it is written."""

from __future__ import annotations

from typing import Any

import yaml

from service.openapi import dumped
from tests.service.contract import Contract


class Pure(yaml.SafeDumper):
    """The dumper where PyYAML was built without libyaml."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def test_it_is_written_alike_with_and_without_libyaml(contract: Contract) -> None:
    document = contract.document
    parts = [
        document["info"],
        document["paths"]["/v1/games"],
        {
            name: schema
            for name, schema in document["components"]["schemas"].items()
            if name.startswith("PiratesOfMaracaiboS")
        },
        {"an odd one": ["", "yes", "'", 'a "b": c', "é…\u2028", "#", "- ", "1", None, 1.5, {1: True}, [], {}, "word " * 60]},
    ]
    for part in parts:
        assert dumped(part) == dumped(part, Pure)
