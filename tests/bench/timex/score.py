"""Our reading of time expressions on public texts, by the rules of the scorer that stands beside them.

    python -m tests.bench.timex.score

Three figures each: expressions found, first day right, whole value right. The sets follow conventions of their own, so
a hundred is out of reach; texts that hold no time expression say how often we see one all the same. Dates without a
year or week are read as the nearest, as the service reads them when it knows no tense.
"""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions import Granularity, TimeExpression, resolve
from tests.bench.measure import table
from tests.bench.recall.sets import SHARED, scorer

_ZONE: Final = ZoneInfo("Asia/Shanghai")
_NO_REFERENCE: Final = datetime(2016, 11, 7, tzinfo=UTC)
"""What the scorer's own baselines take where a text has none."""

PUBLISHED: Final = "jionlp, zh, first day right: .67 (published with the data)"


def parse(text: str, reference: Any, language: str) -> list[dict[str, str]]:
    """The time expressions of a text, as the scorer wants them."""
    del language  # the resolver reads both
    now = _moment(reference)
    return [_answer(found) for found in resolve(text, now, _ZONE) if found.granularity is not Granularity.VAGUE]


def _moment(reference: Any) -> datetime:
    """The reference of a text: ISO text, epoch seconds, or parts of a date."""
    zone = timezone(timedelta(hours=8))
    if isinstance(reference, dict):
        parts = [reference.get(name) or default for name, default in (("year", 2021), ("month", 1), ("day", 1))]
        return datetime(*parts, tzinfo=zone)
    if isinstance(reference, list):
        return datetime(*reference[:6], tzinfo=zone)
    text = "" if reference is None else str(reference)
    if text.replace(".", "").isdigit():
        return datetime.fromtimestamp(float(text), zone)
    try:
        return datetime.fromisoformat(text).replace(tzinfo=zone)
    except ValueError:
        return _NO_REFERENCE.replace(tzinfo=zone)


def _answer(found: TimeExpression) -> dict[str, str]:
    answer = {"text": found.text}
    start, end = found.start, found.end
    if isinstance(start, datetime):
        answer["value"] = answer["start_time"] = start.isoformat()[:19]
        if isinstance(end, datetime):
            answer["end_time"] = end.isoformat()[:19]
        return answer
    if start is not None:
        answer["value"] = answer["start_time"] = start.isoformat()
    if isinstance(end, date):
        answer["end_time"] = end.isoformat()
    return answer


def main() -> None:
    """Print the scores as a table."""
    options = Namespace(plugin=f"{__name__ if __name__ != '__main__' else 'tests.bench.timex.score'}:parse")
    options.data, options.part = str(SHARED / "data"), "public"
    scores = scorer().timex(options)["results"]
    rows = [
        [
            name,
            one["texts"],
            *(f"{one[figure]:.2f}" for figure in ("detect_recall", "start_day", "normalised")),
            f"{one['predicted']} of {one['gold']}",
            one["clean_negatives"],
            one["errors"],
        ]
        for name, one in scores.items()
    ]
    heads = ["set", "texts", "found", "first day", "whole value", "expressions read", "clean without any", "errors"]
    print(table(heads, rows))
    print(f"\n{PUBLISHED}")


if __name__ == "__main__":
    main()
