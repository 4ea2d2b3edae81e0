-- concurrently

-- The request that waits for an answer to a verification, for the export of a subject.
CREATE INDEX CONCURRENTLY IF NOT EXISTS dead_letters_by_verification ON dead_letters (org_id, verification_id);
