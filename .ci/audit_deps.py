"""Audits the installed packages for known vulnerabilities: fails on one, and says loudly what could not be looked up.

pip-audit ends well, with "No known vulnerabilities found", also where no package at all could be looked up, as behind a
mirror of PyPI that knows no advisories; and it ends badly where the service is away. So its report is read here: known
vulnerabilities fail, what could not be audited is counted and told, and a service that is away fails no build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

SECONDS = 120
OURS = {"tradewinds"}


def main() -> int:
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--local",
        "--progress-spinner",
        "off",
        "--timeout",
        "10",
        "--format",
        "json",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return unaudited(f"the service took longer than {SECONDS} seconds")
    try:
        packages = [each for each in json.loads(done.stdout)["dependencies"] if each["name"] not in OURS]
    except (ValueError, KeyError):
        return unaudited((done.stderr.strip() or "pip-audit said nothing").splitlines()[-1])
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Tell what was found; the exit code."""
    skipped = sorted(each["name"] for each in packages if "skip_reason" in each)
    bad = [each for each in packages if each.get("vulns")]
    for each in bad:
        for found in each["vulns"]:
            mended = ", ".join(found.get("fix_versions", [])) or "no version yet"
            print(f"VULNERABLE: {each['name']} {each['version']}: {found['id']}; mended in {mended}", file=sys.stderr)
    if len(skipped) == len(packages):
        return unaudited("not one package could be looked up")
    if skipped:
        print(f"WARNING: could not be audited: {', '.join(skipped)}", file=sys.stderr)
    print(f"{len(packages) - len(skipped)} of {len(packages)} packages audited, {len(bad)} with known vulnerabilities")
    return 1 if bad else 0


def unaudited(why: str) -> int:
    """Nothing is known, which is no reason to hold up a build."""
    print(
        f"WARNING: THE DEPENDENCIES WERE NOT AUDITED: {why}. Run `make audit-deps` where PyPI is reached.", file=sys.stderr
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
