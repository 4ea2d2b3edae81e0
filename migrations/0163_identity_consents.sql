-- The consents that organizations record: what a person agreed to, when and how. Oriki checks that a consent is there and was not
-- withdrawn before it asserts it to a provider; the row of a verification has its hash.
CREATE TABLE identity_consents (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  text_version text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  given_at timestamptz NOT NULL,
  -- The organization's id of its own record.
  reference text COLLATE "C" NOT NULL,
  -- Of the columns above, but for the id.
  sha256 bytea NOT NULL,
  recorded_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, subject_id, reference)
);
CREATE INDEX identity_consents_by_hash ON identity_consents (org_id, sha256);
CREATE INDEX identity_consents_by_time ON identity_consents (org_id, recorded_at, id);
CREATE INDEX identity_consents_by_subject ON identity_consents (org_id, subject_id, recorded_at, id);
CREATE INDEX identity_consents_withdrawn ON identity_consents (org_id, subject_id, withdrawn_at) WHERE withdrawn_at IS NOT NULL;
COMMENT ON TABLE identity_consents IS 'owner: identity/consent. A row is one consent of a person, without personal data. Written by requests that record it, and by verifications that carry it, before they ask a provider. Never changed but for the time of its withdrawal. Locked by its own row while it is withdrawn.';
ALTER TABLE identity_consents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_consents USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_consents TO CURRENT_USER USING (true);
