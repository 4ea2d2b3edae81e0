-- Lists of organizations, screenings, and files that are screened.

CREATE TABLE screening_lists (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tenant_blocklist', 'tenant_allowlist')),
  entry_count integer NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
  -- Each change of the entries increments it in the same transaction. A process with a copy in memory needs only this
  -- number to check that the copy is current.
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A database that is restored without its last commits assigns their revisions a second time. Each change therefore
  -- also stores a random text: these are the texts of the newest changes, newest first. Empty if no change has stored
  -- one.
  stamps text[] NOT NULL DEFAULT '{}'::text[],
  PRIMARY KEY (org_id, id),
  CONSTRAINT screening_lists_source_unique UNIQUE (org_id, source)
);
COMMENT ON TABLE screening_lists IS
  'owner: lists/tenant. A row is one blocklist or allowlist of an organization, with the revision of its entries. Written by requests that change the list or its entries. Locked by its own row: a change of entries locks it first.';
CREATE INDEX screening_lists_by_words ON screening_lists USING gin (
  to_tsvector('simple'::regconfig, regexp_replace(lower(name), '\w+', replace(org_id, '_', '') || '\&', 'g'))
);
ALTER TABLE screening_lists ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_lists USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_lists TO CURRENT_USER USING (true);

CREATE TABLE screening_entries (
  org_id text COLLATE "C" NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  canonical_name text NOT NULL,
  canon_version smallint NOT NULL,
  dob date,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  identifiers json,
  -- The entry as it was sent, for audit.
  raw json NOT NULL,
  -- The list's revision that added the entry.
  revision bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, list_id, id),
  FOREIGN KEY (org_id, list_id) REFERENCES screening_lists(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE screening_entries IS
  'owner: lists/tenant. A row is one entry of an organization''s list. Written by requests and imports; the worker writes canonical names again after a change of the rules. Locked by the row of its list; by its own row, where no other transaction has it, for a new canonical name.';
-- The changes since a revision are one range.
CREATE INDEX screening_entries_by_revision ON screening_entries (org_id, list_id, revision);
ALTER TABLE screening_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_entries USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_entries TO CURRENT_USER USING (true);

-- Each choice of weights of facts by an organization. The newest choice applies.
CREATE TABLE screening_profiles (
  org_id text COLLATE "C" NOT NULL,
  -- Each choice increments it. It is the version of the organization's weights.
  version integer NOT NULL,
  profile text NOT NULL CHECK (profile IN ('standard', 'lenient', 'strict')),
  -- Points that replace those of the profile; null for none.
  adjustments json,
  set_at timestamptz NOT NULL DEFAULT now(),
  -- Whether hits of PEP and adverse media lists count even if facts contradict them; null means no.
  contradicted_count boolean,
  PRIMARY KEY (org_id, version)
);
COMMENT ON TABLE screening_profiles IS
  'owner: screening. A row is a choice of weights of facts by an organization. Written by requests, never changed. Locked by the primary key.';
ALTER TABLE screening_profiles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_profiles USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_profiles TO CURRENT_USER USING (true);

CREATE FUNCTION count_screenings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.screened_at), 'screening', 'screenings', 1, NEW.id, NEW.screened_at);
  RETURN NULL;
END $$;

CREATE TABLE screenings (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text,
  -- The question, and the rules by which Oriki screened.
  query json NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('clear', 'review', 'block')),
  list_version text NOT NULL,
  -- A copy of what was found, because it must outlive its entries and lists.
  hits json NOT NULL,
  screened_at timestamptz NOT NULL,
  -- True if the statement that inserted the row has counted it. Statements that insert many screenings count them
  -- together, because a separate usage row for each screening costs more than the rest of the insert. A trigger counts
  -- the other rows.
  counted boolean,
  -- The title that a person gave to a search, to find it again. It is an envelope because it may name a person.
  title_envelope text,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE screenings IS
  'owner: screening/screen. A row is the record of one screening: what was asked and what was found. Written by the request that screens. Locked by nothing: rows are only inserted.';
CREATE INDEX screenings_by_outcome ON screenings (org_id, outcome, id DESC);
-- Keys of titles. Few screenings have a title.
CREATE INDEX screenings_by_title_key ON screenings (split_part(title_envelope, '|', 1))
  WHERE title_envelope IS NOT NULL;
