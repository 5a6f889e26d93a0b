"""Named statements: every capability keeps its SQL in a `queries.sql` beside its store."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import aiosql

from agent_memory.platform.postgres import Query


class Statements:
    """The named statements of one capability."""

    def __init__(self, sql: Mapping[str, bytes]) -> None:
        self.sql = sql

    def __call__(self, name: str, /, **parameters: object) -> Query:
        """The statement of that name with its parameters bound, ready to run.

        Raises:
            KeyError: there is no such statement: a programming mistake.
        """
        return Query(self.sql[name], parameters)


@lru_cache(maxsize=64)
def load_statements(package: str) -> Statements:
    """Read `queries.sql` of a package.

    aiosql only loads the text: its own query functions would fetch inside a pipeline, one round trip each.
    """
    text = resources.files(package).joinpath("queries.sql").read_text(encoding="utf-8")
    queries: Any = aiosql.from_str(text, "psycopg", mandatory_parameters=False)  # pyright: ignore[reportUnknownMemberType]
    names: list[str] = [name for name in queries.available_queries if not name.endswith("_cursor")]
    return Statements({name: getattr(queries, name).sql.encode() for name in names})
