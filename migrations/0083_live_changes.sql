-- The log that streams of changes follow: which things of an organization have changed, by their ids. A position in it is a
-- snapshot of transactions, as in inbox_changes.
CREATE TABLE live_changes (
  org_id text COLLATE "C" NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- Null: so many that nobody counts them.
  object_id text COLLATE "C",
  PRIMARY KEY (org_id, xid, id)
);
COMMENT ON TABLE live_changes IS 'owner: live. A row is one thing that has changed, for open streams. Written by the transaction of the change; the worker deletes old ones. Locked by nothing: rows are inserted and deleted, never changed.';
ALTER TABLE live_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON live_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON live_changes TO CURRENT_USER USING (true);
