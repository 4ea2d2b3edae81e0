-- concurrently

-- What has ended is looked for in all organizations.
CREATE INDEX CONCURRENTLY IF NOT EXISTS permission_assignments_ends ON permission_assignments (expires_at)
  WHERE expires_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS permission_relationships_ends ON permission_relationships (expires_at)
  WHERE expires_at IS NOT NULL;
