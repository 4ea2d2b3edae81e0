-- concurrently

-- Decisions by time, for the figures of the team.
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_decisions_by_time ON screening_decisions (org_id, decided_at)
  INCLUDE (actor_id, api_key_id, opened_at);
