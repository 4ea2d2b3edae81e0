-- concurrently

-- A source's role is imported once; beside it there may be tombstones with the same source_id.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS permission_roles_active_source
  ON permission_roles (org_id, prefix, source_id) WHERE NOT removed;
