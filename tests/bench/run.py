"""Runs benches and writes what they found into `results.md`: `make bench`, or `make bench BENCHES="crud plans"`.

    python -m tests.bench.run [--keep FOLDER] [NAME …]

Each bench owns a section of the file, between two comments; sections of benches that were not run stay as they are. A
bench that needs data which is not here is skipped, and says so.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import re
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.bench.stage import Stage, say
from tests.support.local.folders import open_folder

ROOT: Final = Path(__file__).resolve().parents[2]
RESULTS: Final = Path(__file__).with_name("results.md")
SHARED: Final = Path(os.environ.get("AGENT_MEMORY_SHARED", ROOT.parent / "shared"))
_ENVIRONMENT: Final = {
    "LOG_LEVEL": "CRITICAL",
    "POWERTOOLS_SERVICE_NAME": "agent-memory",
    "POWERTOOLS_METRICS_NAMESPACE": "AgentMemory",
}


@dataclass(frozen=True)
class Bench:
    """One bench.

    Args:
        run: measures and returns Markdown.
        needs: what must be in the shared folder, or the bench is skipped.
    """

    name: str
    title: str
    run: Callable[[Stage], str]
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """What it needs and is not here."""
        return [need for need in self.needs if not (SHARED / need).exists()]


def _module(name: str) -> Callable[[Stage], str]:
    """The bench of a module, imported when it is run."""
    return lambda stage: import_module(f"tests.bench.{name}").run(stage)


def _printed(module: str, *arguments: str) -> Callable[[Stage], str]:
    """A scorer that prints, as a block of text."""

    def run(stage: Stage) -> str:
        del stage
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        return f"`python -m {' '.join([module, *arguments])}`\n\n```text\n{done.stdout.strip()}\n```"

    return run


BENCHES: Final = (
    Bench("crud", "Handlers against plain statements", _module("crud")),
    Bench("plans", "Plans among a million memories", _module("plans")),
    Bench("deletion", "Deleting all of a user", _module("deletion")),
    Bench("admission", "Rate limit and quota", _module("admission")),
    Bench("extraction", "Offline extraction", _printed("tests.bench.extraction.score", "--split", "all")),
    Bench("corrections", "Offline corrections", _printed("tests.bench.corrections.score", "--permutations")),
    Bench("throughput", "Messages read in a second", _module("throughput")),
    Bench("recall", "Recall on public data", _module("recall.score"), needs=("data/locomo", "bench/membench.py")),
    Bench("recall_speed", "Recall against a bare exact scan", _module("recall_speed")),
    Bench("signals", "Read triggers", _printed("tests.bench.signals.score")),
    Bench(
        "timex",
        "Time expressions on public specifications",
        _printed("tests.bench.timex.score"),
        needs=("data/timex", "bench/membench.py"),
    ),
    Bench("dedup", "Duplicate decisions", _printed("tests.bench.dedup.score"), needs=("data/dedup_pairs",)),
)


def with_section(document: str, name: str, section: str) -> str:
    """The document with a section in place of the one of that name, or at its end."""
    start, end = f"<!-- bench: {name} -->", f"<!-- end of bench: {name} -->"
    block = f"{start}\n{section.strip()}\n{end}"
    pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
    if pattern.search(document):
        return pattern.sub(lambda _: block, document)
    return f"{document.rstrip()}\n\n{block}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 when a bench failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(bench.name for bench in BENCHES))
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the databases here for the next run")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - {bench.name for bench in BENCHES}
    if unknown:
        parser.error(f"no such bench: {', '.join(sorted(unknown))}")
    wanted = [bench for bench in BENCHES if not options.names or bench.name in options.names]
    os.environ.update(_ENVIRONMENT)
    warnings.simplefilter("ignore")
    with contextlib.ExitStack() as stack:
        folder = options.keep or stack.enter_context(open_folder())
        folder.mkdir(parents=True, exist_ok=True)
        stage = Stage(folder.resolve())
        stack.callback(stage.close)
        failed = [bench.name for bench in wanted if not _run(bench, stage)]
    return 1 if failed else 0


def _run(bench: Bench, stage: Stage) -> bool:
    """Run one bench and write its section; False when it failed."""
    if bench.missing:
        say(f"{bench.name}: skipped, needs {', '.join(bench.missing)} in {SHARED.name}/ (or set AGENT_MEMORY_SHARED)")
        return True
    say(f"{bench.name}: {bench.title}")
    before, started = os.getloadavg()[0], time.monotonic()
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # handlers print their metrics
            found = bench.run(stage)
    except Exception as error:  # noqa: BLE001  # the other benches still run
        say(f"{bench.name}: failed: {type(error).__name__}: {error}")
        return False
    where = (
        f"*{datetime.now(UTC):%Y-%m-%d}, {_commit()}; {os.cpu_count()} cores, {platform.machine()}, Python"
        f" {platform.python_version()}, PostgreSQL {stage.server_version()}; load average {before:.1f} at the start,"
        f" {os.getloadavg()[0]:.1f} at the end; took {time.monotonic() - started:.0f} s.*"
    )
    document = RESULTS.read_text(encoding="utf-8")
    RESULTS.write_text(with_section(document, bench.name, f"## {bench.title}\n\n{where}\n\n{found}"), encoding="utf-8")
    say(f"{bench.name}: written to {RESULTS.relative_to(ROOT)}")
    return True


def _commit() -> str:
    """The commit that was measured, and whether files had been changed since."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no")
    return f"commit {git('rev-parse', '--short', 'HEAD')}{' with changes' if changed else ''}"


if __name__ == "__main__":
    sys.exit(main())
