"""Handlers of the toy application: each does one thing that a test looks at."""

import base64
import json
import os
import sys
import time
from pathlib import Path

calls = 0


def authorizer(event, _context):
    """The credential is the name of what happens."""
    global calls  # noqa: PLW0603 - counts what this environment was asked
    calls += 1
    credential = event.get("authorizationToken") or event["headers"]["authorization"]
    if credential == "unauthorized":
        raise RuntimeError("Unauthorized")
    if credential == "broken":
        raise RuntimeError("no database")
    if credential == "malformed":
        return {"principalId": "someone"}
    resource = event["methodArn"].rsplit("/things/", 1)[0] + "/things/*"
    statements = {
        "deny": [{"Effect": "Deny", "Action": "execute-api:Invoke", "Resource": "*"}],
        "elsewhere": [{"Effect": "Allow", "Action": "execute-api:Invoke", "Resource": "arn:aws:execute-api:*/other"}],
        "things": [{"Effect": "Allow", "Action": "execute-api:*", "Resource": resource}],
    }
    everything = [{"Effect": "Allow", "Action": ["execute-api:Invoke"], "Resource": ["*"]}]
    return {
        "principalId": credential,
        "policyDocument": {"Version": "2012-10-17", "Statement": statements.get(credential, everything)},
        "context": {"orgId": "org-1", "admin": True, "level": 3, "calls": calls},
    }


def echo(event, context):
    answer = {"event": event, "pid": os.getpid(), "function": context.function_name}
    return {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "body": json.dumps(answer)}


def shapes(event, _context):
    if event["resource"] == "/slow":
        time.sleep(0.8)
        return {"statusCode": 200, "body": "late"}
    name = event["pathParameters"]["name"]
    if name == "exception":
        raise ValueError("no")
    if name == "timeout":
        time.sleep(5)
    if name == "crash":
        os._exit(1)
    if name == "large":
        return {"statusCode": 200, "body": "x" * 7_000_000}
    return {
        "multiple": {
            "statusCode": "201",
            "headers": {"X-One": "1", "X-Two": "dropped", "X-Number": 5},
            "multiValueHeaders": {"Set-Cookie": ["a=1", "b=2"], "x-two": ["2"]},
            "body": "花",
        },
        "binary": {
            "statusCode": 200,
            "headers": {"Content-Type": "image/png"},
            "body": base64.b64encode(b"\x89PNG\x00").decode(),
            "isBase64Encoded": True,
        },
        "list": [1],
        "text-status": {"statusCode": "soon"},
        "object-body": {"statusCode": 200, "body": {"a": 1}},
        "split-header": {"statusCode": 200, "headers": {"X-A": "1\r\nX-B: 2"}},
    }[name]


def worker(event, _context):
    """Writes down what it gets; a body says what happens to its message."""
    record(event)
    bodies = [item["body"] for item in event.get("Records", [])]
    if "explode" in bodies:
        raise RuntimeError("the whole batch")
    if "foreign" in bodies:
        return {"batchItemFailures": [{"itemIdentifier": "somebody else's"}]}
    return {
        "batchItemFailures": [
            {"itemIdentifier": item["messageId"]} for item in event.get("Records", []) if item["body"] == "fail"
        ]
    }


def record(event):
    with Path(os.environ["RECORDS"]).open("a") as records:
        records.write(json.dumps({"at": time.time(), "pid": os.getpid(), "event": event}) + "\n")


# For tests of the runtime alone.


def plain(event, context):
    return {
        "event": event,
        "pid": os.getpid(),
        "remainingMs": context.get_remaining_time_in_millis(),
        "variables": dict(os.environ),
        "folder": str(Path.cwd()),
        "preloaded": "decimal" in sys.modules and "sqlite3" in sys.modules,
    }


def fail(_event, _context):
    raise LookupError("nothing here")


def leave(event, _context):
    os._exit(event["code"])


def kill_self(_event, _context):
    os.kill(os.getpid(), 9)


def sleep(event, _context):
    began = time.time()
    time.sleep(event["seconds"])
    return {"pid": os.getpid(), "began": began, "ended": time.time()}


def large(event, _context):
    return "x" * event["size"]


def unserialisable(_event, _context):
    return {"a": object()}


def speak(event, _context):
    print(event["text"])
