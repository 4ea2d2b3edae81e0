-- The title that a person gives to a search, to find it again: an envelope, as it may name somebody.
ALTER TABLE screenings ADD COLUMN title_envelope text;
