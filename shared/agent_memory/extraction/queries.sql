-- name: lock_lease
-- One worker at a time extracts for a scope: no row when another does. A lease that ran out may be taken over. Only the
-- scope's row is locked: everybody else locks the subject first. Primary keys.
SELECT s.epoch + m.epoch AS epoch
FROM memory_scope AS m
INNER JOIN subject AS s ON s.org_id = m.org_id AND s.user_id = m.user_id
WHERE m.org_id = :org_id AND s.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id
    AND s.state = 'active'
    AND (m.lease_holder IS NULL OR m.lease_holder = :holder OR m.lease_until < :now)
FOR UPDATE OF m;

-- name: count_leases
-- How many workers are reading for other users of the org. memory_scope_leased.
SELECT count(*) AS count FROM memory_scope
WHERE org_id = :org_id AND lease_until > :now AND lease_holder IS NOT NULL AND lease_holder <> :holder;

-- name: take_lease!
-- After `lock_lease`. Primary key.
UPDATE memory_scope SET lease_holder = :holder, lease_until = :until
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id;

-- name: keep_lease
-- Still ours? A slow worker that lost its lease writes nothing. Primary key.
UPDATE memory_scope SET lease_until = :until
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND lease_holder = :holder
RETURNING lease_holder;

-- name: release_lease!
-- Primary key.
UPDATE memory_scope SET lease_holder = NULL, lease_until = NULL
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND lease_holder = :holder;

-- name: find_instructions
-- The agent's own extraction instructions. Primary key.
SELECT instructions FROM agent WHERE org_id = :org_id AND agent_id = :agent_id;

-- name: same_text
-- Memories that say exactly this: active, overruled, or held for review. memory_of_user.
SELECT m.* FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id
    AND m.status IN ('active', 'superseded', 'held') AND m.content_hash = :content_hash
    AND (m.expires_at IS NULL OR m.expires_at > :now);

-- name: same_attribute
-- Active memories about the same single-valued attribute. memory_attribute.
SELECT m.* FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id AND m.status = 'active'
    AND m.attribute = :attribute AND (m.expires_at IS NULL OR m.expires_at > :now);

-- name: nearest
-- The active memories nearest by cosine, by an exact scan of the user's rows. Primary key prefix.
WITH near AS (
    SELECT x.memory_id, max(1 - (x.embedding OPERATOR(public.<=>) :embedding::halfvec)) AS cosine
    FROM memory_search AS x
    WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
        AND x.embedding_model = :embedding_model AND (x.expires_at IS NULL OR x.expires_at > :now)
    GROUP BY x.memory_id
    ORDER BY cosine DESC, x.memory_id
    LIMIT :count
)
SELECT n.cosine, m.* FROM near AS n
INNER JOIN memory AS m
    ON m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id AND m.memory_id = n.memory_id
WHERE m.status = 'active' AND n.cosine >= :floor;
