-- Continuous screening: enrolled subjects, how far they were screened against each list, their hits, and decisions.

CREATE TABLE screening_subjects (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  -- The organization's own id of who is screened.
  subject_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  dob date,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  -- Kinds of lists the subject is screened against.
  kinds text[] NOT NULL,
  threshold double precision NOT NULL,
  -- Grows with each enrolment: what was found for an earlier one is not recorded any more.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, subject_id)
);

-- Organizations that have ever enrolled a subject. Who inserts the row is the first.
CREATE TABLE screening_watches (
  org_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Up to which revision of a list the organization's subjects were screened. A list without a row is new: none of it was.
CREATE TABLE screening_cursors (
  org_id text COLLATE "C" NOT NULL REFERENCES screening_watches (org_id),
  -- Of the organization or of the operator. No foreign key: a row without its list says that its hits are to be closed.
  list_id text COLLATE "C" NOT NULL,
  -- -1: nothing was screened.
  revision bigint NOT NULL,
  -- While a pass is under way: the revision it screens up to, and the subject that it has come to.
  target bigint,
  after_subject text COLLATE "C" NOT NULL DEFAULT '',
  -- Set by an enrolment that saw an older list than the pass before it: the next pass starts here.
  redo_from bigint,
  -- Who runs the pass now, until when at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (org_id, list_id)
);

-- The advisory lock between enrolments, which hold it shared, and the start of a pass. It is no row lock because a
-- waiting FOR UPDATE can be passed for ever by new FOR SHAREs; this one queues.
CREATE FUNCTION screening_lock(for_org text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended('screening ' || for_org, 0) $$;

-- One row for each pair of a subject and an entry that has ever been a hit. It outlives the entry and the subject.
CREATE TABLE screening_hits (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  list_kind text NOT NULL,
  -- The list's revision of the entry that was compared.
  entry_revision bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'true_match', 'false_positive', 'closed')),
  reopened_because text CHECK (reopened_because IN ('subject_changed', 'entry_changed', 'both_changed')),
  closed_because text CHECK (
    closed_because IN ('subject_changed', 'entry_changed', 'entry_removed', 'list_removed', 'subject_deleted')),
  score double precision NOT NULL,
  -- A copy of what was found; null once the subject is deleted, like all that follows from its data.
  match json,
  -- SHA-256 of the subject and of the entry as they were compared last.
  subject_hash bytea,
  entry_hash bytea,
  -- The last decision and the hashes it was made of; null when there is none, or it was overtaken by a change.
  decision text CHECK (decision IN ('true_match', 'false_positive')),
  decided_subject_hash bytea,
  decided_entry_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT screening_hits_pair UNIQUE (org_id, subject_id, entry_id),
  CHECK ((status = 'closed') = (closed_because IS NOT NULL)),
  CHECK (status IN ('open', 'closed') OR status = decision)
);
CREATE INDEX screening_hits_by_list ON screening_hits (org_id, list_id, entry_id);
CREATE INDEX screening_hits_by_status ON screening_hits (org_id, status, id DESC);

-- Every decision on a hit. Append-only, but for the reason, which goes with the subject it is about.
CREATE TABLE screening_decisions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  hit_id text COLLATE "C" NOT NULL,
  decision text NOT NULL CHECK (decision IN ('true_match', 'false_positive')),
  reason text,
  decided_by text NOT NULL,
  api_key_id text COLLATE "C" NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, hit_id) REFERENCES screening_hits (org_id, id)
);
CREATE INDEX screening_decisions_by_hit ON screening_decisions (org_id, hit_id, id DESC);

CREATE FUNCTION screening_decisions_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.reason IS NULL AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'screening_decisions is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER screening_decisions_append_only BEFORE UPDATE OR DELETE ON screening_decisions
  FOR EACH ROW EXECUTE FUNCTION screening_decisions_keep();

-- Entries of a hit are looked up by their own id.
CREATE UNIQUE INDEX global_entries_by_id ON global_entries (list_id, id);
-- What changed since a revision is a range.
CREATE INDEX screening_entries_by_revision ON screening_entries (org_id, list_id, revision);
