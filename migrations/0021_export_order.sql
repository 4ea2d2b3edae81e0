-- concurrently

-- Rows are exported in the order of their time, which is also what a range is about. Instead of messages_by_age, which
-- finds the range and not the order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_time ON messages (org_id, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS messages_by_age;
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_by_time ON deliveries (org_id, created_at, id);
