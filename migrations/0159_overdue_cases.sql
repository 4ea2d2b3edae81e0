-- concurrently

-- Open cases that are overdue.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_open_by_due ON cases (org_id, due_at) WHERE status <> 'CLOSED' AND due_at IS NOT NULL;
