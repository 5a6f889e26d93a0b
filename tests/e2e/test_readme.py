"""What the READMEs show is what happens."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.test_local_service import data_dir, running
from tools.readme_tour import READMES, run, stable, steps

ROOT = Path(__file__).resolve().parents[2]

__all__ = ["data_dir"]


def test_the_tour_prints_what_the_readmes_say(data_dir: Path) -> None:  # the fixture
    shown = {name: steps((ROOT / name).read_text(encoding="utf-8")) for name in READMES}
    english, chinese = shown.values()
    assert [step.command for step in english] == [step.command for step in chinese]
    with running(data_dir) as service:
        environment = {**os.environ, "PORT": str(service.port), "DATA_DIR": str(data_dir)}
        outputs = run([step.command for step in english], environment)
    for step_list in shown.values():
        for step, output in zip(step_list, outputs, strict=True):
            assert stable(step.output) == stable(output), step.command


@pytest.mark.parametrize("name", READMES)
def test_the_two_commands_come_first(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert 0 < text.index("make run") < text.index("make test") < text.index("<!-- tour -->")
