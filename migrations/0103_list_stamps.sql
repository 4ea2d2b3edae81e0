-- A database can come back without its last commits, and then gives revisions a second time. So every change also stores a
-- random text beside the revision: the stamps of the newest changes, the newest first. Empty: not changed since then.
ALTER TABLE screening_lists ADD COLUMN stamps text[] NOT NULL DEFAULT '{}';
-- The stamp of the revision of a global list, which is on another server: subjects were screened up to that version. Null:
-- from before there were stamps.
ALTER TABLE screening_cursors ADD COLUMN stamp text;
ALTER TABLE screening_cursors ADD COLUMN target_stamp text;
