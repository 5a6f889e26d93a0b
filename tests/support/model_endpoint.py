"""An OpenAI-compatible endpoint on loopback that says what a test tells it to. Spoken to by the real client."""

from __future__ import annotations

import itertools
import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], "Reply"]


@dataclass(frozen=True)
class Reply:
    """One HTTP answer."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    delay_seconds: float = 0.0
    drop: bool = False
    """Close the connection without an answer."""
    cut: bool = False
    """Announce the whole answer, send half of it, close the connection."""
    raw: str | None = None
    """Sent instead of the JSON of `body`."""


def says(text: str | None, **message: Any) -> Reply:
    """A chat completion with this text."""
    choice = {"index": 0, "finish_reason": message.pop("finish_reason", "stop")}
    choice["message"] = {"role": "assistant", "content": text, **message}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return Reply(
        body={"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    )


def remembers(*memories: dict[str, Any]) -> Reply:
    """A chat completion with these memories; each is at least a `content`, taken from message 1 unless it says so."""
    filled = [{"kind": "fact", "importance": 3, "confidence": 0.9, "messages": [1], **memory} for memory in memories]
    return says(json.dumps({"memories": filled}, ensure_ascii=False))


def refuses(status: int, message: str, code: str | None = None, **headers: str) -> Reply:
    """An error document, as OpenAI writes it. Headers are named with underscores: `retry_after="1"`."""
    document = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}
    return Reply(status, document, {name.replace("_", "-"): value for name, value in headers.items()})


HANG = Reply(delay_seconds=30)
"""No answer before anybody's patience is at its end."""


def toy_vector(text: str) -> list[float]:
    """A deterministic embedding: character bigrams, hashed and normalised. Alike texts are near."""
    vector = [0.0] * 1024
    padded = f" {text.lower()} "
    for first, second in itertools.pairwise(padded):
        vector[(ord(first) * 31 + ord(second)) % 1024] += 1.0
    norm = math.sqrt(sum(value * value for value in vector))
    return [value / norm for value in vector]


def embeds(request: dict[str, Any]) -> Reply:
    """An embeddings answer."""
    data = [
        {"object": "embedding", "index": number, "embedding": toy_vector(text)}
        for number, text in enumerate(request["input"])
    ]
    return Reply(
        body={
            "object": "list",
            "data": data,
            "model": request["model"],
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
    )


class ModelEndpoint:
    """The endpoint. `chat` holds the next answers, or `answer_chat` makes them; `requests` holds what was asked."""

    def __init__(self) -> None:
        self.chat: deque[Reply] = deque()
        """Answers to extractions."""
        self.judging: deque[Reply] = deque()
        """Answers to what rules leave open; none means no decisions."""
        self.answer_chat: Script = lambda _: self.chat.popleft() if self.chat else says('{"memories": []}')
        self.embedding: Script = embeds
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.credentials: set[str] = set()
        """What came in the Authorization header."""
        self.times: list[float] = []
        """When each request came, by `time.monotonic`."""
        self.formats = {"json_schema", "json_object"}
        """The response formats it understands; another one is refused as OpenAI refuses it."""
        self.stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def asked(self, what: str) -> list[dict[str, Any]]:
        """The requests of one kind: `chat/completions` or `embeddings`."""
        return [request for path, request in self.requests if path.endswith(what)]

    def answer(self, path: str, request: dict[str, Any]) -> Reply:
        is_judging = "free of repetitions" in str(request.get("messages", [{}])[0].get("content"))
        self.requests.append(("judging" if is_judging else path, request))
        self.times.append(time.monotonic())
        wanted = request.get("response_format", {}).get("type")
        if wanted is not None and wanted not in self.formats:
            return refuses(400, f"Invalid parameter: 'response_format' of type '{wanted}' is not supported")
        if path.endswith("/embeddings"):
            return self.embedding(request)
        if is_judging:
            return self.judging.popleft() if self.judging else says('{"decisions": []}')
        return self.answer_chat(request)

    @contextmanager
    def running(self) -> Iterator[ModelEndpoint]:
        self._thread.start()
        try:
            yield self
        finally:
            self.stopping.set()  # hanging answers end now
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


def _handler(endpoint: ModelEndpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.credentials.add(self.headers["Authorization"])
            reply = endpoint.answer(self.path, request)
            if endpoint.stopping.wait(reply.delay_seconds) if reply.delay_seconds else reply.drop:
                self.close_connection = True
                return
            data = (json.dumps(reply.body) if reply.raw is None else reply.raw).encode()
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Connection", "close")  # clients that are never closed shall leave no socket behind
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if reply.cut else data)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Tests read `requests`, not a log."""

    return Handler
