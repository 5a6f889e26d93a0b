"""`memctl calibrate`: error rates of the models that the environment names, and thresholds for them."""

from __future__ import annotations

import json
import os
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from agent_memory.core.embedding import Embedder, EmbeddingModel
from agent_memory.core.errors import MemoryServiceError
from agent_memory.extraction.relation import Thresholds
from agent_memory.platform.settings import EmbeddingCalibration, ModelSettings
from agent_memory_client.calibration import asking
from agent_memory_client.calibration.measuring import Nearness, is_merged, is_merged_with, measured, nearness
from agent_memory_client.calibration.pairs import Pair, halves, own_pairs, own_questions, read_pairs
from agent_memory_client.calibration.rates import (
    MOST_NOMINATED,
    REACHED,
    Measured,
    Rate,
    best_floor,
    choose_duplicate,
    errors,
    reached_by,
)

_SEED: Final = 20261201
_NEEDS: Final = ("duplicate_threshold", "candidate_threshold", "relevance_floor", "cosine_mean", "cosine_deviation")
_METHOD: Final = (
    f"Thresholds are chosen on one half of our own pairs and questions (chosenOn, which flatters) and reported on the "
    f"other (heldOut); pairs that share a text are in one half. duplicate_threshold is the lowest that keeps the upper "
    f"end of the interval of false merges below the limit and nominates at most {MOST_NOMINATED:.0%} of the pairs of "
    f"different facts; candidate_threshold and relevance_floor are what {REACHED:.0%} of the pairs of one fact, and of "
    "questions with the memory they need, reach. Near misses are far harder than what people say: read the rates as "
    "bounds. Intervals are Wilson's at 95 %."
)


class CalibrationError(Exception):
    """The models could not be measured."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to measure."""

    parts: tuple[str, ...] = ("embedding", "chat")
    pairs_file: Path | None = None
    judged_pairs: int = 200
    """How many of our own pairs the chat model is asked about, at most."""
    most_false_merges: float = 0.05
    """A share: the limit for the upper end of the interval of false merges."""


def calibrate(wanted: Wanted, progress: Callable[[str], None]) -> dict[str, Any]:
    """The report.

    Raises:
        CalibrationError: a model does not answer, or the settings are not valid.
        PairFileError: the file of pairs cannot be read.
    """
    os.environ.setdefault("LOG_LEVEL", "CRITICAL")  # what fails is said once, by the command
    extra = read_pairs(wanted.pairs_file) if wanted.pairs_file else []
    try:
        settings = ModelSettings()
        report: dict[str, Any] = {"method": _METHOD}
        embedded: _Embedded | None = None
        if "embedding" in wanted.parts:
            embedded = _embedded(_embedder(settings), [*own_pairs(), *extra], progress)
            report["embedding"] = _embedding_report(embedded, wanted.most_false_merges)
        if "chat" in wanted.parts:
            report["chat"] = _chat_report(settings, extra, embedded, wanted.judged_pairs, progress)
    except MemoryServiceError as error:
        cause = f" ({error.__cause__})" if error.__cause__ is not None else ""
        raise CalibrationError(f"{error}{cause}") from error
    except ValueError as error:  # pydantic's, about the environment
        raise CalibrationError(str(error)) from error
    return report


@dataclass(frozen=True, slots=True)
class _Embedded:
    """What an embedding model was measured by."""

    model: EmbeddingModel
    pairs: list[Measured]
    near: tuple[Nearness, Nearness]
    """Of the users' memories, the half to choose on and the other."""

    def of(self, pairs: Sequence[Pair]) -> list[Measured]:
        """Those of these pairs."""
        wanted = set(pairs)
        return [one for one in self.pairs if one.pair in wanted]


def _embedder(settings: ModelSettings) -> Embedder:
    if settings.has_endpoint:
        from agent_memory.core.dependencies import EMBEDDING  # noqa: PLC0415  # heavy, and only with an endpoint
        from agent_memory.platform.models.calls import ModelCalls  # noqa: PLC0415
        from agent_memory.platform.models.embeddings import EndpointEmbedder  # noqa: PLC0415

        return EndpointEmbedder(settings, ModelCalls(EMBEDDING, _patience(settings)))
    from agent_memory.platform.models.offline.embedder import OfflineEmbedder  # noqa: PLC0415

    return OfflineEmbedder()


def _patience(settings: ModelSettings) -> Any:
    from agent_memory.platform.models.calls import Patience  # noqa: PLC0415

    return Patience(settings.model_attempts, settings.model_retry_base_seconds, settings.model_retry_cap_seconds)


def _embedded(embedder: Embedder, pairs: Sequence[Pair], progress: Callable[[str], None]) -> _Embedded:
    # Every second memory of each user: a floor that is chosen on some questions is reported on others.
    asked = own_questions()
    near = (nearness(asked[::2], embedder, progress), nearness(asked[1::2], embedder, progress))
    return _Embedded(embedder.model, measured(pairs, embedder, progress), near)


