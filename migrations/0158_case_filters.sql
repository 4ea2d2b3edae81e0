-- concurrently

-- Cases of a type, and snoozed cases in the order in which they return.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_by_type ON cases (org_id, type, id DESC) WHERE type IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_by_snooze ON cases (org_id, snoozed_until, id) WHERE snoozed_until IS NOT NULL;
