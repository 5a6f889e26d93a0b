-- name: find_agent_zone
-- The zone for messages that name none. Primary key.
SELECT time_zone FROM agent WHERE org_id = :org_id AND agent_id = :agent_id;

-- name: insert_job
-- Accept a job once: no row when it was accepted before. Primary key.
INSERT INTO job (
    org_id, agent_id, user_id, job_id, session_id, kind, status, epoch, memory_id, results, created_at, sent_at
) VALUES (
    :org_id, :agent_id, :user_id, :job_id, :session_id, :kind, 'queued', :epoch, :memory_id, :results, :now, :now
)
ON CONFLICT (org_id, agent_id, job_id) DO NOTHING
RETURNING job_id;

-- name: last_sequence
-- Where a session's numbering stands. The scope's lock keeps it so. Unique index turn_sequence.
SELECT coalesce(max(sequence), 0) AS sequence FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND session_id = :session_id;

-- name: known_turns
-- Which of these messages are stored already. Primary key.
SELECT turn_id FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND turn_id = ANY(:turn_ids);

-- name: insert_turn!
-- Store one message. The caller has checked, under the scope's lock, that it is new.
INSERT INTO turn (
    org_id, agent_id, user_id, turn_id, session_id, message_id, sequence, role, body, language, platform, time_zone,
    occurred_at, job_id, epoch, created_at
) VALUES (
    :org_id, :agent_id, :user_id, :turn_id, :session_id, :message_id, :sequence, :role, :body, :language, :platform,
    :time_zone, :occurred_at, :job_id, :epoch, :now
);

-- name: find_job
-- One job of the agent; none when its person has been forgotten. Primary key.
SELECT j.* FROM job AS j
INNER JOIN subject AS s ON s.org_id = j.org_id AND s.user_id = j.user_id
WHERE j.org_id = :org_id AND s.org_id = :org_id AND j.agent_id = :agent_id AND j.job_id = :job_id
    AND s.state = 'active';

-- name: list_jobs
-- A page of a user's jobs, newest first, after the cursor. job_of_user.
SELECT * FROM job
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
    AND (:session_id::text IS NULL OR session_id = :session_id::text)
    AND (:status::text IS NULL OR status = :status::text)
    AND (:after_time::timestamptz IS NULL
        OR (created_at, job_id) < (:after_time::timestamptz, :after_id::text))
ORDER BY created_at DESC, job_id DESC
LIMIT :count;

