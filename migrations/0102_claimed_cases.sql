-- concurrently

-- Whoever reviews hits sees which cases are claimed: few of all.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_by_claim ON cases (org_id, claimed_until) WHERE claimed_until IS NOT NULL;
