-- When a hit opened again; null since it was found. A decision on an open hit keeps when that had opened; null in rows from before.
ALTER TABLE screening_hits ADD COLUMN opened_at timestamptz;
ALTER TABLE screening_decisions ADD COLUMN opened_at timestamptz;
