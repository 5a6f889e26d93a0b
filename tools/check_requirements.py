"""Check that what is installed is pinned, by hash, from the `.in` files as they are, and from nobody's mirror.

Fresh means: `make requirements`, run on a copy with the present pins to start from, changes nothing. That asks the
package index; without one this check fails and says so.

Usage: python tools/check_requirements.py
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ("requirements/*.txt", "layers/*/requirements.txt")
SOURCES = ("Makefile", "requirements/*", "layers/*/requirements.*")

# Put together here, so that this file does not name what it looks for.
PUBLIC_HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
INDEX_VARIABLES = re.compile(r"(PIP|UV)_\w*(INDEX|FIND_LINKS)\w*")
_PIN = re.compile(r"[A-Za-z0-9._-]+==[^\s;]+( ; [^\\]+)? \\")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


def main() -> int:
    """Print what is wrong; 1 when anything is."""
    problems = [*unpinned(), *named_hosts(), *stale()]
    for problem in problems:
        print(problem)
    print(f"requirements: {len(problems)} problem(s)")
    return 1 if problems else 0


def unpinned() -> Iterator[str]:
    """Lines of requirement files that are neither an exact version with hashes nor a comment."""
    for path in _files(*REQUIREMENTS):
        waiting = ""  # a pin whose first hash has not come yet
        for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
            if _HASH.fullmatch(line):
                waiting = ""
            elif waiting:
                yield f"{_name(path)}: {waiting} has no hash"
                waiting = ""
            if _PIN.fullmatch(line):
                waiting = line.removesuffix(" \\")
            elif line and not _HASH.fullmatch(line) and not line.lstrip().startswith("#"):
                yield f"{_name(path)}: {line.strip()} is no exact version with a hash"


def named_hosts() -> Iterator[str]:
    """Committed lines, and new ones about to be, that name a package index: a public one or this machine's."""
    if not (ROOT / ".git").exists():
        print("not a git repository: nothing is committed from here, so index names are not looked for")
        return
    patterns = [part for host in sorted({*PUBLIC_HOSTS, *_own_hosts()}) for part in ("-e", host)]
    command = ["git", "grep", "--untracked", "-I", "--line-number", "--fixed-strings", "--ignore-case", *patterns]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode > 1:
        yield f"git grep failed: {found.stderr.strip()}"
    for line in found.stdout.splitlines():
        yield f"{':'.join(line.split(':', 2)[:2])} names a package index"


def _own_hosts() -> Iterator[str]:
    """Hosts of the indexes that pip and uv use on this machine."""
    settings = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    settings += "\n".join(value for name, value in os.environ.items() if INDEX_VARIABLES.fullmatch(name))
    for url in re.findall(r"https?://[^\s'\"]+", settings):
        host = urlsplit(url).hostname
        if host and host not in {"localhost", "127.0.0.1"}:
            yield host


def stale() -> Iterator[str]:
    """Requirement files that `make requirements` would change."""
    environment = sys.prefix
    with tempfile.TemporaryDirectory() as folder:
        for path in _files(*SOURCES):
            copy = Path(folder) / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        # The environment is the one we run in, however old its stamp is.
        command = ["make", "--silent", f"VENV={environment}", f"--assume-old={environment}/dev.stamp", "requirements"]
        scrubbed = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        made = subprocess.run(command, cwd=folder, env=scrubbed, capture_output=True, text=True, check=False)
        if made.returncode:
            yield (
                "The requirements could not be compiled again, so nobody knows whether they are fresh. "
                "Is the package index reachable? uv says:\n" + made.stderr.strip()
            )
            return
        for path in _files(*REQUIREMENTS):
            yield from _difference(path, Path(folder) / path.relative_to(ROOT))


def _difference(committed: Path, compiled: Path) -> Iterator[str]:
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (committed, compiled))
    changes = [line for line in difflib.unified_diff(before, after, lineterm="", n=0) if line[:1] in "+-"][2:]
    if changes:
        shown = "\n  ".join(changes[:8])
        yield f"{_name(committed)} is stale: run `make requirements` ({len(changes)} lines change)\n  {shown}"


def _files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
