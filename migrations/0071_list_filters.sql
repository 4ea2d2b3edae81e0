-- concurrently

-- Lists are read in their order, with one filter, from one index: a page reads what it shows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_verifications_by_kind
  ON identity_verifications (org_id, kind, verified_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_verifications_by_status
  ON identity_verifications (org_id, status, verified_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screenings_by_outcome ON screenings (org_id, outcome, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_kind ON screening_hits (org_id, list_kind, status, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_list_and_time ON screening_hits (org_id, list_id, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_hits_by_subject ON screening_hits (org_id, subject_id, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_failed ON deliveries (org_id, webhook_id, id DESC) WHERE failed_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS threads_by_status ON threads (org_id, status, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS threads_by_channel ON threads (org_id, channel_id, id DESC);

-- Words of names, each with the organization before it, so that nobody's search reads what others have.
CREATE INDEX CONCURRENTLY IF NOT EXISTS webhooks_by_words ON webhooks
  USING gin (to_tsvector('simple', regexp_replace(lower(name), '\w+', replace(org_id, '_', '') || '\&', 'g')));
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_lists_by_words ON screening_lists
  USING gin (to_tsvector('simple', regexp_replace(lower(name), '\w+', replace(org_id, '_', '') || '\&', 'g')));
