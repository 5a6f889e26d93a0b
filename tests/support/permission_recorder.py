"""Which AWS permissions code really uses: every call of the AWS client in this process, as IAM would see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock

from botocore.client import BaseClient

Use = tuple[str, str]
"""Action and logical id of the resource: `("sqs:SendMessage", "ConversationQueue")`."""

_SINGLE = {"dynamodb": "SubjectKeyTable", "kms": "MasterKey"}


@contextmanager
def recorded(queue_urls: Mapping[str, str]) -> Iterator[set[Use]]:
    """Fills a set while calls are made, and lets them through.

    Args:
        queue_urls: logical id by URL.
    """
    uses: set[Use] = set()
    real = BaseClient._make_api_call

    def noted(client: BaseClient, operation: str, arguments: dict[str, Any]) -> Any:
        service = client.meta.service_model.service_name
        target = queue_urls.get(arguments.get("QueueUrl", ""), "?") if service == "sqs" else _SINGLE.get(service, "?")
        uses.add((f"{service}:{operation}", target))
        return real(client, operation, arguments)

    with mock.patch.object(BaseClient, "_make_api_call", noted):
        yield uses
