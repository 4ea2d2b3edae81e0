-- Erasure, exports of subjects, retention and legal holds.

CREATE TABLE subject_exports (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- In NFC.
  subject_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request for a second person; null if one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  exported_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE subject_exports IS
  'owner: privacy. A row is one time that a person exported everything that is stored about a subject. Written by the request, before the document is sent. Locked by the rights of the organization, which let its exports be counted in turn.';
CREATE INDEX subject_exports_by_subject ON subject_exports (org_id, subject_id, exported_at DESC, id DESC);
ALTER TABLE subject_exports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON subject_exports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON subject_exports TO CURRENT_USER USING (true);

CREATE TABLE subject_erasures (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- In NFC.
  subject_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request for a second person; null if one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  -- The sealed reason; null if the erasure was repeated from the list of erasures.
  envelope text,
  requested_at timestamptz NOT NULL,
  -- True if Oriki repeated the erasure from the list of erasures, in a database restored to a time before it.
  repeated boolean NOT NULL DEFAULT false,
  -- The erased rows of each table so far.
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The ids of the records about the subject, while the erasure is in progress. Once rows are deleted, only this column
  -- contains their ids.
  ids text[],
  -- Canonical JSON, signed by the installation; null until the erasure is complete.
  receipt text,
  signature text,
  completed_at timestamptz,
  -- Failed attempts.
  failures integer NOT NULL DEFAULT 0,
  -- When the next attempt is due; null if none has failed.
  due_at timestamptz,
  -- When only files of exports were left to erase.
  emptied_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT subject_erasures_check
    CHECK ((completed_at IS NULL) = (receipt IS NULL) AND (receipt IS NULL) = (signature IS NULL))
);
COMMENT ON TABLE subject_erasures IS
  'owner: privacy. A row is one erasure of a subject, with its signed receipt. Written by the request, by the job subject-erasures, and at the start of a process from the list of erasures. Locked by its own row during each part.';
CREATE INDEX subject_erasures_by_subject ON subject_erasures (org_id, subject_id, id DESC);
CREATE UNIQUE INDEX subject_erasures_running ON subject_erasures (org_id, subject_id) WHERE completed_at IS NULL;
CREATE INDEX subject_erasures_by_key ON subject_erasures (split_part(envelope, '|', 1)) WHERE envelope IS NOT NULL;
ALTER TABLE subject_erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON subject_erasures USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON subject_erasures TO CURRENT_USER USING (true);

CREATE TABLE organization_erasures (
  org_id text COLLATE "C" PRIMARY KEY,
  id text COLLATE "C" NOT NULL,
  -- The account on the machine where the command ran.
  requested_by text NOT NULL,
  -- The sealed reason; null if the erasure was repeated from the list of erasures.
  envelope text,
  requested_at timestamptz NOT NULL,
  -- True if Oriki repeated the erasure from the list of erasures, in a database restored to a time before it.
  repeated boolean NOT NULL DEFAULT false,
  -- The erased rows of each table so far.
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  -- Canonical JSON, signed by the installation; null until the erasure is complete.
  receipt text,
  signature text,
  completed_at timestamptz,
  CONSTRAINT organization_erasures_check
    CHECK ((completed_at IS NULL) = (receipt IS NULL) AND (receipt IS NULL) = (signature IS NULL))
);
COMMENT ON TABLE organization_erasures IS
  'owner: privacy/organization. A row is the erasure of an organization that has left, with its signed receipt. Written by the command, by the job organization-erasures, and at the start of a process from the list of erasures. Locked by its own row during each part.';
CREATE INDEX organization_erasures_by_key ON organization_erasures (split_part(envelope, '|', 1))
  WHERE envelope IS NOT NULL;
ALTER TABLE organization_erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON organization_erasures USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON organization_erasures TO CURRENT_USER USING (true);

CREATE TABLE retention_choices (
  org_id text COLLATE "C" NOT NULL,
  class text COLLATE "C" NOT NULL,
  days integer NOT NULL,
  PRIMARY KEY (org_id, class)
);
COMMENT ON TABLE retention_choices IS
  'owner: retention. A row is the period that an organization has chosen for one class of records. Written by the API. Locked by the advisory lock of the organization''s retention.';
ALTER TABLE retention_choices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON retention_choices USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON retention_choices TO CURRENT_USER USING (true);

CREATE TABLE legal_holds (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('subject', 'case', 'organization')),
  object_id text COLLATE "C" NOT NULL,
  -- The subject, or the subject of the case, in NFC; null for the organization.
  subject_id text COLLATE "C",
  set_kind text NOT NULL,
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  -- The sealed reason.
  envelope text NOT NULL,
  lifted_kind text,
  lifted_by text COLLATE "C",
  lifted_at timestamptz,
  -- The request for a second person; null if one person was enough to lift the hold.
  approval_id text COLLATE "C",
  PRIMARY KEY (org_id, id),
  CONSTRAINT legal_holds_check CHECK ((kind = 'organization') = (subject_id IS NULL)),
  CONSTRAINT legal_holds_check1 CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
);
COMMENT ON TABLE legal_holds IS
  'owner: retention/holds. A row is one legal hold, which stops the removal of records. Written by the API, and sealed again under new keys. Locked by the advisory lock of the organization''s retention while it is inserted, and by its own row while it is lifted.';
CREATE INDEX legal_holds_active ON legal_holds (org_id, subject_id) WHERE lifted_at IS NULL;
CREATE INDEX legal_holds_by_key ON legal_holds (split_part(envelope, '|', 1));
ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON legal_holds USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON legal_holds TO CURRENT_USER USING (true);

-- Returns the key of the advisory lock that enrolments hold shared and the start of a rescreening run holds
-- exclusively. The lock is advisory because it queues: with row locks, new FOR SHAREs can keep a FOR UPDATE waiting
-- forever.
CREATE FUNCTION screening_lock(for_org text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('screening ' || for_org, 0)
$$;

CREATE FUNCTION inbox_slot(thread_id text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (hashtextextended(thread_id, 0) & 15)::smallint
$$;

-- Returns the beginning of a message's content for lists: one line of at most 140 code points, without characters that
-- could hide, reorder or replace text next to it. The content itself does not change.
CREATE FUNCTION message_preview(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  part text;
  preview text;
BEGIN
  -- Most of a long content is not needed, unless its beginning has many characters that go.
  FOREACH part IN ARRAY ARRAY[left(content, 1000), content] LOOP
    -- Line breaks of Unicode (UAX #14: BK, CR, LF, NL) and the tab become a space.
    preview := regexp_replace(part, '\r\n|[\t\n\v\f\r\u0085\u2028\u2029]', ' ', 'g');
    -- Cc, and the characters of Unicode's property Bidi_Control (PropList.txt), go.
    preview := left(regexp_replace(preview,
      '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), 140);
    EXIT WHEN length(preview) = 140 OR length(part) = length(content);
  END LOOP;
  RETURN preview;
END $$;
