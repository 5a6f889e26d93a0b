"""A schema as comparable text, from Postgres' own catalog."""

from __future__ import annotations

import psycopg

_QUERIES = {
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage::text,
            pg_get_expr(d.adbin, d.adrelid)
        FROM pg_class AS c INNER JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
        LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migration'
        ORDER BY 1, a.attnum""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'schema_migration' ORDER BY 1, 2""",
    "indexes": """
        SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migration'
        ORDER BY 1""",
    "policies": """
        SELECT tablename, policyname, cmd, roles::text, qual, with_check FROM pg_policies
        WHERE schemaname = 'public' ORDER BY 1, 2""",
    "row security": """
        SELECT relname, relrowsecurity, relforcerowsecurity, reloptions::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migration' ORDER BY 1""",
    "grants": """
        SELECT grantee, table_name, privilege_type FROM information_schema.role_table_grants
        WHERE table_schema = 'public' AND table_name <> 'schema_migration' ORDER BY 1, 2, 3""",
}


def describe(connection: psycopg.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Columns, constraints, indexes, policies and grants of the service's tables."""
    return {what: connection.execute(query.encode()).fetchall() for what, query in _QUERIES.items()}
