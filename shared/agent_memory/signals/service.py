"""Reads the signals of a message. It fails open: whoever is not sure reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_memory.platform.observability import logger, trace_of
from agent_memory.signals.linear import clean, features, packaged
from agent_memory.signals.model import ALWAYS, DEPTHS, Depth, Detected, Detection, Signal

FIRES: Final = 0.5
"""Confidence from which a signal is reported."""

SURE: Final = 0.8
"""How sure the model has to be that a message needs no memory."""

DOUBT: Final = 0.25
"""Confidence in any signal from which a message is no longer one that needs no memory."""

_READABLE: Final = re.compile(r"[A-Za-z一-鿿]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_DEEPEST: Final = (Depth.CORE, Depth.SEARCH, Depth.DEEP)


def read(text: str, *before: str) -> Detection:
    """What a message says about the memory it needs. Never raises.

    Args:
        text: the user's message.
        before: what the user said just before, when it is part of the question: the surest of each signal counts,
            and the deepest of the depths.
    """
    try:
        return _merged([_read(each) for each in (text, *before)])
    except Exception as error:  # noqa: BLE001  # a gate that fails is an open gate
        logger().error("signals cannot be read", extra={"trace": trace_of(error)})
        return ALWAYS


def _read(text: str) -> Detection:
    letters = _LETTER.findall(clean(text))
    if sum(1 for letter in letters if _READABLE.match(letter)) * 2 < len(letters):
        return Detection((), Depth.SEARCH)  # neither Chinese nor English: nothing was learned about it
    seen = features(text)
    confidences = packaged().confidences(seen)
    needs_none = confidences.pop("none")
    fired = [Detected(Signal(name), round(value, 2)) for name, value in confidences.items() if value >= FIRES]
    if fired:
        return Detection(tuple(fired), _deepest([DEPTHS[each.signal] for each in fired]))
    return Detection((), Depth.CORE if needs_none >= SURE and max(confidences.values()) < DOUBT else Depth.SEARCH)


def _merged(read_: Sequence[Detection]) -> Detection:
    surest: dict[Signal, float] = {}
    for each in (each for detection in read_ for each in detection.signals):
        surest[each.signal] = max(each.confidence, surest.get(each.signal, 0.0))
    signals = sorted((Detected(*item) for item in surest.items()), key=lambda each: -each.confidence)
    return Detection(tuple(signals), _deepest([each.depth for each in read_]))


def _deepest(depths: Sequence[Depth]) -> Depth:
    return max(depths, key=_DEEPEST.index)
