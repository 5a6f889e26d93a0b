"""The template check finds what only shows once SAM has rendered the template."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_memory_local.errors import TemplateError
from tests.support.template_facts import TEMPLATE
from tools.check_template import findings


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The template with mistakes in it."""
    text = TEMPLATE.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    path = tmp_path / "template.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_mistakes_are_found_where_they_are(tmp_path: Path) -> None:
    template = changed(
        tmp_path,
        ("Layers: [!Ref ModelsLayer]", "Layers: [!Ref CoreLayer, !Ref ModelsLayer]"),
        ("KEY_TABLE: !Ref SubjectKeyTable", "KEY_TABLE: !Ref NoSuchTable"),
        ("ScalingConfig: {MaximumConcurrency: 2}", "ScalingConfig: {MaximumConcurrency: 1}"),
        ("Runtime: python3.13", "Runtime: python3.8"),
    )

    found = "\n".join(findings(template))

    assert "Resources.MemoriesCreate.Properties.Layers" in found
    assert "NoSuchTable" in found
    assert "Resources.AccessWorkerReports.Properties.ScalingConfig.MaximumConcurrency" in found
    assert "python3.8" in found


def test_what_sam_refuses_is_refused_with_its_reason(tmp_path: Path) -> None:
    template = changed(tmp_path, ("Auth: {Authorizer: NONE}", "Auth: {Authorizer: Nobody}"))

    with pytest.raises(TemplateError, match="Nobody"):
        findings(template)
