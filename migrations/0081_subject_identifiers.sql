-- What is kept of a subject's identifiers: kind, country, last characters and HMAC of each. Null where it has none.
ALTER TABLE screening_subjects ADD COLUMN identifiers json;
