-- name: find_breakers
-- Which of these dependencies are not simply in order. Nothing of any org is in this table. Primary key.
SELECT dependency, retry_at FROM breaker
WHERE dependency = ANY(:dependencies) AND (failures > 0 OR retry_at IS NOT NULL);

-- name: take_probe
-- One caller may try; the others see the next time. Primary key.
UPDATE breaker SET retry_at = :retry_at
WHERE dependency = :dependency AND retry_at <= :now
RETURNING dependency;

-- name: count_failure
-- One failure more; from the threshold on the dependency is left alone. Primary key.
INSERT INTO breaker AS b (dependency, failures, retry_at)
VALUES (:dependency, 1, CASE WHEN :threshold <= 1 THEN :retry_at::timestamptz END)
ON CONFLICT (dependency) DO UPDATE
SET failures = b.failures + 1,
    retry_at = CASE WHEN b.failures + 1 >= :threshold THEN :retry_at::timestamptz ELSE b.retry_at END
RETURNING failures, retry_at;

-- name: forget_failures!
-- It answered. Touches no row while everything is in order. Primary key.
UPDATE breaker SET failures = 0, retry_at = NULL
WHERE dependency = :dependency AND (failures > 0 OR retry_at IS NOT NULL);
