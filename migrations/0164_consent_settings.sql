-- shared
-- The kinds of verification for which an organization requires a consent, read with each key and session.
ALTER TABLE organizations ADD COLUMN consent_kinds text[] NOT NULL DEFAULT '{}';
-- True once a consent was withdrawn in the organization: only then does a verification look for withdrawals.
ALTER TABLE organizations ADD COLUMN consents_withdrawn boolean NOT NULL DEFAULT false;
