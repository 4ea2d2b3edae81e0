-- Reads the table beside its use; 0029 has added the constraint.
ALTER TABLE dead_letters VALIDATE CONSTRAINT dead_letters_status_known;
