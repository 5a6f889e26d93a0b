-- The schema as it is now. The numbered migrations lead here; a test proves that both say the same.

-- Tenants. Only the scheduler may list them (one of the three reads across orgs).
CREATE TABLE org (
    org_id text PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL
);

-- Credentials of machines. The key itself is never stored: key_hash is its SHA-256, and a key has 160 random bits.
CREATE TABLE api_key (
    org_id text NOT NULL REFERENCES org,
    key_id text NOT NULL,
    key_hash bytea NOT NULL,
    role text NOT NULL CHECK (role IN ('admin', 'agent', 'user', 'auditor')),
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    user_id text,
    label text,
    last_used_at timestamptz(3),
    PRIMARY KEY (org_id, key_id),
    CONSTRAINT api_key_hash UNIQUE (key_hash),
    CONSTRAINT api_key_user CHECK ((role = 'user') = (user_id IS NOT NULL))
);

CREATE TABLE agent (
    org_id text NOT NULL REFERENCES org,
    agent_id text NOT NULL,
    name text,
    description text,
    instructions text,
    write_policy text NOT NULL CHECK (write_policy IN ('auto', 'confirm', 'explicit')),
    time_zone text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id)
);

-- The person remembered: unit of encryption and erasure. Every write about a person locks this row.
CREATE TABLE subject (
    org_id text NOT NULL REFERENCES org,
    user_id text NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'forgotten')),
    epoch bigint NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, user_id)
);
CREATE INDEX subject_forgotten ON subject (org_id, user_id) WHERE state = 'forgotten';

-- What one agent knows of one person: the scope of deduplication. Its epoch rises with "delete all" of that agent,
-- so that jobs accepted earlier write nothing; the lease lets one worker at a time extract for it.
CREATE TABLE memory_scope (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    epoch bigint NOT NULL DEFAULT 0,
    lease_holder text,
    lease_until timestamptz(3),
    PRIMARY KEY (org_id, agent_id, user_id),
    CONSTRAINT memory_scope_agent FOREIGN KEY (org_id, agent_id) REFERENCES agent,
    CONSTRAINT memory_scope_subject FOREIGN KEY (org_id, user_id) REFERENCES subject
);
CREATE INDEX memory_scope_leased ON memory_scope (org_id, lease_until) WHERE lease_holder IS NOT NULL;

-- L1. `body` is sealed: content, tags, entities, snippet. content_hash and attribute are HMACs under the subject's key.
CREATE TABLE memory (
    org_id text NOT NULL,
    memory_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_type text NOT NULL CHECK (memory_type IN ('core', 'fact', 'preference', 'summary', 'note')),
    source text NOT NULL CHECK (source IN ('auto', 'agent', 'admin')),
    kind text CHECK (kind IN ('fact', 'preference', 'constraint', 'intent', 'knowledge', 'relationship')),
    importance smallint NOT NULL CHECK (importance BETWEEN 1 AND 5),
    confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    body bytea NOT NULL,
    content_hash bytea NOT NULL,
    attribute bytea,
    language text NOT NULL,
    session_id text,
    source_message_ids text[] NOT NULL,
    observed_at timestamptz(3) NOT NULL,
    observed_sequence bigint NOT NULL,
    verified boolean NOT NULL,
    pinned boolean NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'superseded', 'held', 'archived')),
    superseded_by text,
    version integer NOT NULL CHECK (version >= 1),
    updated_by text NOT NULL,
    update_reason text NOT NULL,
    tier text NOT NULL CHECK (tier IN ('hot', 'warm', 'cold')),
    ttl_days integer CHECK (ttl_days > 0),
    expires_at timestamptz(3),
    access_count bigint NOT NULL DEFAULT 0,
    last_accessed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    read_only boolean NOT NULL DEFAULT false,
    forget_at timestamptz(3),
    PRIMARY KEY (org_id, memory_id),
    CONSTRAINT memory_owner UNIQUE (org_id, agent_id, user_id, memory_id),
    CONSTRAINT memory_memory_scope FOREIGN KEY (org_id, agent_id, user_id) REFERENCES memory_scope
);
CREATE UNIQUE INDEX memory_active_text ON memory (org_id, agent_id, user_id, content_hash) WHERE status = 'active';
CREATE INDEX memory_of_agent ON memory (org_id, agent_id, status, created_at DESC, memory_id DESC);
CREATE INDEX memory_of_user ON memory (org_id, agent_id, user_id, status, created_at DESC, memory_id DESC);
CREATE INDEX memory_always_injected ON memory (org_id, agent_id, user_id)
    WHERE status = 'active' AND (pinned OR memory_type = 'core');
