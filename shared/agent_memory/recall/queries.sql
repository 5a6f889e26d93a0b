-- name: layer_one
-- Always injected: pinned first, then core, by importance. memory_always_injected.
SELECT * FROM memory
WHERE org_id = :org_id AND agent_id = :agent_id AND user_id = :user_id AND status = 'active'
    AND (pinned OR memory_type = 'core') AND (expires_at IS NULL OR expires_at > :now)
ORDER BY pinned DESC, importance DESC, created_at, memory_id
LIMIT :count;

-- name: search
-- One exact scan of the user's rows (primary key prefix) for both legs: the best by cosine and the best by BM25
-- without idf, with the terms for the idf rerank, and the memories themselves. `<#>` is the negative inner product.
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
), nominated AS (
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE cosine IS NOT NULL ORDER BY cosine DESC, memory_id, chunk LIMIT :pool)
    UNION
    (SELECT memory_id, chunk, cosine, keyword FROM scored
        WHERE keyword > 0 ORDER BY keyword DESC, memory_id, chunk LIMIT :pool)
)
SELECT n.cosine, n.chunk, x.terms, m.*
FROM nominated AS n
INNER JOIN memory_search AS x
    ON x.org_id = :org_id AND x.agent_id = :agent_id AND x.user_id = :user_id
    AND x.memory_id = n.memory_id AND x.chunk = n.chunk
INNER JOIN memory AS m
    ON m.org_id = :org_id AND m.agent_id = :agent_id AND m.user_id = :user_id AND m.memory_id = n.memory_id
WHERE m.status = 'active';
