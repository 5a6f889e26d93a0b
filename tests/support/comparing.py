"""Answers as they compare: without what differs between any two requests."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

from tests.support.service import Answer

_UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_CHANGING = re.compile(
    rf"{_UUID}|\b(mem|job|key|run)-[a-z0-9-]+|\d{{4}}-\d\d-\d\dT[\d:.]+Z|amk_\w+"
    r"|\"(tookMs|correlationId|score|cursor)\":[^,}]+|cursor=[^>&]+"
)


def settled(text: str) -> str:
    """A text without generated ids, times and scores."""
    return _CHANGING.sub("…", text)


def comparable(answer: Answer, sent: str = "\u0000") -> tuple[int, str, dict[str, str]]:
    """Status, body and headers, without the id that was sent. A list is in the order of its settled items."""
    headers = {
        name: settled(value.replace(quote(sent, safe=""), "SENT"))
        for name, value in answer.headers.items()
        if name not in ("x-correlation-id", "date", "content-length")
    }
    body = answer.text.replace(json.dumps(sent)[1:-1], "SENT")
    if body.startswith("["):
        body = str(sorted(settled(json.dumps(item, ensure_ascii=False)) for item in json.loads(body)))
    return answer.status, settled(body), headers
