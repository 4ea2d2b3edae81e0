-- Whether audit rows of identity verifications keep, and show, the last four characters of identifiers.
ALTER TABLE organizations ADD COLUMN identifier_last4 boolean NOT NULL DEFAULT true;
