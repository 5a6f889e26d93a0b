"""The commands `run` and `demo`: the service on this machine, and a conversation played through it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from agent_memory.core.errors import MemoryServiceError
from agent_memory_local.demo import demo
from agent_memory_local.errors import LocalStackError
from agent_memory_local.progress import TerminalProgress
from agent_memory_local.service import LocalService, LocalSettings
from agent_memory_local.stack import Stack

USAGE = "usage: python -m agent_memory_local run | demo   (PORT, DATA_DIR and DATABASE_URL in the environment)"


def run(settings: LocalSettings) -> None:
    """Serve until Ctrl-C."""

    def announce(stack: Stack) -> None:
        width = max(map(len, service.keys))
        print(f"\nAgent Memory will serve {stack.url} in a moment. Development keys (also in dev-keys.json):")
        for name, key in service.keys.items():
            print(f"  {name:<{width}}  {key}")
        print("Ctrl-C stops everything.\n", flush=True)

    service = LocalService(settings, TerminalProgress(), also_before_serving=[announce])
    try:
        service.stack.run()
    finally:
        service.stop_database()


def main(arguments: Sequence[str]) -> int:
    """The exit code. What goes wrong is one line for the person at the keyboard, never a traceback."""
    commands = {"run": run, "demo": demo}
    if len(arguments) != 1 or arguments[0] not in commands:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        commands[arguments[0]](LocalSettings.from_environment())
    except (LocalStackError, MemoryServiceError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
