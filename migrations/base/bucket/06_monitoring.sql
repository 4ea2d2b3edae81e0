-- Monitored subjects, their hits, the decisions on them, and cases.

CREATE TABLE screening_subjects (
  org_id text COLLATE "C" NOT NULL,
  -- The organization's own id of the subject.
  subject_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  dob date,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  -- Kinds of lists that the subject is screened against.
  kinds text[] NOT NULL,
  threshold float8 NOT NULL,
  -- Each enrolment increments it. Oriki does not record results for an earlier version.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- What Oriki keeps of each identifier: kind, country, last characters and HMAC. Null for none.
  identifiers json,
  -- Further names, as JSON texts. Null for none.
  aliases json,
  -- Facts that are compared with those of entries: type, gender, birthDate, birthPlace, nationality, addresses. Null
  -- for none.
  facts json,
  -- The version whose words are stored. If it differs from version, the worker stores the words of that version.
  words_version integer,
  PRIMARY KEY (org_id, subject_id)
);
COMMENT ON TABLE screening_subjects IS
  'owner: monitoring/subjects. A row is one subject that is screened again whenever a list changes. Written by requests that enrol or delete subjects. Locked by its own row; enrolments hold the advisory lock of the organization''s screening shared.';
-- Subjects whose words the worker must store.
CREATE INDEX screening_subjects_without_words ON screening_subjects (org_id, subject_id)
  WHERE words_version IS DISTINCT FROM version;
CREATE INDEX screening_subjects_by_country ON screening_subjects (org_id, country, subject_id);
ALTER TABLE screening_subjects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_subjects USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_subjects TO CURRENT_USER USING (true);

-- The folded words of a subject's id, name and aliases, for search. A query of a tenant uses an index only for
-- comparisons of text: row-level security prevents the use of an index for other operators, such as those of full-text
-- search.
CREATE TABLE screening_words (
  org_id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, subject_id, word),
  FOREIGN KEY (org_id, subject_id) REFERENCES screening_subjects(org_id, subject_id) ON UPDATE CASCADE ON DELETE CASCADE
);
COMMENT ON TABLE screening_words IS
  'owner: monitoring/subjects. A row is one word of the id, name or aliases of an enrolled subject. Written by requests that enrol subjects, and by the worker for those without words. Locked by the row of its subject.';
CREATE INDEX screening_words_by_word ON screening_words (org_id, word, subject_id);
ALTER TABLE screening_words ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_words USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_words TO CURRENT_USER USING (true);

CREATE TABLE screening_watches (
  org_id text COLLATE "C" PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE screening_watches IS
  'owner: monitoring/rescreening. A row is one organization that has ever enrolled a subject. Written by the first enrolment. Locked by the primary key.';
ALTER TABLE screening_watches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_watches USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_watches TO CURRENT_USER USING (true);

-- The revision of each list up to which the organization's subjects were screened. A list without a row is new: no
-- subject was screened against it.
CREATE TABLE screening_cursors (
  org_id text COLLATE "C" NOT NULL REFERENCES screening_watches(org_id),
  -- A list of the organization or the operator. There is no foreign key, because a row without its list means that the
  -- list's hits must be closed.
  list_id text COLLATE "C" NOT NULL,
  -- -1: no subject was screened.
  revision bigint NOT NULL,
  -- The revision up to which a rescreening run screens; null if no run is in progress.
  target bigint,
  -- The last subject that the run has screened.
  after_subject text COLLATE "C" NOT NULL DEFAULT '',
  -- The revision from which the next run starts; set by an enrolment that saw an older list than the run before it.
  redo_from bigint,
  -- The process of the current run, until leased_until at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- The stamp of a global list's revision, because that list may be on another server. Subjects were screened up to the
  -- version with this stamp. Null for other lists, or if unknown.
  stamp text,
  target_stamp text,
  PRIMARY KEY (org_id, list_id)
);
COMMENT ON TABLE screening_cursors IS
  'owner: monitoring/rescreening. A row is how far the subjects of an organization were screened against one list. Written by the worker, and by enrolments that saw an older list. Locked by a lease in the row; its start takes the advisory lock of the organization''s screening alone.';
ALTER TABLE screening_cursors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_cursors USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_cursors TO CURRENT_USER USING (true);

-- Each pair of a subject and an entry that has ever been a hit. The row outlives the entry and the subject.
CREATE TABLE screening_hits (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  list_kind text NOT NULL,
  -- The list's revision of the compared entry.
  entry_revision bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'true_match', 'false_positive', 'closed')),
  reopened_because text CHECK (reopened_because IN ('subject_changed', 'entry_changed', 'both_changed')),
  closed_because text
    CHECK (closed_because IN ('subject_changed', 'entry_changed', 'entry_removed', 'list_removed', 'subject_deleted')),
  score float8 NOT NULL,
  -- A copy of what was found. Null once the subject is deleted, like every column that is derived from the subject's
  -- data.
  match json,
  -- SHA-256 of the subject and of the entry at their last comparison.
  subject_hash bytea,
  entry_hash bytea,
  -- The last decision and the hashes on which it was based; null if there is none or a later change made it obsolete.
  decision text CHECK (decision IN ('true_match', 'false_positive')),
  decided_subject_hash bytea,
  decided_entry_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Each change of the hit increments it. A decision can name the revision that the person saw.
  revision integer NOT NULL DEFAULT 1,
  -- The programs and topics of the entry at the decision. If the entry has more of them, the hit opens again. Null if
  -- unknown, until the pair is compared again.
  decided_measures text[],
  -- The person who reviews the hit.
  assignee text COLLATE "C",
  due_at timestamptz,
  -- When the hit last opened again; null if it never did.
  opened_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT screening_hits_pair UNIQUE (org_id, subject_id, entry_id),
  CONSTRAINT screening_hits_check CHECK ((status = 'closed') = (closed_because IS NOT NULL)),
  CONSTRAINT screening_hits_check1 CHECK ((status IN ('open', 'closed')) OR status = decision)
);
COMMENT ON TABLE screening_hits IS
  'owner: monitoring/hits. A row is one pair of a subject and an entry that has ever been a hit. Written by enrolments, the worker, and people who decide on a hit. Locked by the row of its subject, except for decisions and closing, and then by its own row, in the order of ids.';
