-- name: claim_key
-- The right to act under a key. A second claim waits here until the first transaction ends. Primary key.
INSERT INTO idempotency_key (org_id, credential_id, key_hmac, fingerprint, user_ids, created_at, expires_at)
VALUES (:org_id, :credential_id, :key_hmac, :fingerprint, :user_ids, :now, :expires_at)
ON CONFLICT (org_id, credential_id, key_hmac) DO UPDATE
SET fingerprint = excluded.fingerprint, user_ids = excluded.user_ids, created_at = excluded.created_at,
    expires_at = excluded.expires_at, answer = NULL
WHERE idempotency_key.expires_at <= :now
RETURNING key_hmac;

-- name: find_answer
-- What was answered under a key. Primary key.
SELECT fingerprint, answer FROM idempotency_key
WHERE org_id = :org_id AND credential_id = :credential_id AND key_hmac = :key_hmac;

-- name: keep_answer!
-- The answer, in the transaction of the effect. Primary key.
UPDATE idempotency_key SET answer = :answer
WHERE org_id = :org_id AND credential_id = :credential_id AND key_hmac = :key_hmac;

-- name: drop_answers_of_user!
-- Answers that quote what is being deleted, but for the one of the deletion itself. Primary key prefix: a day's keys.
DELETE FROM idempotency_key
WHERE org_id = :org_id AND :user_id = ANY(user_ids)
    AND (credential_id, key_hmac) IS DISTINCT FROM (:credential_id::text, :key_hmac::bytea);

-- name: drop_expired_answers
-- Housekeeping of one org, in bounded batches. idempotency_expiry.
WITH doomed AS (
    SELECT credential_id, key_hmac FROM idempotency_key
    WHERE org_id = :org_id AND expires_at <= :now
    ORDER BY expires_at
    LIMIT :count
), dropped AS (
    DELETE FROM idempotency_key AS k USING doomed AS d
    WHERE k.org_id = :org_id AND k.credential_id = d.credential_id AND k.key_hmac = d.key_hmac
    RETURNING 1
)
SELECT count(*) AS count FROM dropped;
