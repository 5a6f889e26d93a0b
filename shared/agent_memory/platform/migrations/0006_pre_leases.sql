-- How many workers are at work for an org is asked before another one begins.

CREATE INDEX memory_scope_leased ON memory_scope (org_id, lease_until) WHERE lease_holder IS NOT NULL;