CREATE INDEX memory_attribute ON memory (org_id, agent_id, user_id, attribute)
    WHERE status = 'active' AND attribute IS NOT NULL;
-- Filters of a list, each in the list's own order. Most leave out the bulk of the rows: facts and what was extracted
-- are found by memory_of_agent soon enough.
CREATE INDEX memory_of_type ON memory (org_id, agent_id, memory_type, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND memory_type <> 'fact';
CREATE INDEX memory_of_source ON memory (org_id, agent_id, source, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND source <> 'auto';
CREATE INDEX memory_pinned ON memory (org_id, agent_id, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND pinned;
CREATE INDEX memory_by_importance
    ON memory (org_id, agent_id, importance DESC, created_at DESC, memory_id DESC) WHERE status = 'active';
CREATE INDEX memory_of_session ON memory (org_id, agent_id, session_id, created_at DESC, memory_id DESC)
    WHERE session_id IS NOT NULL;
-- What a memory overruled goes when it goes.
CREATE INDEX memory_superseded ON memory (org_id, agent_id, user_id, superseded_by) WHERE superseded_by IS NOT NULL;
-- What the daily sweep looks for: memories that may have expired, and marks that a memory not read for long has got.
CREATE INDEX memory_expiring ON memory (org_id, agent_id, user_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_marked ON memory (org_id, agent_id, user_id) WHERE read_only OR forget_at IS NOT NULL;

-- Past versions of a memory: its row as it was, with the body still sealed for its old version number.
CREATE TABLE memory_version (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_id text NOT NULL,
    version integer NOT NULL,
    body bytea NOT NULL,
    memory_type text NOT NULL,
    pinned boolean NOT NULL,
    kind text,
    importance smallint NOT NULL,
    status text NOT NULL,
    updated_by text NOT NULL,
    update_reason text NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id, user_id, memory_id, version),
    CONSTRAINT memory_version_memory FOREIGN KEY (org_id, agent_id, user_id, memory_id)
        REFERENCES memory (org_id, agent_id, user_id, memory_id) ON DELETE CASCADE
);
CREATE INDEX memory_version_age ON memory_version (org_id, agent_id, updated_at);

-- The narrow table that search scans: all rows of one user through the primary key, exact, cosine and BM25 at once.
-- Only active memories have rows here. A long text has one row per chunk.
CREATE TABLE memory_search (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_id text NOT NULL,
    chunk smallint NOT NULL,
    expires_at timestamptz(3),
    segmenter_version smallint NOT NULL,
    embedding_model text,
    embedding halfvec(1024),
    terms sparsevec(1000000000) NOT NULL,
    PRIMARY KEY (org_id, agent_id, user_id, memory_id, chunk),
    CONSTRAINT memory_search_memory FOREIGN KEY (org_id, agent_id, user_id, memory_id)
        REFERENCES memory (org_id, agent_id, user_id, memory_id) ON DELETE CASCADE
);
-- The vector stays in the row (a scan without TOAST is 3.7 times cheaper); the terms may be moved out of it,
-- since with both inline a row of more than about 740 terms could not be stored.
ALTER TABLE memory_search ALTER COLUMN embedding SET STORAGE PLAIN;
ALTER TABLE memory_search ALTER COLUMN terms SET STORAGE EXTERNAL;
ALTER TABLE memory_search SET (toast_tuple_target = 8160);

-- Tag filter: equality on an HMAC under the org's key, since array operators cannot use an index under row security.
CREATE TABLE memory_tag (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_id text NOT NULL,
    tag_hmac bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id, user_id, memory_id, tag_hmac),
    CONSTRAINT memory_tag_memory FOREIGN KEY (org_id, agent_id, user_id, memory_id)
        REFERENCES memory (org_id, agent_id, user_id, memory_id) ON DELETE CASCADE
);
CREATE INDEX memory_tag_filter ON memory_tag (org_id, agent_id, tag_hmac, created_at DESC, memory_id DESC);
CREATE INDEX memory_tag_of_user ON memory_tag (org_id, agent_id, user_id, tag_hmac, created_at DESC, memory_id DESC);

-- Work accepted for a user: a conversation to extract from, or a vector still to be computed. `results` is sealed.
CREATE TABLE job (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    job_id text NOT NULL,
    user_id text NOT NULL,
    session_id text,
    kind text NOT NULL CHECK (kind IN ('conversation', 'embedding', 'restore')),
    status text NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'refused')),
    epoch bigint NOT NULL,
    memory_id text,
    attempts integer NOT NULL DEFAULT 0,
    results bytea,
    extractor jsonb,
    usage jsonb,
    failure text,
    created_at timestamptz(3) NOT NULL,
    sent_at timestamptz(3),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    PRIMARY KEY (org_id, agent_id, job_id),
    CONSTRAINT job_memory_scope FOREIGN KEY (org_id, agent_id, user_id) REFERENCES memory_scope
);
CREATE INDEX job_of_user ON job (org_id, agent_id, user_id, created_at DESC, job_id DESC);
CREATE INDEX job_waiting ON job (org_id, created_at) WHERE status IN ('queued', 'running');
CREATE INDEX job_age ON job (org_id, agent_id, created_at);

