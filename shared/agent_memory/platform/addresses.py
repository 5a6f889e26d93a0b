"""Where the database is, and with which credential. Nothing here is stored: tokens are signed when they are needed."""

from __future__ import annotations

import json
from typing import Any

from psycopg.conninfo import make_conninfo

from agent_memory.platform.settings import DatabaseSettings


def conninfo(settings: DatabaseSettings) -> str:
    """The connection string of the configured role."""
    if settings.database_url is not None:
        return settings.database_url.get_secret_value()
    return _on_aws(settings, settings.database_role, _iam_token(settings))


def admin_conninfo(settings: DatabaseSettings, secret_arn: str) -> str:
    """The connection string of the database's administrator, whose secret RDS manages."""
    import boto3  # noqa: PLC0415  # only at deploy

    sdk: Any = boto3
    secret = json.loads(sdk.client("secretsmanager").get_secret_value(SecretId=secret_arn)["SecretString"])
    return _on_aws(settings, secret["username"], secret["password"])


def _on_aws(settings: DatabaseSettings, user: str, password: str) -> str:
    return make_conninfo(
        host=settings.database_host,
        port=settings.database_port,
        dbname=settings.database_name,
        user=user,
        password=password,
        sslmode="require",
    )


def _iam_token(settings: DatabaseSettings) -> str:
    """A password good for 15 minutes, signed here: no secret is stored, none has to be rotated."""
    import boto3  # noqa: PLC0415  # heavy, and only where there is no DATABASE_URL

    sdk: Any = boto3
    return sdk.client("rds", region_name=settings.aws_region).generate_db_auth_token(
        DBHostname=settings.database_host,
        Port=settings.database_port,
        DBUsername=settings.database_role,
        Region=settings.aws_region,
    )