CREATE INDEX screenings_by_subject ON screenings (org_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;
CREATE TRIGGER screenings_counted AFTER INSERT ON screenings
  FOR EACH ROW WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_screenings();
ALTER TABLE screenings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screenings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screenings TO CURRENT_USER USING (true);

-- The lists behind a `list_version`, once for each organization and version, so that every screening can name the lists
-- that it used.
CREATE TABLE screening_list_versions (
  org_id text COLLATE "C" NOT NULL,
  list_version text COLLATE "C" NOT NULL,
  lists json NOT NULL,
  PRIMARY KEY (org_id, list_version)
);
COMMENT ON TABLE screening_list_versions IS
  'owner: screening/screen. A row is what an organization was screened against under one listVersion. Written with the first screenings that have it. Locked by nobody.';
ALTER TABLE screening_list_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_list_versions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_list_versions TO CURRENT_USER USING (true);

CREATE TABLE screening_jobs (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  file_format text NOT NULL CHECK (file_format IN ('csv', 'jsonl')),
  file_bytes integer NOT NULL,
  file_lines integer NOT NULL,
  -- The format of the export with the results.
  result_format text NOT NULL CHECK (result_format IN ('CSV', 'JSON', 'XLSX')),
  -- If the request left kinds or threshold open, the column is null: each block uses the value that applies at its
  -- time.
  kinds text[],
  threshold float8,
  hit_limit integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the job was completed or failed.
  completed_at timestamptz,
  export_id text COLLATE "C",
  error text,
  -- Where the next block begins: 0 before the first row, null after the last. It commits with the block before it.
  next_line integer DEFAULT 0,
  clear integer NOT NULL DEFAULT 0,
  review integer NOT NULL DEFAULT 0,
  block integer NOT NULL DEFAULT 0,
  invalid integer NOT NULL DEFAULT 0,
  incomplete integer NOT NULL DEFAULT 0,
  -- The state of the lists for the last screened names.
  list_version text,
  lists_changed boolean NOT NULL DEFAULT false,
  -- Each start increments it. Oriki rejects writes of an earlier attempt.
  attempt integer NOT NULL DEFAULT 0,
  -- Lost attempts since the last completed block.
  lost_attempts integer NOT NULL DEFAULT 0,
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- Jobs take turns: after its turn, a job waits behind the others.
  due_at timestamptz NOT NULL DEFAULT now(),
  traceparent text,
  -- How the file is written: encoding, separator, order of days and months, and meaning of columns. Null for JSON
  -- lines, and for jobs that read only commas and UTF-8.
  reading json,
  PRIMARY KEY (org_id, id),
  CONSTRAINT screening_jobs_check CHECK ((state = 'FAILED') = (error IS NOT NULL)),
  CONSTRAINT screening_jobs_check1 CHECK ((completed_at IS NOT NULL) = (state IN ('COMPLETED', 'FAILED')))
);
COMMENT ON TABLE screening_jobs IS
  'owner: file-screening/jobs. A row is a file of names that is screened in the background. Written by requests; by the job screening-jobs, block by block. Locked by a lease, for one turn.';
CREATE INDEX screening_jobs_unfinished ON screening_jobs (due_at, org_id, id) WHERE state IN ('PENDING', 'PROCESSING');
ALTER TABLE screening_jobs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_jobs USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_jobs TO CURRENT_USER USING (true);

CREATE TABLE screening_job_pieces (
  org_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (org_id, job_id, piece)
);
COMMENT ON TABLE screening_job_pieces IS
  'owner: file-screening/jobs. A row is a piece of the file of an unfinished job, sealed. Written with its job; removed when that ends. Locked by none.';
CREATE INDEX screening_job_pieces_by_key ON screening_job_pieces (split_part(envelope, '|', 1));
ALTER TABLE screening_job_pieces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_job_pieces USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_job_pieces TO CURRENT_USER USING (true);

-- A row of the file: its screening, or why it has none.
CREATE TABLE screening_job_rows (
  org_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  -- Only in a row without a screening; otherwise the screening contains it.
  ref text,
  screening_id text COLLATE "C",
  -- What the screening did not use of the row, or why there is no screening.
  reason text,
  PRIMARY KEY (org_id, job_id, line),
  CONSTRAINT screening_job_rows_check CHECK (screening_id IS NOT NULL OR reason IS NOT NULL)
);
COMMENT ON TABLE screening_job_rows IS
  'owner: file-screening/jobs. A row is a row of a job''s file that is done, with its screening. Written with the screenings of its block. Locked by none.';
-- The few rows with a screening and a reason, for the erasure of a subject.
CREATE INDEX screening_job_rows_with_reason ON screening_job_rows (org_id, screening_id)
  WHERE screening_id IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX screening_job_rows_by_ref ON screening_job_rows (org_id, ref) WHERE ref IS NOT NULL;
ALTER TABLE screening_job_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_job_rows USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_job_rows TO CURRENT_USER USING (true);
