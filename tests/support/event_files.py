"""The events under `events/`: one file per shape, named after the folder of the function that gets it.

`events/sqs/conversation_worker.job.json` is the variant `job` of what `functions/conversation_worker` receives.
Memories get their ids from the service, so events that name one are pointed at a real one before they are played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from agent_memory.core.clock import SystemClock
from agent_memory.credentials.model import Role
from agent_memory.credentials.service import Provisioner
from agent_memory.platform.postgres import Database
from agent_memory_local.provision import DEMO_ORG, DatabaseAddress
from tests.support.template_facts import Template

FOLDER = Path(__file__).resolve().parents[2] / "events"
SOURCES = ("api", "deploy", "schedule", "sqs")

KEY = "amk_example-key-of-the-event-files"
"""The API key that the events of the API carry."""

MEMORY, USER, JOB = "mem-1782900000000-examp1e0memory", "user-1", "job-example-1"
REVOKED_KEY = "key-examp1e0revoked"
"""The memory, the user, the job and the key that they name."""


@dataclass(frozen=True)
class EventFile:
    """One file."""

    path: Path

    @property
    def name(self) -> str:
        """`sqs/conversation_worker.job`."""
        return f"{self.source}/{self.path.stem}"

    @property
    def source(self) -> str:
        """Which service sends it: `api`, `deploy`, `schedule` or `sqs`."""
        return self.path.parent.name

    @property
    def folder(self) -> str:
        """The folder of its function."""
        return self.path.stem.partition(".")[0]

    @property
    def function(self) -> str:
        """The logical id of its function."""
        return _functions()[self.folder]

    def read(self) -> dict[str, Any]:
        """The event."""
        return json.loads(self.path.read_text(encoding="utf-8"))

    def about(self, names: Mapping[str, str]) -> dict[str, Any]:
        """The event, with other names in place of those in the file."""
        text = self.path.read_text(encoding="utf-8")
        for before, after in names.items():
            text = text.replace(before, after)
        event = json.loads(text)
        for record in event.get("Records", []):
            record["md5OfBody"] = md5(record["body"])
        return event


@lru_cache(maxsize=1)
def _functions() -> Mapping[str, str]:
    """Logical ids by folder."""
    template = Template()
    return {template.folder(name): name for name in template.functions}


def all_files() -> list[EventFile]:
    """Every event file."""
    return [EventFile(path) for path in sorted(FOLDER.rglob("*.json"))]


def event_file(name: str) -> EventFile:
    """One file by its name, such as `api/memories_create`."""
    return EventFile(FOLDER / f"{name}.json")


def md5(text: str) -> str:
    """What SQS calls `md5OfBody`."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def register_key(address: DatabaseAddress) -> None:
    """Let the key of the event files act for the demo org."""
    database = Database(lambda: address.as_role("owner"))
    Provisioner(database, SystemClock()).register_key(DEMO_ORG, Role.AGENT, KEY)
    database.close()
