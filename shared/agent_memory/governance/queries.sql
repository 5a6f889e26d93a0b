-- name: due_users
-- Users of an agent who have something that goes by itself, after a user: how many rows in all, how many of them are
-- active, and how many active memories they have. memory_expiring and memory_marked, then memory_of_user.
WITH due AS (
    SELECT m.user_id, count(*) AS due, count(*) FILTER (WHERE m.status = 'active') AS going
    FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id > :after AND m.status <> 'held'
        AND NOT m.pinned AND m.memory_type NOT IN ('core', 'note')
        AND ((m.expires_at <= :now
                AND (m.status <> 'active' OR m.ttl_days IS NULL OR m.access_count <= :extend_above))
            OR (:forgetting::boolean AND m.status = 'active' AND m.forget_at <= :now))
    GROUP BY m.user_id
    ORDER BY m.user_id
    LIMIT :count
)
SELECT d.user_id, d.due, d.going, (
    SELECT count(*) FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = d.user_id AND m.status = 'active'
) AS total
FROM due AS d
ORDER BY d.user_id;

-- name: extend
-- What expired and is wanted lives twice as long, counted from now; its search rows with it. memory_expiring.
WITH wanted AS MATERIALIZED (
    SELECT m.user_id, m.memory_id, least(2 * m.ttl_days, :longest) AS ttl_days FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = 'active' AND m.expires_at <= :now
        AND NOT m.pinned AND m.memory_type NOT IN ('core', 'note') AND m.access_count > :extend_above
        AND m.ttl_days IS NOT NULL
    ORDER BY m.user_id, m.memory_id
    LIMIT :count
    FOR UPDATE SKIP LOCKED
), extended AS (
    UPDATE memory AS m SET ttl_days = w.ttl_days, expires_at = :now + make_interval(days => w.ttl_days)
    FROM wanted AS w
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = w.user_id AND m.memory_id = w.memory_id
        AND :apply::boolean
    RETURNING m.user_id, m.memory_id, m.expires_at
), searched AS (
    UPDATE memory_search AS x SET expires_at = e.expires_at
    FROM extended AS e
    WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = e.user_id AND x.memory_id = e.memory_id
)
SELECT count(*) AS count FROM wanted;

-- name: due_for_archive
-- Memories of some users that expired and are not wanted, whatever they overruled or are overruled by. What is to be
-- forgotten now is not archived first. memory_expiring.
SELECT m.* FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = ANY(:user_ids) AND m.status <> 'held'
    AND NOT m.pinned AND m.memory_type NOT IN ('core', 'note') AND m.expires_at <= :now
    AND (m.status <> 'active' OR m.ttl_days IS NULL OR m.access_count <= :extend_above)
ORDER BY m.user_id, m.memory_id
LIMIT :count;

-- name: versions_of
-- The history of some memories. Primary key.
SELECT * FROM memory_version
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = ANY(:user_ids) AND memory_id = ANY(:memory_ids)
ORDER BY memory_id, version;

-- name: lock_subjects
-- The lock that every write about a person takes, of those who are not being written about now. Primary key.
SELECT user_id FROM subject
WHERE org_id = :org_id AND user_id = ANY(:user_ids) AND state = 'active'
ORDER BY user_id
FOR UPDATE SKIP LOCKED;

-- name: move_to_archive
-- Out of the memories and into the archive in one statement, each memory that is still as it was read and still due.
-- Its terms go along, so that it can be found by keyword. Primary keys.
WITH chosen AS MATERIALIZED (
    SELECT c.user_id, c.memory_id, c.version, c.headline, c.payload
    FROM unnest(:user_ids::text[], :memory_ids::text[], :versions::integer[], :headlines::bytea[], :payloads::bytea[])
        AS c (user_id, memory_id, version, headline, payload)
), found AS MATERIALIZED (
    SELECT c.memory_id, x.terms FROM chosen AS c
    INNER JOIN memory_search AS x ON x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = c.user_id
        AND x.memory_id = c.memory_id AND x.chunk = 0
), moved AS (
    DELETE FROM memory AS m USING chosen AS c
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = c.user_id AND m.memory_id = c.memory_id
        AND m.version = c.version AND m.status <> 'held' AND NOT m.pinned AND m.memory_type NOT IN ('core', 'note')
        AND m.expires_at <= :now
        AND (m.status <> 'active' OR m.ttl_days IS NULL OR m.access_count <= :extend_above)
    RETURNING m.user_id, m.memory_id, m.version, m.status, m.superseded_by, m.created_at, c.headline, c.payload
)
INSERT INTO memory_archive (
    org_id, agent_id, user_id, memory_id, version, status, superseded_by, headline, payload, terms, created_at,
    archived_at
)
SELECT :org_id, :agent_id, m.user_id, m.memory_id, m.version, m.status, m.superseded_by, m.headline, m.payload,
    f.terms, m.created_at, :now
FROM moved AS m
LEFT JOIN found AS f ON f.memory_id = m.memory_id
RETURNING user_id, memory_id;

