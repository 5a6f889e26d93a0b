-- name: insert_memory!
-- A new memory. The unique index memory_active_text refuses a second active one with the same text.
INSERT INTO memory (
    org_id, memory_id, agent_id, user_id, memory_type, source, kind, importance, confidence, body, content_hash,
    attribute, language, session_id, source_message_ids, observed_at, observed_sequence, verified, pinned, status,
    superseded_by, version, updated_by, update_reason, tier, ttl_days, expires_at, created_at, updated_at
) VALUES (
    :org_id, :memory_id, :agent_id, :user_id, :memory_type, :source, :kind, :importance, :confidence, :body,
    :content_hash, :attribute, :language, :session_id, :source_message_ids, :observed_at, :observed_sequence,
    :verified, :pinned, :status, :superseded_by, :version, :updated_by, :update_reason, :tier, :ttl_days,
    :expires_at, :created_at, :updated_at
);

-- name: update_memory
-- Write the next version over the one that was read; no row when somebody else was faster. Primary key.
UPDATE memory
SET memory_type = :memory_type, kind = :kind, importance = :importance, confidence = :confidence, body = :body,
    content_hash = :content_hash, attribute = :attribute, language = :language,
    source_message_ids = :source_message_ids, verified = :verified, pinned = :pinned, status = :status,
    superseded_by = :superseded_by, version = :version, updated_by = :updated_by, update_reason = :update_reason,
    ttl_days = :ttl_days, expires_at = :expires_at, updated_at = :updated_at, observed_at = :observed_at,
    observed_sequence = :observed_sequence, read_only = false, forget_at = NULL
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id
    AND version = :version - 1
RETURNING memory_id;

-- name: refresh_memory!
-- Write what is no part of a version: sources, certainty, time to live. Primary key.
UPDATE memory
SET body = :body, source_message_ids = :source_message_ids, confidence = :confidence, verified = :verified,
    observed_at = :observed_at, observed_sequence = :observed_sequence, expires_at = :expires_at
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id
    AND version = :version;

-- name: keep_version!
-- Copy the row that is about to change into its history, seal and all. Primary key.
INSERT INTO memory_version (
    org_id, agent_id, user_id, memory_id, version, body, memory_type, pinned, kind, importance, status,
    updated_by, update_reason, updated_at
)
SELECT org_id, agent_id, user_id, memory_id, version, body, memory_type, pinned, kind, importance, status,
    updated_by, update_reason, updated_at
FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id;

-- name: insert_version!
-- A line of history that was not this row: the overruled text a correction starts from.
INSERT INTO memory_version (
    org_id, agent_id, user_id, memory_id, version, body, memory_type, pinned, kind, importance, status,
    updated_by, update_reason, updated_at
) VALUES (
    :org_id, :agent_id, :user_id, :memory_id, :version, :body, :memory_type, :pinned, :kind, :importance, :status,
    :updated_by, :update_reason, :updated_at
);

-- name: archive_expired_text!
-- An expired memory is invisible, so it must not stand in the way of saying the same thing again. memory_active_text.
WITH archived AS (
    UPDATE memory SET status = 'archived'
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND content_hash = :content_hash
        AND status = 'active' AND expires_at <= :now
    RETURNING memory_id
)
DELETE FROM memory_search AS x USING archived AS a
WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id AND x.memory_id = a.memory_id;

-- name: find_active_text
-- The active memory that says exactly this. memory_active_text.
SELECT memory_id FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND content_hash = :content_hash
    AND status = 'active';

-- name: find_memory
-- One memory of the agent; none when its person has been forgotten. Primary key.
SELECT m.* FROM memory AS m
INNER JOIN subject AS s ON s.org_id = m.org_id AND s.user_id = m.user_id
WHERE m.org_id = :org_id AND s.org_id = :org_id AND m.agent_id = :agent_id AND m.memory_id = :memory_id
    AND (:user_id::text IS NULL OR m.user_id = :user_id::text) AND s.state = 'active';

-- name: find_memories
-- Some memories of a user, whatever their status. Primary key.
SELECT * FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = ANY(:memory_ids);

