-- A primary key for the log that streams follow: rows of a table without one cannot be moved to another server while others
-- change them. Adding one would rewrite the table under a lock, so a new table takes its name, and the newest rows: the log
-- is of the last minutes, and open streams are seconds behind. Who is further behind looks at all its threads.
ALTER TABLE inbox_changes RENAME TO inbox_changes_unkeyed;
CREATE TABLE inbox_changes (
  org_id text COLLATE "C" NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  thread_id text COLLATE "C" NOT NULL,
  -- Whose inbox alone it is about; null for all of the thread.
  participant_id text COLLATE "C",
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (org_id, xid, id)
);
INSERT INTO inbox_changes (org_id, xid, thread_id, participant_id)
  SELECT org_id, xid, thread_id, participant_id FROM inbox_changes_unkeyed ORDER BY xid DESC LIMIT 100000;
COMMENT ON TABLE inbox_changes IS 'owner: threads. A row is one change of a thread that open streams have to hear of. Written by the transaction of the change; the worker deletes old ones. Locked by nothing: rows are inserted and deleted, never changed.';
ALTER TABLE inbox_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON inbox_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON inbox_changes TO CURRENT_USER USING (true);

-- Processes that run on write to the table of this name from now on, before `oriki migrate` has given them their rights.
DO $$
DECLARE held record;
  operators text;
BEGIN
  FOR held IN SELECT grantee::regrole AS role, string_agg(privilege_type, ', ') AS rights
    FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = 'inbox_changes_unkeyed'::regclass AND grantee <> 0 GROUP BY 1
  LOOP
    EXECUTE format('GRANT %s ON inbox_changes TO %s', held.rights, held.role);
  END LOOP;
  SELECT string_agg(role::regrole::text, ', ') INTO operators FROM pg_policy, unnest(polroles) AS role
    WHERE polrelid = 'inbox_changes_unkeyed'::regclass AND polname = 'operator';
  EXECUTE format('ALTER POLICY operator ON inbox_changes TO %s', operators);
END $$;
DROP TABLE inbox_changes_unkeyed;
