-- The life of memories: policies, tiers by access, the archive, reports of governance.

ALTER TABLE memory ADD COLUMN read_only boolean NOT NULL DEFAULT false;
ALTER TABLE memory ADD COLUMN forget_at timestamptz(3);
-- What the daily sweep looks for: memories that may have expired, and marks that a memory not read for long has got.
CREATE INDEX memory_expiring ON memory (org_id, agent_id, user_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_marked ON memory (org_id, agent_id, user_id) WHERE read_only OR forget_at IS NOT NULL;
CREATE INDEX memory_version_age ON memory_version (org_id, agent_id, updated_at);
CREATE INDEX turn_age ON turn (org_id, agent_id, created_at) WHERE extracted_at IS NOT NULL;
CREATE INDEX job_age ON job (org_id, agent_id, created_at);
ALTER TABLE job DROP CONSTRAINT job_kind_check;
ALTER TABLE job ADD CONSTRAINT job_kind_check CHECK (kind IN ('conversation', 'embedding', 'restore'));

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

DO $$
DECLARE
    table_name text;
BEGIN
    FOREACH table_name IN ARRAY ARRAY[
        'org_policy', 'agent_policy', 'memory_access', 'memory_archive', 'archive_object', 'governance_run'
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
