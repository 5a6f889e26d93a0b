"""Play a story with faults, or without, and judge what is left of it.

    python -m tests.simulation.run --messages 1000000 --seed 1 [--calm] [--rate 0.002]

Big runs are played in rounds of twenty thousand messages with new people each, in one database.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.simulation.faults import Faults, Point
from tests.simulation.ledger import Ledger, problems_of, read_ledger
from tests.simulation.people import SAID_PER_USER, START, Script, write_script
from tests.simulation.server import Place, Server, running_server
from tests.simulation.world import World
from tests.support.local.folders import open_folder

ROUND = 20_000
"""Messages of a round."""


@dataclass
class Outcome:
    """What came of a run."""

    script: Script
    ledger: Ledger
    faults: Faults
    problems: list[str]
    story: str
    deliveries: int
    model_calls: int
    seconds: float
    end: datetime
    """What the world's clock showed in the end."""

    @property
    def rate(self) -> float:
        """Messages per second of wall time."""
        return self.script.message_count / self.seconds


def simulate(
    place: Place, script: Script, seed: int, faults: Faults, *, earlier_turns: int = 0, start: datetime = START
) -> Outcome:
    """Play a script and judge. A database that has seen earlier turns has seen a later clock too: that is the `start`."""
    started = time.perf_counter()
    world = World(place, script, seed, faults, start)
    world.run()
    seconds = time.perf_counter() - started
    ledger = read_ledger(place, script)
    problems = [*world.problems, *problems_of(script, ledger, earlier_turns=earlier_turns)]
    problems += [f"set aside: {reason}" for _, reason in world.queue.aside]
    return Outcome(
        script,
        ledger,
        faults,
        problems,
        world.story,
        world.queue.deliveries,
        world.model_calls,
        seconds,
        world.clock.now(),
    )


def simulate_fresh(
    server: Server, messages: int, seed: int, faults: Faults, *, said_per_user: int = SAID_PER_USER
) -> Outcome:
    """Play a script of so many messages in an empty database."""
    with server.fresh() as place:
        return simulate(place, write_script(seed, messages, said_per_user=said_per_user), seed, faults)


@dataclass
class _Totals:
    messages: int = 0
    seconds: float = 0.0
    deliveries: int = 0
    model_calls: int = 0
    kills: int = 0
    failures: int = 0
    restarts: int = 0
    problems: int = 0
    passed: Counter[Point] = field(default_factory=Counter[Point])
    killed: Counter[Point] = field(default_factory=Counter[Point])

    def add(self, outcome: Outcome) -> None:
        faults = outcome.faults
        self.messages += outcome.script.message_count
        self.seconds += outcome.seconds
        self.deliveries += outcome.deliveries
        self.model_calls += outcome.model_calls
        self.kills += faults.killed.total()
        self.failures += faults.failed.total()
        self.restarts += len(faults.restarted)
        self.problems += len(outcome.problems)
        self.passed += faults.passed
        self.killed += faults.killed

    def __str__(self) -> str:
        return (
            f"{self.messages} messages in {self.seconds:.0f} s ({self.messages / self.seconds:.0f}/s), "
            f"{self.deliveries} deliveries, {self.model_calls} model calls, {self.kills} deaths at "
            f"{len(self.killed)} of {len(self.passed)} points, {self.failures} errors, {self.restarts} restarts of the "
            f"database, {self.problems} problems"
        )


def rounds(seed: int, messages: int) -> Iterator[tuple[int, Script]]:
    """The rounds of a run: each with a seed and people of its own."""
    number = 0
    while messages > 0:
        round_seed = seed * 100_000 + number
        script = write_script(round_seed, min(ROUND, messages), prefix=f"r{number}-")
        yield round_seed, script
        messages -= script.message_count
        number += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, report after every round, and say by the exit code whether all was well."""
    chosen = _read(arguments)
    os.environ.setdefault("POWERTOOLS_LOG_LEVEL", "CRITICAL")
    warnings.simplefilter("ignore")  # a process that died had no metrics to publish
    totals, active, clock = _Totals(), {}, START
    with open_folder() as folder, running_server(folder) as server, server.fresh() as place:
        for seed, script in rounds(chosen.seed, chosen.messages):
            faults = Faults(seed, rate=0) if chosen.calm else Faults(seed, rate=chosen.rate, restarts=chosen.restarts)
            with redirect_stdout(io.StringIO()):  # metrics, thousands of lines
                outcome = simulate(place, script, seed, faults, earlier_turns=totals.messages, start=clock)
            totals.add(outcome)
            clock = outcome.end
            print(f"seed {seed}: {totals}", flush=True)
            for problem in outcome.problems[:20]:
                print(f"  {problem}", flush=True)
            if chosen.active is not None:
                active |= {user: sorted(contents) for user, contents in outcome.ledger.active.items()}
    if chosen.active is not None:
        chosen.active.write_text(json.dumps(active, ensure_ascii=False), encoding="utf-8")
    return 1 if totals.problems else 0


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Exactly-once under faults.")
    parser.add_argument("--messages", type=int, default=ROUND)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.002, help="chance of a fault at a point")
    parser.add_argument("--restarts", type=int, default=3, help="restarts of the database per round")
    parser.add_argument("--calm", action="store_true", help="no faults at all")
    parser.add_argument("--active", type=Path, help="write what is remembered to this file, as JSON")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
