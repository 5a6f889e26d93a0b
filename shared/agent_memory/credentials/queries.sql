-- name: present_key_hash
-- Name the hash that the policy api_key_by_hash lets the authorizer see.
SELECT set_config('app.key_hash', encode(:key_hash::bytea, 'hex'), true);

-- name: find_key_across_orgs
-- The key with this hash, in whatever org: one of the three reads across orgs. Unique index api_key_hash.
SELECT org_id, key_id, role, user_id, last_used_at FROM api_key
WHERE key_hash = :key_hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now);

-- name: note_use!
-- The key was used. Primary key.
UPDATE api_key SET last_used_at = :now WHERE org_id = :org_id AND key_id = :key_id;

-- name: insert_org!
-- A tenant; nothing when it exists.
INSERT INTO org (org_id, name, created_at) VALUES (:org_id, :name, :now)
ON CONFLICT (org_id) DO NOTHING;

-- name: insert_key!
-- A key of a tenant; nothing when this very key exists.
INSERT INTO api_key (org_id, key_id, key_hash, role, user_id, label, created_at, expires_at)
VALUES (:org_id, :key_id, :key_hash, :role, :user_id, :label, :now, :expires_at)
ON CONFLICT DO NOTHING;

-- name: list_keys
-- All keys of the org, newest first. Primary key prefix.
SELECT key_id, role, user_id, label, created_at, expires_at, revoked_at, last_used_at FROM api_key
WHERE org_id = :org_id ORDER BY created_at DESC, key_id;

-- name: revoke_key
-- From now on this key proves nobody. Primary key.
UPDATE api_key SET revoked_at = coalesce(revoked_at, :now) WHERE org_id = :org_id AND key_id = :key_id
RETURNING key_id;
