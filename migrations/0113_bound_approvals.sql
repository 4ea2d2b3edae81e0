-- A request for a second person is bound to its object's revision when it is made; null in requests from before, which are
-- void because they are bound to nothing. An object without revisions has an empty one.
ALTER TABLE approvals ADD COLUMN revision text COLLATE "C";
-- The asker's reason and its salt, and those of the person who rejects the request, as envelopes.
ALTER TABLE approvals ADD COLUMN envelope text;
ALTER TABLE approvals ADD COLUMN answer_envelope text;
ALTER TABLE approvals DROP CONSTRAINT approvals_outcome_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_outcome_known CHECK (outcome IN ('approved', 'rejected', 'void')) NOT VALID;
