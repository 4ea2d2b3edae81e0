-- The background work of all processes: one row a job. No key starts with org_id: a job goes through all organizations of
-- its database.
CREATE TABLE jobs (
  name text COLLATE "C" PRIMARY KEY,
  -- The process that runs it, or has run it last; of a job that one process runs at a time it holds the lease.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  last_run_at timestamptz,
  next_run_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Runs in a row that failed, and what kind of error ended the last one.
  failures integer NOT NULL DEFAULT 0,
  error text
);

-- Exports are taken from their own rows, as everything else that is worked on in the background.
ALTER TABLE exports
  ADD COLUMN holder text,
  ADD COLUMN leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- When the next attempt may begin.
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Of the request that asked for it, in traces.
  ADD COLUMN traceparent text;
