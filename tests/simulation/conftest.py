"""A database server of the simulation's own: its restarts must hit nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.simulation.server import Server, running_server
from tests.support.local.folders import open_folder


@pytest.fixture(scope="package")
def simulation() -> Iterator[Server]:
    with open_folder() as folder, running_server(folder) as server:
        yield server
