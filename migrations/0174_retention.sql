-- needs 0166
-- The periods that organizations choose, the holds that stop removal, and what removal leaves in the audit log.
CREATE TABLE retention_choices (
  org_id text COLLATE "C" NOT NULL,
  class text COLLATE "C" NOT NULL,
  days integer NOT NULL,
  PRIMARY KEY (org_id, class)
);
COMMENT ON TABLE retention_choices IS 'owner: retention. A row is the period that an organization has chosen for one class of records. Written by the API. Locked by the advisory lock of the organization''s retention.';
ALTER TABLE retention_choices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON retention_choices USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON retention_choices TO CURRENT_USER USING (true);

CREATE TABLE legal_holds (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('subject', 'case', 'organization')),
  object_id text COLLATE "C" NOT NULL,
  -- The subject, or that of the case, in NFC; null for the organization.
  subject_id text COLLATE "C",
  set_kind text NOT NULL,
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  -- The reason, sealed.
  envelope text NOT NULL,
  lifted_kind text,
  lifted_by text COLLATE "C",
  lifted_at timestamptz,
  -- The request of the other person; null where one person was enough to lift it.
  approval_id text COLLATE "C",
  PRIMARY KEY (org_id, id),
  CHECK ((kind = 'organization') = (subject_id IS NULL)),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
);
CREATE INDEX legal_holds_active ON legal_holds (org_id, subject_id) WHERE lifted_at IS NULL;
CREATE INDEX legal_holds_by_key ON legal_holds ((split_part(envelope, '|', 1)));
COMMENT ON TABLE legal_holds IS 'owner: retention/holds. A row is one legal hold, which stops the removal of records. Written by the API, and sealed again under new keys. Locked by the advisory lock of the organization''s retention while it is inserted, and by its own row while it is lifted.';
ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON legal_holds USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON legal_holds TO CURRENT_USER USING (true);

CREATE TABLE audit_tombstones (
  org_id text COLLATE "C" NOT NULL,
  -- The id of a verification whose sealed answer was removed, or the hash of a consent in hex.
  row_id text COLLATE "C" NOT NULL,
  -- The action that records the removal. It has the hash of the ids of its tombstones.
  action_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, row_id, action_id)
);
CREATE INDEX audit_tombstones_by_action ON audit_tombstones (org_id, action_id, row_id);
COMMENT ON TABLE audit_tombstones IS 'owner: platform/audit. A row is what is left of a record that an audit row names and that retention has removed. Written in the transaction of the removal; deleted with its action. Locked by nothing.';
ALTER TABLE audit_tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_tombstones USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_tombstones TO CURRENT_USER USING (true);

CREATE TABLE audit_checkpoints (
  org_id text COLLATE "C" NOT NULL,
  -- The last link that the checkpoint replaces.
  seq bigint NOT NULL,
  -- Canonical JSON, signed by the installation (docs/audit-log.md).
  document text NOT NULL,
  signature text NOT NULL,
  -- Rows with a later time are not covered by the checkpoint.
  rows_until timestamptz NOT NULL,
  PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE audit_checkpoints IS 'owner: audit. A row is one signed checkpoint, which replaces the links of the chain up to it. Written by the worker, and never changed. Locked by the advisory lock of the organization''s audit chain while it is inserted.';
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_checkpoints USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_checkpoints TO CURRENT_USER USING (true);
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_append_only;

-- Only what a checkpoint covers can be deleted.
CREATE FUNCTION is_checked_row(org text, row_at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.rows_until >= row_at);
END $$;
CREATE FUNCTION is_checked_link(org text, link bigint) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.seq >= link);
END $$;

DROP TRIGGER audit_actions_append_only ON audit_actions;
CREATE TRIGGER audit_actions_append_only BEFORE UPDATE OR TRUNCATE ON audit_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_actions_kept AFTER DELETE ON audit_actions
  FOR EACH ROW WHEN (NOT is_checked_row(OLD.org_id, OLD.at)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_append_only;
ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_kept;

DROP TRIGGER identity_verifications_append_only ON identity_verifications;
CREATE TRIGGER identity_verifications_append_only BEFORE UPDATE OR TRUNCATE ON identity_verifications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER identity_verifications_kept AFTER DELETE ON identity_verifications
  FOR EACH ROW WHEN (NOT is_checked_row(OLD.org_id, OLD.verified_at)) EXECUTE FUNCTION refuse_change();
ALTER TABLE identity_verifications ENABLE ALWAYS TRIGGER identity_verifications_append_only;
ALTER TABLE identity_verifications ENABLE ALWAYS TRIGGER identity_verifications_kept;

DROP TRIGGER audit_links_append_only ON audit_links;
CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_kept AFTER DELETE ON audit_links
  FOR EACH ROW WHEN (NOT is_checked_link(OLD.org_id, OLD.seq)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_links ENABLE ALWAYS TRIGGER audit_links_append_only;
ALTER TABLE audit_links ENABLE ALWAYS TRIGGER audit_links_kept;
