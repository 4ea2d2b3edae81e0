-- shared
-- The day or moment of publication that a list's file names, or its server; null where neither does.
ALTER TABLE global_lists ADD COLUMN published_at timestamptz;
