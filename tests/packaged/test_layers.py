"""What is deployed: small enough, for the right machine, compiled for the right Python, and built from this source."""

from __future__ import annotations

import hashlib
import platform
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.built import BUILT, INTERPRETER, LAYERS, OWN_LAYERS, PYTHON, ROOT, compiled, unpacked_bytes
from tests.support.template_facts import Template

MB = 1024 * 1024  # as Lambda counts: its 250 MB are 262,144,000 bytes
CORE_MB, MODELS_MB, FUNCTION_AND_LAYERS_MB = 45, 130, 250
UNCHECKED_HASH = 0b01  # PEP 552: the source is never looked at again


@pytest.fixture(scope="module")
def magic() -> bytes:
    """What bytecode of the runtime's Python begins with."""
    program = "import importlib.util, sys; sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER)"
    return subprocess.run([INTERPRETER, "-c", program], capture_output=True, check=True).stdout


def test_the_layers_keep_to_their_budget() -> None:
    sizes = {layer: unpacked_bytes(BUILT / layer) / MB for layer in LAYERS}

    assert sizes["CoreLayer"] <= CORE_MB, sizes
    assert sizes["ModelsLayer"] <= MODELS_MB, sizes


def test_every_function_fits_into_lambda_with_its_layers(template: Template) -> None:
    sizes = {folder: unpacked_bytes(BUILT / folder) / MB for folder in (*template.functions, *LAYERS)}
    totals = {name: sum(sizes[folder] for folder in (name, *template.layers(name))) for name in template.functions}

    assert max(totals.values()) < FUNCTION_AND_LAYERS_MB, totals


@pytest.mark.parametrize("layer", LAYERS)
def test_compiled_libraries_are_for_the_machine_they_run_on(layer: str) -> None:
    deployed, own = compiled(BUILT / layer), compiled(OWN_LAYERS[layer])

    assert deployed
    assert {path: machine for path, machine in deployed.items() if machine != "aarch64"} == {}
    assert {path: machine for path, machine in own.items() if machine != platform.machine()} == {}


@pytest.mark.parametrize("folder", [BUILT / "CoreLayer", BUILT / "ModelsLayer", BUILT / "MemoriesList"], ids=str)
def test_every_module_has_bytecode_of_the_runtimes_python(folder: Path, magic: bytes) -> None:
    for source in folder.rglob("*.py"):
        bytecode = source.parent / "__pycache__" / f"{source.stem}.cpython-{PYTHON.replace('.', '')}.pyc"
        assert bytecode.exists(), source
        with bytecode.open("rb") as file:
            header = file.read(8)
        assert header[:4] == magic, bytecode
        assert int.from_bytes(header[4:], "little") == UNCHECKED_HASH, bytecode


@pytest.mark.parametrize("layer", LAYERS)
def test_what_is_tested_here_is_what_is_deployed_but_for_its_machine_code(layer: str) -> None:
    assert _modules(OWN_LAYERS[layer]) == _modules(BUILT / layer)


def test_no_package_is_in_both_layers() -> None:
    core, models = (_packages(BUILT / layer) for layer in LAYERS)

    assert core & models == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_carry_nothing_that_only_developers_read(layer: str) -> None:
    folder = BUILT / layer / "python"

    assert [
        path for path in folder.rglob("*") if path.name == "tests" or path.suffix in {".pyi", ".h", ".a", ".c"}
    ] == []
    assert [path.parent for path in folder.glob("*.dist-info/METADATA")]  # versions and licences stay


def test_the_tokenizers_tables_are_the_published_ones() -> None:
    """tiktoken names each table by the SHA-1 of its address and says which SHA-256 it must have."""
    published = (BUILT / "ModelsLayer" / "python" / "tiktoken_ext" / "openai_public.py").read_text(encoding="utf-8")
    expected = dict(re.findall(r'"(https://[^"]+\.tiktoken)",\s*expected_hash="([0-9a-f]{64})"', published))
    by_name = {hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest(): sha for url, sha in expected.items()}

    tables = {path.name: path for path in (BUILT / "ModelsLayer" / "tokenizer").iterdir()}

    assert len(tables) == 2
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in tables.items()} == {
        name: by_name[name] for name in tables
    }


def test_built_functions_are_this_source(template: Template) -> None:
    source = _files(ROOT / "shared" / "agent_memory", "agent_memory/")
    for folder in {template.folder(name) for name in template.functions}:
        source |= _files(ROOT / "functions" / folder, f"{folder}/")

    for name in ("ConversationWorker", "MemoriesList"):
        built = _files(BUILT / name, "")
        differing = sorted(path for path in built.keys() | source.keys() if built.get(path) != source.get(path))
        assert differing == [], f"{name} is not built from the present source: run `make build`"


def _modules(layer: Path) -> set[str]:
    """The Python modules of a layer."""
    return {str(path.relative_to(layer)) for path in layer.rglob("*.py")}


def _packages(layer: Path) -> set[str]:
    return {path.parent.name for path in layer.glob("python/*.dist-info/METADATA")}


def _files(folder: Path, prefix: str) -> dict[str, bytes]:
    """Contents by path; bytecode aside."""
    return {
        prefix + str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
