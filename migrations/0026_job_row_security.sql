-- Row-level security for the job queue too, as migration 0022 has it for other tables: requests of tenants see and add
-- jobs of their organization alone, which is a job's group. Both tables: a policy holds for the one that is named.
ALTER TABLE pgboss.job ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON pgboss.job USING (group_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON pgboss.job TO CURRENT_USER USING (true);

ALTER TABLE pgboss.job_common ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON pgboss.job_common USING (group_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON pgboss.job_common TO CURRENT_USER USING (true);
