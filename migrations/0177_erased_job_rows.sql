-- concurrently
-- needs 0166

-- The few rows of screening jobs with texts, for the erasure of a subject.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_job_rows_with_reason ON screening_job_rows (org_id, screening_id)
  WHERE screening_id IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_job_rows_by_ref ON screening_job_rows (org_id, ref) WHERE ref IS NOT NULL;
