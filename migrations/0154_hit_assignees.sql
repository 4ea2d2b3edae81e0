-- The person who reviews a hit, and the time by which it is due.
ALTER TABLE screening_hits ADD COLUMN assignee text COLLATE "C", ADD COLUMN due_at timestamptz;
