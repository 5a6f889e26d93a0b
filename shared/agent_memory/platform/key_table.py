"""The key store of AWS: subject keys in DynamoDB, wrapped by one data key per org, which KMS wraps.

A page over many users costs one KMS call, for its org. The table has neither backups nor point-in-time recovery, so a
deleted key stays deleted.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.platform.subject_keys import KEY_BYTES, ORG_SUBJECT, Place, SubjectKey, new_material

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_DEPENDENCY: Final = "keys"
_CHUNK: Final = 100  # BatchGetItem's limit
_ATTEMPTS: Final = 5
_FIRST_PAUSE_SECONDS: Final = 0.05
_ORG_CACHE_SECONDS: Final = 300.0
_PLACE: Final = Place(table="key_table", column="material", row_id="")
_DATA_KEY: Final = "data-key"
_SUBJECT_PREFIX: Final = "subject:"


class KmsKeyStore:
    """Subject keys under KMS. `create` is race-free and durable before it returns."""

    def __init__(self, table: str, kms_key_id: str) -> None:
        self._table = table
        self._kms_key_id = kms_key_id
        self._org_keys: dict[str, tuple[float, bytes]] = {}

    def load(self, org_id: str, subjects: Collection[str]) -> Mapping[str, bytes]:
        wanted = sorted(set(subjects))
        wrapped: dict[str, bytes] = {}
        for start in range(0, len(wanted), _CHUNK):
            wrapped |= self._read(org_id, wanted[start : start + _CHUNK])
        if not wrapped:
            return {}
        org_key = self._org_key(org_id)
        return {
            subject: SubjectKey(org_id, subject, org_key).open(sealed, _PLACE) for subject, sealed in wrapped.items()
        }

    def create(self, org_id: str, subject: str) -> bytes:
        material = new_material()
        sealed = SubjectKey(org_id, subject, self._org_key(org_id)).seal(material, _PLACE)
        if self._put_once(org_id, _name(subject), sealed):
            return material
        return self.load(org_id, [subject])[subject]

    def _read(self, org_id: str, subjects: Sequence[str]) -> dict[str, bytes]:
        keys: Any = [{"org": {"S": org_id}, "subject": {"S": _name(subject)}} for subject in subjects]
        found: dict[str, bytes] = {}
        for pause in _pauses():
            request: Any = {self._table: {"Keys": keys, "ConsistentRead": True}}
            answer: Any = self._call(self._dynamodb.batch_get_item, RequestItems=request)
            for item in answer["Responses"].get(self._table, []):
                found[_subject(item["subject"]["S"])] = item["material"]["B"]
            keys = answer.get("UnprocessedKeys", {}).get(self._table, {}).get("Keys", [])
            if not keys:
                return found
            time.sleep(pause)
        raise DependencyUnavailableError(_DEPENDENCY, "The key table is throttled")

    def _org_key(self, org_id: str) -> bytes:
        """The org's data key, unwrapped by KMS; made at first need."""
        cached = self._org_keys.get(org_id)
        if cached is not None and time.monotonic() - cached[0] < _ORG_CACHE_SECONDS:
            return cached[1]
        context = {"org": org_id}
        item = self._data_key_item(org_id)
        if item is None:
            made: Any = self._call(
                self._kms.generate_data_key,
                KeyId=self._kms_key_id,
                NumberOfBytes=KEY_BYTES,
                EncryptionContext=context,
            )
            self._put_once(org_id, _DATA_KEY, made["CiphertextBlob"])
            item = self._data_key_item(org_id) or b""
        opened: Any = self._call(self._kms.decrypt, CiphertextBlob=item, EncryptionContext=context)
        self._org_keys[org_id] = (time.monotonic(), opened["Plaintext"])
        return opened["Plaintext"]

    def _data_key_item(self, org_id: str) -> bytes | None:
        key = {"org": {"S": org_id}, "subject": {"S": _DATA_KEY}}
        answer: Any = self._call(self._dynamodb.get_item, TableName=self._table, Key=key, ConsistentRead=True)
        return answer["Item"]["material"]["B"] if "Item" in answer else None

    def _put_once(self, org_id: str, name: str, material: bytes) -> bool:
        from botocore.exceptions import ClientError  # noqa: PLC0415

        item: Any = {"org": {"S": org_id}, "subject": {"S": name}, "material": {"B": material}}
        try:
            self._dynamodb.put_item(
                TableName=self._table, Item=item, ConditionExpression="attribute_not_exists(subject)"
            )
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") == "ConditionalCheckFailedException":
                return False
            raise DependencyUnavailableError(_DEPENDENCY, "The key table is not available") from error
        return True

    @cached_property
    def _dynamodb(self) -> DynamoDBClient:
        return _client("dynamodb")

    @cached_property
    def _kms(self) -> Any:
        return _client("kms")

    def _call(self, operation: Any, **arguments: Any) -> Any:
        from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

        try:
            return operation(**arguments)
        except (BotoCoreError, ClientError) as error:
            raise DependencyUnavailableError(_DEPENDENCY, "The key store is not available") from error


def _client(service: str) -> Any:
    import boto3  # noqa: PLC0415  # 0.3 s that only the first key miss pays
    from botocore.config import Config  # noqa: PLC0415

    retries: Any = {"total_max_attempts": 3, "mode": "standard"}
    sdk: Any = boto3
    return sdk.client(service, config=Config(connect_timeout=2, read_timeout=3, retries=retries))


def _name(subject: str) -> str:
    """The table's name of a subject; prefixed, so that no user id meets the data key's."""
    return f"{_SUBJECT_PREFIX}{subject}" if subject != ORG_SUBJECT else "org"


def _subject(name: str) -> str:
    return name.removeprefix(_SUBJECT_PREFIX) if name != "org" else ORG_SUBJECT


def _pauses() -> Iterator[float]:
    return (_FIRST_PAUSE_SECONDS * 2**attempt for attempt in range(_ATTEMPTS))
