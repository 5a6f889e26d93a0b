"""What each event file is for: played against its function, wherever that runs, and checked by its answer.

The contract suite plays them in its own process, the packaged suite against built code in the Lambda runtime.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.event_files import JOB, MEMORY, REVOKED_KEY, USER, event_file

Invoke = Callable[[str, Any], Any]


@dataclass(frozen=True)
class Answer:
    """What a function behind the API answered."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass
class Player:
    """Plays event files. `invoke` runs a function, by logical id, with an event, and raises what it raises; `set_aside`
    takes the messages that were put on a queue, by logical id; `names` stand in for names of the files."""

    invoke: Invoke
    set_aside: Callable[[str], list[dict[str, Any]]]
    names: dict[str, str] = field(default_factory=dict)

    def play(self, name: str) -> Any:
        """The answer of the file's function to the file's event."""
        item = event_file(name)
        return self.invoke(item.function, item.about(self.names))

    def call(self, name: str) -> Answer:
        """The answer to a request of the API."""
        answer = self.play(f"api/{name}")
        assert set(answer) <= {"statusCode", "headers", "multiValueHeaders", "body", "isBase64Encoded"}
        given = answer.get("headers") or {name: values[-1] for name, values in answer["multiValueHeaders"].items()}
        headers = {name.lower(): value for name, value in given.items()}
        body = json.loads(answer["body"]) if "json" in headers["content-type"] else answer["body"]
        return Answer(answer["statusCode"], headers, body)

    def remember(self) -> Any:
        """Create the memory that later events are about."""
        answer = self.call("memories_create")
        assert answer.status == 201, answer
        self.names[MEMORY] = answer.body["id"]
        return answer.body

    @property
    def user(self) -> str:
        """The user the events are about."""
        return self.names.get(USER, USER)


Play = Callable[[Player], None]
PLAYS: dict[str, Play] = {}
"""By the name of the event file."""


def plays(name: str) -> Callable[[Play], Play]:
    """Mark what an event file is for."""

    def register(play: Play) -> Play:
        PLAYS[name] = play
        return play

    return register


@plays("api/health_get")
def _health(player: Player) -> None:
    answer = player.call("health_get")
    assert (answer.status, answer.body["status"]) == (200, "ok")


@plays("api/openapi_get")
def _contract(player: Player) -> None:
    answer = player.call("openapi_get")
    assert (answer.status, answer.body["openapi"][:3]) == (200, "3.1")


@plays("api/docs_get")
def _page(player: Player) -> None:
    answer = player.call("docs_get")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "/api/agents/{agentId}/memories" in answer.body


@plays("api/requests_authorize")
def _authorize(player: Player) -> None:
    answer = player.play("api/requests_authorize")
    assert (answer["context"]["orgId"], answer["context"]["role"]) == ("demo-org", "agent")
    [statement] = answer["policyDocument"]["Statement"]
    assert (statement["Effect"], statement["Action"]) == ("Allow", "execute-api:Invoke")
    assert statement["Resource"] == "arn:aws:execute-api:us-east-1:123456789012:a1b2c3d4e5/dev/*"


@plays("api/agents_put")
def _put_agent(player: Player) -> None:
    answer = player.call("agents_put")
    assert answer.status == 201
    assert (answer.body["agentId"], answer.body["timeZone"]) == ("travel-agent", "Asia/Shanghai")


@plays("api/agents_get")
def _get_agent(player: Player) -> None:
    answer = player.call("agents_get")
    assert (answer.status, answer.body["agentId"]) == (200, "demo-agent")


@plays("api/agents_list")
def _list_agents(player: Player) -> None:
    answer = player.call("agents_list")
    assert answer.status == 200
    assert "demo-agent" in {agent["agentId"] for agent in answer.body}


@plays("api/keys_create")
def _create_key(player: Player) -> None:
    answer = player.call("keys_create")
    assert (answer.status, answer.body["role"], answer.body["userId"]) == (201, "user", player.user)
    assert answer.body["key"].startswith("amk_")


@plays("api/keys_list")
def _list_keys(player: Player) -> None:
    made = player.call("keys_create").body
    answer = player.call("keys_list")
    assert (answer.status, answer.body[0]["keyId"]) == (200, made["keyId"])
    assert made["key"] not in str(answer.body)


@plays("api/keys_revoke")
def _revoke_key(player: Player) -> None:
    player.names[REVOKED_KEY] = player.call("keys_create").body["keyId"]
    answer = player.call("keys_revoke")
    assert (answer.status, answer.body) == (200, {"ok": True})
    assert player.call("keys_list").body[0]["revokedAt"]


