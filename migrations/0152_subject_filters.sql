-- concurrently

-- Subjects whose words the worker stores.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_subjects_without_words ON screening_subjects (org_id, subject_id)
  WHERE words_version IS DISTINCT FROM version;
-- Filters of the list of subjects.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_subjects_by_country ON screening_subjects (org_id, country, subject_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_open_subjects ON screening_hits (org_id, subject_id)
  WHERE status = 'open';
