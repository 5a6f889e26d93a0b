"""The access queue: counts which memories were recalled."""

from collections.abc import Mapping
from typing import Any

from agent_memory.api.queue_messages import AccessMessage, parse
from agent_memory.core.errors import PermanentMessageError
from agent_memory.memories.access import AccessReport
from agent_memory.platform.observability import logger
from agent_memory.wiring import wiring


def handler(event: Mapping[str, Any], context: object) -> dict[str, list[dict[str, str]]]:
    """Apply a batch of reports in one go; a report that cannot be read fails alone."""
    del context
    reports: list[AccessReport] = []
    failures: list[dict[str, str]] = []
    for record in event["Records"]:
        try:
            message = parse(AccessMessage, record["body"])
        except PermanentMessageError as error:
            logger().warning("access report unreadable", reason=error.reason)
            failures.append({"itemIdentifier": record["messageId"]})
        else:
            reports.append(AccessReport(message.org_id, message.agent_id, message.memory_ids, message.at))
    wiring().access_counters.count(reports)
    return {"batchItemFailures": failures}