CREATE INDEX screening_hits_by_list ON screening_hits (org_id, list_id, entry_id);
CREATE INDEX screening_hits_by_status ON screening_hits (org_id, status, id DESC);
-- Finds the decisions that an organization shares, by the hash of the person and the entry.
CREATE INDEX screening_hits_by_decided ON screening_hits (org_id, decided_subject_hash, entry_id)
  WHERE decision IS NOT NULL;
CREATE INDEX screening_hits_by_kind ON screening_hits (org_id, list_kind, status, id DESC);
CREATE INDEX screening_hits_by_list_and_time ON screening_hits (org_id, list_id, id DESC);
-- Hits by score and by subject, with or without a status, and open hits by assignee and by due date.
CREATE INDEX screening_hits_by_status_and_score ON screening_hits (org_id, status, score, id);
CREATE INDEX screening_hits_by_score ON screening_hits (org_id, score, id);
CREATE INDEX screening_hits_by_status_and_subject ON screening_hits (org_id, status, subject_id, id);
CREATE INDEX screening_hits_open_by_assignee ON screening_hits (org_id, assignee, id DESC) WHERE status = 'open';
CREATE INDEX screening_hits_open_by_due ON screening_hits (org_id, due_at, id)
  WHERE status = 'open' AND due_at IS NOT NULL;
CREATE INDEX screening_hits_by_subject ON screening_hits (org_id, subject_id, id DESC);
-- Hits of an assignee, of any status.
CREATE INDEX screening_hits_by_assignee ON screening_hits (org_id, assignee, id DESC) WHERE assignee IS NOT NULL;
-- Contains the columns by which lists filter and count open hits, so that counts read only the index.
CREATE INDEX screening_hits_open ON screening_hits (org_id, id DESC)
  INCLUDE (created_at, assignee, due_at, list_kind, list_id, score)
  WHERE status = 'open';
ALTER TABLE screening_hits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_hits USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_hits TO CURRENT_USER USING (true);

-- Allows only these changes of a reason: its erasure, its sealing, and another key. The erasure of the reason also
-- erases the findings and the envelope.
CREATE FUNCTION screening_decisions_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.reason IS NULL THEN
      NEW.findings := NULL;
      NEW.envelope := NULL;
      IF to_jsonb(NEW) - 'reason' - 'findings' - 'envelope' = to_jsonb(OLD) - 'reason' - 'findings' - 'envelope' THEN
        RETURN NEW;
      END IF;
    ELSIF NEW.reason = '' AND NEW.envelope IS NOT NULL AND (OLD.envelope IS NOT NULL OR OLD.reason <> '')
      AND to_jsonb(NEW) - 'reason' - 'envelope' = to_jsonb(OLD) - 'reason' - 'envelope' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'screening_decisions is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Decisions on hits. Rows are append-only, except for the reason, which is erased with its subject.
