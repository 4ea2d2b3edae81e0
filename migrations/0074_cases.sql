-- Cases: what people look into about one subject, with what belongs to it. What they write and attach is sealed; the rest
-- is ids and states.
CREATE TABLE cases (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The organization's own id of whom it is about; the subject need not be enrolled.
  subject_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'IN_REVIEW', 'ESCALATED', 'CLOSED')),
  outcome text CHECK (outcome IN ('TRUE_MATCH', 'FALSE_POSITIVE', 'INCONCLUSIVE', 'NO_ACTION')),
  -- Id of a person; it stays when the person is a member no more.
  assignee text COLLATE "C",
  due_at timestamptz,
  -- From the kinds of lists and the scores of its hits, 0 to 3; age comes on top when it is read.
  base_priority smallint NOT NULL CHECK (base_priority BETWEEN 0 AND 3),
  -- Set by people, in place of the computed one.
  priority smallint CHECK (priority BETWEEN 0 AND 3),
  origin text NOT NULL CHECK (origin IN ('hand', 'rule')),
  created_kind text NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  -- Whoever works on it now; nobody once the time is over.
  claimed_kind text,
  claimed_by text COLLATE "C",
  claimed_until timestamptz,
  -- Grows with each change that a decision could have overlooked.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  PRIMARY KEY (org_id, id),
  CHECK ((status = 'CLOSED') = (outcome IS NOT NULL)),
  CHECK ((status = 'CLOSED') = (closed_at IS NOT NULL)),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))
);
-- The rule makes one case of a subject at a time.
CREATE UNIQUE INDEX cases_by_rule ON cases (org_id, subject_id) WHERE origin = 'rule' AND status <> 'CLOSED';
CREATE INDEX cases_by_status ON cases (org_id, status, id DESC);
CREATE INDEX cases_by_assignee ON cases (org_id, assignee, id DESC);
CREATE INDEX cases_by_subject ON cases (org_id, subject_id, id DESC);
CREATE INDEX cases_by_outcome ON cases (org_id, outcome, id DESC) WHERE outcome IS NOT NULL;
CREATE INDEX cases_by_time ON cases (org_id, created_at, id);
COMMENT ON TABLE cases IS 'owner: cases. A row is one case about one subject. Written by people, keys and the rule. Locked by its own row, after the rows of the hits that are decided with it.';

CREATE TABLE case_items (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  -- The hit, screening, verification, dead letter or thread.
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hit', 'screening', 'verification', 'dead_letter', 'thread')),
  added_kind text NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, case_id, item_id)
);
CREATE INDEX case_items_by_item ON case_items (org_id, item_id, case_id);
COMMENT ON TABLE case_items IS 'owner: cases. A row is one thing that belongs to a case, by its id. Written by people, keys and the rule. Locked by the row of its case.';

CREATE TABLE case_notes (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The sealed text; null once it is erased with the subject.
  envelope text,
  author_kind text NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, case_id, id)
);
CREATE INDEX case_notes_by_key ON case_notes ((split_part(envelope, '|', 1))) WHERE envelope IS NOT NULL;
COMMENT ON TABLE case_notes IS 'owner: cases. A row is one note on a case, sealed. Written by whoever notes it; its text is erased with the subject. Locked by the row of its case.';

CREATE TABLE case_files (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Name, media type and SHA-256, sealed.
  envelope text NOT NULL,
  bytes integer NOT NULL,
  added_kind text NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, case_id, id)
);
CREATE INDEX case_files_by_key ON case_files ((split_part(envelope, '|', 1)));
COMMENT ON TABLE case_files IS 'owner: cases. A row is one file of a case, without its content; what it is called is sealed. Written by whoever attaches it; deleted by whoever removes it, and with the subject. Locked by the row of its case.';

CREATE TABLE case_contents (
  org_id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  -- Read with the file alone: it has megabytes.
  envelope text NOT NULL,
  PRIMARY KEY (org_id, file_id)
);
-- What is sealed does not get shorter.
ALTER TABLE case_contents ALTER COLUMN envelope SET STORAGE EXTERNAL;
CREATE INDEX case_contents_by_key ON case_contents ((split_part(envelope, '|', 1)));
COMMENT ON TABLE case_contents IS 'owner: cases. A row is the content of one file of a case, sealed. Written and deleted with the row of case_files. Locked by the row of its case.';

CREATE TABLE case_history (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- What was done, in one word.
  change text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text COLLATE "C" NOT NULL,
  -- Ids and states, without personal data.
  detail json NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, case_id, id)
);
COMMENT ON TABLE case_history IS 'owner: cases. A row is one change of a case. Written in the transaction of the change. Locked by nothing: it is only inserted.';

CREATE TABLE case_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- Kinds of lists whose hits make a case; none: no case is made by rule.
  list_kinds text[] NOT NULL,
  min_score double precision NOT NULL CHECK (min_score BETWEEN 0 AND 100)
);
COMMENT ON TABLE case_settings IS 'owner: cases. A row is the rule by which an organization has cases made; without a row there is none. Written by the API. Locked by its own row.';

ALTER TABLE cases ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON cases USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON cases TO CURRENT_USER USING (true);
ALTER TABLE case_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_items USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_items TO CURRENT_USER USING (true);
ALTER TABLE case_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_notes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_notes TO CURRENT_USER USING (true);
ALTER TABLE case_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_files USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_files TO CURRENT_USER USING (true);
ALTER TABLE case_contents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_contents USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_contents TO CURRENT_USER USING (true);
ALTER TABLE case_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_history USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_history TO CURRENT_USER USING (true);
ALTER TABLE case_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_settings TO CURRENT_USER USING (true);
