-- concurrently

-- What is to be made, found without what is finished.
CREATE INDEX CONCURRENTLY IF NOT EXISTS exports_unfinished ON exports (created_at) WHERE status IN ('PENDING', 'PROCESSING');
