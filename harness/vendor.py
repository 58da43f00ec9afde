"""Renews the libraries that the browser's table is made of: `python -m harness.vendor`.

Each package is taken from the npm registry and held to the checksum that the registry states. Modules import each other by
relative paths here, since pages without a build step and with a strict policy have no import maps.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import tarfile
import urllib.request
from base64 import b64encode
from pathlib import Path
from typing import Any, get_args

from domain.icons import Icon

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "service" / "web" / "static"
VENDOR = STATIC / "vendor"
SPRITE = "icons.svg"
REGISTRY = "https://registry.npmjs.org"

PREACT, LUCIDE = ("preact", "11.2.0"), ("lucide-static", "1.62.0")
QR = ("lean-qr", "2.7.4")
FILES = {
    PREACT: {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "hooks.js", "LICENSE": "LICENSE-preact.txt"},
    QR: {"nano.mjs": "lean-qr.js", "LICENSE": "LICENSE-lean-qr.txt"},
    LUCIDE: {"LICENSE": "LICENSE-lucide.txt"},
}  # fmt: skip
OF_THE_PAGE = (
    "bell", "bot", "chevron-first", "chevron-last", "chevron-left", "chevron-right", "copy", "ellipsis", "git-branch",
    "history", "keyboard", "layout-grid", "log-in", "monitor", "share-2", "shield-check", "triangle-alert",
    "volume-2", "volume-x",
)  # fmt: skip
"""The icons that the page itself uses, beside those of boards."""


def package(name: str, version: str) -> dict[str, bytes]:
    """The files of a package by their paths, after its checksum was compared."""
    with urllib.request.urlopen(f"{REGISTRY}/{name}/{version}") as answer:
        about = json.load(answer)["dist"]
    with urllib.request.urlopen(about["tarball"]) as answer:
        packed = answer.read()
    found = "sha512-" + b64encode(hashlib.sha512(packed).digest()).decode()
    if found != about["integrity"]:
        raise SystemExit(f"{name} {version}: the package is not what the registry says it is")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        files = ((entry, archive.extractfile(entry)) for entry in archive.getmembers() if entry.isfile())
        return {entry.name.partition("/")[2]: file.read() for entry, file in files if file is not None}


def relative(source: bytes) -> bytes:
    """A module that imports its neighbours by their names here, without the comment that names its source map."""
    text = source.decode().replace('from"preact"', 'from"./preact.js"')
    return re.sub(r"\n?//# sourceMappingURL=.*", "", text).encode()


def sprite(icons: dict[str, bytes]) -> bytes:
    """One file of symbols, `i-NAME` each."""
    symbols = []
    for name in sorted({*get_args(Icon), *OF_THE_PAGE}):
        inner = re.search(rb"<svg[^>]*>(.*?)</svg>", icons[f"icons/{name}.svg"], re.DOTALL)
        if inner is None:
            raise SystemExit(f"the icon {name} is no SVG")
        drawn = re.sub(rb"\s+", b" ", inner[1]).strip().replace(b"> <", b"><").replace(b" />", b"/>").decode()
        symbols.append(f'<symbol id="i-{name}" viewBox="0 0 24 24">{rounded(drawn)}</symbol>')
    return ('<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n").encode()


def rounded(shapes: str) -> str:
    """Shapes with one decimal, a tenth of the bytes fewer: at the sizes of icons nobody sees a twentieth of a unit."""

    # The flags of arcs may stand before a number without a space (`0 01.25`), so what is left of a point stays as it is.
    return re.sub(r"\.(\d)(\d)\d*", lambda found: f".{min(9, int(found[1]) + (found[2] >= '5'))}", shapes)


def place(here: str) -> Path:
    """Where a file is kept. Drawings of boards show the icons too, so these lie in the domain."""
    return ROOT / "domain" / SPRITE if here == SPRITE else VENDOR / here


def renew() -> None:
    """Write every file and `vendor.json`, which says what each is."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    packages: list[dict[str, Any]] = []
    for (name, version), wanted in FILES.items():
        held = package(name, version)
        written = {}
        for path, here in wanted.items():
            content = relative(held[path]) if here.endswith(".js") else held[path]
            written[here] = content
        if (name, version) == LUCIDE:
            written[SPRITE] = sprite(held)
        for here, content in written.items():
            place(here).write_bytes(content)
        sums = {here: hashlib.sha256(content).hexdigest() for here, content in sorted(written.items())}
        packages.append({"package": name, "version": version, "sha256": sums})
    (VENDOR / "vendor.json").write_text(json.dumps(packages, indent=2) + "\n")


if __name__ == "__main__":
    renew()
