-- name: layer_one
-- Always injected: pinned first, then core, by importance. memory_always_injected.
SELECT * FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND status = 'active'
    AND (pinned OR memory_type = 'core') AND (expires_at IS NULL OR expires_at > :now)
ORDER BY pinned DESC, importance DESC, created_at, memory_id
LIMIT :count;

-- name: search_memories
-- One exact scan of the user's rows (primary key prefix) for both legs. Nominated are the best by cosine, the best by
-- BM25 without idf, and the best of the time that was asked about; each comes with its terms for the idf rerank, and
-- the likely winners with the memory itself. `<#>` is the negative inner product.
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
), population AS (
    SELECT
        count(*) AS rows,
        stddev_pop(cosine) AS cosine_deviation,
        stddev_pop(keyword) AS keyword_deviation
    FROM scored
), dated AS (
    SELECT t.memory_id FROM memory AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.status = 'active'
        AND t.observed_at >= :since::timestamptz AND t.observed_at < :until::timestamptz
), nominated AS (
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE cosine IS NOT NULL ORDER BY cosine DESC, memory_id, chunk LIMIT :pool)
    UNION
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE keyword > 0 ORDER BY keyword DESC, memory_id, chunk LIMIT :pool)
    UNION
    (SELECT s.memory_id, s.chunk, s.cosine, s.keyword FROM scored AS s
        INNER JOIN dated AS d ON d.memory_id = s.memory_id
        ORDER BY s.cosine DESC NULLS LAST, s.memory_id, s.chunk LIMIT :pool)
), placed AS (
    SELECT
        n.*,
        p.rows,
        p.cosine_deviation,
        EXISTS (SELECT 1 FROM dated AS d WHERE d.memory_id = n.memory_id) AS in_time,
        row_number() OVER (
            ORDER BY :vector_weight::float8 * coalesce(n.cosine / nullif(p.cosine_deviation, 0), 0)
                + (1 - :vector_weight::float8) * coalesce(n.keyword / nullif(p.keyword_deviation, 0), 0) DESC
        ) AS place
    FROM nominated AS n CROSS JOIN population AS p
)
SELECT n.memory_id AS id, n.chunk, n.cosine, n.rows, n.cosine_deviation, n.in_time, x.terms, m.*
FROM placed AS n
INNER JOIN memory_search AS x
    ON x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
    AND x.memory_id = n.memory_id AND x.chunk = n.chunk
LEFT JOIN (
    SELECT * FROM memory AS t WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id
) AS m ON m.memory_id = n.memory_id AND (n.place <= :likely OR n.in_time);

-- name: search_turns
-- The same over what was said: search_memories for turns. What tools and systems said is no memory of anybody.
WITH scored AS MATERIALIZED (
    SELECT
        x.turn_id,
        x.chunk,
        CASE WHEN x.embedding_model = :embedding_model
            THEN 1 - (x.embedding OPERATOR(public.<=>) :embedding::halfvec) END AS cosine,
        -(x.terms OPERATOR(public.<#>) :terms::sparsevec) AS keyword
    FROM turn_search AS x
    WHERE x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
), population AS (
    SELECT
        count(*) AS rows,
        stddev_pop(cosine) AS cosine_deviation,
        stddev_pop(keyword) AS keyword_deviation
    FROM scored
), dated AS (
    SELECT t.turn_id FROM turn AS t
    WHERE t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id
        AND t.occurred_at >= :since::timestamptz AND t.occurred_at < :until::timestamptz
), nominated AS (
    (SELECT turn_id, chunk, cosine, keyword FROM scored
        WHERE cosine IS NOT NULL ORDER BY cosine DESC, turn_id, chunk LIMIT :pool)
    UNION
    (SELECT turn_id, chunk, cosine, keyword FROM scored
        WHERE keyword > 0 ORDER BY keyword DESC, turn_id, chunk LIMIT :pool)
    UNION
    (SELECT s.turn_id, s.chunk, s.cosine, s.keyword FROM scored AS s
        INNER JOIN dated AS d ON d.turn_id = s.turn_id
        ORDER BY s.cosine DESC NULLS LAST, s.turn_id, s.chunk LIMIT :pool)
), placed AS (
    SELECT
        n.*,
        p.rows,
        p.cosine_deviation,
        EXISTS (SELECT 1 FROM dated AS d WHERE d.turn_id = n.turn_id) AS in_time,
        row_number() OVER (
            ORDER BY :vector_weight::float8 * coalesce(n.cosine / nullif(p.cosine_deviation, 0), 0)
                + (1 - :vector_weight::float8) * coalesce(n.keyword / nullif(p.keyword_deviation, 0), 0) DESC
        ) AS place
    FROM nominated AS n CROSS JOIN population AS p
)
SELECT
    n.turn_id AS id, n.chunk, n.cosine, n.rows, n.cosine_deviation, n.in_time, x.terms,
    t.session_id AS in_session, t.sequence AS at_place, said.*
FROM placed AS n
INNER JOIN turn_search AS x
    ON x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
    AND x.turn_id = n.turn_id AND x.chunk = n.chunk
INNER JOIN turn AS t
    ON t.org_id = :org_id AND t.agent_id = :agent_id AND t.user_id = :user_id AND t.turn_id = n.turn_id
LEFT JOIN (
    SELECT * FROM turn AS u WHERE u.org_id = :org_id AND u.agent_id = :agent_id AND u.user_id = :user_id
) AS said ON said.turn_id = n.turn_id AND (n.place <= :likely OR n.in_time)
WHERE t.role IN ('user', 'assistant');

-- name: find_turns
-- Some turns of a user. Primary key.
SELECT * FROM turn
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND turn_id = ANY(:turn_ids);
