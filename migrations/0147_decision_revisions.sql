-- The revision that the decision gave its hit, which the decision's row in the audit log also has, and the revision of the list with the
-- entry that was decided on. Null in rows from before.
ALTER TABLE screening_decisions ADD COLUMN hit_revision integer, ADD COLUMN entry_revision bigint;
