"""`memctl`: the command line of Agent Memory. Talks to the API; answers are JSON, lists one object a line."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import urllib3

from agent_memory_client.client import AgentMemory, ApiError
from agent_memory_client.dead_letters import NoQueueError, operated
from agent_memory_client.governing import NotRunError, add_commands

# Of `calibrate`, which imports the service itself, only what cannot wait until it is asked for.
_PARTS = ("embedding", "chat")

_DEFAULT_AGENT = "demo-agent"


class NotThereError(Exception):
    """What was asked for is not there, or was not named."""


Command = Callable[[AgentMemory, argparse.Namespace], Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 the service said no or did not answer, 2 misuse."""
    options = _parser().parse_args(arguments)
    try:
        client = AgentMemory(options.url, options.key or _development_key())
        _show(options.command(client, options))
    except urllib3.exceptions.HTTPError as error:
        print(f"error: {_unreachable(options.url, error)}", file=sys.stderr)
        return 1
    except (ApiError, NoQueueError, NotRunError, NotThereError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _unreachable(url: str, error: urllib3.exceptions.HTTPError) -> str:
    """Who did not answer, why, and how to ask somebody else; the library's own words name an object in memory."""
    reason = str(error).rpartition("Failed to establish a new connection: ")[2]
    return f"no answer from {url} ({reason}); PORT, AGENT_MEMORY_URL or --url chooses another stack, DATA_DIR its key"


def _development_key() -> str:
    """The admin key that `make run` wrote, when none is given."""
    path = Path(os.environ.get("DATA_DIR") or ".data") / "dev-keys.json"
    return json.loads(path.read_text(encoding="utf-8"))["admin"] if path.exists() else ""


def _show(answer: Any) -> None:
    if isinstance(answer, dict):
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        for item in answer:
            print(json.dumps(item, ensure_ascii=False))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="memctl", description=__doc__)
    url = os.environ.get("AGENT_MEMORY_URL") or f"http://127.0.0.1:{os.environ.get('PORT') or 8787}"
    parser.add_argument("--url", default=url, help="base URL (AGENT_MEMORY_URL)")
    parser.add_argument("--key", default=os.environ.get("AGENT_MEMORY_KEY"), help="API key (AGENT_MEMORY_KEY)")
    parser.add_argument("--agent", default=_DEFAULT_AGENT, help=f"agent id, default {_DEFAULT_AGENT}")
    nouns = parser.add_subparsers(required=True, metavar="NOUN")
    _add_memories(nouns)
    _add_conversations(nouns)
    _add_reviews(nouns)
    _add_dead_letters(nouns)
    add_commands(nouns)
    _add_calibrate(nouns)
    _verb(nouns, "health", lambda client, _: client.health())
    recall = _verb(nouns, "recall", _recall)
    recall.add_argument("query")
    recall.add_argument("--user", required=True)
    recall.add_argument("--top-k", type=int, default=8)
    recall.add_argument("--max-tokens", type=int, default=1000)
    agents = nouns.add_parser("agents").add_subparsers(required=True, metavar="VERB")
    _verb(agents, "list", lambda client, _: client.agents())
    put = _verb(agents, "put", lambda client, o: client.put_agent(o.id, name=o.name, timeZone=o.time_zone))
    put.add_argument("id")
    put.add_argument("--name")
    put.add_argument("--time-zone", default="UTC")
    return parser


def _add_memories(nouns: Any) -> None:
    memories = nouns.add_parser("memories").add_subparsers(required=True, metavar="VERB")
    listing = _verb(memories, "list", _list_memories)
    listing.add_argument("--user")
    listing.add_argument("--type")
    listing.add_argument("--tag")
    listing.add_argument("--status", default="active")
    create = _verb(memories, "create", lambda client, o: client.create_memory(
        o.agent, o.user, o.content, memoryType=o.type, tags=o.tag, pinned=o.pinned))  # fmt: skip
    create.add_argument("content")
    create.add_argument("--user", required=True)
    create.add_argument("--type", default="fact")
    create.add_argument("--tag", action="append", default=[])
    create.add_argument("--pinned", action="store_true")
    update = _verb(memories, "update", lambda client, o: client.update_memory(o.agent, o.id, content=o.content))
    update.add_argument("id")
    update.add_argument("content")
    _with_id(_verb(memories, "get", lambda client, o: client.memory(o.agent, o.id)))
    _with_id(_verb(memories, "versions", lambda client, o: client.memory_versions(o.agent, o.id)))
    _with_id(_verb(memories, "delete", lambda client, o: client.delete_memory(o.agent, o.id)))
    everything = _verb(memories, "delete-all", lambda client, o: client.delete_memories(o.agent, o.user))
    everything.add_argument("--user", required=True)
    _verb(memories, "stats", lambda client, o: client.stats(o.agent))