-- L0: what was said, append-only. turn_id is derived from (user, session, message id): a message is stored once.
CREATE TABLE turn (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    turn_id text NOT NULL,
    session_id text NOT NULL,
    message_id text NOT NULL,
    sequence bigint NOT NULL,
    role text NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
    body bytea NOT NULL,
    language text NOT NULL,
    token_count integer,
    platform text,
    time_zone text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    job_id text NOT NULL,
    epoch bigint NOT NULL,
    extracted_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id, user_id, turn_id),
    CONSTRAINT turn_sequence UNIQUE (org_id, agent_id, user_id, session_id, sequence),
    CONSTRAINT turn_job FOREIGN KEY (org_id, agent_id, job_id) REFERENCES job
);
CREATE INDEX turn_of_user ON turn (org_id, agent_id, user_id, occurred_at DESC, turn_id DESC);
CREATE INDEX turn_of_job ON turn (org_id, agent_id, job_id);
CREATE INDEX turn_unextracted ON turn (org_id, agent_id, user_id, occurred_at, sequence) WHERE extracted_at IS NULL;
CREATE INDEX turn_age ON turn (org_id, agent_id, created_at) WHERE extracted_at IS NOT NULL;

-- What search scans of turns, like memory_search. Turns that were read before vectors of turns were kept have none. What a
-- deleted memory was made of is found by whoever looks through the turns, and recalled no more.
CREATE TABLE turn_search (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    turn_id text NOT NULL,
    chunk smallint NOT NULL,
    segmenter_version smallint NOT NULL,
    terms sparsevec(1000000000) NOT NULL,
    embedding_model text,
    embedding halfvec(1024),
    recallable boolean NOT NULL DEFAULT true,
    PRIMARY KEY (org_id, agent_id, user_id, turn_id, chunk),
    CONSTRAINT turn_search_turn FOREIGN KEY (org_id, agent_id, user_id, turn_id)
        REFERENCES turn (org_id, agent_id, user_id, turn_id) ON DELETE CASCADE
);
ALTER TABLE turn_search ALTER COLUMN embedding SET STORAGE PLAIN;
ALTER TABLE turn_search ALTER COLUMN terms SET STORAGE EXTERNAL;
ALTER TABLE turn_search SET (toast_tuple_target = 8160);

-- What an org sets for the life of what it remembers, and what one of its agents sets otherwise. Only what differs from
-- the defaults: a default that changes reaches everybody who did not choose.
CREATE TABLE org_policy (
    org_id text PRIMARY KEY REFERENCES org,
    overrides jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL
);
CREATE TABLE agent_policy (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    overrides jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id),
    CONSTRAINT agent_policy_agent FOREIGN KEY (org_id, agent_id) REFERENCES agent
);

