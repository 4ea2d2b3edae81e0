-- needs 0166
-- A failed erasure waits before the next attempt.
ALTER TABLE subject_erasures
  -- The number of failed attempts.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- When the next attempt is due; null if none has failed.
  ADD COLUMN due_at timestamptz,
  -- When only files of exports were left.
  ADD COLUMN emptied_at timestamptz;

-- The erasure of each organization that has left, with its receipt once it is done.
CREATE TABLE organization_erasures (
  org_id text COLLATE "C" PRIMARY KEY,
  id text COLLATE "C" NOT NULL,
  -- The account on the machine where the command ran.
  requested_by text NOT NULL,
  -- The sealed reason; null if the list of erasures brought the erasure back.
  envelope text,
  requested_at timestamptz NOT NULL,
  -- True if the list of erasures brought it back into a database from before it.
  repeated boolean NOT NULL DEFAULT false,
  -- The erased rows of each table so far.
  counts jsonb NOT NULL DEFAULT '{}',
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  -- Canonical JSON, signed by the installation; null until it is done.
  receipt text,
  signature text,
  completed_at timestamptz,
  CHECK ((completed_at IS NULL) = (receipt IS NULL) AND (receipt IS NULL) = (signature IS NULL))
);
CREATE INDEX organization_erasures_by_key ON organization_erasures ((split_part(envelope, '|', 1))) WHERE envelope IS NOT NULL;
COMMENT ON TABLE organization_erasures IS 'owner: privacy/organization. A row is the erasure of an organization that has left, with its signed receipt. Written by the command, by the job organization-erasures, and at the start of a process from the list of erasures. Locked by its own row during each part.';
ALTER TABLE organization_erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON organization_erasures USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON organization_erasures TO CURRENT_USER USING (true);

-- Append-only rows can be deleted with their organization.
CREATE FUNCTION is_leaving(org text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM organization_erasures e WHERE e.org_id = org AND e.completed_at IS NULL);
END $$;
CREATE OR REPLACE FUNCTION is_checked_row(org text, row_at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.rows_until >= row_at) OR is_leaving(org);
END $$;
CREATE OR REPLACE FUNCTION is_checked_link(org text, link bigint) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.seq >= link) OR is_leaving(org);
END $$;

DROP TRIGGER audit_checkpoints_append_only ON audit_checkpoints;
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_checkpoints_kept AFTER DELETE ON audit_checkpoints
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_append_only;
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_kept;

DROP TRIGGER usage_records_append_only ON usage_records;
CREATE TRIGGER usage_records_append_only BEFORE UPDATE OR TRUNCATE ON usage_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usage_records_kept AFTER DELETE ON usage_records
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
ALTER TABLE usage_records ENABLE ALWAYS TRIGGER usage_records_append_only;
ALTER TABLE usage_records ENABLE ALWAYS TRIGGER usage_records_kept;

DROP TRIGGER screening_decisions_append_only ON screening_decisions;
CREATE TRIGGER screening_decisions_append_only BEFORE UPDATE ON screening_decisions
  FOR EACH ROW EXECUTE FUNCTION screening_decisions_keep();
CREATE TRIGGER screening_decisions_kept AFTER DELETE ON screening_decisions
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
