-- Files of names that are screened in the background.
CREATE TABLE screening_jobs (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  file_format text NOT NULL CHECK (file_format IN ('csv', 'jsonl')),
  file_bytes integer NOT NULL,
  file_lines integer NOT NULL,
  -- Of the export that has the results.
  result_format text NOT NULL CHECK (result_format IN ('CSV', 'JSON')),
  -- Null was left open: each block is screened by what holds then.
  kinds text[],
  threshold double precision,
  hit_limit integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was completed or failed.
  completed_at timestamptz,
  export_id text COLLATE "C",
  error text,
  -- Where the next block begins: 0 before the first row, null when all are done. It commits with the block before it.
  next_line integer DEFAULT 0,
  clear integer NOT NULL DEFAULT 0,
  review integer NOT NULL DEFAULT 0,
  block integer NOT NULL DEFAULT 0,
  invalid integer NOT NULL DEFAULT 0,
  incomplete integer NOT NULL DEFAULT 0,
  -- The state of the lists for the last names that were screened.
  list_version text,
  lists_changed boolean NOT NULL DEFAULT false,
  -- Grows with each start. What an earlier attempt still wants to record is refused.
  attempt integer NOT NULL DEFAULT 0,
  -- Starts since the last block that ended without one.
  lost_attempts integer NOT NULL DEFAULT 0,
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Jobs take turns: whose turn is over comes behind the others.
  due_at timestamptz NOT NULL DEFAULT now(),
  traceparent text,
  PRIMARY KEY (org_id, id),
  CHECK ((state = 'FAILED') = (error IS NOT NULL)),
  CHECK ((completed_at IS NOT NULL) = (state IN ('COMPLETED', 'FAILED')))
);
CREATE INDEX screening_jobs_unfinished ON screening_jobs (due_at, org_id, id)
  WHERE state IN ('PENDING', 'PROCESSING');

-- The file of an unfinished job in pieces, each with its envelope. They go when the job ends.
CREATE TABLE screening_job_pieces (
  org_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (org_id, job_id, piece)
);
-- The keys that pieces are under.
CREATE INDEX screening_job_pieces_by_key ON screening_job_pieces ((split_part(envelope, '|', 1)));

-- A row of the file: the screening that it led to, or why there is none.
CREATE TABLE screening_job_rows (
  org_id text COLLATE "C" NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  -- Of a row without a screening, which has it otherwise.
  ref text,
  screening_id text COLLATE "C",
  -- What of the row was not used.
  reason text,
  PRIMARY KEY (org_id, job_id, line),
  CHECK (screening_id IS NOT NULL OR reason IS NOT NULL)
);

ALTER TABLE screening_jobs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_jobs USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_jobs TO CURRENT_USER USING (true);
ALTER TABLE screening_job_pieces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_job_pieces USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_job_pieces TO CURRENT_USER USING (true);
ALTER TABLE screening_job_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_job_rows USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_job_rows TO CURRENT_USER USING (true);

-- Their results can be exported.
ALTER TABLE exports DROP CONSTRAINT exports_data_type_check;
ALTER TABLE exports ADD CONSTRAINT exports_data_type_check
  CHECK (data_type IN ('messages', 'usage', 'webhooks', 'invoices', 'audit', 'cases', 'screenings', 'hits',
    'decisions', 'screening_jobs')) NOT VALID;

COMMENT ON TABLE screening_jobs IS
  'owner: screening. A row is a file of names that is screened in the background. Written by requests; by the job screening-jobs, block by block. Locked by a lease, for one turn.';
COMMENT ON TABLE screening_job_pieces IS
  'owner: screening. A row is a piece of the file of an unfinished job, sealed. Written with its job; removed when that ends. Locked by none.';
COMMENT ON TABLE screening_job_rows IS
  'owner: screening. A row is a row of a job''s file that is done, with its screening. Written with the screenings of its block. Locked by none.';
