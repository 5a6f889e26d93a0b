-- name: layer_one
-- Always injected: pinned first, then core, by importance. memory_always_injected.
SELECT * FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND status = 'active'
    AND (pinned OR memory_type = 'core') AND (expires_at IS NULL OR expires_at > :now)
ORDER BY pinned DESC, importance DESC, created_at, memory_id
LIMIT :count;

-- name: search_memories
-- One exact scan of the user's rows (primary key prefix) for both legs. Nominated are the best by cosine, the best by
-- BM25 without idf, and the latest of the time that was asked about; each that shares a term comes with its terms for the idf rerank, and
-- the likely winners with the memory itself. `<#>` is the negative inner product. Rows are fetched in sub-selects with
-- OFFSET 0, which the planner leaves as they are: without statistics it would scan a table for each candidate.
WITH scored AS MATERIALIZED (
    SELECT
        x.memory_id,
        x.chunk,
        CASE WHEN x.embedding_model = :embedding_model
            THEN 1 - (x.embedding OPERATOR(public.<=>) :embedding::halfvec) END AS cosine,
        -(x.terms OPERATOR(public.<#>) :terms::sparsevec) AS keyword
    FROM memory_search AS x
    WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
        AND (x.expires_at IS NULL OR x.expires_at > :now)
), population AS MATERIALIZED (
    SELECT
        count(*) AS rows,
        stddev_pop(cosine) AS cosine_deviation,
        stddev_pop(keyword) AS keyword_deviation
    FROM scored
), dated AS MATERIALIZED (
    SELECT t.memory_id FROM memory AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.status = 'active'
        AND t.observed_at >= :since::timestamptz AND t.observed_at < :until::timestamptz
    ORDER BY t.observed_at DESC
    LIMIT :pool
), nominated AS (
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE cosine IS NOT NULL ORDER BY cosine DESC, memory_id, chunk LIMIT :pool)
    UNION
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE keyword > 0 ORDER BY keyword DESC, memory_id, chunk LIMIT :keyword_pool)
    UNION
    (SELECT s.memory_id, s.chunk, s.cosine, s.keyword FROM scored AS s
        INNER JOIN dated AS d ON d.memory_id = s.memory_id)
), placed AS MATERIALIZED (
    SELECT
        n.memory_id,
        n.chunk,
        n.cosine,
        n.keyword,
        p.rows,
        p.cosine_deviation,
        coalesce(n.memory_id = ANY((SELECT array_agg(memory_id) FROM dated)::text []), false) AS in_time,
        row_number() OVER (
            ORDER BY :vector_weight::float8 * coalesce(n.cosine / nullif(p.cosine_deviation, 0), 0)
                + (1 - :vector_weight::float8) * coalesce(n.keyword / nullif(p.keyword_deviation, 0), 0) DESC
        ) AS place
    FROM nominated AS n CROSS JOIN population AS p
)
SELECT n.memory_id AS id, n.chunk, n.cosine, n.rows, n.cosine_deviation, n.in_time, x.terms, m.*
FROM placed AS n
LEFT JOIN LATERAL (
    SELECT s.terms FROM memory_search AS s
    WHERE s.org_id = :org_id AND s.agent_id = :agent_id AND s.user_id = :user_id
        AND s.memory_id = n.memory_id AND s.chunk = n.chunk AND n.keyword > 0
    OFFSET 0
) AS x ON true
LEFT JOIN LATERAL (
    SELECT t.* FROM memory AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.memory_id = n.memory_id
        AND (n.place <= :likely OR n.in_time)
    OFFSET 0
) AS m ON true;

