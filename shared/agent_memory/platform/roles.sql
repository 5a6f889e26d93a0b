-- Roles and extensions are the administrator's matter, so they stand apart from the migrations.
-- Run in the service's database by the cluster's administrator (initdb's superuser locally, the master user on Aurora). Safe to run again.
-- `owner` owns the schema and runs migrations; the others are what functions log in as. None may bypass row security.
DO $$
DECLARE
    role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['owner', 'app', 'worker', 'authorizer', 'scheduler', 'auditor'] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', role_name);
        END IF;
        IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name AND (rolsuper OR rolbypassrls)) THEN
            RAISE EXCEPTION 'role % may bypass row level security', role_name;
        END IF;
    END LOOP;
END
$$;

-- The schema's owner owns the database, so that migrations need no administrator.
DO $$
BEGIN
    EXECUTE format('GRANT owner TO %I', current_user);
    EXECUTE format('ALTER DATABASE %I OWNER TO owner', current_database());
    IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'rds_iam') THEN
        GRANT rds_iam TO owner, app, worker, authorizer, scheduler, auditor;
    END IF;
END
$$;

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
