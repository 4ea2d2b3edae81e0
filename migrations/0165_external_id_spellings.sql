-- Callers' ids that are not in NFC, in rows that keep their text. New rows are in NFC, so this table does not grow. A request compares a
-- column with these spellings: row-level security allows no index on an expression whose functions are not leakproof.
CREATE TABLE external_id_spellings (
  org_id text COLLATE "C" NOT NULL,
  -- The id. Without a collation, so that a comparison has that of the other column, and an index applies.
  nfc text NOT NULL,
  spelling text NOT NULL,
  PRIMARY KEY (org_id, nfc, spelling)
);
INSERT INTO external_id_spellings (org_id, nfc, spelling)
SELECT org_id, normalize(spelling, NFC), spelling FROM (
  SELECT org_id, subject_id FROM identity_verifications WHERE subject_id IS NOT NFC NORMALIZED
  UNION SELECT org_id, subject_id FROM screenings WHERE subject_id IS NOT NFC NORMALIZED
  UNION SELECT org_id, subject_id FROM screening_hits WHERE subject_id IS NOT NFC NORMALIZED
  UNION SELECT org_id, object_id FROM audit_actions WHERE object_id IS NOT NFC NORMALIZED
) AS odd (org_id, spelling);
COMMENT ON TABLE external_id_spellings IS 'owner: platform/db. A row is one other spelling of an external id, which is not in NFC and is the text of rows that keep it. Written by the migration that creates the table. Locked by nothing: no row changes.';
ALTER TABLE external_id_spellings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON external_id_spellings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON external_id_spellings TO CURRENT_USER USING (true);