@plays("api/memories_create")
def _create(player: Player) -> None:
    answer = player.call("memories_create")
    assert answer.status == 201, answer
    assert (answer.body["content"], answer.body["source"]) == ("用户对花生过敏。", "agent")
    assert answer.headers["location"] == f"/dev/api/agents/demo-agent/memories/{answer.body['id']}"
    assert "embedding" not in answer.body  # nothing is pending: the vector is there


@plays("api/memories_create_batch")
def _create_batch(player: Player) -> None:
    answer = player.call("memories_create_batch")
    assert (answer.status, [item["status"] for item in answer.body["results"]]) == (200, [201, 201])


@plays("api/memories_list")
def _list(player: Player) -> None:
    memory = player.remember()
    answer = player.call("memories_list")
    assert (answer.status, [item["id"] for item in answer.body]) == (200, [memory["id"]])


@plays("api/memories_get")
def _get(player: Player) -> None:
    memory = player.remember()
    answer = player.call("memories_get")
    assert (answer.status, answer.body["content"], answer.headers["etag"]) == (200, memory["content"], '"1"')


@plays("api/memories_update")
def _update(player: Player) -> None:
    player.remember()
    answer = player.call("memories_update")
    assert (answer.status, answer.body["content"]) == (200, "用户对花生和核桃过敏。")
    assert answer.headers["etag"] == '"2"'


@plays("api/memories_versions")
def _versions(player: Player) -> None:
    player.remember()
    player.call("memories_update")
    answer = player.call("memories_versions")
    assert (answer.status, [item["version"] for item in answer.body]) == (200, [2, 1])


@plays("api/memories_rollback")
def _rollback(player: Player) -> None:
    memory = player.remember()
    player.call("memories_update")
    answer = player.call("memories_rollback")
    assert (answer.status, answer.body["content"]) == (200, memory["content"])
    assert answer.headers["etag"] == '"3"'


@plays("api/reviews_list")
def _reviews(player: Player) -> None:
    answer = player.call("reviews_list")
    assert (answer.status, answer.body) == (200, [])


@plays("api/reviews_decide")
def _review(player: Player) -> None:
    player.remember()
    answer = player.call("reviews_decide")
    assert (answer.status, answer.body["code"]) == (404, "not_found")  # what is active is not held


@plays("api/memories_delete")
def _delete(player: Player) -> None:
    player.remember()
    answer = player.call("memories_delete")
    assert (answer.status, answer.body) == (200, {"ok": True})
    assert player.call("memories_list").body == []


@plays("api/memories_delete_all")
def _delete_all(player: Player) -> None:
    player.remember()
    answer = player.call("memories_delete_all")
    assert (answer.status, answer.body["deleted"]) == (200, 1)
    assert player.call("memories_list").body == []


@plays("api/memories_stats")
def _stats(player: Player) -> None:
    player.remember()
    answer = player.call("memories_stats")
    assert answer.status == 200
    assert answer.body["total"] >= 1


@plays("api/signals_detect")
def _signals(player: Player) -> None:
    answer = player.call("signals_detect")
    assert (answer.status, answer.body["depth"]) == (200, "deep")
    assert {each["signal"] for each in answer.body["signals"]} == {"temporal", "personal"}


@plays("api/memories_recall")
def _recall(player: Player) -> None:
    player.remember()
    answer = player.call("memories_recall")
    assert answer.status == 200
    context = answer.body["context"]
    assert "用户对花生过敏。" in context["system"] + context["turn"]
    assert 0 < context["tokens"] <= 1000
    assert answer.body["degraded"] is False


@plays("api/policies_get")
def _policy(player: Player) -> None:
    answer = player.call("policies_get")
    assert (answer.status, answer.body["ttlDays"]["knowledge"]) == (200, 365)


@plays("api/policies_put")
def _put_policy(player: Player) -> None:
    answer = player.call("policies_put")
    assert (answer.status, answer.body["ttlDays"]["intent"], answer.body["ttlDays"]["fact"]) == (200, 14, 180)
    assert answer.body["overrides"] == ["tiers.hot", "tiers.warm", "ttlDays.intent"]
    assert player.call("policies_get").body == answer.body


@plays("api/policies_get_defaults")
def _policy_of_the_org(player: Player) -> None:
    answer = player.call("policies_get_defaults")
    assert (answer.status, answer.body["versionRetentionDays"]) == (200, 30)


