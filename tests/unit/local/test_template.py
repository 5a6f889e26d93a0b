"""What the local stack reads of a template. The toy application is rendered by SAM's own transform, once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent_memory_local import rendering
from agent_memory_local.errors import TemplateError
from agent_memory_local.model import Application, Authorizer, EventSource, Queue, Route
from agent_memory_local.template import load_application
from tests.support.local.toy import FUNCTIONS, PARAMETERS, TEMPLATE

ENDPOINT = "http://127.0.0.1:4566"
HEAD = "Transform: AWS::Serverless-2016-10-31\nResources:\n"
FUNCTION = "  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: a.b\n      Runtime: python3.13\n"


@pytest.fixture(scope="module")
def toy() -> Application:
    return load_application(TEMPLATE, queue_endpoint=ENDPOINT, parameters=PARAMETERS)


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Application]:
    (tmp_path / "code").mkdir()

    def load(text: str, **more: object) -> Application:
        path = tmp_path / "template.yaml"
        path.write_text(text)
        return load_application(path, queue_endpoint=ENDPOINT, **more)  # type: ignore[arg-type]

    return load


def test_functions_get_their_globals_and_resolved_variables(toy: Application) -> None:
    worker = toy.functions["Worker"]

    assert (worker.name, worker.handler, worker.code_dir) == ("local-Worker", "toy.app.worker", FUNCTIONS)
    assert (worker.timeout_seconds, worker.memory_mb, worker.reserved_concurrency) == (10, 256, None)
    assert worker.environment == {
        "WORK_QUEUE_URL": f"{ENDPOINT}/000000000000/local-WorkQueue",
        "MODE": "development",
        "DEAD_QUEUE": "local-dev-dead",
    }
    assert (worker.log_format, toy.functions["Echo"].log_format) == ("JSON", "Text")
    assert toy.functions["Echo"].reserved_concurrency == 1
    assert toy.functions["Shapes"].timeout_seconds == 1


def test_routes_name_their_function_and_authorizer(toy: Application) -> None:
    assert toy.api is not None
    routes = {(route.method, route.resource): route for route in toy.api.routes}

    assert routes["GET", "/things/{id}"] == Route("GET", "/things/{id}", "Echo", "KeyAuthorizer")
    assert routes["ANY", "/open/{proxy+}"] == Route("ANY", "/open/{proxy+}", "Echo", None)
    assert routes["GET", "/slow"].timeout_seconds == 0.3
    assert (toy.api.stage, toy.api.binary_media_types) == ("v1", ("image/png",))
    assert len(routes) == len(toy.api.routes) == 7


def test_authorizers_keep_kind_identity_and_time_to_live(toy: Application) -> None:
    assert toy.api is not None
    assert toy.api.authorizers == {
        "KeyAuthorizer": Authorizer("KeyAuthorizer", "Authorizer", "REQUEST", (("header", "Authorization"),), 300),
        "FreshAuthorizer": Authorizer("FreshAuthorizer", "Authorizer", "TOKEN", (("header", "X-Token"),), 0, "[a-z]+"),
    }


def test_gateway_responses_keep_status_headers_and_templates(toy: Application) -> None:
    assert toy.api is not None
    unknown_route = toy.api.gateway_responses["MISSING_AUTHENTICATION_TOKEN"]

    assert unknown_route.status == 404
    assert unknown_route.headers == {"Content-Type": "'application/problem+json'", "X-Path": "context.path"}
    assert unknown_route.templates == {"application/json": '{"title":"no such route"}'}
    assert toy.api.gateway_responses["DEFAULT_4XX"].status is None


def test_queues_keep_their_attributes_and_their_dead_letter_queue(toy: Application) -> None:
    assert toy.queues == {
        "WorkQueue": Queue(
            "WorkQueue",
            "local-WorkQueue",
            f"{ENDPOINT}/000000000000/local-WorkQueue",
            {"VisibilityTimeout": "1"},
            visibility_timeout=1,
            dead_letter_queue="DeadQueue",
            max_receive_count=2,
        ),
        "DeadQueue": Queue(
            "DeadQueue",
            "local-dev-dead",
            f"{ENDPOINT}/000000000000/local-dev-dead",
            {"DelaySeconds": "0", "MessageRetentionPeriod": "1209600"},
        ),
    }


def test_event_sources_keep_batching_concurrency_and_partial_failures(toy: Application) -> None:
    assert toy.event_sources == (
        EventSource("WorkerWork", "WorkQueue", "Worker", batch_size=5, maximum_concurrency=2, partial_failures=True),
    )


def test_schedules_of_both_services_are_read(toy: Application) -> None:
    found = {schedule.name: (schedule.source, schedule.expression, schedule.input) for schedule in toy.schedules}

    assert found == {
        "WorkerTick": ("scheduler", "rate(1 day)", '{"tick":"<aws.scheduler.scheduled-time>"}'),
        "nightly": ("events", "cron(0 3 ? * MON-FRI *)", None),
    }


def test_parameters_turn_conditions(toy: Application) -> None:
    production = load_application(TEMPLATE, queue_endpoint=ENDPOINT, parameters={**PARAMETERS, "Stage": "prod"})

    assert "ProductionQueue" not in toy.queues
    assert "ProductionQueue" in production.queues
    assert production.functions["Worker"].environment["MODE"] == "production"


def test_unknown_parameter_is_refused() -> None:
    with pytest.raises(TemplateError, match=r"no parameter Stag$"):
        load_application(TEMPLATE, queue_endpoint=ENDPOINT, parameters={"Stag": "x"})


def test_rendered_template_is_kept_until_the_template_changes(
    load: Callable[..., Application], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + FUNCTION + "      CodeUri: code\n"
    first = load(text, cache_dir=tmp_path)
    monkeypatch.setattr(rendering, "_transform", lambda *_: pytest.fail("rendered again"))

    assert load(text, cache_dir=tmp_path) == first
    with pytest.raises(pytest.fail.Exception, match="rendered again"):
        load(text + "      Timeout: 9\n", cache_dir=tmp_path)


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        (
            "      Events: {E: {Type: SNS, Properties: {Topic: t}}}\n",
            "F.Events.E: .* cannot deliver events of type SNS",
        ),
        ("      Events: {E: {Type: SQS, Properties: {Queue: 'arn:aws:sqs:x:1:other'}}}\n", "not a queue of this"),
        ("      Events: {E: {Type: Schedule, Properties: {Schedule: rate(2 day)}}}\n", "write rate"),
        ("      Environment: {Variables: {A: !Ref Nothing}}\n", "neither a parameter nor a resource Nothing"),
        ("      Environment: {Variables: {A: !ImportValue x}}\n", "does not know Fn::ImportValue"),
        ("      Timeout: 3\n  A: {Type: AWS::ApiGatewayV2::Api}\n", "A is an HTTP API"),
        ("      Timeout: !Ref T\nParameters: {T: {Type: String}}\n", "parameter T has no default"),
        ("      Layers: nothing\n      Nonsense: 1\n", "SAM refuses the template"),
    ],
)
def test_what_the_stack_cannot_run_is_refused(load: Callable[..., Application], addition: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        load(HEAD + FUNCTION + "      CodeUri: code\n" + addition)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Resources: [", "not valid YAML"),
        ("a: 1", "has no Resources"),
        (HEAD + FUNCTION, "F has no local CodeUri"),
        (HEAD + FUNCTION + "      CodeUri: nowhere\n", "CodeUri nowhere is not a folder"),
    ],
)
def test_broken_templates_are_named(load: Callable[..., Application], text: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        load(text)


def test_values_of_resources_without_a_local_counterpart_can_be_given(load: Callable[..., Application]) -> None:
    text = (
        HEAD
        + FUNCTION
        + "      CodeUri: code\n      Environment:\n        Variables:\n          HOST: !GetAtt Db.Endpoint.Address\n"
        + "          KEY: !GetAtt Key.Arn\n  Db: {Type: AWS::RDS::DBCluster}\n  Key: {Type: AWS::KMS::Key}\n"
    )

    plain = load(text).functions["F"].environment
    given = load(text, values={"Db": {"Endpoint.Address": "127.0.0.1"}}).functions["F"].environment

    assert plain == {"HOST": "local-Db-Endpoint.Address", "KEY": "arn:aws:kms:us-east-1:000000000000:key/local-Key"}
    assert given["HOST"] == "127.0.0.1"
