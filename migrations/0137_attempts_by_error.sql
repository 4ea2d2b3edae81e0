-- concurrently

-- Failures by their kind: attempts that succeed are not written into it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_failed_by_error
  ON delivery_attempts (org_id, error, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
