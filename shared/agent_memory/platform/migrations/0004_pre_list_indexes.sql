-- Every filter of a list walks an index in the list's own order, and a correction finds what it overruled. Most leave
-- out the bulk of the rows: facts, and what was extracted, are found by memory_of_agent soon enough.

CREATE INDEX subject_forgotten ON subject (org_id, user_id) WHERE state = 'forgotten';
CREATE INDEX memory_of_type ON memory (org_id, agent_id, memory_type, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND memory_type <> 'fact';
CREATE INDEX memory_of_source ON memory (org_id, agent_id, source, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND source <> 'auto';
CREATE INDEX memory_pinned ON memory (org_id, agent_id, created_at DESC, memory_id DESC)
    WHERE status = 'active' AND pinned;
CREATE INDEX memory_of_session ON memory (org_id, agent_id, session_id, created_at DESC, memory_id DESC)
    WHERE session_id IS NOT NULL;
CREATE INDEX memory_by_importance
    ON memory (org_id, agent_id, importance DESC, created_at DESC, memory_id DESC) WHERE status = 'active';
CREATE INDEX memory_superseded ON memory (org_id, agent_id, user_id, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_tag_of_user ON memory_tag (org_id, agent_id, user_id, tag_hmac, created_at DESC, memory_id DESC);
