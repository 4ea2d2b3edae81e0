-- needs 0165
-- Each time that a person exported everything that is stored about a subject.
CREATE TABLE subject_exports (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- In NFC.
  subject_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request of the other person; null where one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  exported_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
CREATE INDEX subject_exports_by_subject ON subject_exports (org_id, subject_id, exported_at DESC, id DESC);
CREATE INDEX subject_exports_by_person ON subject_exports (org_id, person_id, exported_at);
COMMENT ON TABLE subject_exports IS 'owner: privacy. A row is one time that a person exported everything that is stored about a subject. Written by the request, before the document is sent. Locked by the rights of the organization, which let its exports be counted in turn.';
ALTER TABLE subject_exports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON subject_exports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON subject_exports TO CURRENT_USER USING (true);
