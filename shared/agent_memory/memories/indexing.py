"""What search knows of a memory: per chunk of its text, keyword terms and, when the embedder answered, a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from operator import mul

from agent_memory.core.chunks import split_text
from agent_memory.core.embedding import Embedder
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.core.segmentation import document_terms


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """One chunk of a text as search sees it. Terms are not blinded yet."""

    vector: Sequence[float] | None
    terms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """A text that is understood, and found, by what was said before it."""

    text: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Index:
    """A text as search sees it."""

    model: str
    chunks: tuple[IndexedChunk, ...]

    @property
    def pending(self) -> bool:
        """Whether vectors are missing because the embedder was down."""
        return any(chunk.vector is None for chunk in self.chunks)

    @property
    def vector(self) -> Sequence[float] | None:
        """The vector of a text short enough to be one chunk; None for longer texts, which are not one statement."""
        return self.chunks[0].vector if len(self.chunks) == 1 else None

    @cached_property
    def direction(self) -> tuple[float, ...] | None:
        """The vector at length one."""
        if self.vector is None:
            return None
        length = sqrt(sum(component * component for component in self.vector))
        return tuple(component / length for component in self.vector)

    def cosine(self, other: Index) -> float | None:
        """How near another text is; None where one of them has no one vector."""
        if self.direction is None or other.direction is None:
            return None
        return sum(map(mul, self.direction, other.direction))


class Indexer:
    """Makes indexes. Calls the embedding model, so never inside a transaction."""

    def __init__(self, embedder: Callable[[], Embedder]) -> None:
        """`embedder` is asked for when something is indexed, and not before: it is slow to load."""
        self._embedder = embedder

    def index(self, content: str) -> Index:
        """The index of one text; without vectors when the embedder is down."""
        return self.index_tolerantly([content])[0]

    def index_tolerantly(self, contents: Sequence[str]) -> list[Index]:
        """The indexes of several texts with one call of the model; without vectors when the embedder is down."""
        try:
            return self.index_all(contents)
        except DependencyUnavailableError:
            # Text and terms are worth keeping without a vector; a job computes it later.
            return [self._without_vectors(content) for content in contents]

    def index_all(self, texts: Sequence[str | Reply]) -> list[Index]:
        """The indexes of several texts with one call of the model.

        Raises:
            DependencyUnavailableError: the embedder is down.
        """
        replies = [Reply(text) if isinstance(text, str) else text for text in texts]
        pieces = [split_text(reply.text) for reply in replies]
        flat = [piece for group in pieces for piece in group]
        vectors = iter(self._embedder().embed(flat) if flat else [])
        return [
            Index(
                self._embedder().model.model,
                tuple(
                    IndexedChunk(next(vectors), document_terms(piece, () if number else reply.before))
                    for number, piece in enumerate(group)
                ),
            )
            for reply, group in zip(replies, pieces, strict=True)
        ]

    def _without_vectors(self, content: str) -> Index:
        chunks = tuple(IndexedChunk(None, document_terms(piece)) for piece in split_text(content))
        return Index(self._embedder().model.model, chunks)
