"""Least privilege: what roles allow, and that no role allows what its function cannot even ask for."""

from __future__ import annotations

from tests.support.object_graph import reachable
from tests.support.template_facts import Template

# Which settings model, mentioned by the parts a handler is made of, is a reason to have a policy.
REASONS = {
    "UseSubjectKeys": "KeySettings",
    "SendJobs": "QueueSettings",
    "SendAccessReports": "AccessQueueSettings",
    "SetMessagesAside": "DeadLetterSettings",
}
CONNECT = "ConnectAs"
# The service's own policies for what the platform does: logs, traces, network interfaces, reading the event source.
PLATFORM = {
    "AWSLambdaBasicExecutionRole",
    "AWSXrayWriteOnlyAccess",
    "AWSLambdaVPCAccessExecutionRole",
    "AWSLambdaSQSQueueExecutionRole",
}


def test_a_function_connects_as_its_own_database_role_if_at_all(template: Template) -> None:
    allowed = {name: [p for p in template.policies(name) if p.startswith(CONNECT)] for name in template.functions}
    roles = {name: template.application.functions[name].environment["DATABASE_ROLE"] for name in template.functions}

    connecting = {name for name in template.functions if "DatabaseSettings" in reachable(template.folder(name))}
    assert allowed == {
        name: [CONNECT + role.capitalize()] if name in connecting else [] for name, role in roles.items()
    }


def test_a_policy_to_connect_names_one_user_of_this_database(template: Template) -> None:
    for name, item in template.of_type("AWS::IAM::ManagedPolicy").items():
        if name.startswith(CONNECT):
            [statement] = item["Properties"]["PolicyDocument"]["Statement"]
            assert statement["Action"] == "rds-db:connect"
            user = statement["Resource"]["Fn::Sub"]
            assert user.endswith(f":dbuser:${{Cluster.DBClusterResourceId}}/{name.removeprefix(CONNECT).lower()}")


def test_a_function_has_no_policy_that_its_parts_cannot_use(template: Template) -> None:
    for name in template.functions:
        names = reachable(template.folder(name))
        for policy in template.policies(name):
            assert policy.startswith(CONNECT) or REASONS[policy] in names, f"{name} has {policy} in vain"


def test_every_policy_belongs_to_a_function(template: Template) -> None:
    used = {policy for name in template.functions for policy in template.policies(name)}

    assert used == set(template.of_type("AWS::IAM::ManagedPolicy"))


def test_no_statement_has_a_wildcard(template: Template) -> None:
    for name in template.functions:
        for statement in template.statements(name):
            assert not any("*" in action for action in statement.actions), (name, statement)
            assert "*" not in str(statement.resource), (name, statement)


def test_other_roles_have_no_wildcard_either(template: Template) -> None:
    for name, item in template.of_type("AWS::IAM::Role").items():
        for policy in item["Properties"].get("Policies", []):
            assert "*" not in str(policy["PolicyDocument"]["Statement"]), name


def test_of_aws_own_policies_a_function_has_only_those_of_the_platform(template: Template) -> None:
    for name in template.functions:
        attached = template.properties(f"{name}Role")["ManagedPolicyArns"]
        theirs = {policy.rpartition("/")[2] for policy in attached if isinstance(policy, str)}
        assert theirs <= PLATFORM, name
        fed = any(source.function == name for source in template.application.event_sources)
        assert ("AWSLambdaSQSQueueExecutionRole" in theirs) == fed, name


def test_only_the_key_policy_names_every_resource(template: Template) -> None:
    """In a key policy `*` is the key itself, and the account's root keeps the key manageable."""
    [key] = template.of_type("AWS::KMS::Key").values()
    [statement] = key["Properties"]["KeyPolicy"]["Statement"]

    assert (statement["Action"], statement["Resource"]) == ("kms:*", "*")
    assert statement["Principal"]["AWS"]["Fn::Sub"].endswith(":root")


def test_only_functions_that_embed_extract_or_count_tokens_carry_the_models(template: Template) -> None:
    models = {
        "ChatModel",
        "EndpointEmbedder",
        "OfflineEmbedder",
        "TiktokenCounter",
        "ModelExtractor",
        "GrammarExtractor",
    }
    carrying = {name for name in template.functions if "ModelsLayer" in template.layers(name)}

    assert [name for name in carrying if not reachable(template.folder(name)) & models] == []
