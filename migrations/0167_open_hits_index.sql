-- concurrently
-- needs 0166

-- Open hits with what lists filter and count by, so that counts read the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_open ON screening_hits (org_id, id DESC)
  INCLUDE (created_at, assignee, due_at, list_kind, list_id, score) WHERE status = 'open';
-- Reads of open hits by subject use screening_hits_by_status_and_subject.
DROP INDEX CONCURRENTLY IF EXISTS screening_hits_open_subjects;
