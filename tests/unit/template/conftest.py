"""The template, read and rendered once."""

from __future__ import annotations

import pytest

from tests.support.template_facts import Template


@pytest.fixture(scope="session")
def template() -> Template:
    return Template()
