"""Time expressions on public specifications: the rules of the shared scorer, and errors by class.

    python -m tests.bench.timex.score [--errors CLASS]

Scored are Microsoft's Recognizers-Text (zh, en), the literals of JioNLP's tests (zh) and four dates of MemDaily (zh),
from `$AGENT_MEMORY_SHARED/data/timex`, the tuning half. The resolver was mended after a look at what it got wrong
there, so the figures are not blind; of the half that is held out nobody here has seen anything. *Found*: a predicted
span contains the expected one, or lies in it. *First day*: it is among those predicted. *Whole value*: the point, or
both ends of the range; an end that is exclusive on one side and inclusive on the other is equal; any of the readings
that the data list will do.

A *class* is what the data call an expression. By these rules no duration and no time range can be right (a length and
a range without a day are equal to nothing), nor a range that is open at its beginning ("before 2018"); they are counted
all the same, so that the figures are those of the scorer, which is asked too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from zoneinfo import ZoneInfo

ROOT: Final = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "shared"))

from agent_memory.core.time_expressions import TimeExpression, resolve  # noqa: E402
from agent_memory_client.calibration.rates import Rate  # noqa: E402

SHARED: Final = Path(os.environ.get("AGENT_MEMORY_SHARED", ROOT.parent / "shared"))
ZONE: Final = ZoneInfo("Asia/Shanghai")
NO_REFERENCE: Final = "2016-11-07T00:00:00"
"""Where the data say no time of speech."""
JIONLP_PUBLISHED: Final = "0.67 first day on zh, by the authors of the shared scorer (its README)"

Value = tuple[str | None, str | None]
"""Start and end as the scorer compares them: `2024-05-01`, `2024-05-01 14:00` or `14:00`."""


def resolved(text: str, reference: Any, language: str) -> list[dict[str, str]]:
    """The plug-in of the shared scorer: our readings of a text, with and without the words that open them."""
    del language
    anchor = datetime.fromisoformat(str(reference or NO_REFERENCE)).replace(tzinfo=ZONE)
    return [_document(one) for one in resolve(text, anchor, ZONE)]


def _document(one: TimeExpression) -> dict[str, str]:
    document = {"text": one.text}
    if one.start is not None:
        document["start_time"] = _written(one.start)
    if one.end is not None:
        last = one.end - timedelta(seconds=1) if isinstance(one.end, datetime) else one.end
        document["end_time"] = _written(last)
    return document


def _written(moment: date | datetime) -> str:
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=None).isoformat(sep=" ", timespec="seconds")
    return moment.isoformat()


@dataclass
class Tally:
    """What was counted of one class or set."""

    spans: int = 0
    found: int = 0
    dayable: int = 0
    day_right: int = 0
    valued: int = 0
    value_right: int = 0
    wrong: list[tuple[str, str, Any, list[dict[str, str]]]] = field(default_factory=list[Any])

    def row(self) -> str:
        """As a row of a table."""
        rates = Rate(self.found, self.spans), Rate(self.day_right, self.dayable), Rate(self.value_right, self.valued)
        return " | ".join(map(str, rates))


def normal(value: Any) -> str | None:
    """A value as the scorer compares it: to the minute, and a midnight as its day."""
    return re.sub(r"[T ]00:00:00$", "", str(value)).replace("T", " ")[:16] if value else None


def expected(item: dict[str, Any]) -> list[Value]:
    """The readings that the data accept."""
    wanted: list[Value] = []
    for value in item.get("values", []):
        if value.get("value") and value.get("type") in ("date", "time", "datetime", "duration"):
            wanted.append((normal(value["value"]), None))
        elif value.get("start") or value.get("end"):
            wanted.append((normal(value.get("start")), normal(value.get("end"))))
    if item.get("value"):
        wanted.append((normal(item["value"]), None))
    if item.get("start_time"):
        wanted.append((normal(item["start_time"]), normal(item["end_time"])))
    return wanted


def same(wanted: Value, have: Value) -> bool:
    """Whether a reading is the expected one: see the module."""
    (start, end), (our_start, our_end) = wanted, have
    if not our_start:
        return False
    if not end:
        if not re.match(r"\d{4}-", start or ""):
            return bool(start) and our_start[11:16] == (start or "")[:5]
        return our_start[: len(start or "")] == start if len(start or "") > 10 else our_start[:10] == start
    if not start or not our_end or not re.match(r"\d{4}-", start):
        return False
    try:
        return our_start[:10] == start[:10] and our_end[:10] in (end[:10], _day(end, -1), _day(end, 1))
    except ValueError:
        return False


def _day(value: str, plus: int) -> str:
    return (date.fromisoformat(value[:10]) + timedelta(days=plus)).isoformat()


def count(tally: Tally, text: str, item: dict[str, Any], readings: list[dict[str, str]]) -> None:
    """Count one expected expression."""
    named = str(item.get("text") or "").lower()
    if named:
        tally.spans += 1
        tally.found += any(one["text"].lower() in named or named in one["text"].lower() for one in readings)
    wanted = expected(item)
    days = {start[:10] for start, _ in wanted if start and re.match(r"\d{4}-\d\d-\d\d", start)}
    have: list[Value] = [(normal(one.get("start_time")), normal(one.get("end_time"))) for one in readings]
    if days:
        tally.dayable += 1
        tally.day_right += bool(days & {start[:10] for start, _ in have if start})
    if wanted:
        tally.valued += 1
        right = any(same(want, ours) for want in wanted for ours in have)
        tally.value_right += right
        if not right:
            tally.wrong.append((text, named, wanted, readings))


def rows() -> Iterator[dict[str, Any]]:
    """The tuning half."""
    with gzip.open(SHARED / "data" / "timex" / "public" / "timex.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def agrees(sets: dict[str, Tally]) -> bool | None:
    """Whether the shared scorer counts the same; None where it is not here."""
    if not (SHARED / "bench" / "membench.py").exists():
        return None
    sys.path.insert(0, str(SHARED / "bench"))
    import membench  # pyright: ignore[reportMissingImports]

    asked = SimpleNamespace(plugin=f"{__name__}:resolved", data=str(SHARED / "data"), part="public")
    theirs = membench.timex(asked)["results"]
    return all(
        (theirs[name]["detect_recall"], theirs[name]["start_day"], theirs[name]["normalised"])
        == tuple(
            round(hits / max(of, 1), 4)
            for hits, of in (
                (tally.found, tally.spans),
                (tally.day_right, tally.dayable),
                (tally.value_right, tally.valued),
            )
        )
        for name, tally in sets.items()
    )


def main() -> None:
    """Print the report as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errors", metavar="CLASS", help="show what is wrong in one class (never publish it)")
    options = parser.parse_args()
    started = time.monotonic()
    sets: dict[str, Tally] = defaultdict(Tally)
    classes: dict[str, Tally] = defaultdict(Tally)
    clean: Counter[str] = Counter()
    empty: Counter[str] = Counter()
    texts = 0
    for row in rows():
        texts += 1
        name = f"{row['set']}/{row['lang']}"
        readings = resolved(row["text"], row["ref"], row["lang"])
        if not row["expect"]:
            empty[name] += 1
            clean[name] += not readings
        for item in row["expect"]:
            for tally in (sets[name], classes[f"{row['lang']} {item['type']}"]):
                count(tally, row["text"], item, readings)
    seconds = time.monotonic() - started
    if options.errors:
        for text, named, wanted, readings in classes[options.errors].wrong:
            print(f"{text!r}\n   {named!r} {wanted}\n   {readings}")
        return
    print(
        "| set | found % | first day % | whole value % | texts without any, left alone |\n| --- | --- | --- | --- | --- |"
    )
    for name, tally in sorted(sets.items()):
        print(f"| {name} | {tally.row()} | {clean[name]}/{empty[name]} |")
    print(f"\nBeside it: JioNLP {JIONLP_PUBLISHED}.")
    print(f"The shared scorer counts the same: {agrees(sets)}.\n")
    print("| class | found % | first day % | whole value % | wrong |\n| --- | --- | --- | --- | --- |")
    for name, tally in sorted(classes.items()):
        print(f"| {name} | {tally.row()} | {tally.valued - tally.value_right} |")
    print(f"\n{texts} texts, {seconds:.1f} s")


if __name__ == "__main__":
    main()
