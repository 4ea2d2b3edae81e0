-- concurrently

-- Rows by an external id in its stored spelling. They replace indexes on an expression, which requests cannot use under row-level security.
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_verifications_by_subject ON identity_verifications
  (org_id, subject_id, verified_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screenings_by_subject ON screenings (org_id, subject_id, id DESC)
  WHERE subject_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_subject ON screening_hits (org_id, subject_id, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_actions_by_object ON audit_actions (org_id, object_id, id);
-- Hits of an assignee, of any status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_assignee ON screening_hits (org_id, assignee, id DESC)
  WHERE assignee IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS identity_verifications_by_external_id;
DROP INDEX CONCURRENTLY IF EXISTS screenings_by_external_id;
DROP INDEX CONCURRENTLY IF EXISTS screening_hits_by_external_id;
DROP INDEX CONCURRENTLY IF EXISTS audit_actions_by_external_id;
