"""`memctl governance`, `tiers` and `archive`: how long memories live, what the daily run does, and running it by hand.

Running needs the right to invoke the function itself, not an API key: it is for whoever operates the service.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, cast

import urllib3

from agent_memory_client.client import AgentMemory, Json

FUNCTION = "GovernanceDaily"
"""The function's logical id, which is its name in the local stack."""

Command = Callable[[AgentMemory, argparse.Namespace], Any]
_MINUTES_15 = urllib3.Timeout(connect=5, read=900)


class NotRunError(Exception):
    """The function could not be invoked, or failed."""


def add_commands(nouns: Any) -> None:
    """Add the nouns to `memctl`."""
    governance = _noun(nouns, "governance", "how long memories live")
    run = _verb(governance, "run", lambda _, o: invoke(_event(o)))
    run.add_argument("--now", help="the time to go by, such as 2027-01-01T00:00:00Z, instead of the present")
    run.add_argument("--dry-run", action="store_true", help="count, and change nothing")
    run.add_argument("--org", help="one org only")
    report = _verb(governance, "report", _report)
    report.add_argument("--last", type=int, default=10, help="how many runs, default 10")
    policy = _verb(governance, "policy", _policy)
    policy.add_argument("--org-defaults", action="store_true", help="of all agents of the org")
    policy.add_argument("--set", metavar="JSON", help="replace what is set, such as '{\"turnRetentionDays\": 30}'")
    archive = _noun(nouns, "archive", "memories that expired")
    listing = _verb(archive, "list", lambda client, o: client.archived(o.agent, o.user, q=o.q))
    listing.add_argument("--user", required=True)
    listing.add_argument("-q", help="keywords")
    _verb(archive, "restore", lambda client, o: client.restore(o.agent, o.id)).add_argument("id")
    tiers = _noun(nouns, "tiers", "hot, warm and cold memories")
    calibrate = _verb(tiers, "calibrate", _calibrate)
    calibrate.add_argument("--apply", action="store_true", help="set the suggested thresholds")


def invoke(event: Json) -> Json:
    """Invoke the function of the daily run: the one that GOVERNANCE_FUNCTION names, else that of the local stack.

    Raises:
        NotRunError: there is none, or it failed.
    """
    function = os.environ.get("GOVERNANCE_FUNCTION")
    return _invoke_in_aws(function, event) if function else _invoke_locally(event)


def _invoke_in_aws(function: str, event: Json) -> Json:
    import boto3  # noqa: PLC0415  # a fifth of a second, and only operators need it
    from botocore.config import Config  # noqa: PLC0415

    config = Config(read_timeout=900, retries={"total_max_attempts": 1})
    client = cast("Any", boto3).client("lambda", config=config)
    answer = client.invoke(FunctionName=function, Payload=json.dumps(event).encode())
    document = json.loads(answer["Payload"].read())
    if answer.get("FunctionError"):
        raise NotRunError(f"{function} failed: {document.get('errorType', 'unknown')}")
    return document


def _invoke_locally(event: Json) -> Json:
    lock = Path(os.environ.get("DATA_DIR") or ".data") / "stack.lock"
    try:
        note = json.loads(lock.read_text(encoding="utf-8"))
        url, token = note["url"], note["token"]
    except (OSError, ValueError, KeyError) as error:
        raise NotRunError("set GOVERNANCE_FUNCTION, or start the local stack") from error
    response = urllib3.request(
        "POST",
        f"{url}/_local/functions/{FUNCTION}",
        body=json.dumps(event).encode(),
        headers={"x-local-token": token},
        timeout=_MINUTES_15,
        retries=False,
    )
    answer = json.loads(response.data)
    if response.status != 200:
        document = json.loads(answer.get("payload", "{}"))
        raise NotRunError(answer.get("error") or f"{FUNCTION} failed: {document.get('errorType', 'unknown')}")
    return json.loads(answer["payload"])


def _event(options: argparse.Namespace) -> Json:
    given = {"now": options.now, "dryRun": options.dry_run or None, "orgId": options.org}
    return {name: value for name, value in given.items() if value is not None}


def _report(client: AgentMemory, options: argparse.Namespace) -> Iterable[Json]:
    return islice(client.governance_runs(limit=min(max(options.last, 1), 200)), options.last)


def _policy(client: AgentMemory, options: argparse.Namespace) -> Json:
    agent = None if options.org_defaults else options.agent
    if options.set is None:
        return client.policy(agent)
    try:
        return client.put_policy(agent, json.loads(options.set))
    except ValueError as error:
        raise NotRunError("--set takes a JSON object") from error


def _calibrate(client: AgentMemory, options: argparse.Namespace) -> Json:
    calibration = client.tiers(options.agent)
    if options.apply:
        client.put_policy(options.agent, {**_own(client.policy(options.agent)), "tiers": calibration["suggested"]})
    return calibration


def _own(policy: Json) -> Json:
    """What a policy sets itself, in the form it is set in."""
    own: Json = {}
    for name in policy["overrides"]:
        group, _, key = name.partition(".")
        if key:
            own.setdefault(group, {})[key] = policy[group][key]
        else:
            own[group] = policy[group]
    return own


def _noun(nouns: Any, name: str, purpose: str) -> Any:
    return nouns.add_parser(name, help=purpose).add_subparsers(required=True, metavar="VERB")


def _verb(parsers: Any, name: str, command: Command) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = parsers.add_parser(name)
    parser.set_defaults(command=command)
    return parser
