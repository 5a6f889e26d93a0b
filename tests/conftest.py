"""What every suite may ask for: a database per test, and the service in front of it."""

from __future__ import annotations

import asyncio
import os
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from agent_memory_local.gateway import Gateway
from agent_memory_local.model import Application
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.provision import DatabaseAddress, provision
from agent_memory_local.queue_service import QueueService
from agent_memory_local.service import _LOCAL_VALUES
from agent_memory_local.template import load_application
from tests.support.local.folders import open_folder
from tests.support.model_endpoint import ModelEndpoint
from tests.support.service import Invoker, Service, SkippingClock

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "functions"))

_TEMPLATE_DATABASE = "test_template"


@dataclass(frozen=True)
class Server:
    """A database server with a provisioned template to clone."""

    admin: str
    keys: dict[str, str]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not below pytest's own folder: the server runs as another user, who must be able to reach its files.
    with open_folder() as folder, EmbeddedPostgres(folder / "postgres", durable=False) as postgres:
        with psycopg.connect(postgres.conninfo, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_TEMPLATE_DATABASE}")
        address = DatabaseAddress(make_conninfo(postgres.conninfo, dbname=_TEMPLATE_DATABASE), by_login=True)
        yield Server(postgres.conninfo, provision(address, folder))


@contextmanager
def _clone(server: Server, template: str = _TEMPLATE_DATABASE) -> Iterator[DatabaseAddress]:
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server.admin, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        yield DatabaseAddress(make_conninfo(server.admin, dbname=name), by_login=True)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def database(server: Server) -> Iterator[DatabaseAddress]:
    """A database of one's own, migrated and seeded."""
    with _clone(server) as address:
        yield address


@pytest.fixture(scope="session")
def queue_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueueService]:
    with asyncio.Runner() as runner:
        service = QueueService(tmp_path_factory.mktemp("queues"), services=("sqs", "kms", "dynamodb"))
        runner.run(service.start())
        yield service
        runner.run(service.stop())


@pytest.fixture(scope="session")
def application(queue_service: QueueService, tmp_path_factory: pytest.TempPathFactory) -> Application:
    """The template, rendered, with its queues made."""
    loaded = load_application(
        ROOT / "template.yaml",
        queue_endpoint=queue_service.endpoint,
        parameters={"GatheringDelaySeconds": "0"},
        values=_LOCAL_VALUES,
        cache_dir=tmp_path_factory.mktemp("application"),
    )
    for name in ("ConversationDeadLetters", "AccessDeadLetters", "ConversationQueue", "AccessQueue"):
        queue = loaded.queues[name]
        queue_service.client.create_queue(QueueName=queue.name, Attributes=dict(queue.attributes))
    return loaded


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="all of what `make test` takes a sample of")


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether everything is to be tried, not a sample."""
    return bool(request.config.getoption("--full"))


@contextmanager
def _service(
    server: Server,
    application: Application,
    queues: QueueService,
    folder: Path,
    template: str = _TEMPLATE_DATABASE,
    **more: str,
) -> Iterator[Service]:
    assert application.api is not None
    before = dict(os.environ)
    for queue in application.queues.values():
        queues.client.purge_queue(QueueUrl=queue.url)
    environment = {
        "AWS_ENDPOINT_URL": queues.endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "KEY_DIRECTORY": str(folder / "keys"),
        "TIKTOKEN_CACHE_DIR": str(ROOT / ".cache" / "tokenizer"),
        "RECALL_DATABASE_TIMEOUT_MS": "5000",
        "ACCESS_SEND_TIMEOUT_SECONDS": "2",
        **more,
    }
    with _clone(server, template) as database:
        invoker = Invoker(application, database, environment)
        clock = SkippingClock()
        gateway = Gateway(application.api, invoker, clock=clock)
        yield Service(application, database, server.keys, queues.client, invoker, gateway, clock, folder)
        invoker.close()
    os.environ.clear()
    os.environ.update(before)
    if invoker.failures:
        raise invoker.failures[0]


MakeService = Callable[..., AbstractContextManager[Service]]


@pytest.fixture(scope="session")
def make_service(server: Server, application: Application, queue_service: QueueService) -> MakeService:
    """Makes the service with settings of one's own: `make_service(folder, NAME="value")`.

    `template` names a database to clone instead of the one that is only migrated and seeded.
    """
    return partial(_service, server, application, queue_service)


@pytest.fixture
def service(server: Server, application: Application, queue_service: QueueService, tmp_path: Path) -> Iterator[Service]:
    """The whole service in this process, with empty queues and a fresh database."""
    with _service(server, application, queue_service, tmp_path) as service:
        yield service


@pytest.fixture
def model() -> Iterator[ModelEndpoint]:
    """A scripted model endpoint on loopback."""
    with ModelEndpoint().running() as endpoint:
        yield endpoint


@pytest.fixture
def modelled(
    server: Server, application: Application, queue_service: QueueService, tmp_path: Path, model: ModelEndpoint
) -> Iterator[Service]:
    """The service, with the scripted endpoint for chat and embeddings."""
    settings = {
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "sk-test",
        "CHAT_MODEL": "qwen-plus",
        "MODEL_RETRY_BASE_SECONDS": "0.01",
    }
    with _service(server, application, queue_service, tmp_path, **settings) as service:
        yield service


@pytest.fixture(scope="module")
def quiet(
    server: Server, application: Application, queue_service: QueueService, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """One service for all tests of a module: for tests that leave nothing behind."""
    with _service(server, application, queue_service, tmp_path_factory.mktemp("quiet")) as service:
        yield service