def _add_conversations(nouns: Any) -> None:
    conversations = nouns.add_parser("conversations").add_subparsers(required=True, metavar="VERB")
    send = _verb(conversations, "send", _send)
    send.add_argument("text", help="what the user said")
    send.add_argument("--user", required=True)
    send.add_argument("--session", default="memctl")
    turns = _verb(conversations, "list", lambda client, o: client.turns(o.agent, o.user, q=o.q))
    turns.add_argument("--user", required=True)
    turns.add_argument("-q", help="keywords")
    jobs = nouns.add_parser("jobs").add_subparsers(required=True, metavar="VERB")
    _with_id(_verb(jobs, "get", lambda client, o: client.job(o.agent, o.id)))
    listing = _verb(jobs, "list", lambda client, o: client.jobs(o.agent, o.user, status=o.status))
    listing.add_argument("--user", required=True)
    listing.add_argument("--status")


def _add_reviews(nouns: Any) -> None:
    reviews = nouns.add_parser("reviews", help="changes that are held").add_subparsers(required=True, metavar="VERB")
    listing = _verb(reviews, "list", lambda client, o: client.reviews(o.agent, userId=o.user))
    listing.add_argument("--user")
    for decision in ("accept", "reject"):
        _with_id(_verb(reviews, decision, lambda client, o, made=decision: client.decide_review(o.agent, o.id, made)))


def _add_dead_letters(nouns: Any) -> None:
    letters = nouns.add_parser("dlq", help="messages that could not be processed").add_subparsers(
        required=True, metavar="VERB"
    )
    _verb(letters, "list", _list_dead_letters)
    _with_id(_verb(letters, "show", _show_dead_letter))
    redrive = _verb(letters, "redrive", _redrive)
    redrive.add_argument("id", nargs="*", help="which; all of them with --all")
    redrive.add_argument("--all", action="store_true")


def _add_calibrate(nouns: Any) -> None:
    calibrate = _verb(nouns, "calibrate", _calibrate)
    calibrate.description = (
        "Error rates of the models named by OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL and EMBEDDING_MODEL on labelled"
        " pairs of statements, and thresholds for the embedding model; offline without an endpoint. Needs no API key."
    )
    calibrate.add_argument("--pairs", type=Path, help='your own pairs too: JSONL of {"a", "b", "label": 1 | 0}')
    calibrate.add_argument("--only", choices=_PARTS, help="measure one of the models")
    calibrate.add_argument(
        "--judged-pairs", type=int, default=200, help="ask the chat model about so many of our pairs"
    )
    calibrate.add_argument(
        "--most-false-merges", type=float, default=5.0, help="limit for the upper end of their interval, in percent"
    )


def _calibrate(_client: AgentMemory, options: argparse.Namespace) -> Any:
    from agent_memory_client.calibration.pairs import PairFileError  # noqa: PLC0415  # loads half of the service
    from agent_memory_client.calibration.report import CalibrationError, Wanted, calibrate  # noqa: PLC0415

    wanted = Wanted(
        (options.only,) if options.only else _PARTS,
        options.pairs,
        options.judged_pairs,
        options.most_false_merges / 100,
    )
    try:
        return calibrate(wanted, lambda line: print(line, file=sys.stderr))
    except (CalibrationError, PairFileError) as error:
        raise NotThereError(str(error)) from error


def _list_dead_letters(_client: AgentMemory, _options: argparse.Namespace) -> Any:
    return [letter.summary() for letter in operated().list()]


def _show_dead_letter(_client: AgentMemory, options: argparse.Namespace) -> Any:
    for letter in operated().list():
        if letter.message_id == options.id:
            return {**letter.summary(), "body": letter.body}
    raise NotThereError(f"no message {options.id} in the dead-letter queue")


def _redrive(_client: AgentMemory, options: argparse.Namespace) -> Any:
    if bool(options.id) == options.all:
        raise NotThereError("name messages, or say --all")
    return {"redriven": operated().redrive(None if options.all else options.id)}


def _verb(parsers: Any, name: str, command: Command) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = parsers.add_parser(name)
    parser.set_defaults(command=command)
    return parser


def _with_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id")


def _list_memories(client: AgentMemory, options: argparse.Namespace) -> Iterable[Any]:
    return client.memories(
        options.agent, userId=options.user, memoryType=options.type, tag=options.tag, status=options.status
    )


def _recall(client: AgentMemory, options: argparse.Namespace) -> Any:
    return client.recall(options.agent, options.user, options.query, topK=options.top_k, maxTokens=options.max_tokens)


def _send(client: AgentMemory, options: argparse.Namespace) -> Any:
    conversation = {
        "userId": options.user,
        "sessionId": options.session,
        "messages": [{"role": "user", "content": options.text}],
    }
    job = client.send_conversation(options.agent, conversation)
    return client.wait_for_job(options.agent, job["jobId"])


if __name__ == "__main__":
    sys.exit(main())
