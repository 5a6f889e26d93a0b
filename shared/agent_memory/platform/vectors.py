"""Vectors as query parameters and results, in pgvector's binary format.

pgvector's own registration asks the catalogue several times per connection. Parameters do not need it: sent in binary
with an unspecified type, they take the type that the statement casts them to (`:embedding::halfvec`).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

import psycopg
from pgvector import HalfVector, SparseVector
from psycopg.adapt import Buffer, Dumper
from psycopg.pq import Format

DIMENSIONS: Final = 1024
"""Dimensions of every embedding column. Shorter models are padded with zeros, which leaves cosines unchanged."""

TERM_SPACE: Final = 1_000_000_000
"""Dimensions of a term vector; a term's dimension is a keyed hash below it."""


class _BinaryDumper(Dumper):
    format = Format.BINARY
    oid = 0

    def dump(self, obj: HalfVector | SparseVector) -> Buffer | None:
        return obj.to_binary()


def register(connection: psycopg.Connection[Any]) -> None:
    """Let a connection send `HalfVector` and `SparseVector` parameters. No round trip."""
    connection.adapters.register_dumper(HalfVector, _BinaryDumper)
    connection.adapters.register_dumper(SparseVector, _BinaryDumper)


def dense(values: Sequence[float]) -> HalfVector:
    """An embedding for a halfvec(1024) parameter, zero-padded.

    Raises:
        ValueError: wrong length, a zero vector, or a value that is not finite: such a vector must never be stored.
    """
    if len(values) > DIMENSIONS:
        raise ValueError(f"an embedding has at most {DIMENSIONS} dimensions, not {len(values)}")
    if not all(map(math.isfinite, values)) or not any(values):
        raise ValueError("an embedding needs finite values and must not be zero")
    return HalfVector([*values, *([0.0] * (DIMENSIONS - len(values)))])


def sparse(weights: Mapping[int, float]) -> SparseVector:
    """Term weights by dimension for a sparsevec parameter."""
    return SparseVector(dict(weights), TERM_SPACE)


def read_sparse(data: bytes, wanted: Container[int]) -> dict[int, float]:
    """The weights of the wanted dimensions in a sparsevec result: int32 dimensions, count, unused, indices, then
    float32 values."""
    count = struct.unpack_from(">i", data, 4)[0]
    numbers = struct.unpack_from(f">{count}i{count}f", data, 12)
    return {dimension: numbers[count + place] for place, dimension in enumerate(numbers[:count]) if dimension in wanted}
