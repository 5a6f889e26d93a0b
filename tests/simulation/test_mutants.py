"""The simulation notices when a safeguard is missing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import pytest

from tests.simulation.faults import Faults
from tests.simulation.mutants import MUTANTS
from tests.simulation.run import Outcome, simulate_fresh
from tests.simulation.server import Server

SEED = 3
MESSAGES = 600
SAID_PER_USER = 150
"""Few people who say much: workers meet at the same user."""

pytestmark = pytest.mark.filterwarnings("ignore:No application metrics")


def play(simulation: Server, mutant: AbstractContextManager[None]) -> Outcome:
    with mutant:
        return simulate_fresh(simulation, MESSAGES, SEED, Faults(SEED), said_per_user=SAID_PER_USER)


def test_without_a_mutant_all_is_well(simulation: Server) -> None:
    assert play(simulation, nullcontext()).problems == []


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_missing_safeguard_is_noticed(simulation: Server, mutant: Callable[[], AbstractContextManager[None]]) -> None:
    found = play(simulation, mutant()).problems
    print(*found, sep="\n")
    assert found