-- name: find_active_memories
-- Some memories of the agent, those that are active. Primary key.
SELECT * FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND memory_id = ANY(:memory_ids) AND status = 'active';

-- name: list_memories
-- A page, newest first, after the cursor. memory_of_user with a user, else memory_of_agent or the index of a filter:
-- memory_of_type, memory_of_source, memory_pinned, memory_of_session. Forgotten people by subject_forgotten; a user who
-- is asked for by name has been looked up already, and an anti-join on one user makes the planner expect one row.
SELECT m.* FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = :status
    AND (:user_id::text IS NULL OR m.user_id = :user_id::text)
    AND (:memory_type::text IS NULL OR m.memory_type = :memory_type::text)
    AND (:source::text IS NULL OR m.source = :source::text)
    AND (:pinned::boolean IS NULL OR m.pinned = :pinned::boolean)
    AND (:session_id::text IS NULL OR m.session_id = :session_id::text)
    AND (:after_time::timestamptz IS NULL
        OR (m.created_at, m.memory_id) < (:after_time::timestamptz, :after_id::text))
    AND (m.status <> 'active' OR m.expires_at IS NULL OR m.expires_at > :now)
    AND (:user_id::text IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM subject AS s
        WHERE s.org_id = :org_id AND s.user_id = m.user_id AND s.state = 'forgotten'
    ))
ORDER BY m.created_at DESC, m.memory_id DESC
LIMIT :count;

-- name: list_memories_with_tag
-- The same page of what has a tag, in the order of the tag's rows. memory_tag_filter, or memory_tag_of_user.
SELECT m.* FROM memory_tag AS t
INNER JOIN memory AS m
    ON m.org_id = t.org_id AND m.agent_id = t.agent_id AND m.user_id = t.user_id AND m.memory_id = t.memory_id
WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.tag_hmac = :tag_hmac AND m.status = :status
    AND (:user_id::text IS NULL OR t.user_id = :user_id::text)
    AND (:memory_type::text IS NULL OR m.memory_type = :memory_type::text)
    AND (:source::text IS NULL OR m.source = :source::text)
    AND (:pinned::boolean IS NULL OR m.pinned = :pinned::boolean)
    AND (:session_id::text IS NULL OR m.session_id = :session_id::text)
    AND (:after_time::timestamptz IS NULL
        OR (t.created_at, t.memory_id) < (:after_time::timestamptz, :after_id::text))
    AND (m.status <> 'active' OR m.expires_at IS NULL OR m.expires_at > :now)
    AND (:user_id::text IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM subject AS s
        WHERE s.org_id = :org_id AND s.user_id = m.user_id AND s.state = 'forgotten'
    ))
ORDER BY t.created_at DESC, t.memory_id DESC
LIMIT :count;

-- name: list_memories_by_importance
-- The same page, the most important first. memory_by_importance; the rows of a user or a tag are sorted.
SELECT m.* FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = :status
    AND (:user_id::text IS NULL OR m.user_id = :user_id::text)
    AND (:memory_type::text IS NULL OR m.memory_type = :memory_type::text)
    AND (:source::text IS NULL OR m.source = :source::text)
    AND (:pinned::boolean IS NULL OR m.pinned = :pinned::boolean)
    AND (:session_id::text IS NULL OR m.session_id = :session_id::text)
    AND (:tag_hmac::bytea IS NULL OR EXISTS (
        SELECT 1 FROM memory_tag AS t
        WHERE t.org_id = :org_id AND t.agent_id = m.agent_id AND t.user_id = m.user_id
            AND t.memory_id = m.memory_id AND t.tag_hmac = :tag_hmac::bytea
    ))
    AND (:after_rank::smallint IS NULL
        OR (m.importance, m.created_at, m.memory_id)
        < (:after_rank::smallint, :after_time::timestamptz, :after_id::text))
    AND (m.status <> 'active' OR m.expires_at IS NULL OR m.expires_at > :now)
    AND (:user_id::text IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM subject AS s
        WHERE s.org_id = :org_id AND s.user_id = m.user_id AND s.state = 'forgotten'
    ))
