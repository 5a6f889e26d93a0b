"""The AWS key store, against an emulator that knows the states of KMS keys."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import boto3
import pytest

from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.platform.key_table import KmsKeyStore
from agent_memory.platform.subject_keys import ORG_SUBJECT, SealBrokenError, SubjectKeys
from agent_memory_local.queue_service import QueueService


@pytest.fixture
def aws(queue_service: QueueService, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "AWS_ENDPOINT_URL": queue_service.endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def kms_key(aws: None) -> str:
    return boto3.client("kms").create_key()["KeyMetadata"]["KeyId"]


@pytest.fixture
def table(aws: None) -> Iterator[str]:
    client = boto3.client("dynamodb")
    client.create_table(
        TableName="subject-keys",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": n, "AttributeType": "S"} for n in ("org", "subject")],
        KeySchema=[{"AttributeName": "org", "KeyType": "HASH"}, {"AttributeName": "subject", "KeyType": "RANGE"}],
    )
    yield "subject-keys"
    client.delete_table(TableName="subject-keys")


def test_a_key_survives_the_store(table: str, kms_key: str) -> None:
    made = KmsKeyStore(table, kms_key).create("org-1", "用户甲")
    assert KmsKeyStore(table, kms_key).load("org-1", ["用户甲", "nobody"]) == {"用户甲": made}
    assert KmsKeyStore(table, kms_key).create("org-1", "用户甲") == made


def test_nothing_readable_is_stored(table: str, kms_key: str) -> None:
    made = KmsKeyStore(table, kms_key).create("org-1", "u1")
    items: Any = boto3.client("dynamodb").scan(TableName=table)["Items"]
    assert len(items) == 2
    assert all(made not in item["material"]["B"] for item in items)


def test_no_user_meets_the_orgs_own_keys(table: str, kms_key: str) -> None:
    store = KmsKeyStore(table, kms_key)
    names = [ORG_SUBJECT, "org", "data-key", "subject:", "subject:org"]
    made = {name: store.create("org-1", name) for name in names}
    assert len(set(made.values())) == len(names)
    assert store.load("org-1", names) == made


def test_a_page_over_many_users_costs_one_kms_call(table: str, kms_key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = KmsKeyStore(table, kms_key)
    for number in range(120):
        writer.create("org-1", f"u{number}")
    reader = KmsKeyStore(table, kms_key)
    calls: list[str] = []
    original = reader._kms.decrypt
    monkeypatch.setattr(reader._kms, "decrypt", lambda **given: (calls.append("decrypt"), original(**given))[1])
    assert len(reader.load("org-1", [f"u{number}" for number in range(130)])) == 120
    assert calls == ["decrypt"]


def test_racing_creations_agree(table: str, kms_key: str) -> None:
    made: list[bytes] = []
    racers = [
        threading.Thread(target=lambda: made.append(KmsKeyStore(table, kms_key).create("org-1", "u1")))
        for _ in range(8)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (len(made), len(set(made))) == (8, 1)


def test_orgs_are_apart_even_if_rows_are_copied(table: str, kms_key: str) -> None:
    store = KmsKeyStore(table, kms_key)
    store.create("org-1", "u1")
    store.create("org-2", "u1")
    client = boto3.client("dynamodb")
    item = client.get_item(TableName=table, Key={"org": {"S": "org-1"}, "subject": {"S": "subject:u1"}})["Item"]
    client.put_item(TableName=table, Item={**item, "org": {"S": "org-2"}})
    with pytest.raises(SealBrokenError):
        KmsKeyStore(table, kms_key).load("org-2", ["u1"])


@pytest.mark.parametrize("state", ["disabled", "pending deletion"])
def test_a_kms_key_out_of_service_opens_nothing(table: str, kms_key: str, state: str) -> None:
    KmsKeyStore(table, kms_key).create("org-1", "u1")
    client = boto3.client("kms")
    if state == "disabled":
        client.disable_key(KeyId=kms_key)
    else:
        client.schedule_key_deletion(KeyId=kms_key, PendingWindowInDays=7)
    with pytest.raises(DependencyUnavailableError) as error:
        SubjectKeys(KmsKeyStore(table, kms_key)).for_writing("org-1", "u1")
    assert error.value.dependency == "keys"


def test_a_deleted_key_stays_deleted(table: str, kms_key: str) -> None:
    first = KmsKeyStore(table, kms_key).create("org-1", "u1")
    key: Any = {"org": {"S": "org-1"}, "subject": {"S": "subject:u1"}}
    boto3.client("dynamodb").delete_item(TableName=table, Key=key)
    assert KmsKeyStore(table, kms_key).load("org-1", ["u1"]) == {}
    assert KmsKeyStore(table, kms_key).create("org-1", "u1") != first


def test_no_table_is_an_unavailable_dependency(aws: None, kms_key: str) -> None:
    with pytest.raises(DependencyUnavailableError):
        KmsKeyStore("no-such-table", kms_key).load("org-1", ["u1"])
