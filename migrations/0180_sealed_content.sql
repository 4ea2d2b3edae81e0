-- shared
-- needs 0166
-- True if names in screenings and contents of messages are sealed; null if they never were. Read with each key and session.
ALTER TABLE organizations ADD COLUMN seals_content boolean;
