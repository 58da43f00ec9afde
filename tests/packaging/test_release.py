"""What `make release` builds, and that it builds only what is tagged as the release of its version."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from harness import release
from tests.clients.test_packages import NPM
from tests.docs.generated import ROOT

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="a release is a commit of a git repository")
CHANGELOG = "# Changelog\n\nAll changes.\n\n## [1.2.0] - 2026-01-31\n\n### Added\n\n- All.\n"


def git(repository: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(repository), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """A repository whose commit is release 1.2.0."""
    for folder in ("clients/python", "clients/javascript", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    for folder in (".", "clients/python"):
        (tmp_path / folder / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "clients/javascript/package.json").write_text('{"version": "1.2.0"}')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "openapi.yaml").write_text("paths: {}\n")
    release.keep_contract(tmp_path)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Release 1.2.0")
    git(tmp_path, "tag", "v1.2.0")
    return tmp_path


def test_the_tagged_commit_is_the_release(tagged: Path) -> None:
    assert [*release.problems(tagged)] == []


def write(file: str, text: str) -> Callable[[Path], object]:
    """Commits this text, and moves the tag along."""

    def change(repository: Path) -> None:
        (repository / file).write_text(text)
        git(repository, "commit", "--quiet", "--all", "--message", "Change")
        git(repository, "tag", "--force", "v1.2.0")

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            write("clients/python/pyproject.toml", '[project]\nversion = "1.1.0"\n'),
            "clients/python/pyproject.toml has 1.1.0.",
        ),
        (write("clients/javascript/package.json", '{"version": "1.3.0"}'), "clients/javascript/package.json has 1.3.0."),
        (
            write("CHANGELOG.md", CHANGELOG.replace("2026-01-31", "unreleased")),
            "CHANGELOG.md begins with '## [1.2.0] - unre",
        ),
        (
            write("CHANGELOG.md", CHANGELOG.replace("1.2.0", "1.1.0")),
            "CHANGELOG.md begins with '## [1.1.0] - 2026-01-31', not",
        ),
        (write("openapi.yaml", "paths: {/more: {}}\n"), "openapi-1.2.0.json.gz is not the contract of this release"),
        (lambda repository: (repository / "more").touch(), "1 files are not as they were committed."),
        (lambda repository: git(repository, "tag", "--delete", "v1.2.0"), "The commit has no tag v1.2.0."),
    ],
)
def test_what_does_not_agree_is_named(tagged: Path, change: Callable[[Path], object], said: str) -> None:
    change(tagged)
    (problem,) = release.problems(tagged)
    assert said in problem


def test_one_contract_is_kept(tagged: Path) -> None:
    (tagged / "pyproject.toml").write_text('[project]\nversion = "1.3.0"\n')
    release.keep_contract(tagged)
    assert [each.name for each in (tagged / release.CONTRACTS).iterdir()] == ["openapi-1.3.0.json.gz"]


def test_sums_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "b.whl").write_bytes(b"wheel")
    (tmp_path / "a.tgz").write_bytes(b"tarball")
    release.write_sums(tmp_path)
    assert (tmp_path / "SHA256SUMS").read_text().splitlines() == [
        f"{hashlib.sha256(b'tarball').hexdigest()}  a.tgz",
        f"{hashlib.sha256(b'wheel').hexdigest()}  b.whl",
    ]
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    ("engine", "saved"),
    [
        ("docker", "save --output {file} tradewinds:1.2.0"),
        ("podman", "save --output {file} tradewinds:1.2.0"),
        ("buildah", "push tradewinds:1.2.0 docker-archive:{file}:tradewinds:1.2.0"),
    ],
)
def test_an_image_is_built_and_saved(engine: str, saved: str, tmp_path: Path) -> None:
    program, file = tmp_path / engine, tmp_path / "image.tar"
    program.write_text(f'#!/bin/sh\necho "$BUILDAH_FORMAT $@" >> {tmp_path}/calls\n')
    program.chmod(0o755)
    release.image(tmp_path, file, "tradewinds:1.2.0", str(program))
    assert (tmp_path / "calls").read_text().splitlines() == [
        f"docker build --tag tradewinds:1.2.0 {tmp_path}",
        f" {saved.format(file=file)}",
    ]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness.release", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_without_an_engine_an_image_is_left_out_only_when_asked(tmp_path: Path) -> None:
    done = run(str(tmp_path / "release"))
    assert done.returncode == 1
    assert "Neither Docker (running), Podman nor Buildah is here; --without-image (IMAGE=no) builds none." in done.stderr
    assert done.stderr.endswith("Nothing was built.\n")
    assert not (tmp_path / "release").exists()


@pytest.mark.long  # It fetches what builds the packages.
@pytest.mark.skipif(NPM is None, reason="the JavaScript client is packed by npm")
def test_a_rehearsal_builds_everything(tmp_path: Path) -> None:
    into, version = tmp_path / "release", release.version_of(ROOT)
    done = run(str(into), "--without-image", "--rehearse")
    assert done.returncode == 0, done.stderr
    assert {each.name for each in into.iterdir()} == {
        f"tradewinds-{version}-py3-none-any.whl",
        f"tradewinds_client-{version}-py3-none-any.whl",
        f"tradewinds-client-{version}.tgz",
        f"openapi-{version}.yaml",
        "SHA256SUMS",
    }
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=into, check=True)
    names = zipfile.ZipFile(into / f"tradewinds-{version}-py3-none-any.whl").namelist()
    assert {"cli/main.py", "tradewinds/__init__.py"} <= {*names}
    assert not [name for name in names if name.startswith(("tests/", "harness/", "bench/"))]
    with tarfile.open(into / f"tradewinds-client-{version}.tgz") as files:
        assert "package/tradewinds.js" in files.getnames()