def _embedding_report(embedded: _Embedded, most_false_merges: float) -> dict[str, Any]:
    model = embedded.model
    chosen_on, held_out = (embedded.of(half) for half in halves(own_pairs()))
    proposed = _proposed(model, chosen_on, embedded.near[0], most_false_merges)
    report: dict[str, Any] = {
        "embedder": model.name,
        "model": model.model,
        "atPresent": {**_calibration(model), "ownPairs": _rates([*chosen_on, *held_out], model)},
        "byGroup": _by_group(embedded.pairs, model),
    }
    if proposed is None:
        limit = f"{most_false_merges:.1%}"
        return {**report, "proposed": None, "why": f"no threshold keeps false merges below {limit}, at 95 % certainty"}
    report["proposed"] = {
        **_calibration(proposed),
        "chosenOn": _rates(chosen_on, proposed) | _recalled(embedded.near[0], proposed),
        "heldOut": _rates(held_out, proposed) | _recalled(embedded.near[1], proposed),
    }
    if (given := _by_group([one for one in embedded.pairs if one.pair.group == "file"], proposed)) != {}:
        report["proposed"]["file"] = given["file"]
    report["howToSet"] = _how_to_set(proposed)
    return report


def _proposed(
    model: EmbeddingModel, pairs: Sequence[Measured], near: Nearness, most_false_merges: float
) -> EmbeddingModel | None:
    duplicate = choose_duplicate(
        pairs, lambda one, at: is_merged(one, Thresholds(at, min(at, model.candidate_threshold))), most_false_merges
    )
    if duplicate is None:
        return None
    every = [*near.needed, *near.others]
    return replace(
        model,
        duplicate_threshold=duplicate,
        candidate_threshold=max(0.01, min(duplicate, reached_by([one.cosine for one in pairs if one.pair.same]))),
        relevance_floor=best_floor(near.needed, near.others),
        cosine_mean=round(statistics.fmean(every), 3),
        cosine_deviation=max(0.001, round(statistics.pstdev(every), 3)),
    )


def _rates(pairs: Sequence[Measured], model: EmbeddingModel) -> dict[str, Any]:
    thresholds = _thresholds(model)
    return {
        "byRules": errors(pairs, lambda one: is_merged(one, thresholds)).document(),
        "byCosineAlone": errors(pairs, lambda one: one.cosine >= thresholds.duplicate).document(),
        "belowCandidate": _share([one.cosine < thresholds.candidate for one in pairs if one.pair.same]),
    }


def _by_group(pairs: Sequence[Measured], model: EmbeddingModel) -> dict[str, Any]:
    groups = dict.fromkeys(one.pair.group for one in pairs)
    return {group: _rates([one for one in pairs if one.pair.group == group], model) for group in groups}


def _recalled(near: Nearness, model: EmbeddingModel) -> dict[str, Any]:
    return {
        "neededBelowFloor": _share([cosine < model.relevance_floor for cosine in near.needed]),
        "othersAboveFloor": _share([cosine >= model.relevance_floor for cosine in near.others]),
    }


def _share(hits: Sequence[bool]) -> dict[str, Any]:
    return Rate(sum(hits), len(hits)).document()


def _thresholds(model: EmbeddingModel) -> Thresholds:
    return Thresholds(model.duplicate_threshold, model.candidate_threshold)


def _calibration(model: EmbeddingModel) -> dict[str, float]:
    return {name: getattr(model, name) for name in _NEEDS}


def _how_to_set(model: EmbeddingModel) -> str:
    if model.name == "offline":
        return "the offline embedder's thresholds are part of the code: platform/models/offline/embedder.py"
    calibration = EmbeddingCalibration(model=model.model, **_calibration(model))
    return (
        f"EMBEDDING_CALIBRATION='{json.dumps(calibration.model_dump(), ensure_ascii=False)}' in the environment of"
        " `make run`, or the same JSON as the parameter EmbeddingCalibration of the template"
    )


def _chat_report(
    settings: ModelSettings,
    extra: Sequence[Pair],
    embedded: _Embedded | None,
    most: int,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    if not settings.has_endpoint:
        return {"judge": "none", "why": "no model endpoint is configured: offline, rules decide alone"}
    from agent_memory.core.dependencies import CHAT  # noqa: PLC0415  # heavy, and only with an endpoint
    from agent_memory.extraction.judging import ModelJudge  # noqa: PLC0415
    from agent_memory.platform.models.calls import ModelCalls  # noqa: PLC0415
    from agent_memory.platform.models.chat import ChatModel  # noqa: PLC0415

    judge = ModelJudge(ChatModel(settings, ModelCalls(CHAT, _patience(settings))))
    own = own_pairs()
    shown = random.Random(_SEED).sample(own, min(most, len(own)))  # noqa: S311  # a sample, not a secret
    said = asking.answers([*shown, *extra], judge, progress)
    report: dict[str, Any] = {"model": settings.chat_model, "ownPairs": asking.error_rates(shown, said)}
    if extra:
        report["file"] = asking.error_rates(extra, said)
    if embedded is not None:
        thresholds, pairs = _thresholds(embedded.model), embedded.of(shown)
        report["rulesAndJudge"] = errors(
            pairs, lambda one: is_merged_with(one, thresholds, said.get(one.pair))
        ).document()
    return report
