"""Handlers called as functions over a database of one's own, with the events of `events/`: no gateway, no queue."""

from __future__ import annotations

import copy
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent_memory.wiring import Wiring, use
from agent_memory_local.provision import DEMO_AGENT, DatabaseAddress
from tests.support.event_files import FOLDER
from tests.support.service import FakeContext

ROOT = FOLDER.parent


@dataclass
class Handlers:
    """One execution environment of the app role: a connection, keys and limits of its own."""

    address: DatabaseAddress
    key_directory: Path
    graph: Wiring = field(default_factory=Wiring)

    def __post_init__(self) -> None:
        self._database_url = self.address.as_role("app")

    def call(
        self,
        folder: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        memory_id: str | None = None,
    ) -> Any:
        """What the function of a folder answers an admin: its body as JSON."""
        return self.ready(folder, query=query, body=body, memory_id=memory_id)()

    def ready(
        self,
        folder: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        memory_id: str | None = None,
        agent_id: str = DEMO_AGENT,
    ) -> Callable[[], Any]:
        """The call, to be made later and often: what it does is the handler's work alone."""
        event = json.loads((FOLDER / "api" / f"{folder}.json").read_text(encoding="utf-8"))
        texts = {name: str(value) for name, value in (query or {}).items()}
        event["queryStringParameters"] = texts or None
        event["multiValueQueryStringParameters"] = {name: [value] for name, value in texts.items()} or None
        event["body"] = None if body is None else json.dumps(body)
        event["requestContext"]["authorizer"]["role"] = "admin"
        event["pathParameters"] = {"agentId": agent_id} | ({} if memory_id is None else {"memoryId": memory_id})
        handler = _handler(folder)

        def call() -> Any:
            self.enter()
            answer = handler(copy.copy(event), FakeContext())
            assert answer["statusCode"] < 300, answer
            return answer["body"]

        return call

    def close(self) -> None:
        """Give up the connection."""
        if "database" in vars(self.graph):
            self.graph.database.close()
        use(None)

    def enter(self) -> None:
        """Make this the environment that runs, for a look at the parts of its graph."""
        # Settings are read when a part is first asked for, so they must be this environment's at every call.
        os.environ["DATABASE_URL"] = self._database_url
        os.environ["KEY_DIRECTORY"] = str(self.key_directory)
        use(self.graph)


def _handler(folder: str) -> Callable[[Any, Any], Any]:
    if str(ROOT / "functions") not in sys.path:
        sys.path.insert(0, str(ROOT / "functions"))
    return importlib.import_module(f"{folder}.app").handler