-- How often a memory was recalled on a day, for the last days only: what its tier is reckoned from.
CREATE TABLE memory_access (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_id text NOT NULL,
    day date NOT NULL,
    times integer NOT NULL CHECK (times > 0),
    PRIMARY KEY (org_id, agent_id, user_id, memory_id, day),
    CONSTRAINT memory_access_memory FOREIGN KEY (org_id, agent_id, user_id, memory_id)
        REFERENCES memory (org_id, agent_id, user_id, memory_id) ON DELETE CASCADE
);
CREATE INDEX memory_access_day ON memory_access (org_id, agent_id, day);

-- One object in the archive store: a Parquet file of sealed memories, with what proves that it is still what was written.
CREATE TABLE archive_object (
    org_id text NOT NULL REFERENCES org,
    object_id text NOT NULL,
    sha256 bytea NOT NULL,
    row_count integer NOT NULL CHECK (row_count > 0),
    byte_count bigint NOT NULL CHECK (byte_count > 0),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, object_id)
);

-- Memories that went to the archive: their headline, and where the rest is. `payload` is the sealed memory until an object
-- has it. `terms` finds it by keyword. A restore claims its rows through `job_id`.
CREATE TABLE memory_archive (
    org_id text NOT NULL,
    agent_id text NOT NULL,
    user_id text NOT NULL,
    memory_id text NOT NULL,
    version integer NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'superseded', 'archived')),
    superseded_by text,
    headline bytea NOT NULL,
    payload bytea,
    object_id text,
    terms sparsevec(1000000000),
    job_id text,
    created_at timestamptz(3) NOT NULL,
    archived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (org_id, agent_id, user_id, memory_id),
    CONSTRAINT memory_archive_memory_scope FOREIGN KEY (org_id, agent_id, user_id) REFERENCES memory_scope,
    CONSTRAINT memory_archive_object FOREIGN KEY (org_id, object_id) REFERENCES archive_object,
    CONSTRAINT memory_archive_job FOREIGN KEY (org_id, agent_id, job_id) REFERENCES job,
    CONSTRAINT memory_archive_place CHECK ((payload IS NULL) = (object_id IS NOT NULL))
);
ALTER TABLE memory_archive ALTER COLUMN terms SET STORAGE EXTERNAL;
CREATE INDEX memory_archive_of_user
    ON memory_archive (org_id, agent_id, user_id, archived_at DESC, memory_id DESC);
CREATE UNIQUE INDEX memory_archive_id ON memory_archive (org_id, agent_id, memory_id);
CREATE INDEX memory_archive_superseded ON memory_archive (org_id, agent_id, user_id, superseded_by)
    WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_archive_waiting ON memory_archive (org_id, archived_at) WHERE payload IS NOT NULL;
CREATE INDEX memory_archive_of_object ON memory_archive (org_id, object_id) WHERE object_id IS NOT NULL;
CREATE INDEX memory_archive_of_job ON memory_archive (org_id, agent_id, job_id) WHERE job_id IS NOT NULL;

-- What a run of governance did in an org. `effective_at` is the time it went by: a clock may be moved.
CREATE TABLE governance_run (
    org_id text NOT NULL REFERENCES org,
    run_id text NOT NULL,
    status text NOT NULL CHECK (status IN ('running', 'succeeded', 'unfinished', 'failed')),
    dry_run boolean NOT NULL,
    effective_at timestamptz(3) NOT NULL,
    started_at timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    counts jsonb NOT NULL,
    failure text,
    PRIMARY KEY (org_id, run_id)
);
CREATE INDEX governance_run_newest ON governance_run (org_id, started_at DESC, run_id DESC);

-- What was done to whom, never what was said. Nobody may change or remove a row.
CREATE TABLE audit_event (
    org_id text NOT NULL REFERENCES org,
    event_id text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    agent_id text,
    subject_hmac bytea,
    target text,
    detail jsonb NOT NULL,
    PRIMARY KEY (org_id, event_id)
);

-- Kept answers of writes, so that a retry has one effect and gets the first answer. `answer` is sealed.
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

-- What an org may use, where it is not the default; and its token bucket of requests.
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

-- Whether the endpoints we depend on answer, counted by all workers together. Nothing of any org: so it has no org_id.
CREATE TABLE breaker (
    dependency text PRIMARY KEY,
    failures integer NOT NULL CHECK (failures >= 0),
    retry_at timestamptz(3)
);