@plays("api/policies_put_defaults")
def _put_policy_of_the_org(player: Player) -> None:
    answer = player.call("policies_put_defaults")
    assert (answer.status, answer.body["turnRetentionDays"], answer.body["overrides"]) == (
        200,
        30,
        ["turnRetentionDays"],
    )
    assert player.call("policies_get").body["turnRetentionDays"] == 30


@plays("api/conversations_create")
def _converse(player: Player) -> None:
    answer = player.call("conversations_create")
    job = player.names.get(JOB, JOB)
    assert (answer.status, answer.body["jobId"], answer.body["status"]) == (202, job, "queued")
    assert answer.headers["location"] == f"/dev/api/agents/demo-agent/jobs/{job}"


@plays("api/extract_dry_run")
def _dry_run(player: Player) -> None:
    answer = player.call("extract_dry_run")
    assert (answer.status, {result["action"] for result in answer.body["results"]}) == (200, {"stored"})
    assert player.call("memories_list").body == []


@plays("api/conversations_list")
def _turns(player: Player) -> None:
    player.call("conversations_create")
    answer = player.call("conversations_list")
    assert (answer.status, [turn["messageId"] for turn in answer.body]) == (200, ["m-3", "m-2", "m-1"])


@plays("api/jobs_get")
def _job(player: Player) -> None:
    player.call("conversations_create")
    answer = player.call("jobs_get")
    assert (answer.status, answer.body["status"], answer.body["userId"]) == (200, "queued", player.user)


@plays("api/jobs_list")
def _jobs(player: Player) -> None:
    player.call("conversations_create")
    answer = player.call("jobs_list")
    assert (answer.status, [job["jobId"] for job in answer.body]) == (200, [player.names.get(JOB, JOB)])


@plays("sqs/conversation_worker.conversation")
def _work_on_a_conversation(player: Player) -> None:
    assert player.play("sqs/conversation_worker.conversation") == {"batchItemFailures": []}
    said = " ".join(memory["content"] for memory in player.call("memories_list").body)
    assert "李雷" in said
    assert "peanuts" in said


@plays("sqs/conversation_worker.job")
def _work_on_a_job(player: Player) -> None:
    player.call("conversations_create")
    assert player.play("sqs/conversation_worker.job") == {"batchItemFailures": []}
    job = player.call("jobs_get").body
    assert job["status"] == "succeeded"
    assert [result["action"] for result in job["results"]].count("stored") >= 2


@plays("sqs/conversation_worker.unreadable")
def _set_aside(player: Player) -> None:
    player.set_aside("ConversationDeadLetters")
    assert player.play("sqs/conversation_worker.unreadable") == {"batchItemFailures": []}
    [aside] = player.set_aside("ConversationDeadLetters")
    assert aside["Body"] == "not JSON at all"
    assert aside["MessageAttributes"]["reason"]["StringValue"]


@plays("sqs/access_worker")
def _count(player: Player) -> None:
    player.remember()
    assert player.play("sqs/access_worker") == {"batchItemFailures": []}
    assert player.call("memories_get").body["accessCount"] == 2


@plays("schedule/jobs_resend")
def _resend(player: Player) -> None:
    assert player.play("schedule/jobs_resend")["resent"] >= 0


@plays("schedule/governance_daily")
def _govern(player: Player) -> None:
    run = player.play("schedule/governance_daily")["runs"]["demo-org"]
    assert (run["status"], run["dryRun"]) == ("succeeded", False)


@plays("api/archive_list")
def _archive(player: Player) -> None:
    player.remember()
    answer = player.call("archive_list")
    assert (answer.status, answer.body) == (200, [])


@plays("api/archive_restore")
def _restore(player: Player) -> None:
    player.remember()
    answer = player.call("archive_restore")
    assert (answer.status, answer.body["code"]) == (404, "not_found")  # what is active is not in the archive


@plays("api/tiers_calibrate")
def _calibrate(player: Player) -> None:
    player.remember()
    answer = player.call("tiers_calibrate")
    assert (answer.status, set(answer.body["current"])) == (200, {"hot", "warm"})
    assert answer.body["memories"] == sum(answer.body["counts"].values()) >= 1


@plays("api/governance_runs_list")
def _runs(player: Player) -> None:
    run = player.play("schedule/governance_daily")["runs"]["demo-org"]
    answer = player.call("governance_runs_list")
    assert (answer.status, answer.body[0]["runId"]) == (200, run["runId"])


@plays("deploy/schema_migrator")
def _migrate(player: Player) -> None:
    assert player.play("deploy/schema_migrator") == {"applied": []}
