-- How often a hit has changed: whoever decides on it can say what they have seen.
ALTER TABLE screening_hits ADD COLUMN revision integer NOT NULL DEFAULT 1;

-- The queries of an origin's URLs, which may hold secrets, as an envelope; main and aliases are without them.
-- Null: they have none. Origins from before keep theirs in main and aliases until they are set again.
ALTER TABLE global_list_origins ADD COLUMN queries text;
