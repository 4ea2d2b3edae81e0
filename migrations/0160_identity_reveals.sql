-- Each time that a person saw the decrypted answer of a provider. The reason is sealed with it; the audit row has its hash.
CREATE TABLE identity_reveals (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  verification_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request of the other person; null where one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  revealed_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, verification_id) REFERENCES identity_verifications (org_id, id)
);
CREATE INDEX identity_reveals_by_verification ON identity_reveals (org_id, verification_id, revealed_at, id);
CREATE INDEX identity_reveals_by_person ON identity_reveals (org_id, person_id, revealed_at);
CREATE INDEX identity_reveals_by_key ON identity_reveals ((split_part(envelope, '|', 1)));
COMMENT ON TABLE identity_reveals IS 'owner: identity/reveal. A row is one time that a person saw the decrypted answer of a provider, with the sealed reason. Written by the request that reveals. Never changed but for a reason that a new key wraps. Locked by the rights of the organization, which let its reveals be counted in turn.';
ALTER TABLE identity_reveals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_reveals USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_reveals TO CURRENT_USER USING (true);
