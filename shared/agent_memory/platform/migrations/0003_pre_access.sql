-- Roles beyond admin and agent, keys that say when they were used, and what an org may use.

ALTER TABLE api_key DROP CONSTRAINT api_key_role_check;
ALTER TABLE api_key ADD CONSTRAINT api_key_role_check CHECK (role IN ('admin', 'agent', 'user', 'auditor'));
ALTER TABLE api_key ADD COLUMN user_id text;
ALTER TABLE api_key ADD COLUMN label text;
ALTER TABLE api_key ADD COLUMN last_used_at timestamptz(3);
ALTER TABLE api_key ADD CONSTRAINT api_key_user CHECK ((role = 'user') = (user_id IS NOT NULL));

CREATE TABLE org_limit (
    org_id text PRIMARY KEY REFERENCES org,
    requests_per_minute integer CHECK (requests_per_minute > 0),
    memories_per_user integer CHECK (memories_per_user > 0),
    content_bytes integer CHECK (content_bytes > 0),
    tags_per_memory integer CHECK (tags_per_memory > 0)
);
CREATE TABLE request_bucket (
    org_id text PRIMARY KEY REFERENCES org,
    tokens double precision NOT NULL,
    refilled_at timestamptz(3) NOT NULL
);

ALTER TABLE org_limit ENABLE ROW LEVEL SECURITY;
ALTER TABLE org_limit FORCE ROW LEVEL SECURITY;
CREATE POLICY org_limit_of_org ON org_limit
    USING (org_id = nullif(current_setting('app.org_id', true), ''))
    WITH CHECK (org_id = nullif(current_setting('app.org_id', true), ''));
ALTER TABLE request_bucket ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_bucket FORCE ROW LEVEL SECURITY;
CREATE POLICY request_bucket_of_org ON request_bucket
    USING (org_id = nullif(current_setting('app.org_id', true), ''))
    WITH CHECK (org_id = nullif(current_setting('app.org_id', true), ''));

-- The authorizer may note that the key it was shown was used; app may make, list and revoke its org's keys.
GRANT UPDATE (last_used_at) ON api_key TO authorizer;
GRANT SELECT, INSERT, UPDATE ON api_key TO app;
GRANT SELECT ON org_limit TO app, worker;
GRANT SELECT, INSERT, UPDATE ON request_bucket TO app;
