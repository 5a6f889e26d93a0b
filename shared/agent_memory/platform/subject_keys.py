"""Sealing and blinding under a key per subject: who forgets the key has forgotten the text.

Envelope of a sealed value: version (1 byte) | key number (2) | nonce (12) | ciphertext | tag (16), AES-256-GCM.
The associated data names org, subject, table, column, row id and row version, so a value that was moved, swapped or
re-dated does not open.
"""

from __future__ import annotations

import hmac
import json
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from agent_memory.core.errors import MemoryServiceError

KEY_BYTES: Final = 32
ORG_SUBJECT: Final = ""
"""The subject name of an org's own key. No user can have it: a `userId` is never empty."""

_ENVELOPE_VERSION: Final = 1
_KEY_NUMBER: Final = 1
_HEADER: Final = bytes([_ENVELOPE_VERSION]) + _KEY_NUMBER.to_bytes(2)
_NONCE_BYTES: Final = 12
_CACHE_SECONDS: Final = 300.0
_CACHE_SIZE: Final = 500


class SealBrokenError(MemoryServiceError):
    """A sealed value does not open: it was altered, moved to another row, or belongs to another key."""


class KeyMissingError(MemoryServiceError):
    """There is no key for this subject (any more)."""


class KeyStore(Protocol):
    """Keeps the key material of subjects, outside the database and its backups."""

    def load(self, org_id: str, subjects: Collection[str]) -> Mapping[str, bytes]:
        """The keys of those subjects that have one."""
        ...

    def create(self, org_id: str, subject: str) -> bytes:
        """A new key, durable before this returns. If another writer was first, the key that it made."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sealed value lives; part of what the seal protects."""

    table: str
    column: str
    row_id: str
    row_version: int = 1


class SubjectKey:
    """Seals and blinds for one subject of one org."""

    def __init__(self, org_id: str, subject: str, material: bytes) -> None:
        self._owner = (org_id, subject)
        self._cipher = AESGCM(_derive(material, b"content"))
        self._blinding = _derive(material, b"keyword-hmac")

    def seal(self, plaintext: bytes, place: Place) -> bytes:
        """The value, readable only with this key and at this place."""
        nonce = os.urandom(_NONCE_BYTES)
        return _HEADER + nonce + self._cipher.encrypt(nonce, plaintext, self._associated_data(place))

    def open(self, sealed: bytes, place: Place) -> bytes:
        """The value that was sealed at this place.

        Raises:
            SealBrokenError: it is not such a value.
        """
        header, nonce, ciphertext = sealed[:3], sealed[3 : 3 + _NONCE_BYTES], sealed[3 + _NONCE_BYTES :]
        if header != _HEADER:
            raise SealBrokenError
        try:
            return self._cipher.decrypt(nonce, ciphertext, self._associated_data(place))
        except InvalidTag as error:
            raise SealBrokenError from error

    def seal_json(self, document: Mapping[str, Any], place: Place) -> bytes:
        """A sealed JSON document."""
        return self.seal(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(), place)

    def open_json(self, sealed: bytes, place: Place) -> dict[str, Any]:
        """The JSON document that was sealed at this place."""
        return cast("dict[str, Any]", json.loads(self.open(sealed, place)))

    def blind(self, *parts: str) -> bytes:
        """32 bytes that stand for the parts under this key and say nothing about them without it.

        Parts are length-prefixed, so `("a:b", "c")` and `("a", "b:c")` differ.
        """
        return hmac.digest(self._blinding, _length_prefixed(*parts), "sha256")

    def blind_terms(self, weights: Mapping[str, float], dimensions: int) -> dict[int, float]:
        """Term weights by blinded dimension. Two terms that meet in one dimension add up (odds: 1 in `dimensions`)."""
        blinded: dict[int, float] = {}
        for term, weight in weights.items():
            digest = hmac.digest(self._blinding, b"term\x00" + term.encode(), "sha256")
            dimension = int.from_bytes(digest[:8]) % dimensions
            blinded[dimension] = blinded.get(dimension, 0.0) + weight
        return blinded

    def _associated_data(self, place: Place) -> bytes:
        parts = (*self._owner, place.table, place.column, place.row_id, str(place.row_version), str(_KEY_NUMBER))
        return _length_prefixed(*parts)


class SubjectKeys:
    """The keys of many subjects, kept in memory for a while."""

    def __init__(self, store: KeyStore, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._cache: OrderedDict[tuple[str, str], tuple[float, SubjectKey]] = OrderedDict()

    def for_writing(self, org_id: str, subject: str) -> SubjectKey:
        """The subject's key; made, and durable, if there is none. Check first that the subject is not forgotten."""
        cached = self._cached(org_id, subject)
        if cached is not None:
            return cached
        material = self._store.load(org_id, [subject]).get(subject) or self._store.create(org_id, subject)
        return self._remember(org_id, subject, material)

    def for_reading(self, org_id: str, subjects: Collection[str]) -> dict[str, SubjectKey]:
        """The keys of those subjects that have one, in one visit to the store."""
        keys = {subject: key for subject in subjects if (key := self._cached(org_id, subject)) is not None}
        missing = [subject for subject in subjects if subject not in keys]
        if missing:
            for subject, material in self._store.load(org_id, missing).items():
                keys[subject] = self._remember(org_id, subject, material)
        return keys

    def existing(self, org_id: str, subject: str) -> SubjectKey:
        """The key of one subject that must have one.

        Raises:
            KeyMissingError: it has none.
        """
        keys = self.for_reading(org_id, [subject])
        if subject not in keys:
            raise KeyMissingError
        return keys[subject]

    def for_org(self, org_id: str) -> SubjectKey:
        """The org's own key, for what belongs to no user: tag filters, idempotency fingerprints."""
        return self.for_writing(org_id, ORG_SUBJECT)

    def _cached(self, org_id: str, subject: str) -> SubjectKey | None:
        entry = self._cache.get((org_id, subject))
        if entry is None or self._monotonic() - entry[0] > _CACHE_SECONDS:
            return None
        self._cache.move_to_end((org_id, subject))
        return entry[1]

    def _remember(self, org_id: str, subject: str, material: bytes) -> SubjectKey:
        key = SubjectKey(org_id, subject, material)
        self._cache[(org_id, subject)] = (self._monotonic(), key)
        self._cache.move_to_end((org_id, subject))
        while len(self._cache) > _CACHE_SIZE:
            self._cache.popitem(last=False)
        return key


def new_material() -> bytes:
    """The secret of a new key."""
    return os.urandom(KEY_BYTES)


def _derive(material: bytes, label: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=b"agent-memory/" + label).derive(material)


def _length_prefixed(*parts: str) -> bytes:
    return b"".join(len(data).to_bytes(4) + data for data in (part.encode() for part in parts))
