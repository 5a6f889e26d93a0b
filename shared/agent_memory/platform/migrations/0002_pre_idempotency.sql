-- Kept answers of writes, so that a retry has one effect and gets the first answer.

CREATE TABLE idempotency_key (
    org_id text NOT NULL REFERENCES org,
    credential_id text NOT NULL,
    key_hmac bytea NOT NULL,
    fingerprint bytea NOT NULL,
    user_ids text[] NOT NULL,
    answer bytea,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, credential_id, key_hmac)
);
CREATE INDEX idempotency_expiry ON idempotency_key (org_id, expires_at);

ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY;
CREATE POLICY idempotency_key_of_org ON idempotency_key
    USING (org_id = nullif(current_setting('app.org_id', true), ''))
    WITH CHECK (org_id = nullif(current_setting('app.org_id', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO app;
GRANT SELECT, DELETE ON idempotency_key TO scheduler;
