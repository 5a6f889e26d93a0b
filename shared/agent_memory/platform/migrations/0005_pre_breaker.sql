-- Whether the endpoints we depend on answer, counted by all workers together. Nothing of any org: so it has no org_id.
CREATE TABLE breaker (
    dependency text PRIMARY KEY,
    failures integer NOT NULL CHECK (failures >= 0),
    retry_at timestamptz(3)
);
GRANT SELECT, INSERT, UPDATE ON breaker TO worker;
GRANT SELECT ON breaker TO scheduler;
