-- concurrently

-- Each list is read in its order, with one filter, from one index, backwards: what is new stands at its end, where it costs
-- least to write. Sums over attempts read a range of the first two.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_by_time
  ON delivery_attempts (org_id, attempted_at, delivery_id, number);
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_by_webhook
  ON delivery_attempts (org_id, webhook_id, attempted_at, delivery_id, number);
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_by_type
  ON delivery_attempts (org_id, event_type, attempted_at, delivery_id, number);
-- Failures alone: attempts that succeed are not written into these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_failed
  ON delivery_attempts (org_id, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_failed_by_webhook
  ON delivery_attempts (org_id, webhook_id, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempts_failed_by_status
  ON delivery_attempts (org_id, status_code, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_by_time ON events (org_id, created_at, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_by_type ON events (org_id, type, created_at, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_by_object ON events (org_id, object_id, created_at, id)
  WHERE object_id IS NOT NULL;