-- Row-level security: the second lock behind the org predicate that every statement carries itself.
DO $$
DECLARE
    table_name text;
BEGIN
    FOREACH table_name IN ARRAY ARRAY[
        'org', 'api_key', 'agent', 'subject', 'memory_scope', 'memory', 'memory_version', 'memory_search',
        'memory_tag', 'job', 'turn', 'turn_search', 'audit_event', 'idempotency_key',
        'org_limit', 'request_bucket', 'org_policy', 'agent_policy', 'memory_access', 'memory_archive',
        'archive_object', 'governance_run'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
        EXECUTE format(
            'CREATE POLICY %I ON %I USING (org_id = nullif(current_setting(''app.org_id'', true), '''')) '
            'WITH CHECK (org_id = nullif(current_setting(''app.org_id'', true), ''''))',
            table_name || '_of_org', table_name
        );
    END LOOP;
END
$$;

-- The reads across orgs. The authorizer sees the one key whose hash it names; the scheduler sees the list of orgs.
CREATE POLICY api_key_by_hash ON api_key FOR SELECT TO authorizer
    USING (key_hash = decode(nullif(current_setting('app.key_hash', true), ''), 'hex'));
CREATE POLICY org_list ON org FOR SELECT TO scheduler USING (true);

GRANT USAGE ON SCHEMA public TO app, worker, authorizer, scheduler, auditor;
GRANT SELECT ON api_key TO authorizer;
GRANT SELECT ON org TO scheduler;
GRANT SELECT, UPDATE ON job TO scheduler;
GRANT SELECT, INSERT, UPDATE ON agent TO app;
GRANT SELECT ON agent TO worker;
GRANT SELECT, INSERT, UPDATE ON subject, memory_scope TO app, worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON memory TO app;
GRANT SELECT, INSERT, UPDATE ON memory TO worker;
GRANT SELECT, INSERT ON memory_version TO app, worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON memory_search, memory_tag TO app, worker;
GRANT SELECT, INSERT, UPDATE ON job, turn TO app, worker;
GRANT SELECT, UPDATE (recallable) ON turn_search TO app;
GRANT SELECT, INSERT ON turn_search TO worker;
GRANT INSERT ON audit_event TO app, worker, scheduler;
GRANT SELECT ON audit_event TO auditor;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO app;
GRANT SELECT, DELETE ON idempotency_key TO scheduler;

-- The authorizer may note that the key it was shown was used; app may make, list and revoke its org's keys.
GRANT UPDATE (last_used_at) ON api_key TO authorizer;
GRANT SELECT, INSERT, UPDATE ON api_key TO app;
GRANT SELECT ON org_limit TO app, worker;
GRANT SELECT, INSERT, UPDATE ON request_bucket TO app;

GRANT SELECT, INSERT, UPDATE ON breaker TO worker;
GRANT SELECT ON breaker TO scheduler;

-- Governance runs as the scheduler, one org at a time: it moves, archives and drops, and never writes what was said.
GRANT SELECT ON agent, org_policy, agent_policy, subject, memory_scope TO scheduler;
GRANT SELECT, UPDATE, DELETE ON memory TO scheduler;
GRANT SELECT, UPDATE ON memory_search TO scheduler;
GRANT SELECT, DELETE ON memory_version, memory_access, turn, job TO scheduler;
GRANT UPDATE ON subject, memory_scope TO scheduler; -- to lock them
GRANT SELECT, INSERT, UPDATE, DELETE ON memory_archive, archive_object TO scheduler;
GRANT SELECT, INSERT, UPDATE, DELETE ON governance_run TO scheduler;
GRANT SELECT ON governance_run TO app;
GRANT SELECT, INSERT, UPDATE ON org_policy, agent_policy TO app;
GRANT SELECT ON org_policy, agent_policy TO worker;
GRANT SELECT, UPDATE, DELETE ON memory_archive TO app;
GRANT SELECT, DELETE ON memory_archive TO worker;
GRANT SELECT ON archive_object TO worker;
GRANT SELECT, INSERT, UPDATE ON memory_access TO worker;
GRANT SELECT ON memory_access TO app;
