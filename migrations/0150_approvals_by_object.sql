-- concurrently
-- The requests about an object, answered ones too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_object ON approvals (org_id, object_id, id);
