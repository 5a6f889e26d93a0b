"""The environment that the template gives its functions, against the settings they read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic_settings import BaseSettings

from agent_memory.platform import settings
from tests.support.template_facts import Template

# Read by libraries instead of by us.
OF_LIBRARIES = {
    "AWS_ENDPOINT_URL",  # boto3; empty means AWS, the local stack sets it
    "LOG_LEVEL",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "POWERTOOLS_METRICS_NAMESPACE",
    "POWERTOOLS_SERVICE_NAME",
    "TIKTOKEN_CACHE_DIR",
}


def models(base: type[BaseSettings] = settings.Settings) -> Iterator[type[BaseSettings]]:
    """All settings models."""
    for model in base.__subclasses__():
        yield model
        yield from models(model)


def declared(template: Template) -> set[str]:
    """Variables of any function."""
    return {name for function in template.application.functions.values() for name in function.environment}


@pytest.mark.parametrize("model", list(models()), ids=lambda model: model.__name__)
def test_what_a_setting_cannot_do_without_is_declared(template: Template, model: type[BaseSettings]) -> None:
    needed = {
        name.upper() for name, field in model.model_fields.items() if field.is_required() or field.default is None
    }

    assert needed - declared(template) == set()


def test_every_variable_is_read_by_something(template: Template) -> None:
    read = {name.upper() for model in models() for name in model.model_fields}

    assert declared(template) - read - OF_LIBRARIES == set()


def test_the_settings_of_every_function_are_valid(template: Template, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in template.application.functions.values():
        with monkeypatch.context() as patch:
            patch.setattr("os.environ", dict(function.environment))
            values: dict[str, Any] = {model.__name__: model() for model in models()}

        assert values["DatabaseSettings"].database_host, function.logical_id
        assert values["DatabaseSettings"].database_url is None, function.logical_id
        assert values["KeySettings"].key_directory is None, function.logical_id
        assert not values["ModelSettings"].has_endpoint, function.logical_id


@pytest.mark.parametrize(
    ("variable", "parameter"),
    [
        ("OPENAI_BASE_URL", "ModelBaseUrl"),
        ("OPENAI_API_KEY", "ModelApiKey"),
        ("CHAT_MODEL", "ChatModel"),
        ("EMBEDDING_MODEL", "EmbeddingModel"),
        ("EMBEDDING_CALIBRATION", "EmbeddingCalibration"),
        ("CHAT_INPUT_PRICE", "ChatInputPrice"),
        ("CHAT_OUTPUT_PRICE", "ChatOutputPrice"),
    ],
)
def test_every_function_is_told_of_the_model_by_parameter(template: Template, variable: str, parameter: str) -> None:
    for name in template.functions:
        variables = template.properties(name)["Environment"]["Variables"]
        assert variables[variable] == {"Ref": parameter}, name


@pytest.mark.parametrize("parameter", ["ModelBaseUrl", "ModelApiKey", "JwtIssuer"])
def test_whatever_is_on_the_internet_opens_the_way_to_it(template: Template, parameter: str) -> None:
    ways = template.source["Conditions"]["NeedsInternet"]["Fn::Or"]

    assert {"Fn::Not": [{"Fn::Equals": [{"Ref": parameter}, ""]}]} in ways


def test_only_the_migrator_gets_the_administrators_secret(template: Template) -> None:
    functions = template.application.functions.values()

    assert [item.logical_id for item in functions if "ADMIN_SECRET_ARN" in item.environment] == ["SchemaMigrator"]


def test_functions_run_where_their_layers_were_built_for(template: Template) -> None:
    for name, item in template.of_type("AWS::Lambda::Function").items():
        assert (item["Properties"]["Runtime"], item["Properties"]["Architectures"]) == ("python3.13", ["arm64"]), name
    for name, item in template.of_type("AWS::Lambda::LayerVersion").items():
        assert item["Properties"]["CompatibleRuntimes"] == ["python3.13"], name
        assert item["Properties"]["CompatibleArchitectures"] == ["arm64"], name


def test_every_function_has_each_of_its_layers_once_and_the_core_first(template: Template) -> None:
    for name in template.functions:
        assert template.layers(name) in (["CoreLayer"], ["CoreLayer", "ModelsLayer"]), name
