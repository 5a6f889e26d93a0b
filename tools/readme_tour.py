"""The README's tour: its commands are run against a live stack, and what it shows is what they printed.

Usage, with a fresh `make run` beside it: python tools/readme_tour.py   writes the outputs into both READMEs.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.zh-CN.md")
_STEP = re.compile(r"```sh\n(?P<command>(?:(?!```).)*?)```\n\n?```(?P<kind>json|text)\n(?P<output>.*?)```", re.DOTALL)
_SECTION = re.compile(r"<!-- tour -->(.*?)<!-- end of tour -->", re.DOTALL)
_VOLATILE = (
    (re.compile(r"mem-\d+-[0-9a-z]+"), "mem-…"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "…Z"),
    (re.compile(r"\[\d{4}-\d\d-\d\d, (admin|agent)\]"), r"[…, \1]"),
    (re.compile(r'"tookMs": [\d.]+'), '"tookMs": …'),
    (re.compile(r'"createdAt": "…Z"'), '"createdAt": "…Z"'),
)


@dataclass(frozen=True)
class Step:
    """A command of the tour and what the README says it prints."""

    command: str
    output: str


def steps(text: str) -> list[Step]:
    """The steps of a README, in order."""
    section = _SECTION.search(text)
    if section is None:
        raise SystemExit("the README has no tour")
    return [Step(match["command"], match["output"]) for match in _STEP.finditer(section[1])]


def run(commands: list[str], environment: dict[str, str]) -> list[str]:
    """What each command prints, all in one shell."""
    mark = "-- end of step --"
    script = "set -eu\n" + "".join(f"{command}\necho '{mark}'\n" for command in commands)
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    if done.returncode != 0:
        raise SystemExit(f"the tour failed:\n{done.stdout}\n{done.stderr}")
    return [output.removeprefix("\n") for output in done.stdout.split(f"{mark}\n")[:-1]]


def stable(output: str) -> str:
    """An output without what differs from run to run: ids, times."""
    for pattern, replacement in _VOLATILE:
        output = pattern.sub(replacement, output)
    return output


def write(environment: dict[str, str]) -> None:
    """Run the tour and put its outputs into the READMEs."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in READMES}
    commands = [step.command for step in steps(texts[READMES[0]])]
    outputs = run(commands, environment)
    for name, text in texts.items():
        (ROOT / name).write_text(_with_outputs(text, outputs), encoding="utf-8")


def _with_outputs(text: str, outputs: list[str]) -> str:
    for step, output in zip(steps(text), outputs, strict=True):
        for kind in ("json", "text"):
            frame = f"{step.command}```\n\n```{kind}\n"
            text = text.replace(frame + step.output, frame + output)
    return text


if __name__ == "__main__":
    import os

    write(dict(os.environ))
