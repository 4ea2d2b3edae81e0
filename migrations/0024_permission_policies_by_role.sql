-- concurrently

-- Whether a policy is about a role is asked for each role that is removed.
CREATE INDEX CONCURRENTLY IF NOT EXISTS permission_policies_by_role ON permission_policies (org_id, role_id);
