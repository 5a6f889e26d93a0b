"""Imports handlers as the Lambda runtime does, each in a process of its own, and tells what that brought and did.

A script, run with the interpreter and the folders under test, so that nothing of the test's own is in its way:

    python -I -B import_probe.py FOLDERS PRELOADED HANDLERS     (each a comma-separated list)

It prints one line of JSON for each handler: its modules with their files, and every act that an import must not do.
Modules that are preloaded are imported once for all, and what they do is their own business.
"""

import importlib
import json
import os
import sys
import threading
import traceback

# Audit events (https://docs.python.org/3/library/audit_events.html) that no import of ours has a reason for.
FORBIDDEN = (
    "_thread.start_new_thread",
    "os.exec",
    "os.fork",
    "os.mkdir",
    "os.posix_spawn",
    "os.putenv",
    "os.remove",
    "os.rename",
    "os.system",
    "os.unsetenv",
    "socket.",
    "sqlite3.connect",
    "subprocess.Popen",
)


def watch(acts: list[str]) -> None:
    """Note every forbidden act of this process from now on."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
        if writes or event.startswith(FORBIDDEN):
            acts.append(f"{event} {arguments[0] if arguments else ''}")

    sys.addaudithook(hook)


def probe(handler: str) -> dict[str, object]:
    """Import one handler, here and now."""
    acts: list[str] = []
    error = None
    before = dict(os.environ)
    watch(acts)
    package, _, attribute = handler.rpartition(".")
    try:
        module = importlib.import_module(package)
        if not callable(getattr(module, attribute)):
            error = f"{attribute} is not callable"
    except Exception:  # noqa: BLE001  # whatever it is, it belongs in the answer
        error = traceback.format_exc()
    if dict(os.environ) != before:
        acts.append("changed the environment")
    if threading.active_count() > 1:
        acts.append("started a thread")
    wiring = sys.modules.get("agent_memory.wiring")
    if wiring is not None and wiring._Current.graph is not None:
        acts.append("built the object graph")
    modules = {name: getattr(found, "__file__", None) for name, found in list(sys.modules.items())}
    return {"handler": handler, "error": error, "acts": acts, "modules": modules}


def main(folders: str, preloaded: str, handlers: str) -> None:
    """One fork after the other."""
    sys.path[:0] = folders.split(",")
    for name in filter(None, preloaded.split(",")):
        importlib.import_module(name)
    for handler in handlers.split(","):
        if os.fork() == 0:
            print(json.dumps(probe(handler)), flush=True)
            os._exit(0)
        os.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
