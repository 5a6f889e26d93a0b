"""How a model is called: the one layer of retries, inside the time that is left, watched by a breaker."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final, Protocol, TypeVar

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.core.deadline import Deadline
from agent_memory.core.errors import (
    DependencyRefusedError,
    DependencyTimeoutError,
    DependencyUnavailableError,
    ModelError,
    OutOfTimeError,
)
from agent_memory.platform.models.endpoint import translated
from agent_memory.platform.observability import logger, metrics

T = TypeVar("T")

_RANDOM: Final = secrets.SystemRandom()
_LEAST_SECONDS: Final = 2.0
"""A call that would have less time than this is not begun."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a call is tried. As it stands: once, for callers that have something better to do."""

    attempts: int = 1
    base_seconds: float = 0.5
    cap_seconds: float = 20.0
    reserve_seconds: float = 0.0
    """Seconds of the invocation that are not for this call: what comes after it needs them."""

    def pause(self, attempt: int, asked: float | None, chance: float) -> float:
        """Seconds before the next try: full jitter, and never less than the endpoint asked for.

        max(asked, chance · min(cap, base · 2^(attempt − 1))), with the first attempt as 1 and `chance` in [0, 1).
        """
        return max(asked or 0.0, chance * min(self.cap_seconds, self.base_seconds * 2 ** (attempt - 1)))


class Watch(Protocol):
    """Is told how calls of a dependency end."""

    def succeeded(self) -> None:
        """The dependency answered."""
        ...

    def failed(self, *, lasting: bool) -> None:
        """It did not, however often it was tried; `lasting` when no try will help before a person does something.

        Raises:
            DependencyPausedError: from now on it is to be left alone.
        """
        ...


class ModelCalls:
    """Calls a dependency of the models' floor."""

    def __init__(
        self,
        dependency: str,
        patience: Patience | None = None,
        *,
        deadline: Deadline | None = None,
        watch: Watch | None = None,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = _RANDOM.random,
    ) -> None:
        self._dependency = dependency
        self._patience = patience or Patience()
        self._deadline = deadline or Deadline()
        self._watch = watch
        self._sleep = sleep
        self._chance = chance

    def run(self, call: Callable[[float], T], timeout_seconds: float) -> T:
        """What `call` gives; it gets the seconds it may take, at most `timeout_seconds`. Passing failures are retried.

        Raises:
            OutOfTimeError: the invocation has no time left for it. Says nothing of the dependency.
            DependencyRefusedError, DependencyTimeoutError, DependencyUnavailableError: it failed, as often as tried.
            DependencyPausedError: it failed, and is to be left alone from now on.
            ModelError: the endpoint answered, with nothing that can be used.
        """
        for attempt in count(1):
            timeout = min(timeout_seconds, self._seconds_left())
            if timeout < min(_LEAST_SECONDS, timeout_seconds):
                raise OutOfTimeError
            try:
                with translated(self._dependency):
                    answer = call(timeout)
            except ModelError:
                self._note_success()
                raise
            except DependencyUnavailableError as error:
                pause = self._patience.pause(attempt, error.retry_after_seconds, self._chance())
                if not self._is_worth_another(error, attempt, pause):
                    self._note_failure(error, cut_short=timeout < timeout_seconds)
                    raise
                metrics().add_metric("ModelCallsRetried", MetricUnit.Count, 1)
                self._sleep(pause)
            else:
                self._note_success()
                return answer
        raise AssertionError("unreachable: count never ends")

    def _seconds_left(self) -> float:
        return self._deadline.seconds_left() - self._patience.reserve_seconds

    def _is_worth_another(self, error: DependencyUnavailableError, attempt: int, pause: float) -> bool:
        if isinstance(error, DependencyRefusedError) or attempt >= self._patience.attempts:
            return False
        # A longer wait is the queue's matter: it costs nothing there.
        return pause <= self._patience.cap_seconds and pause + _LEAST_SECONDS <= self._seconds_left()

    def _note_success(self) -> None:
        if self._watch is not None:
            self._watch.succeeded()

    def _note_failure(self, error: DependencyUnavailableError, *, cut_short: bool) -> None:
        lasting = isinstance(error, DependencyRefusedError)
        if lasting:
            logger().error("a model endpoint refuses our configuration", dependency=self._dependency, fault=str(error))
            metrics().add_metric("ModelConfigurationFaults", MetricUnit.Count, 1)
        if cut_short and isinstance(error, DependencyTimeoutError):
            return  # it had less time than it may take: no verdict on the dependency
        if self._watch is not None:
            self._watch.failed(lasting=lasting)
