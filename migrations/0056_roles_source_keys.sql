-- concurrently

-- A source's role is imported once; beside it there may be tombstones with the same source_id.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS permission_roles_active_source
  ON permission_roles (org_id, prefix, source_id) WHERE NOT removed;
-- Becomes the key permission_roles_source_unique in 0057.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS permission_roles_source_and_id
  ON permission_roles (org_id, prefix, source_id, id);