CREATE TABLE screening_decisions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  hit_id text COLLATE "C" NOT NULL,
  decision text NOT NULL CHECK (decision IN ('true_match', 'false_positive')),
  reason text,
  on_behalf_of text,
  api_key_id text COLLATE "C",
  decided_at timestamptz NOT NULL,
  -- Null if the API key in api_key_id decided.
  actor_id text COLLATE "C",
  -- The machine's findings at the time of the decision, separate from the person's reason.
  findings json,
  -- The reason, sealed with its salt; `reason` is then empty. A text in `reason` is one that the worker has yet to
  -- seal. After an erasure both are null.
  envelope text,
  -- The id for which the envelope was sealed. Decisions that were made together share it; otherwise it is the
  -- decision's own id.
  reason_id text COLLATE "C",
  -- The request for a second person that the decision answered.
  approval_id text COLLATE "C",
  -- The revision that the decision gave its hit, which the audit log also records; null if unknown.
  hit_revision integer,
  -- The list's revision of the entry that was decided on; null if unknown.
  entry_revision bigint,
  reason_code text COLLATE "C",
  -- When the decided hit had opened; null if it was not open, or if unknown.
  opened_at timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, hit_id) REFERENCES screening_hits(org_id, id)
);
COMMENT ON TABLE screening_decisions IS
  'owner: monitoring/hits. A row is one decision on a hit. Written by people who decide; the reason and the findings are erased with the subject, and the reason is sealed again under new keys. Locked by the row of its hit; a trigger refuses every other change.';
CREATE INDEX screening_decisions_by_hit ON screening_decisions (org_id, hit_id, id DESC);
CREATE INDEX screening_decisions_by_key ON screening_decisions (split_part(envelope, '|', 1))
  WHERE envelope IS NOT NULL;
-- Reasons that the worker has yet to seal.
CREATE INDEX screening_decisions_in_clear ON screening_decisions (org_id, id) WHERE reason <> '';
-- Decisions by time, for the figures of the team.
CREATE INDEX screening_decisions_by_time ON screening_decisions (org_id, decided_at)
  INCLUDE (actor_id, api_key_id, opened_at);
CREATE TRIGGER screening_decisions_append_only BEFORE UPDATE ON screening_decisions
  FOR EACH ROW EXECUTE FUNCTION screening_decisions_keep();
CREATE TRIGGER screening_decisions_kept AFTER DELETE ON screening_decisions
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
ALTER TABLE screening_decisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_decisions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_decisions TO CURRENT_USER USING (true);

CREATE TABLE hit_views (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The person or key that owns the view; empty for a view of the organization.
  owner text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  filters jsonb NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, owner, name)
);
COMMENT ON TABLE hit_views IS
  'owner: monitoring/views. A row is one saved view of the review queue. Written by the API. Locked by the views of its organization (advisory).';
ALTER TABLE hit_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON hit_views USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON hit_views TO CURRENT_USER USING (true);

-- Investigations of one subject each. Texts and files are sealed; other columns contain ids and states.
CREATE TABLE cases (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The organization's own id of the subject, who need not be enrolled.
  subject_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'IN_REVIEW', 'ESCALATED', 'CLOSED')),
  outcome text CHECK (outcome IN ('TRUE_MATCH', 'FALSE_POSITIVE', 'INCONCLUSIVE', 'NO_ACTION')),
  -- The id of a person. It stays when the person is no longer a member.
  assignee text COLLATE "C",
  due_at timestamptz,
  -- 0 to 3, from the kinds of lists and the scores of its hits. Each read adds the age of the case.
  base_priority smallint NOT NULL CHECK (base_priority >= 0 AND base_priority <= 3),
  -- Set by people; it replaces the computed priority.
  priority smallint CHECK (priority >= 0 AND priority <= 3),
  origin text NOT NULL CHECK (origin IN ('hand', 'rule')),
  created_kind text NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  -- The member who works on the case, until claimed_until.
  claimed_kind text,
  claimed_by text COLLATE "C",
  claimed_until timestamptz,
  -- Increased by each change that a decision could have overlooked.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  type text COLLATE "C",
  -- In their order. case_tags contains the same tags for the filter.
  tags text[] NOT NULL DEFAULT '{}'::text[],
  -- Until this time the case is not among the open cases to work on.
  snoozed_until timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT cases_check CHECK ((status = 'CLOSED') = (outcome IS NOT NULL)),
  CONSTRAINT cases_check1 CHECK ((status = 'CLOSED') = (closed_at IS NOT NULL)),
  CONSTRAINT cases_check2 CHECK ((claimed_by IS NULL) = (claimed_until IS NULL))
);
COMMENT ON TABLE cases IS
  'owner: cases. A row is one case about one subject. Written by people, keys and the rule. Locked by its own row, after the rows of the hits that are decided with it.';
