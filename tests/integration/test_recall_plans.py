"""How the statements of recall run. No time is taken.

On a table nobody has counted yet, the planner takes any index for any other: a search of turns then reads the user's
turns once for each nominated row, until autovacuum has counted them, a minute later. A search of memories never does.
"""

from __future__ import annotations

import psycopg
import pytest

from tests.support.plans import Plan, as_org, explain, named, sent_statements
from tests.support.service import Service

ROWS = 240
_ORG = "demo-org"


def plan_of(service: Service, name: str, **ask: object) -> Plan:
    with sent_statements() as batches:
        service.recall("茶叶的价格和仓库", timeZone="Asia/Shanghai", **ask)
    with as_org(service.address, _ORG) as connection:
        return explain(connection, named(batches, name, "agent_memory.recall"))


@pytest.mark.parametrize("counted", [False, True])
def test_a_search_looks_at_each_row_of_the_user_a_few_times(service: Service, counted: bool) -> None:
    for start in range(0, ROWS, 60):
        items = [{"userId": "user-1", "content": f"第 {n} 号仓库的茶叶价格"} for n in range(start, start + 60)]
        assert service.call("POST", service.memories("batch"), {"items": items}).status == 200
        told = [{"role": "assistant", "content": f"第 {n} 号仓库的茶叶价格变了"} for n in range(start, start + 60)]
        service.say(*told, session=f"s{start}")
    service.create("第 1 号仓库的茶叶价格", user="user-2")
    if counted:
        with psycopg.connect(service.address.admin, autocommit=True) as connection:
            connection.execute("ANALYZE")
    searches = {"search_memories": {}} | ({"search_turns": {"layers": ["L0"]}} if counted else {})
    for name, ask in searches.items():
        for question in ({}, {"askedAt": "2026-03-18T02:00:00.000Z"}):
            plan = plan_of(service, name, **ask, **question)
            # One scan, and for each nominated row its terms, its time, and the row itself.
            assert plan.fetched <= 5 * (ROWS + 1), f"{name}: {plan.fetched:.0f} rows"


def test_everything_is_one_round_trip(service: Service) -> None:
    for content in ("用户常用 ERP 系统是金蝶", "用户的 ERP 系统每月对账", "用户的 ERP 系统由王总管理"):
        service.create(content)
    service.say({"role": "assistant", "content": "您的 ERP 系统已经续费了"})
    with sent_statements() as batches:
        found = service.recall("用户常用 ERP 系统是哪个", layers=["L1", "L0"])
    assert (len(found["memories"]), len(found["conversations"])) == (3, 1)
    searching = [batch for batch in batches if any(b"memory_search" in query.sql for query in batch)]
    assert len(searching) == 1
    [[*_, last]] = searching
    assert last.sql == b"COMMIT"
