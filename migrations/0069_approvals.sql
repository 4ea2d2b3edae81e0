-- What needs a second person, and who has asked for it.
CREATE TABLE approval_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- Actions that need two people.
  actions text[] NOT NULL,
  -- A request that nobody has answered by then is void.
  expires_hours integer NOT NULL DEFAULT 24 CHECK (expires_hours BETWEEN 1 AND 720)
);
COMMENT ON TABLE approval_settings IS 'owner: approvals. A row is what an organization lets only two people do together. Written by the API. Locked by its own row.';
ALTER TABLE approval_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON approval_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON approval_settings TO CURRENT_USER USING (true);

CREATE TABLE approvals (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  -- What is to be done, where the action can be done in several ways: canonical JSON.
  detail text NOT NULL,
  asked_kind text NOT NULL,
  asked_by text COLLATE "C" NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set in the transaction of what was asked for, or when it was taken back.
  outcome text CHECK (outcome IN ('approved', 'rejected')),
  answered_kind text,
  answered_by text COLLATE "C",
  answered_at timestamptz,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE approvals IS 'owner: approvals. A row is one request for a second person. Written by the first; answered in the transaction of what was asked for, or by whoever rejects it. Locked by its own row while it is answered.';
CREATE INDEX approvals_open ON approvals (org_id, action, object_id) WHERE outcome IS NULL;
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON approvals USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON approvals TO CURRENT_USER USING (true);
