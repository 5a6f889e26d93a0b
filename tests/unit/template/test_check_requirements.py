"""The requirements check: every line pinned by hash, and no index named in what is committed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import check_requirements

HASH = "    --hash=sha256:" + 64 * "a"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that the check looks at."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    monkeypatch.setattr(check_requirements, "ROOT", tmp_path)
    (tmp_path / "requirements").mkdir()
    return tmp_path


def pinned(root: Path, *lines: str) -> list[str]:
    """What the check says of a requirements file with these lines."""
    (root / "requirements" / "run.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(check_requirements.unpinned())


def test_exact_versions_with_hashes_are_fine(root: Path) -> None:
    assert (
        pinned(root, "one==1.0 \\", f"{HASH} \\", HASH, "    # via two", "two==2 ; sys_platform == 'win32' \\", HASH)
        == []
    )


@pytest.mark.parametrize(
    "lines",
    [
        ["one==1.0"],
        ["one>=1.0 \\", HASH],
        ["one==1.0 \\", "two==1.0 \\", HASH],
        ["one==1.0 \\"],
        ["-e ."],
        ["--index-url https://example.com/simple"],
        ["one @ https://example.com/one.whl \\", HASH],
    ],
)
def test_anything_else_is_named(root: Path, lines: list[str]) -> None:
    [problem] = pinned(root, *lines)

    assert problem.startswith("requirements/run.txt: ")


def test_a_file_that_names_an_index_is_found_committed_or_not(root: Path) -> None:
    (root / "notes.md").write_text(f"see https://{check_requirements.PUBLIC_HOSTS[0]}/simple\n", encoding="utf-8")

    assert list(check_requirements.named_hosts()) == ["notes.md:1 names a package index"]


def test_the_index_of_this_machine_counts_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://user:secret@packages.example.com/simple")
    (root / "notes.md").write_text("packages.example.com\n", encoding="utf-8")

    assert list(check_requirements.named_hosts()) == ["notes.md:1 names a package index"]


def test_a_clean_repository_has_no_such_file(root: Path) -> None:
    (root / "notes.md").write_text("nothing to see\n", encoding="utf-8")

    assert list(check_requirements.named_hosts()) == []
