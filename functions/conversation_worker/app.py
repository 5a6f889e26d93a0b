"""The conversation queue: conversations from chat backends, and jobs our API recorded."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.api.queue_messages import WORK, ConversationMessage, parse, receives, work_off
from agent_memory.core.errors import DependencyPausedError, OrgBusyError, OutOfTimeError, SubjectForgottenError
from agent_memory.platform.observability import metrics
from agent_memory.wiring import wiring

_NEEDED_MS = 30_000


def handler(event: Mapping[str, Any], context: Any) -> dict[str, list[dict[str, str]]]:
    """Turn queued conversations into memories; a partial batch response."""
    wiring().deadline.begin(context.get_remaining_time_in_millis)
    return work_off(
        event,
        _work,
        aside=wiring().dead_letters,
        queue=wiring().job_queue,
        remaining_ms=context.get_remaining_time_in_millis,
        needed_ms=_NEEDED_MS,
    )


def _work(body: str, record: Mapping[str, Any]) -> None:
    message, worker = parse(WORK, body), wiring().conversation_worker
    holder = record["messageId"]
    if isinstance(message, ConversationMessage):
        conversation = message.to_conversation(message.org_id, message.agent_id)
        job = worker.take_in(conversation, message.job_id)
    else:
        job = worker.recorded(message.org_id, message.agent_id, message.job_id)
    try:
        worker.work_on(job, holder)
    except SubjectForgottenError:
        return  # forgotten while we worked: nothing was written, nothing is left to do
    except (DependencyPausedError, OutOfTimeError, OrgBusyError):
        worker.put_off(job)  # and the message is done with: waiting on the queue would use up its deliveries
        metrics().add_metric(name="JobsPutOff", unit=MetricUnit.Count, value=1)
    except Exception as error:
        if receives(record) >= wiring().max_receive_count:
            worker.give_up(job, type(error).__name__)
        raise
