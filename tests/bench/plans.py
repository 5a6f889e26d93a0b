"""How the memory API's statements run among a million memories: the expectations of `tests/integration/test_plans.py`.

EXPLAIN (ANALYZE, BUFFERS) under row security, on warm pages. "Rows" are all that scans looked at, those thrown away
included. A plan that is not as expected fails the bench.
"""

from __future__ import annotations

import statistics

from tests.bench.measure import number, table
from tests.bench.stage import BIG, POPULATIONS, USER, Stage, say, size_of
from tests.support.plan_cases import People, PlanCase, plan_of, read_cases, write_cases
from tests.support.plans import Plan

POPULATION = "million"
_RUNS = 5


class BadPlanError(Exception):
    """Statements run otherwise than they should."""


def run(stage: Stage) -> str:
    """Look at every plan, and say it in Markdown.

    Raises:
        BadPlanError: some are not as expected.
    """
    handlers = stage.handlers(POPULATION)
    say("explaining …")
    rows: list[list[object]] = []
    problems: list[str] = []
    for user in (USER, BIG):
        people = People(user, POPULATIONS[POPULATION][user], size_of(POPULATION))
        cases = [*read_cases(handlers, people), *write_cases(handlers, people)]
        for case in cases if user == USER else [case for case in cases if _is_about_one(case)]:
            plans = [plan_of(handlers, case) for _ in range(_RUNS)]
            problems += case.problems(plans[-1])
            rows.append([case.name, f"{people.memories:,}", *_figures(plans)])
    handlers.close()
    if problems:
        raise BadPlanError("\n".join(problems))
    header = ["statement of", "memories of the user", "index", "rows looked at", "returned", "pages", "server ms"]
    return f"{(__doc__ or '').strip()}\n\n{table(header, rows)}"


def _is_about_one(case: PlanCase) -> bool:
    """Whether a case is about a user, so that it matters how many memories they have."""
    return "user_id" in case.query.parameters and case.query.parameters["user_id"] is not None


def _figures(plans: list[Plan]) -> list[object]:
    plan = plans[-1]
    indexes = dict.fromkeys(scan.index or f"scan of {scan.relation}" for scan in plan.scans if scan.fetched)
    milliseconds = number(statistics.median(plan.milliseconds for plan in plans))
    return [", ".join(indexes), f"{plan.fetched:,.0f}", f"{plan.rows:,.0f}", f"{plan.pages:,}", milliseconds]
