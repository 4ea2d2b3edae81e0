-- concurrently

-- Keys of the reasons, and the reasons from before that the worker seals.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_decisions_by_key ON screening_decisions ((split_part(envelope, '|', 1)))
  WHERE envelope IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_decisions_in_clear ON screening_decisions (org_id, id) WHERE reason <> '';
