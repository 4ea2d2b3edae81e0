-- concurrently

-- Open cases by assignee (those of a person, and those without one), all open cases, and cases in the order of their due dates.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_open_by_assignee ON cases (org_id, assignee, id DESC) WHERE status <> 'CLOSED';
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_open ON cases (org_id, id DESC) WHERE status <> 'CLOSED';
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_by_due ON cases (org_id, due_at, id) WHERE due_at IS NOT NULL;
