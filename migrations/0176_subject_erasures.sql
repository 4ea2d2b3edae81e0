-- needs 0166
-- Each erasure of a subject, with its receipt once it is done.
CREATE TABLE subject_erasures (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- In NFC.
  subject_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request of the other person; null where one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  -- The sealed reason; null if the list of erasures brought the erasure back.
  envelope text,
  requested_at timestamptz NOT NULL,
  -- True if the list of erasures brought it back into a database from before it.
  repeated boolean NOT NULL DEFAULT false,
  -- The erased rows of each table so far.
  counts jsonb NOT NULL DEFAULT '{}',
  -- The ids of the records about the subject, while the erasure is in progress: deleted rows have no other place.
  ids text[],
  -- Canonical JSON, signed by the installation; null until it is done.
  receipt text,
  signature text,
  completed_at timestamptz,
  PRIMARY KEY (org_id, id),
  CHECK ((completed_at IS NULL) = (receipt IS NULL) AND (receipt IS NULL) = (signature IS NULL))
);
CREATE INDEX subject_erasures_by_subject ON subject_erasures (org_id, subject_id, id DESC);
CREATE UNIQUE INDEX subject_erasures_running ON subject_erasures (org_id, subject_id) WHERE completed_at IS NULL;
CREATE INDEX subject_erasures_by_key ON subject_erasures ((split_part(envelope, '|', 1))) WHERE envelope IS NOT NULL;
COMMENT ON TABLE subject_erasures IS 'owner: privacy. A row is one erasure of a subject, with its signed receipt. Written by the request, by the job subject-erasures, and at the start of a process from the list of erasures. Locked by its own row during each part.';
ALTER TABLE subject_erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON subject_erasures USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON subject_erasures TO CURRENT_USER USING (true);
