-- Type, tags and snooze of a case, and the assignee of cases that the rule creates.
ALTER TABLE cases
  ADD COLUMN type text COLLATE "C",
  -- In their order; case_tags has the same ones for the filter.
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- Until then the case is not among the open ones to work on.
  ADD COLUMN snoozed_until timestamptz;

CREATE TABLE case_tags (
  org_id text COLLATE "C" NOT NULL,
  case_id text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, case_id, tag),
  FOREIGN KEY (org_id, case_id) REFERENCES cases (org_id, id) ON DELETE CASCADE
);
CREATE INDEX case_tags_by_tag ON case_tags (org_id, tag, case_id);
COMMENT ON TABLE case_tags IS 'owner: cases. A row is one tag of a case. Written with the tags of the case. Locked by the row of its case.';
ALTER TABLE case_tags ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON case_tags USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON case_tags TO CURRENT_USER USING (true);

ALTER TABLE case_settings
  -- A member, or a role whose members take turns; at most one of the two.
  ADD COLUMN assignee text COLLATE "C",
  ADD COLUMN assignee_role text COLLATE "C";
