-- shared
-- Entries of global lists as they were before an import changed or removed them: whoever reviews a hit sees what the list
-- said when it hit.
CREATE TABLE global_previous_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists (id) ON DELETE CASCADE,
  entry_id text COLLATE "C" NOT NULL,
  -- The list's revision since which the entry is not so any more.
  revision bigint NOT NULL,
  -- The row of global_entries, with the revision since which it was so.
  entry json NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, entry_id, revision)
);
CREATE INDEX global_previous_entries_by_revision ON global_previous_entries (list_id, revision);
COMMENT ON TABLE global_previous_entries IS 'owner: screening/global. A row is one entry of a global list as it was until a version changed or removed it. Written by imports; the worker deletes those of deleted versions. Locked by the row of its list while it is inserted; by its own row, where nobody else has it, while it is deleted.';
