-- Streams of inboxes: what has changed since a position. A position is a snapshot of transactions (pg_snapshot), because
-- only that says exactly which commits a reader has seen, however they overlapped: a number given inside a transaction
-- can become visible after a higher one. What a snapshot does not show as done has changed since.

-- The last transaction that changed what inboxes show of the thread to all. 0: before there were streams.
ALTER TABLE threads ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '0';
-- The last one that changed what the thread is to this participant alone: joining, leaving, reading.
ALTER TABLE thread_participants ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '0';

-- The same changes as a log of the last minutes, so that open streams find what is new without looking at all threads.
CREATE TABLE inbox_changes (
  org_id text COLLATE "C" NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  thread_id text COLLATE "C" NOT NULL,
  -- Whose inbox alone it is about; null for all of the thread.
  participant_id text COLLATE "C"
);
CREATE INDEX inbox_changes_since ON inbox_changes (org_id, xid);
