"""What `make packaged` built: function folders and layers as Lambda gets them, and the same layers for this machine."""

from __future__ import annotations

import os
import platform
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / ".aws-sam" / "build"
LAYERS = ("CoreLayer", "ModelsLayer")
PYTHON = "3.13"

_ARCH = platform.machine()
_MACHINES = {62: "x86_64", 183: "aarch64"}
_OWN = ROOT / ".cache" / "layers" / _ARCH
OWN_LAYERS = {"CoreLayer": _OWN / "core", "ModelsLayer": _OWN / "models"}
"""The layers for this machine's architecture."""
OWN_RUNTIME = ROOT / ".cache" / "lambda-runtime" / _ARCH
"""An environment with what the Lambda runtime itself brings, and nothing else."""
INTERPRETER = OWN_RUNTIME / "bin" / "python"


def missing() -> str | None:
    """Why built code cannot be run here; None when it can."""
    if not os.environ.get("RUNTIME_PYTHON") and not INTERPRETER.exists():
        return f"python{PYTHON}, the Python of the Lambda runtime, is neither on PATH nor among pyenv's versions"
    absent = [path for path in (BUILT / "template.yaml", *OWN_LAYERS.values(), INTERPRETER) if not path.exists()]
    if absent:
        names = ", ".join(str(path.relative_to(ROOT)) for path in absent)
        return f"{names} not built yet: run `make test-packaged`"
    return None


def unpacked_bytes(folder: Path) -> int:
    """What Lambda counts of a function or a layer: the sizes of its files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def compiled(folder: Path) -> dict[str, str]:
    """The architecture of every compiled library below a folder, by relative path.

    Source: the ELF specification; bytes 18 and 19 are `e_machine`.
    """
    found: dict[str, str] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                header = file.read(20)
            if header.startswith(b"\x7fELF"):
                machine = int.from_bytes(header[18:20], "little")
                found[str(path.relative_to(folder))] = _MACHINES.get(machine, str(machine))
    return found