ORDER BY m.importance DESC, m.created_at DESC, m.memory_id DESC
LIMIT :count;

-- name: memory_stats
-- Counts of what a list of the agent shows, in one pass over its rows: memory_of_agent. Counted per user first, since
-- counting distinct users in every grouping would sort all rows three times.
WITH counted AS (
    SELECT m.user_id, m.memory_type, m.source, count(*) AS count
    FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = 'active'
        AND (m.expires_at IS NULL OR m.expires_at > :now)
        AND NOT EXISTS (
            SELECT 1 FROM subject AS s
            WHERE s.org_id = :org_id AND s.user_id = m.user_id AND s.state = 'forgotten'
        )
    GROUP BY m.user_id, m.memory_type, m.source
)
SELECT memory_type, source, coalesce(sum(count), 0)::bigint AS count, count(DISTINCT user_id) AS users,
    grouping(memory_type, source) AS level
FROM counted
GROUP BY GROUPING SETS ((memory_type), (source), ());

-- name: list_versions
-- History of one memory, newest first. Primary key.
SELECT v.version, v.body, v.updated_by, v.update_reason, v.updated_at FROM memory_version AS v
WHERE v.org_id = :org_id AND v.agent_id = :agent_id AND v.user_id = :user_id AND v.memory_id = :memory_id
ORDER BY v.version DESC;

-- name: hide_sources!
-- What a memory, and what it overruled, was made of is recalled no more. A memory of several messages may have them from
-- several sessions. Primary key, memory_superseded, turn_sequence.
WITH RECURSIVE doomed AS (
    SELECT :memory_id::text AS memory_id
    UNION
    SELECT o.memory_id FROM doomed AS d
    CROSS JOIN LATERAL (
        SELECT m.memory_id FROM memory AS m
        WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id
            AND m.superseded_by = d.memory_id AND m.status = 'superseded'
    ) AS o
), sources AS (
    SELECT m.session_id, m.source_message_ids FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id
        AND m.memory_id = ANY(ARRAY(SELECT memory_id FROM doomed))
)
UPDATE turn_search AS x SET recallable = false
FROM turn AS t, sources AS s
WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
    AND t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.turn_id = x.turn_id
    AND t.message_id = ANY(s.source_message_ids)
    AND (t.session_id = s.session_id OR cardinality(s.source_message_ids) > 1);

-- name: delete_memory
-- One memory and what it overruled, here and in the archive. Primary keys, memory_superseded, memory_archive_superseded.
WITH RECURSIVE doomed AS (
    SELECT :memory_id::text AS memory_id
    UNION
    SELECT o.memory_id FROM doomed AS d
    CROSS JOIN LATERAL (
        SELECT m.memory_id FROM memory AS m
        WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id
            AND m.superseded_by = d.memory_id AND m.status = 'superseded'
        UNION ALL
        SELECT a.memory_id FROM memory_archive AS a
        WHERE a.org_id = :org_id AND a.agent_id = :agent_id AND a.user_id = :user_id
            AND a.superseded_by = d.memory_id
    ) AS o
), deleted_here AS (
    DELETE FROM memory
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
        AND memory_id = ANY(ARRAY(SELECT memory_id FROM doomed))
    RETURNING memory_id
), deleted_there AS (
    DELETE FROM memory_archive
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
        AND memory_id = ANY(ARRAY(SELECT memory_id FROM doomed))
    RETURNING memory_id
), deleted AS (
    SELECT memory_id FROM deleted_here
    UNION ALL
    SELECT memory_id FROM deleted_there
)
SELECT count(*) FILTER (WHERE memory_id = :memory_id) AS memories,
    count(*) FILTER (WHERE memory_id <> :memory_id) AS superseded
FROM deleted;

-- name: delete_held_memory
-- A memory that was never active; no row when it is held no longer. Primary key.
DELETE FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id AND status = 'held'
RETURNING memory_id;

