-- name: find_policies
-- What the org sets, and what one of its agents sets: one row each way, empty where nothing is set. Primary keys.
SELECT
    a.agent_id,
    (SELECT o.overrides FROM org_policy AS o WHERE o.org_id = :org_id) AS of_org,
    (SELECT p.overrides FROM agent_policy AS p WHERE p.org_id = :org_id AND p.agent_id = a.agent_id) AS of_agent,
    (SELECT p.updated_at FROM agent_policy AS p WHERE p.org_id = :org_id AND p.agent_id = a.agent_id)
        AS agent_updated_at
FROM agent AS a
WHERE a.org_id = :org_id AND (:agent_id::text IS NULL OR a.agent_id = :agent_id::text)
ORDER BY a.agent_id;

-- name: find_org_policy
-- What the org sets for all its agents. Primary key.
SELECT overrides, updated_at FROM org_policy WHERE org_id = :org_id;

-- name: put_agent_policy!
-- Replace what an agent sets. Primary key.
INSERT INTO agent_policy (org_id, agent_id, overrides, updated_at)
VALUES (:org_id, :agent_id, :overrides::jsonb, :now)
ON CONFLICT (org_id, agent_id) DO UPDATE SET overrides = excluded.overrides, updated_at = excluded.updated_at;

-- name: put_org_policy!
-- Replace what the org sets. Primary key.
INSERT INTO org_policy (org_id, overrides, updated_at)
VALUES (:org_id, :overrides::jsonb, :now)
ON CONFLICT (org_id) DO UPDATE SET overrides = excluded.overrides, updated_at = excluded.updated_at;
