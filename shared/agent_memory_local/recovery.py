"""What a run that is over left unfinished in the database, made ready for the next one.

Only the local stack may do this. On AWS queues and workers outlive a deployment; here they are child processes, and
while the stack starts there are none: no message is on its way, and nobody is at work.
"""

from __future__ import annotations

from typing import Final

import psycopg

from agent_memory_local.provision import DatabaseAddress

_ORG: Final = "SELECT set_config('app.org_id', %(org_id)s, true)"

# The queue's messages died with it. A time long past says that a job was sent and its message got lost, so the first
# sweep sends it again; "never sent" would leave what was accepted in the last half minute to a later sweep.
_MESSAGES_ARE_LOST: Final = """
UPDATE job SET sent_at = 'epoch' WHERE org_id = %(org_id)s AND status IN ('queued', 'running')
"""

# The holder was a worker of the last run. Its lease would keep the person's conversations waiting until it runs out.
_NOBODY_HOLDS_A_LEASE: Final = """
UPDATE memory_scope SET lease_holder = NULL, lease_until = NULL
WHERE org_id = %(org_id)s AND lease_holder IS NOT NULL
"""


def recover(address: DatabaseAddress) -> None:
    """Let the first sweep send every unfinished job again, and release all leases. Run it before anything is served.

    As the schema's owner, whom row-level security binds too: one transaction for each org, as everywhere.
    """
    with psycopg.connect(address.as_role("scheduler"), autocommit=True) as connection:
        org_ids = [str(row[0]) for row in connection.execute("SELECT org_id FROM org ORDER BY org_id")]
    with psycopg.connect(address.as_role("owner"), autocommit=True) as connection:
        for org_id in org_ids:
            with connection.transaction():
                for statement in (_ORG, _MESSAGES_ARE_LOST, _NOBODY_HOLDS_A_LEASE):
                    connection.execute(statement, {"org_id": org_id})
