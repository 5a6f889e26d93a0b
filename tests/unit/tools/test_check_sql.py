"""The scanner itself: it must see every way a statement can forget its org."""

from __future__ import annotations

import re

import pytest

from tools.check_sql import ACROSS_ORGS, owned_tables, problems_of, statements

OWNED = {"memory", "turn", "subject"}

GOOD = [
    "SELECT * FROM memory WHERE org_id = :org_id AND user_id = :user_id",
    "SELECT * FROM memory AS m WHERE m.org_id = :org_id AND (m.a = 1 OR m.b = 2)",
    "SELECT 1 FROM memory AS m INNER JOIN turn AS t ON t.org_id = m.org_id WHERE m.org_id = :org_id",
    "SELECT 1 FROM memory AS m INNER JOIN turn AS t ON t.id = m.id WHERE m.org_id = :org_id AND t.org_id = :org_id",
    "SELECT (SELECT count(*) FROM turn WHERE org_id = :org_id) FROM memory WHERE org_id = :org_id",
    "WITH x AS (SELECT * FROM memory WHERE org_id = :org_id) SELECT * FROM x",
    "UPDATE memory SET a = 1 WHERE org_id = :org_id AND memory_id = :id",
    "DELETE FROM memory AS m USING turn AS t WHERE m.org_id = :org_id AND t.org_id = m.org_id",
    "INSERT INTO memory (org_id, a) VALUES (:org_id, :a)",
    "INSERT INTO memory (org_id, a) SELECT org_id, a FROM turn WHERE org_id = :org_id",
    "SELECT set_config('a', :a, true)",
]

BAD = [
    "SELECT * FROM memory",
    "SELECT * FROM memory WHERE user_id = :user_id",
    "SELECT * FROM memory WHERE org_id = :other",
    "SELECT * FROM memory WHERE org_id = 'org-1'",
    "SELECT * FROM memory WHERE org_id <> :org_id",
    "SELECT * FROM memory WHERE org_id = :org_id OR user_id = :user_id",
    "SELECT * FROM memory WHERE NOT (org_id = :org_id)",
    "SELECT * FROM memory WHERE a = 1 AND (org_id = :org_id OR b = 2)",
    "SELECT 1 FROM memory AS m INNER JOIN turn AS t ON t.id = m.id WHERE m.org_id = :org_id",
    "SELECT 1 FROM memory AS m LEFT JOIN turn AS t ON t.org_id = :org_id WHERE m.org_id = :org_id",
    "SELECT 1 FROM memory AS m, turn AS t WHERE m.org_id = :org_id",
    "SELECT (SELECT count(*) FROM turn) FROM memory WHERE org_id = :org_id",
    "SELECT * FROM memory WHERE org_id = :org_id AND EXISTS (SELECT 1 FROM turn WHERE id = 1)",
    "WITH x AS (SELECT * FROM memory) SELECT * FROM x WHERE org_id = :org_id",
    "SELECT 1 FROM memory WHERE org_id = :org_id UNION SELECT 1 FROM turn",
    "UPDATE memory SET a = 1 WHERE memory_id = :id",
    "UPDATE memory SET org_id = :org_id",
    "UPDATE memory AS m SET a = 1 FROM turn AS t WHERE m.org_id = :org_id",
    "DELETE FROM memory",
    "DELETE FROM memory AS m USING turn AS t WHERE t.org_id = :org_id",
    "WITH d AS (DELETE FROM memory RETURNING 1) SELECT 1",
    "INSERT INTO memory (a) VALUES (:a)",
    "INSERT INTO memory (org_id, a) VALUES (:other, :a)",
    "INSERT INTO memory (org_id, a) SELECT 'x', a FROM turn WHERE org_id = :org_id",
    "INSERT INTO memory (org_id, a) SELECT org_id, a FROM turn",
    "SELECT FROM WHERE (",
    "TRUNCATE memory",
    "SELECT a <!> b FROM memory WHERE org_id = :org_id",
]


@pytest.mark.parametrize("sql", GOOD)
def test_tied_statements_pass(sql: str) -> None:
    assert problems_of(sql, OWNED) == []


@pytest.mark.parametrize("sql", BAD)
def test_loose_statements_fail(sql: str) -> None:
    assert problems_of(sql, OWNED)


def test_every_statement_of_the_service_is_tied() -> None:
    owned = owned_tables()
    assert {"org", "api_key", "agent", "subject", "memory", "turn", "job"} <= owned
    loose = {statement.name for statement in statements() if problems_of(statement.sql, owned)}
    assert loose == set(ACROSS_ORGS)


def test_removing_any_org_predicate_is_noticed() -> None:
    """Every `x.org_id = :org_id` of every statement, one at a time. What survives is tied by a join besides."""
    owned = owned_tables()
    predicate = re.compile(r"\b(?:\w+\.)?org_id = :org_id\b")
    killed, survivors = 0, []
    for statement in statements():
        if statement.name in ACROSS_ORGS:
            continue
        for found in predicate.finditer(statement.sql):
            mutant = statement.sql[: found.start()] + "true" + statement.sql[found.end() :]
            if problems_of(mutant, owned):
                killed += 1
            else:
                survivors.append((statement.name, found.group()))
    assert killed / (killed + len(survivors)) > 0.85, survivors
    joined = {name for name, _ in survivors}
    for statement in statements():
        if statement.name in joined:
            assert re.search(r"\w+\.org_id = \w+\.org_id", statement.sql), statement.name
