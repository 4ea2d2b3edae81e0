-- The programmes and topics of an entry when it was decided on: a decision that was made on less is open again. Null: from
-- before they were kept, until the pair is compared again.
ALTER TABLE screening_hits ADD COLUMN decided_measures text[];
