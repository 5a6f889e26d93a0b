"""Where data lives: the key table, the master key, the database, the logs."""

from __future__ import annotations

from tests.support.template_facts import Template


def test_a_destroyed_subject_key_stays_destroyed(template: Template) -> None:
    """No copy of the key table that a restore could bring back."""
    table = template.properties("SubjectKeyTable")

    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": False}
    assert "StreamSpecification" not in table
    assert not [name for name, item in template.rendered["Resources"].items() if "Backup" in item["Type"]]


def test_the_key_table_outlives_mistakes(template: Template) -> None:
    resource = template.rendered["Resources"]["SubjectKeyTable"]

    assert (resource["DeletionPolicy"], resource["UpdateReplacePolicy"]) == ("Retain", "Retain")
    assert resource["Properties"]["DeletionProtectionEnabled"] is True
    assert "TableName" not in resource["Properties"]  # a named table could not be replaced


def test_the_key_table_is_keyed_by_org_and_subject_and_encrypted_by_our_key(template: Template) -> None:
    table = template.properties("SubjectKeyTable")

    assert [(key["AttributeName"], key["KeyType"]) for key in table["KeySchema"]] == [
        ("org", "HASH"),
        ("subject", "RANGE"),
    ]
    assert table["SSESpecification"]["KMSMasterKeyId"] == {"Ref": "MasterKey"}


def test_the_master_key_outlives_the_stack_and_is_rotated(template: Template) -> None:
    resource = template.rendered["Resources"]["MasterKey"]

    assert (resource["DeletionPolicy"], resource["UpdateReplacePolicy"]) == ("Retain", "Retain")
    assert resource["Properties"]["EnableKeyRotation"] is True


def test_the_database_is_private_encrypted_and_protected(template: Template) -> None:
    cluster = template.rendered["Resources"]["Cluster"]
    properties = cluster["Properties"]

    assert properties["Engine"] == "aurora-postgresql"
    assert properties["EngineVersion"].startswith("17.")
    assert (properties["StorageEncrypted"], properties["DeletionProtection"]) == (True, True)
    assert properties["EnableIAMDatabaseAuthentication"] is True
    assert properties["ManageMasterUserPassword"] is True
    assert "MasterUserPassword" not in properties
    assert cluster["DeletionPolicy"] == "Snapshot"
    for instance in template.of_type("AWS::RDS::DBInstance").values():
        assert instance["Properties"]["PubliclyAccessible"] is False


def test_logs_are_not_kept_for_ever(template: Template) -> None:
    for name, group in template.of_type("AWS::Logs::LogGroup").items():
        assert group["Properties"]["RetentionInDays"] <= 90, name
    for name in template.functions:
        assert "LogGroup" in template.properties(name)["LoggingConfig"], name


def test_secrets_do_not_show_in_the_console(template: Template) -> None:
    secret = [name for name in template.source["Parameters"] if name.endswith(("Key", "Secret", "Password", "Token"))]

    assert secret
    assert all(template.source["Parameters"][name]["NoEcho"] for name in secret)
