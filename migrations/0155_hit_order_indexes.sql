-- concurrently

-- Hits by score, of a status and of all, and by subject; open hits by assignee, and those with a due date.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_status_and_score ON screening_hits (org_id, status, score, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_score ON screening_hits (org_id, score, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_status_and_subject ON screening_hits (org_id, status, subject_id, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_open_by_assignee ON screening_hits (org_id, assignee, id DESC)
  WHERE status = 'open';
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_open_by_due ON screening_hits (org_id, due_at, id)
  WHERE status = 'open' AND due_at IS NOT NULL;
