-- shared
-- needs 0166
-- The server on which an organization must stay; null for any. Moves elsewhere are refused.
ALTER TABLE organizations ADD COLUMN region text COLLATE "C";