-- name: list_archive
-- A page of a user's archived memories, last archived first, after the cursor; with `terms`, those that share a keyword.
-- memory_archive_of_user.
SELECT a.user_id, a.memory_id, a.version, a.status, a.headline, a.created_at, a.archived_at FROM memory_archive AS a
WHERE a.org_id = :org_id AND a.agent_id = :agent_id AND a.user_id = :user_id
    AND (:since::timestamptz IS NULL OR a.archived_at >= :since::timestamptz)
    AND (:until::timestamptz IS NULL OR a.archived_at < :until::timestamptz)
    AND (:terms::sparsevec IS NULL OR (a.terms OPERATOR(public.<#>) :terms::sparsevec) < 0)
    AND (:after_time::timestamptz IS NULL
        OR (a.archived_at, a.memory_id) < (:after_time::timestamptz, :after_id::text))
ORDER BY a.archived_at DESC, a.memory_id DESC
LIMIT :count;

-- name: read_archived
-- One archived memory with all that is needed to bring it back. memory_archive_id.
SELECT user_id, version, payload FROM memory_archive
WHERE org_id = :org_id AND agent_id = :agent_id AND memory_id = :memory_id;

-- name: take_from_archive
-- A memory leaves the archive; no row when somebody else was faster. Primary key.
DELETE FROM memory_archive
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND memory_id = :memory_id
RETURNING memory_id;

-- name: forget_unread
-- Memories of some users that nobody read until the day that was announced, with what they overruled, here and in the
-- archive. memory_marked, then memory_superseded.
WITH RECURSIVE doomed AS (
    (SELECT m.user_id, m.memory_id, true AS announced FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = ANY(:user_ids) AND m.status = 'active'
        AND NOT m.pinned AND m.memory_type NOT IN ('core', 'note') AND m.forget_at <= :now
    ORDER BY m.user_id, m.memory_id
    LIMIT :count)
    UNION
    SELECT m.user_id, m.memory_id, false FROM memory AS m
    INNER JOIN doomed AS d ON m.superseded_by = d.memory_id AND m.user_id = d.user_id
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = 'superseded'
), archived AS (
    DELETE FROM memory_archive AS a USING doomed AS d
    WHERE a.org_id = :org_id AND a.agent_id = :agent_id AND a.user_id = d.user_id AND a.superseded_by = d.memory_id
), deleted AS (
    DELETE FROM memory AS m USING doomed AS d
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = d.user_id AND m.memory_id = d.memory_id
    RETURNING m.user_id, m.memory_id, d.announced
)
SELECT user_id, memory_id FROM deleted WHERE announced;

-- name: lives
-- A page of an agent's active memories, by user and id: what tier and decay depend on. memory_owner, memory_access's key.
SELECT m.user_id, m.memory_id, m.memory_type, m.source, m.pinned, m.importance, m.tier, m.read_only, m.forget_at,
    greatest(m.last_accessed_at, m.updated_at) AS unread_since,
    (SELECT coalesce(sum(a.times), 0) FROM memory_access AS a
        WHERE a.org_id = :org_id AND a.agent_id = m.agent_id AND a.user_id = m.user_id
            AND a.memory_id = m.memory_id AND a.day >= :first_day)::bigint AS accesses
FROM memory AS m
WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = 'active'
    AND (m.user_id, m.memory_id) > (:after_user, :after_memory)
ORDER BY m.user_id, m.memory_id
LIMIT :count;

-- name: access_histogram
-- How many active memories of an agent have a standing, an importance and so many recalls. memory_of_agent.
WITH lived AS (
    SELECT m.importance, (m.pinned OR m.memory_type = 'core') AS standing,
        (SELECT coalesce(sum(a.times), 0) FROM memory_access AS a
            WHERE a.org_id = :org_id AND a.agent_id = m.agent_id AND a.user_id = m.user_id
                AND a.memory_id = m.memory_id AND a.day >= :first_day)::bigint AS accesses
    FROM memory AS m
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.status = 'active'
        AND (m.expires_at IS NULL OR m.expires_at > :now)
)
SELECT importance, standing, accesses, count(*) AS count FROM lived
GROUP BY importance, standing, accesses;

-- name: mark
-- Write new marks on memories that were neither recalled nor changed since. Whoever is being written to now is marked
-- another day. None of it is part of a version. Primary key.
WITH chosen AS MATERIALIZED (
    SELECT c.user_id, c.memory_id, c.unread_since, c.tier, c.read_only, c.forget_at
    FROM unnest(:user_ids::text[], :memory_ids::text[], :unread_since::timestamptz[], :tiers::text[],
        :read_only::boolean[], :forget_at::timestamptz[])
        AS c (user_id, memory_id, unread_since, tier, read_only, forget_at)
), free AS MATERIALIZED (
    SELECT m.user_id, m.memory_id, c.tier, c.read_only, c.forget_at FROM memory AS m
    INNER JOIN chosen AS c ON c.user_id = m.user_id AND c.memory_id = m.memory_id
        AND c.unread_since = greatest(m.last_accessed_at, m.updated_at)
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id
    ORDER BY m.user_id, m.memory_id
    FOR UPDATE OF m SKIP LOCKED
), marked AS (
    UPDATE memory AS m SET tier = f.tier, read_only = f.read_only, forget_at = f.forget_at
    FROM free AS f
    WHERE m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = f.user_id AND m.memory_id = f.memory_id
    RETURNING m.memory_id
)
SELECT memory_id FROM marked;

-- name: drop_turns
-- Turns kept for long enough, but for those that nobody has read yet and those that a held memory comes from. turn_age.
WITH old AS MATERIALIZED (
    SELECT t.user_id, t.turn_id FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.created_at <= :before AND t.extracted_at IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM memory AS h
            WHERE h.org_id = :org_id AND h.agent_id = t.agent_id AND h.user_id = t.user_id AND h.status = 'held'
                AND t.message_id = ANY(h.source_message_ids)
        )
    ORDER BY t.created_at
    LIMIT :count
), dropped AS (
    DELETE FROM turn AS t USING old AS o
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = o.user_id AND t.turn_id = o.turn_id
        AND :apply::boolean
)
SELECT count(*) AS count FROM old;

-- name: drop_jobs
-- Finished jobs of that age that no turn names any more. job_age, turn_of_job.
WITH old AS MATERIALIZED (
    SELECT j.job_id FROM job AS j
    WHERE j.org_id = :org_id AND j.agent_id = :agent_id AND j.created_at <= :before
        AND j.status IN ('succeeded', 'failed', 'refused')
        AND NOT EXISTS (
            SELECT 1 FROM turn AS t
            WHERE t.org_id = :org_id AND t.agent_id = j.agent_id AND t.job_id = j.job_id
        )
    ORDER BY j.created_at
    LIMIT :count
), dropped AS (
    DELETE FROM job AS j USING old AS o
    WHERE j.org_id = :org_id AND j.agent_id = :agent_id AND j.job_id = o.job_id AND :apply::boolean
)
SELECT count(*) AS count FROM old;

-- name: drop_versions
-- Versions whose successor, in the history or as the memory itself, is old enough. memory_version_age, primary keys.
WITH old AS MATERIALIZED (
    SELECT v.user_id, v.memory_id, v.version FROM memory_version AS v
    WHERE v.org_id = :org_id AND v.agent_id = :agent_id AND v.updated_at <= :before
        AND (EXISTS (
            SELECT 1 FROM memory AS m
            WHERE m.org_id = :org_id AND m.agent_id = v.agent_id AND m.user_id = v.user_id
                AND m.memory_id = v.memory_id AND m.version > v.version AND m.updated_at <= :before
        ) OR EXISTS (
            SELECT 1 FROM memory_version AS n
            WHERE n.org_id = :org_id AND n.agent_id = v.agent_id AND n.user_id = v.user_id
                AND n.memory_id = v.memory_id AND n.version > v.version AND n.updated_at <= :before
        ))
    ORDER BY v.updated_at
    LIMIT :count
), dropped AS (
    DELETE FROM memory_version AS v USING old AS o
    WHERE v.org_id = :org_id AND v.agent_id = :agent_id AND v.user_id = o.user_id AND v.memory_id = o.memory_id
        AND v.version = o.version AND :apply::boolean
)
SELECT count(*) AS count FROM old;

-- name: drop_access_days
-- Counters of days that no tier is reckoned from any more. memory_access_day.
WITH old AS MATERIALIZED (
    SELECT user_id, memory_id, day FROM memory_access
    WHERE org_id = :org_id AND agent_id = :agent_id AND day < :first_day
    ORDER BY day
    LIMIT :count
), dropped AS (
    DELETE FROM memory_access AS a USING old AS o
    WHERE a.org_id = :org_id AND a.agent_id = :agent_id AND a.user_id = o.user_id AND a.memory_id = o.memory_id
        AND a.day = o.day AND :apply::boolean
)
SELECT count(*) AS count FROM old;

-- name: begin_run!
-- A report begins.
INSERT INTO governance_run (org_id, run_id, status, dry_run, effective_at, started_at, counts)
VALUES (:org_id, :run_id, 'running', :dry_run, :effective_at, :started_at, '{}');

-- name: end_run!
-- What a run came to. Primary key.
UPDATE governance_run SET status = :status, finished_at = :finished_at, counts = :counts::jsonb, failure = :failure
WHERE org_id = :org_id AND run_id = :run_id;

-- name: close_interrupted_runs!
-- Runs that began so long ago can only have died. governance_run_newest.
UPDATE governance_run SET status = 'failed', failure = 'interrupted', finished_at = :now
WHERE org_id = :org_id AND status = 'running' AND started_at < :before;

-- name: drop_runs!
-- Reports of that age. governance_run_newest.
DELETE FROM governance_run WHERE org_id = :org_id AND started_at < :before;

-- name: list_runs
-- A page of reports, newest first, after the cursor. governance_run_newest.
SELECT * FROM governance_run
WHERE org_id = :org_id
    AND (:after_time::timestamptz IS NULL
        OR (started_at, run_id) < (:after_time::timestamptz, :after_id::text))
ORDER BY started_at DESC, run_id DESC
LIMIT :count;
