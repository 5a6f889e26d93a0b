"""Keyset paging: a cursor is the key of the last row shown, so inserts never shift a page."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from agent_memory.core.errors import ValidationFailedError

Item = TypeVar("Item")

_HIGHEST_RANK: Final = 1000
"""Far above any importance, far below the end of a smallint."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the next page starts: after this (moment, id), in falling order; ranked lists fall by rank first."""

    moment: datetime
    id: str
    rank: int | None = None

    def encode(self) -> str:
        """Opaque and safe in a URL."""
        rank = [] if self.rank is None else [self.rank]
        document = json.dumps([int(self.moment.timestamp() * 1000), self.id, *rank], ensure_ascii=False)
        return base64.urlsafe_b64encode(document.encode()).rstrip(b"=").decode()

    @classmethod
    def decode(cls, value: str, *, ranked: bool = False) -> Cursor:
        """The cursor a client sent back, to a list of the same order.

        Raises:
            ValidationFailedError: naming `cursor`, if it is not one of ours.
        """
        try:
            document = json.loads(base64.b64decode(value + "=" * (-len(value) % 4), b"-_", validate=True))
            milliseconds, identifier, *rank = document
            if type(milliseconds) is not int or type(identifier) is not str or "\x00" in identifier:
                raise ValueError("wrong types")
            if len(rank) != ranked or any(type(number) is not int or abs(number) > _HIGHEST_RANK for number in rank):
                raise ValueError("of another order")
            identifier.encode()
            return cls(datetime.fromtimestamp(milliseconds / 1000, UTC), identifier, *rank)
        except (ValueError, TypeError, OverflowError, OSError, binascii.Error, RecursionError) as error:
            raise ValidationFailedError.of("cursor", "is not a cursor of this list") from error


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """One page of a list and, while there is more, the cursor of the next."""

    items: tuple[Item, ...]
    next: Cursor | None


PAGE_BYTES: Final = 4_000_000
"""A page ends at this size, whatever `limit` says: the answer of a Lambda function may not exceed 6 MB."""


def fitting(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first rows that fit on a page by the size of their `body`; at least one."""
    size, fitting_rows = 0, list[dict[str, Any]]()
    for row in rows:
        size += len(row["body"])
        if fitting_rows and size > PAGE_BYTES:
            break
        fitting_rows.append(row)
    return fitting_rows
