-- shared
-- The profile of weights that a group gives to screenings of its members; null: none.
ALTER TABLE federation_groups ADD COLUMN fraud_profile text;
ALTER TABLE federation_members ADD COLUMN fraud_profile text;
