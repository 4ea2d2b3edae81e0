-- A primary key for usage that is not summed up yet: rows of a table without one cannot be moved to another server while
-- others change them. Adding one would rewrite the table under a lock, so a new table takes its name. What is in the old
-- one is counted all the same, and moved by the worker; the release after this one drops it.
ALTER TABLE usage_pending RENAME TO usage_pending_unkeyed;
ALTER TABLE usage_pending_unkeyed REPLICA IDENTITY FULL;
COMMENT ON TABLE usage_pending_unkeyed IS 'owner: usage. A row is usage that was counted by a version before migration 40 and is not in the daily sums yet. Written by nobody any more; the worker moves it. Locked by the advisory lock of the roll-up while it is moved.';

CREATE TABLE usage_pending (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL,
  -- Of the row that was counted: a sequence would have to be moved along with the rows.
  id text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text,
  PRIMARY KEY (org_id, day, service, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE usage_pending IS 'owner: usage. A row is usage that was counted and is not in the daily sums yet. Written by triggers in the transaction of what was used; the worker moves it. Locked by the advisory lock of the roll-up while it is moved.';
ALTER TABLE usage_pending ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_pending USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_pending TO CURRENT_USER USING (true);

CREATE OR REPLACE VIEW usage_by_day WITH (security_invoker = true) AS
  SELECT org_id, day, service, metric, sum(quantity) AS quantity FROM (
    SELECT org_id, day, service, metric, quantity FROM usage_daily
    UNION ALL
    SELECT org_id, day, service, metric, quantity FROM usage_pending
    UNION ALL
    SELECT org_id, day, service, metric, quantity FROM usage_pending_unkeyed
  ) AS counted
  GROUP BY org_id, day, service, metric;

-- Processes that run on write to the table of this name from now on, before `oriki migrate` has given them their rights.
DO $$
DECLARE held record;
  operators text;
BEGIN
  FOR held IN SELECT grantee::regrole AS role, string_agg(privilege_type, ', ') AS rights
    FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = 'usage_pending_unkeyed'::regclass AND grantee <> 0 GROUP BY 1
  LOOP
    EXECUTE format('GRANT %s ON usage_pending TO %s', held.rights, held.role);
  END LOOP;
  SELECT string_agg(role::regrole::text, ', ') INTO operators FROM pg_policy, unnest(polroles) AS role
    WHERE polrelid = 'usage_pending_unkeyed'::regclass AND polname = 'operator';
  EXECUTE format('ALTER POLICY operator ON usage_pending TO %s', operators);
END $$;
