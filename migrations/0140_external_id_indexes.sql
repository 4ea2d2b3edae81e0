-- concurrently

-- Rows that keep the spelling of an id that they were written with are found by its NFC. Texts in NFC, nearly all, are only
-- looked at, and not written anew.
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_verifications_by_external_id ON identity_verifications (org_id,
  (CASE WHEN subject_id IS NFC NORMALIZED THEN subject_id ELSE normalize(subject_id, NFC) END), verified_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screenings_by_external_id ON screenings (org_id,
  (CASE WHEN subject_id IS NFC NORMALIZED THEN subject_id ELSE normalize(subject_id, NFC) END), id DESC)
  WHERE subject_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_external_id ON screening_hits (org_id,
  (CASE WHEN subject_id IS NFC NORMALIZED THEN subject_id ELSE normalize(subject_id, NFC) END), id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_actions_by_external_id ON audit_actions (org_id,
  (CASE WHEN object_id IS NFC NORMALIZED THEN object_id ELSE normalize(object_id, NFC) END), id);
-- Every row had to be written into both. Processes of the version before find ids more slowly until they are restarted.
DROP INDEX CONCURRENTLY IF EXISTS identity_verifications_by_subject;
DROP INDEX CONCURRENTLY IF EXISTS screenings_by_subject;
DROP INDEX CONCURRENTLY IF EXISTS screening_hits_by_subject;
DROP INDEX CONCURRENTLY IF EXISTS audit_actions_by_object;
