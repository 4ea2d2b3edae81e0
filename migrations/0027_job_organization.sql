-- A request of a tenant adds jobs that are about its own organization, not only in its group: the worker goes by what a
-- job's data says.
ALTER POLICY organization ON pgboss.job
  WITH CHECK (group_id = current_setting('oriki.org_id', true) AND data->>'orgId' = group_id);
ALTER POLICY organization ON pgboss.job_common
  WITH CHECK (group_id = current_setting('oriki.org_id', true) AND data->>'orgId' = group_id);
