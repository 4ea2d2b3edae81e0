-- The person behind whoever asked: themselves, or who made the key that asked.
ALTER TABLE approvals ADD COLUMN asked_person text COLLATE "C";
COMMENT ON TABLE approvals IS 'owner: approvals. A row is one request for a second person, with the first: who asked, or who made the key that asked. Written by the first; answered in the transaction of what was asked for, or by whoever rejects it. Locked by its own row while it is answered.';
