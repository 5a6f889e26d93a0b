"""One toy stack for the tests that only talk to it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_memory_local.postgres import EmbeddedPostgres
from tests.support.local.folders import open_folder
from tests.support.local.toy import RunningStack, running, toy_settings


@pytest.fixture(scope="package")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    with running(toy_settings(tmp_path_factory.mktemp("toy-stack"), warm=("Authorizer", "Echo"))) as stack:
        yield stack


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as path:
        yield path
        for data_dir in (path / "db", path / "data" / "postgres"):  # a killed process leaves its socket's folder behind
            shutil.rmtree(EmbeddedPostgres(data_dir).socket_dir, ignore_errors=True)
