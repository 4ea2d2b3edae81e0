-- needs 0166
-- Keyed hashes of the ids that a recorded answer is about, so that the erasure of a subject finds it. Null in records of older versions, which an erasure
-- treats as being about every subject.
ALTER TABLE idempotency_records ADD COLUMN about text[];
