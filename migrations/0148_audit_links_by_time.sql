-- concurrently

-- Finds the link that covers a row: it is among the first after the time of the row.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_links_by_time ON audit_links (org_id, linked_at);
