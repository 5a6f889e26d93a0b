-- name: find_scope
-- Whether the agent is registered, and where the subject stands. Three primary-key look-ups.
SELECT
    EXISTS (SELECT 1 FROM agent WHERE org_id = :org_id AND agent_id = :agent_id) AS agent_exists,
    (SELECT state FROM subject WHERE org_id = :org_id AND user_id = :user_id) AS state;

-- name: insert_subject!
-- The subject's row, at the first write about them.
INSERT INTO subject (org_id, user_id, state, created_at, updated_at)
VALUES (:org_id, :user_id, 'active', :now, :now)
ON CONFLICT (org_id, user_id) DO NOTHING;

-- name: insert_scope!
-- The scope's row, at the first write of this agent about them.
INSERT INTO memory_scope (org_id, agent_id, user_id) VALUES (:org_id, :agent_id, :user_id)
ON CONFLICT (org_id, agent_id, user_id) DO NOTHING;

-- name: lock_scope
-- The lock every write about a person takes, by primary keys. The epoch rises whenever earlier jobs become void.
SELECT s.state, s.epoch + m.epoch AS epoch
FROM subject AS s
INNER JOIN memory_scope AS m ON m.org_id = s.org_id AND m.user_id = s.user_id
WHERE s.org_id = :org_id AND m.org_id = :org_id AND m.agent_id = :agent_id AND s.user_id = :user_id
FOR UPDATE;

-- name: raise_epoch!
-- Make every job accepted so far for this scope void, by primary key.
UPDATE memory_scope SET epoch = epoch + 1
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id;