-- The rule opens one case of a subject at a time.
CREATE UNIQUE INDEX cases_by_rule ON cases (org_id, subject_id) WHERE origin = 'rule' AND status <> 'CLOSED';
CREATE INDEX cases_by_status ON cases (org_id, status, id DESC);
CREATE INDEX cases_by_assignee ON cases (org_id, assignee, id DESC);
CREATE INDEX cases_by_subject ON cases (org_id, subject_id, id DESC);
CREATE INDEX cases_by_outcome ON cases (org_id, outcome, id DESC) WHERE outcome IS NOT NULL;
CREATE INDEX cases_by_time ON cases (org_id, created_at, id);
-- Reviewers of hits see the claimed cases, which are few.
CREATE INDEX cases_by_claim ON cases (org_id, claimed_until) WHERE claimed_until IS NOT NULL;
-- Open cases of a person, open cases without an assignee, all open cases, and cases in the order of their due dates.
CREATE INDEX cases_open_by_assignee ON cases (org_id, assignee, id DESC) WHERE status <> 'CLOSED';
CREATE INDEX cases_open ON cases (org_id, id DESC) WHERE status <> 'CLOSED';
CREATE INDEX cases_by_due ON cases (org_id, due_at, id) WHERE due_at IS NOT NULL;
-- Cases of a type, and snoozed cases in the order in which they return.
CREATE INDEX cases_by_type ON cases (org_id, type, id DESC) WHERE type IS NOT NULL;
CREATE INDEX cases_by_snooze ON cases (org_id, snoozed_until, id) WHERE snoozed_until IS NOT NULL;
-- Open cases that are overdue.
CREATE INDEX cases_open_by_due ON cases (org_id, due_at) WHERE status <> 'CLOSED' AND due_at IS NOT NULL;
ALTER TABLE cases ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON cases USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON cases TO CURRENT_USER USING (true);

CREATE TABLE case_items (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  -- The id of a hit, screening, verification, dead letter or thread.
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hit', 'screening', 'verification', 'dead_letter', 'thread')),
  added_kind text NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, case_id, item_id)
);
COMMENT ON TABLE case_items IS
  'owner: cases. A row is one thing that belongs to a case, by its id. Written by people, keys and the rule. Locked by the row of its case.';
CREATE INDEX case_items_by_item ON case_items (org_id, item_id, case_id);
ALTER TABLE case_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_items USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_items TO CURRENT_USER USING (true);

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
COMMENT ON TABLE case_notes IS
  'owner: cases. A row is one note on a case, sealed. Written by whoever notes it; its text is erased with the subject. Locked by the row of its case.';
CREATE INDEX case_notes_by_key ON case_notes (split_part(envelope, '|', 1)) WHERE envelope IS NOT NULL;
ALTER TABLE case_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_notes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_notes TO CURRENT_USER USING (true);

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
COMMENT ON TABLE case_files IS
  'owner: cases. A row is one file of a case, without its content; what it is called is sealed. Written by whoever attaches it; deleted by whoever removes it, and with the subject. Locked by the row of its case.';
CREATE INDEX case_files_by_key ON case_files (split_part(envelope, '|', 1));
ALTER TABLE case_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_files USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_files TO CURRENT_USER USING (true);

CREATE TABLE case_contents (
  org_id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  -- It can have megabytes, so Oriki reads it only for the file's content.
  envelope text NOT NULL,
  PRIMARY KEY (org_id, file_id)
);
ALTER TABLE case_contents ALTER COLUMN envelope SET STORAGE EXTERNAL;
COMMENT ON TABLE case_contents IS
  'owner: cases. A row is the content of one file of a case, sealed. Written and deleted with the row of case_files. Locked by the row of its case.';
CREATE INDEX case_contents_by_key ON case_contents (split_part(envelope, '|', 1));
ALTER TABLE case_contents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_contents USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_contents TO CURRENT_USER USING (true);

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
COMMENT ON TABLE case_history IS
  'owner: cases. A row is one change of a case. Written in the transaction of the change. Locked by nothing: it is only inserted.';
ALTER TABLE case_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_history USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_history TO CURRENT_USER USING (true);

CREATE TABLE case_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- Kinds of lists whose hits open a case. If empty, the rule opens no case.
  list_kinds text[] NOT NULL,
  min_score float8 NOT NULL CHECK (min_score >= 0::double precision AND min_score <= 100::double precision),
  -- A member, or a role whose members take turns; at most one of the two.
  assignee text COLLATE "C",
  assignee_role text COLLATE "C"
);
COMMENT ON TABLE case_settings IS
  'owner: cases. A row is the rule by which an organization has cases made; without a row there is none. Written by the API. Locked by its own row.';
ALTER TABLE case_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_settings TO CURRENT_USER USING (true);

CREATE TABLE case_tags (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, case_id, tag),
  FOREIGN KEY (org_id, case_id) REFERENCES cases(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE case_tags IS
  'owner: cases. A row is one tag of a case. Written with the tags of the case. Locked by the row of its case.';
CREATE INDEX case_tags_by_tag ON case_tags (org_id, tag, case_id);
ALTER TABLE case_tags ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_tags USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_tags TO CURRENT_USER USING (true);
