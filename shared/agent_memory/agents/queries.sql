-- name: find_agent
-- One agent of the org, by primary key.
SELECT * FROM agent WHERE org_id = :org_id AND agent_id = :agent_id;

-- name: list_agents
-- All agents of the org, by primary key order.
SELECT * FROM agent WHERE org_id = :org_id ORDER BY agent_id;

-- name: put_agent
-- Create or replace; `created` tells which, since a new row has no older transaction in xmax.
INSERT INTO agent (org_id, agent_id, name, description, instructions, write_policy, time_zone, created_at, updated_at)
VALUES (:org_id, :agent_id, :name, :description, :instructions, :write_policy, :time_zone, :now, :now)
ON CONFLICT (org_id, agent_id) DO UPDATE
SET name = excluded.name, description = excluded.description, instructions = excluded.instructions,
    write_policy = excluded.write_policy, time_zone = excluded.time_zone, updated_at = excluded.updated_at
RETURNING *, (xmax = 0) AS created;