-- name: delete_memories_of_user
-- All memories of a scope, with everything that hangs on them, and what of them is in the archive. memory_owner,
-- memory_archive's key.
WITH deleted_here AS (
    DELETE FROM memory
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
    RETURNING status
), deleted_there AS (
    DELETE FROM memory_archive
    WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
    RETURNING status
), deleted AS (
    SELECT status FROM deleted_here
    UNION ALL
    SELECT status FROM deleted_there
)
SELECT count(*) FILTER (WHERE status <> 'superseded') AS memories,
    count(*) FILTER (WHERE status = 'superseded') AS superseded
FROM deleted;

-- name: find_archived
-- Whose an archived memory of the agent is; none when its person has been forgotten. memory_archive_id.
SELECT a.user_id FROM memory_archive AS a
INNER JOIN subject AS s ON s.org_id = a.org_id AND s.user_id = a.user_id
WHERE a.org_id = :org_id AND s.org_id = :org_id AND a.agent_id = :agent_id AND a.memory_id = :memory_id
    AND (:user_id::text IS NULL OR a.user_id = :user_id::text) AND s.state = 'active';

-- name: count_remains
-- Proof that a deletion left nothing: all zero. Primary keys.
SELECT
    (SELECT count(*) FROM memory
        WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id) AS memories,
    (SELECT count(*) FROM memory_version
        WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id) AS versions,
    (SELECT count(*) FROM memory_search
        WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id) AS search_rows,
    (SELECT count(*) FROM memory_tag
        WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id) AS tags,
    (SELECT count(*) FROM memory_archive
        WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id) AS archived;

-- name: delete_search_rows!
-- Take a memory out of search. Primary key.
DELETE FROM memory_search
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id;

-- name: insert_search_row!
-- Put one chunk of a memory into search.
INSERT INTO memory_search (
    org_id, agent_id, user_id, memory_id, chunk, expires_at, segmenter_version, embedding_model, embedding, terms
) VALUES (
    :org_id, :agent_id, :user_id, :memory_id, :chunk, :expires_at, :segmenter_version, :embedding_model,
    :embedding::halfvec, :terms::sparsevec
);

-- name: renew_search_rows!
-- Keep the search rows' expiry in step with the memory's. Primary key.
UPDATE memory_search SET expires_at = :expires_at
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id;

-- name: fill_embedding!
-- Add a vector that was missing, if the text is still the one it was computed from. Primary keys.
UPDATE memory_search AS x SET embedding_model = :embedding_model, embedding = :embedding::halfvec
FROM memory AS m
WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id AND x.memory_id = :memory_id
    AND x.chunk = :chunk AND m.org_id = :org_id AND m.memory_id = x.memory_id AND m.content_hash = :content_hash;

-- name: delete_tags!
-- Primary key.
DELETE FROM memory_tag
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id;

-- name: insert_tag!
-- One tag of one memory, for the tag filter.
INSERT INTO memory_tag (org_id, agent_id, user_id, memory_id, tag_hmac, created_at)
VALUES (:org_id, :agent_id, :user_id, :memory_id, :tag_hmac, :created_at)
ON CONFLICT (org_id, agent_id, user_id, memory_id, tag_hmac) DO NOTHING;

-- name: count_access!
-- A memory was recalled so often on a day: it is not unread any more. Counters are not part of a version. Primary keys.
WITH counted AS (
    UPDATE memory
    SET access_count = access_count + :times, last_accessed_at = greatest(last_accessed_at, :accessed_at),
        read_only = false, forget_at = NULL
    WHERE org_id = :org_id AND agent_id = :agent_id AND memory_id = :memory_id
    RETURNING org_id, agent_id, user_id, memory_id
)
INSERT INTO memory_access (org_id, agent_id, user_id, memory_id, day, times)
SELECT org_id, agent_id, user_id, memory_id, :day::date, :times FROM counted
ON CONFLICT (org_id, agent_id, user_id, memory_id, day) DO UPDATE SET times = memory_access.times + excluded.times;

-- name: restore_counters!
-- A memory that comes back from the archive was recalled as often as before. Primary key.
UPDATE memory SET access_count = :access_count, last_accessed_at = :last_accessed_at
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id;
