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


_OF_ORG = "(org_id = NULLIF(current_setting('app.org_id'::text, true), ''::text))"
_ACROSS_ORGS = {
    ("api_key", "api_key_by_hash", "SELECT", "{authorizer}"),
    ("org", "org_list", "SELECT", "{scheduler}"),
}
"""The policies that let a role see more than one org, by name: each for reading, for one role."""


def row_security_problems(connection: psycopg.Connection) -> list[str]:
    """What is wrong with the wall between orgs, read from the catalog; nothing when it stands."""
    tables = connection.execute(
        """
        SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner)
        FROM pg_class AS c INNER JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'org_id'
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1
        """
    ).fetchall()
    policies = connection.execute(
        "SELECT tablename, policyname, cmd, roles::text, permissive, qual, with_check FROM pg_policies"
    ).fetchall()
    problems: list[str] = []
    for table, enabled, forced, owner in tables:
        if not (enabled and forced):
            problems.append(f"{table}: row security is not forced")
        if owner != "owner":
            problems.append(f"{table}: belongs to {owner}")
        if ("ALL", "{public}", "PERMISSIVE", _OF_ORG, _OF_ORG) not in [p[2:] for p in policies if p[0] == table]:
            problems.append(f"{table}: no policy ties it to the org for reading and writing")
    for table, name, command, roles, _, using, check in policies:
        tied = (using, check) == (_OF_ORG, _OF_ORG)
        if not tied and (table, name, command, roles) not in _ACROSS_ORGS:
            problems.append(f"{table}: policy {name} lets {roles} see more")
    privileged = connection.execute(
        "SELECT rolname FROM pg_roles WHERE (rolsuper OR rolbypassrls) AND rolname <> current_user"
        " AND rolname !~ '^pg_'"
    ).fetchall()
    return [*problems, *(f"role {name} passes row security" for (name,) in privileged)]