-- name: list_turns
-- A page of a user's turns, newest first, after the cursor. turn_of_user.
SELECT * FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id
    AND (:session_id::text IS NULL OR session_id = :session_id::text)
    AND (:since::timestamptz IS NULL OR occurred_at >= :since::timestamptz)
    AND (:until::timestamptz IS NULL OR occurred_at < :until::timestamptz)
    AND (:terms::sparsevec IS NULL OR EXISTS (
        SELECT 1 FROM turn_search AS x
        WHERE x.org_id = :org_id AND x.agent_id = turn.agent_id AND x.user_id = turn.user_id
            AND x.turn_id = turn.turn_id AND (x.terms OPERATOR(public.<#>) :terms::sparsevec) < 0
    ))
    AND (:after_time::timestamptz IS NULL
        OR (occurred_at, turn_id) < (:after_time::timestamptz, :after_id::text))
ORDER BY occurred_at DESC, turn_id DESC
LIMIT :count;

-- name: unextracted_turns
-- The next turns to extract from, in the order they were said. turn_unextracted.
SELECT * FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND extracted_at IS NULL
ORDER BY occurred_at, sequence, turn_id
LIMIT :count;

-- name: turns_beside
-- What was said around some places of a session and has been read. turn_sequence.
SELECT * FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND session_id = :session_id
    AND sequence BETWEEN :first AND :last AND extracted_at IS NOT NULL AND epoch = :epoch
ORDER BY sequence;

-- name: unread_turns
-- How many of these turns nobody has read; asked under the scope's lock, so that it stays so. Primary key.
SELECT count(*) AS count FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND turn_id = ANY(:turn_ids)
    AND extracted_at IS NULL;

-- name: mark_extracted!
-- A turn has been read; what it gave is written in this transaction. Primary key.
UPDATE turn SET extracted_at = :now, token_count = :token_count
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND turn_id = :turn_id;

-- name: insert_turn_search_row!
-- Put one chunk of a turn into search.
INSERT INTO turn_search (
    org_id, agent_id, user_id, turn_id, chunk, segmenter_version, embedding_model, embedding, terms
) VALUES (
    :org_id, :agent_id, :user_id, :turn_id, :chunk, :segmenter_version, :embedding_model, :embedding::halfvec,
    :terms::sparsevec
)
ON CONFLICT (org_id, agent_id, user_id, turn_id, chunk) DO NOTHING;

-- name: pass_turns_of_job!
-- The turns of a job that failed for good no longer wait to be read. turn_of_job.
UPDATE turn SET extracted_at = :now
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id AND extracted_at IS NULL;

-- name: unpass_turns_of_job!
-- The turns that were passed over when their job failed, and only those, are unread again. turn_of_job.
UPDATE turn SET extracted_at = NULL
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id AND extracted_at = :failed_at;

-- name: reopen_job!
-- A failed job is tried again. Primary key.
UPDATE job SET status = 'queued', failure = NULL, finished_at = NULL
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id AND status = 'failed';

-- name: start_job!
-- A worker begins. Primary key.
UPDATE job SET status = 'running', attempts = attempts + 1, started_at = :now
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id AND status IN ('queued', 'running');

-- name: unfinished_jobs
-- The jobs of these turns that are not finished, and how many of their turns are still unread. turn_of_job.
SELECT j.*, (
    SELECT count(*) FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = j.agent_id AND t.job_id = j.job_id AND t.extracted_at IS NULL
) AS unread
FROM job AS j
WHERE j.org_id = :org_id AND j.agent_id = :agent_id AND j.user_id = :user_id AND j.job_id = ANY(:job_ids)
    AND j.status IN ('queued', 'running');

-- name: write_job!
-- What a job has come to. Primary key.
UPDATE job
SET status = :status, results = :results, extractor = :extractor::jsonb, usage = :usage::jsonb, failure = :failure,
    finished_at = :finished_at
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id;

-- name: fail_job!
-- A job whose message went to the dead-letter queue. Primary key.
UPDATE job SET status = 'failed', failure = :failure, finished_at = :now
WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id AND status IN ('queued', 'running');

-- name: unsend_job!
-- Sending failed; the sweep will send it. Primary key.
UPDATE job SET sent_at = NULL WHERE org_id = :org_id AND agent_id = :agent_id AND job_id = :job_id;

-- name: take_unsent_jobs
-- Jobs that never reached the queue, or whose message got lost, marked as sent anew. job_waiting.
-- Materialised: a sub-select under IN may be run again for every row, and each time take others.
WITH due AS MATERIALIZED (
    SELECT agent_id, job_id FROM job
    WHERE org_id = :org_id AND kind = :kind AND status IN ('queued', 'running')
        AND ((sent_at IS NULL AND created_at < :unsent_before) OR sent_at < :lost_before)
    ORDER BY created_at
    LIMIT :count
    FOR UPDATE SKIP LOCKED
)
UPDATE job AS j SET sent_at = :now
FROM due AS d
WHERE j.org_id = :org_id AND j.agent_id = d.agent_id AND j.job_id = d.job_id
RETURNING j.agent_id, j.job_id;

-- name: oldest_waiting_job
-- Since when the longest waiting job of a kind waits. An unread turn always has such a job. job_waiting, from its start.
SELECT created_at FROM job
WHERE org_id = :org_id AND kind = :kind AND status IN ('queued', 'running')
ORDER BY created_at
LIMIT 1;

-- name: list_orgs_across_orgs
-- Every tenant, for the scheduler alone: one of the three reads across orgs. Primary key.
SELECT org_id FROM org ORDER BY org_id;
