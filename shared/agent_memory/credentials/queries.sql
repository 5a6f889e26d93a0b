-- name: present_key_hash
-- Name the hash that the policy api_key_by_hash lets the authorizer see.
SELECT set_config('app.key_hash', encode(:key_hash::bytea, 'hex'), true);

-- name: find_key_across_orgs
-- The key with this hash, in whatever org: one of the three reads across orgs. Unique index api_key_hash.
SELECT org_id, key_id, role FROM api_key
WHERE key_hash = :key_hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now);

-- name: insert_org!
-- A tenant; nothing when it exists.
INSERT INTO org (org_id, name, created_at) VALUES (:org_id, :name, :now)
ON CONFLICT (org_id) DO NOTHING;

-- name: insert_key!
-- A key of a tenant; nothing when this very key exists.
INSERT INTO api_key (org_id, key_id, key_hash, role, created_at)
VALUES (:org_id, :key_id, :key_hash, :role, :now)
ON CONFLICT DO NOTHING;
