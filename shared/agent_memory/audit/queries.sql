-- name: insert_event!
-- Append one event. Rows are never changed.
INSERT INTO audit_event (org_id, event_id, occurred_at, actor, action, agent_id, subject_hmac, target, detail)
VALUES (:org_id, :event_id, :occurred_at, :actor, :action, :agent_id, :subject_hmac, :target, :detail::jsonb);
