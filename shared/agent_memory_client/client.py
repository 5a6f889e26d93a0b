"""A small client of the HTTP API: one method per route, problem documents as exceptions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from urllib.parse import quote, urlencode

import urllib3

Json = dict[str, Any]

_TIMEOUT: Final = urllib3.Timeout(connect=5, read=60)
_FINAL: Final = frozenset(["succeeded", "failed", "refused"])
_FIRST_PAUSE_SECONDS: Final = 0.05
_LONGEST_PAUSE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service answered."""

    status: int
    body: Any
    headers: Mapping[str, str]


class ApiError(Exception):
    """The service said no. `code` is stable; `problem` is the whole problem document."""

    def __init__(self, status: int, problem: Json) -> None:
        self.status = status
        self.problem = problem
        self.code = str(problem.get("code", "unknown"))
        fields = "; ".join(f"{item['field']} {item['message']}" for item in problem.get("errors", []))
        super().__init__(f"{status} {self.code}: {fields or problem.get('detail', 'no detail')}")


class AgentMemory:
    """The API under a base URL, with one credential."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._pool = urllib3.PoolManager(retries=False, timeout=_TIMEOUT)

    def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: object = None) -> Answer:
        """Any request; `path` starts with a slash and is already quoted.

        Raises:
            ApiError: the service answered with a problem document.
            urllib3.exceptions.HTTPError: it did not answer.
        """
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urlencode(given)}" if given else "")
        headers = dict(self._headers)
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False).encode()
        response = self._pool.request(method, url, body=data, headers=headers)
        document = _document(response.data)
        if response.status >= 400:
            raise ApiError(response.status, cast("Json", document) if isinstance(document, dict) else {})
        return Answer(response.status, document, {name.lower(): value for name, value in response.headers.items()})

    def health(self) -> Json:
        """Whether the service answers."""
        return self.request("GET", "/health").body

    def put_agent(self, agent_id: str, **settings: Any) -> Json:
        """Register or replace an agent."""
        return self.request("PUT", f"/api/agents/{quote(agent_id)}", body=settings).body

    def agents(self) -> list[Json]:
        """All agents of the org."""
        return self.request("GET", "/api/agents").body

    def create_memory(self, agent_id: str, user_id: str, content: str, **fields: Any) -> Json:
        """Store a memory."""
        body = {"userId": user_id, "content": content, **fields}
        return self.request("POST", _memories(agent_id), body=body).body

    def memories(self, agent_id: str, **filters: Any) -> Iterator[Json]:
        """All memories that match, page by page."""
        return self._pages(_memories(agent_id), filters)

    def memory(self, agent_id: str, memory_id: str) -> Json:
        """One memory."""
        return self.request("GET", _memories(agent_id, memory_id)).body

    def update_memory(self, agent_id: str, memory_id: str, **changes: Any) -> Json:
        """Change some fields of a memory."""
        return self.request("PATCH", _memories(agent_id, memory_id), body=changes).body

    def memory_versions(self, agent_id: str, memory_id: str) -> list[Json]:
        """The memory as it is and was."""
        return self.request("GET", _memories(agent_id, memory_id) + "/versions").body

    def delete_memory(self, agent_id: str, memory_id: str) -> Json:
        """Delete one memory."""
        return self.request("DELETE", _memories(agent_id, memory_id)).body

    def delete_memories(self, agent_id: str, user_id: str) -> Json:
        """Delete everything the agent remembers of a user."""
        return self.request("DELETE", _memories(agent_id), query={"userId": user_id}).body

    def reviews(self, agent_id: str, **filters: Any) -> Iterator[Json]:
        """All changes that are held, page by page."""
        return self._pages(f"/api/agents/{quote(agent_id)}/reviews", filters)

    def decide_review(self, agent_id: str, review_id: str, decision: str) -> Json:
        """Accept or reject a held change."""
        path = f"/api/agents/{quote(agent_id)}/reviews/{quote(review_id, safe='')}"
        return self.request("POST", path, body={"decision": decision}).body

    def policy(self, agent_id: str | None = None) -> Json:
        """What governs the life of an agent's memories; without an agent, the org's defaults."""
        return self.request("GET", _policy(agent_id)).body

    def put_policy(self, agent_id: str | None, settings: Json) -> Json:
        """Replace what an agent sets, or without an agent the org; what is left out is inherited."""
        return self.request("PUT", _policy(agent_id), body=settings).body

    def governance_runs(self, **filters: Any) -> Iterator[Json]:
        """What the daily runs of governance did, newest first, page by page."""
        return self._pages("/api/governance/runs", filters)

    def archived(self, agent_id: str, user_id: str, **filters: Any) -> Iterator[Json]:
        """A user's archived memories by their headlines, page by page."""
        return self._pages(f"/api/agents/{quote(agent_id)}/archive", {"userId": user_id, **filters})

    def restore(self, agent_id: str, memory_id: str) -> Json:
        """Bring an archived memory back."""
        path = f"/api/agents/{quote(agent_id)}/archive/{quote(memory_id, safe='')}/restore"
        return self.request("POST", path).body

    def tiers(self, agent_id: str) -> Json:
        """How an agent's memories are spread over the tiers, and what would spread them as intended."""
        return self.request("GET", f"/api/agents/{quote(agent_id)}/tiers").body

    def stats(self, agent_id: str) -> Json:
        """Counts of the agent's memories."""
        return self.request("GET", _memories(agent_id) + "/stats").body

    def send_conversation(self, agent_id: str, conversation: Json) -> Json:
        """Hand over a piece of conversation; the answer names the job."""
        return self.request("POST", f"/api/agents/{quote(agent_id)}/conversations", body=conversation).body

    def turns(self, agent_id: str, user_id: str, **filters: Any) -> Iterator[Json]:
        """All raw turns of a user that match, page by page."""
        return self._pages(f"/api/agents/{quote(agent_id)}/conversations", {"userId": user_id, **filters})

    def job(self, agent_id: str, job_id: str) -> Json:
        """One job."""
        return self.request("GET", f"/api/agents/{quote(agent_id)}/jobs/{quote(job_id)}").body

    def jobs(self, agent_id: str, user_id: str, **filters: Any) -> Iterator[Json]:
        """All jobs of a user that match, page by page."""
        return self._pages(f"/api/agents/{quote(agent_id)}/jobs", {"userId": user_id, **filters})

    def wait_for_job(self, agent_id: str, job_id: str, *, seconds: float = 60) -> Json:
        """The job once it is finished. A job that does not exist yet may be on its way through a queue.

        Raises:
            TimeoutError: it was not finished in time.
        """
        deadline, pause = time.monotonic() + seconds, _FIRST_PAUSE_SECONDS
        while time.monotonic() < deadline:
            try:
                job = self.job(agent_id, job_id)
            except ApiError as error:
                if error.status != 404:
                    raise
            else:
                if job["status"] in _FINAL:
                    return job
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_PAUSE_SECONDS)
        raise TimeoutError(f"job {job_id} was not finished in {seconds:.0f} s")

    def recall(self, agent_id: str, user_id: str, query: str, **options: Any) -> Json:
        """What the agent should know of the user for a question."""
        body = {"userId": user_id, "query": query, **options}
        return self.request("POST", f"/api/agents/{quote(agent_id)}/recall", body=body).body

    def _pages(self, path: str, filters: Mapping[str, Any]) -> Iterator[Json]:
        answer = self.request("GET", path, query=filters)
        while True:
            yield from answer.body
            following = answer.headers.get("link", "")
            if 'rel="next"' not in following:
                return
            target = following[following.index("<") + 1 : following.index(">")]
            answer = self.request("GET", path + "?" + target.partition("?")[2])


def _policy(agent_id: str | None) -> str:
    return "/api/policy" if agent_id is None else f"/api/agents/{quote(agent_id)}/policy"


def _memories(agent_id: str, memory_id: str | None = None) -> str:
    path = f"/api/agents/{quote(agent_id)}/memories"
    return path if memory_id is None else f"{path}/{quote(memory_id)}"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _document(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None
