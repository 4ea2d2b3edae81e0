-- Every row that is there has an outcome of before.
ALTER TABLE approvals VALIDATE CONSTRAINT approvals_outcome_known;
