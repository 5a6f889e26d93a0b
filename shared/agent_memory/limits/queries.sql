-- name: find_limits
-- What is not the default for this org. Primary key.
SELECT requests_per_minute, memories_per_user, content_bytes, tags_per_memory FROM org_limit
WHERE org_id = :org_id;

-- name: refill_bucket
-- Bring the bucket up to now; a new one is full. The row stays locked until the tokens are taken. Primary key.
INSERT INTO request_bucket AS b (org_id, tokens, refilled_at) VALUES (:org_id, :burst, :now)
ON CONFLICT (org_id) DO UPDATE
SET tokens = least(:burst, b.tokens + :rate * greatest(0, extract(epoch FROM :now - b.refilled_at))),
    refilled_at = greatest(:now, b.refilled_at)
RETURNING tokens;

-- name: take_tokens!
-- Primary key.
UPDATE request_bucket SET tokens = tokens - :taken WHERE org_id = :org_id;

-- name: count_memories
-- How many memories a user has, no further than it matters. memory_of_user.
SELECT count(*) AS count FROM (
    SELECT 1 FROM memory
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND status = 'active'
    LIMIT :at_most
) AS found;