-- name: search_turns
-- The same over what was said: search_memories for turns. What tools and systems said is no memory of anybody; what
-- somebody had deleted, one by one or all at once, and what was corrected since, is not told again. turn_pkey,
-- memory_of_session.
WITH scored AS MATERIALIZED (
    SELECT
        x.turn_id,
        x.chunk,
        CASE WHEN x.embedding_model = :embedding_model
            THEN 1 - (x.embedding OPERATOR(public.<=>) :embedding::halfvec) END AS cosine,
        -(x.terms OPERATOR(public.<#>) :terms::sparsevec) AS keyword
    FROM turn_search AS x
    WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id AND x.recallable
), population AS MATERIALIZED (
    SELECT
        count(*) AS rows,
        stddev_pop(cosine) AS cosine_deviation,
        stddev_pop(keyword) AS keyword_deviation
    FROM scored
), current_scope AS MATERIALIZED (
    SELECT s.epoch + c.epoch AS epoch
    FROM subject AS s
    INNER JOIN memory_scope AS c ON c.org_id = s.org_id AND c.user_id = s.user_id
    WHERE s.org_id = :org_id AND s.user_id = :user_id AND c.org_id = :org_id AND c.agent_id = :agent_id
), dated AS MATERIALIZED (
    SELECT t.turn_id FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id
        AND t.occurred_at >= :since::timestamptz AND t.occurred_at < :until::timestamptz
    ORDER BY t.occurred_at DESC
    LIMIT :pool
), nominated AS (
    (SELECT turn_id, chunk, cosine, keyword FROM scored
        WHERE cosine IS NOT NULL ORDER BY cosine DESC, turn_id, chunk LIMIT :pool)
    UNION
    (SELECT turn_id, chunk, cosine, keyword FROM scored
        WHERE keyword > 0 ORDER BY keyword DESC, turn_id, chunk LIMIT :keyword_pool)
    UNION
    (SELECT s.turn_id, s.chunk, s.cosine, s.keyword FROM scored AS s
        INNER JOIN dated AS d ON d.turn_id = s.turn_id)
), placed AS MATERIALIZED (
    SELECT
        n.turn_id,
        n.chunk,
        n.cosine,
        n.keyword,
        p.rows,
        p.cosine_deviation,
        coalesce(n.turn_id = ANY((SELECT array_agg(turn_id) FROM dated)::text []), false) AS in_time,
        row_number() OVER (
            ORDER BY :vector_weight::float8 * coalesce(n.cosine / nullif(p.cosine_deviation, 0), 0)
                + (1 - :vector_weight::float8) * coalesce(n.keyword / nullif(p.keyword_deviation, 0), 0) DESC
        ) AS place
    FROM nominated AS n CROSS JOIN population AS p
)
SELECT
    n.turn_id AS id, n.chunk, n.cosine, n.rows, n.cosine_deviation, n.in_time, x.terms, w.in_session, w.at_place, m.*
FROM placed AS n
LEFT JOIN LATERAL (
    SELECT s.terms FROM turn_search AS s
    WHERE s.org_id = :org_id AND s.agent_id = :agent_id AND s.user_id = :user_id
        AND s.turn_id = n.turn_id AND s.chunk = n.chunk AND n.keyword > 0
    OFFSET 0
) AS x ON true
CROSS JOIN LATERAL (
    SELECT t.session_id AS in_session, t.sequence AS at_place FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.turn_id = n.turn_id
        AND t.role IN ('user', 'assistant') AND t.epoch >= (SELECT epoch FROM current_scope)
        AND NOT EXISTS (
            SELECT 1 FROM memory AS o
            WHERE o.org_id = :org_id AND o.agent_id = :agent_id AND o.user_id = :user_id
                AND o.session_id = t.session_id AND o.status = 'superseded' AND t.message_id = ANY(o.source_message_ids)
        )
    OFFSET 0
) AS w
LEFT JOIN LATERAL (
    SELECT t.* FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.turn_id = n.turn_id
        AND (n.place <= :likely OR n.in_time)
    OFFSET 0
) AS m ON true;

-- name: find_turns
-- Some turns of a user. Primary key.
SELECT * FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND turn_id = ANY(:turn_ids);
