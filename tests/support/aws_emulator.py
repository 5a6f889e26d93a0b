"""The AWS key store in the emulator: a table and a key for the tests that run functions as AWS does."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import boto3


@contextmanager
def key_store(endpoint: str) -> Iterator[dict[str, str]]:
    """A key table and a KMS key; the variables that make functions use them instead of files."""
    access = {
        "endpoint_url": endpoint,
        "region_name": "us-east-1",
        "aws_access_key_id": "test",
        "aws_secret_access_key": "test",
    }
    dynamodb, kms = boto3.client("dynamodb", **access), boto3.client("kms", **access)
    table = f"keys-{uuid.uuid4().hex[:8]}"
    dynamodb.create_table(
        TableName=table,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("org", "subject")],
        KeySchema=[{"AttributeName": "org", "KeyType": "HASH"}, {"AttributeName": "subject", "KeyType": "RANGE"}],
    )
    key_id = kms.create_key()["KeyMetadata"]["KeyId"]
    yield {"KEY_DIRECTORY": "", "KEY_TABLE": table, "KMS_KEY_ID": key_id}
    dynamodb.delete_table(TableName=table)
