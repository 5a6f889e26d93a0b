"""What a developer, a commit and continuous integration check is the same."""

from __future__ import annotations

import os
import re

import yaml

from tests.support.template_facts import ROOT


def parts_of_check() -> list[str]:
    """The targets that `make check` consists of."""
    [parts] = re.findall(r"^check: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return parts.split()


def test_every_part_of_make_check_is_a_hook() -> None:
    [local] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]

    assert local["repo"] == "local"
    assert {hook["id"]: hook["entry"] for hook in local["hooks"]} == {
        part: f"make --silent {part}" for part in parts_of_check()
    }
    assert all(hook["language"] == "system" for hook in local["hooks"])


def test_continuous_integration_runs_check_and_test() -> None:
    script = ROOT / ".ci" / "run"
    lines = script.read_text(encoding="utf-8").splitlines()

    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in lines
    assert lines[-2:] == ["make check", "make test"]
