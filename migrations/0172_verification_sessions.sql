-- needs 0166
-- Verification sessions: the steps of one person, in order. What a step needs of the person is sealed until the session ends.
CREATE TABLE verification_sessions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'completed', 'failed', 'expired', 'canceled')),
  -- Each step with its outcome and the ids of its records: no personal data.
  steps jsonb NOT NULL,
  -- The text to which the person consents; null without such a step.
  consent jsonb,
  return_url text,
  -- The current step, from 0, and its attempt, from 1.
  position integer NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 1,
  phase text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (phase IN ('waiting', 'running')),
  -- Names of the fields that the envelope already has.
  known text[] NOT NULL,
  -- What a register asks of the person before it answers the current step.
  prompt text COLLATE "C" CHECK (prompt IN ('otp', 'redirect')),
  -- The personal data that steps need; null once the session has ended.
  envelope text,
  -- The person or key whose rights steps of a link have.
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Of the process that runs the step.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- When the worker looks at the session next; null once it has ended.
  due_at timestamptz,
  -- SHA-256 of the link that has not been opened, and of the secret of the browser that has opened one.
  link_hash bytea,
  browser_hash bytea,
  PRIMARY KEY (org_id, id),
  CHECK ((status = 'open') = (ended_at IS NULL)),
  CHECK (status = 'open' OR (envelope IS NULL AND link_hash IS NULL))
);
CREATE INDEX verification_sessions_by_subject ON verification_sessions (org_id, subject_id, id DESC);
CREATE INDEX verification_sessions_due ON verification_sessions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX verification_sessions_by_key ON verification_sessions ((split_part(envelope, '|', 1)));
COMMENT ON TABLE verification_sessions IS 'owner: verification-sessions. A row is one verification session, with the personal data that it needs sealed. Written by requests, by the hosted page, and by the job verification-sessions. Locked by its own row; leased while a step runs.';
ALTER TABLE verification_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON verification_sessions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON verification_sessions TO CURRENT_USER USING (true);

CREATE TABLE verification_session_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- The addresses to which a hosted page may send the person back.
  return_urls text[] NOT NULL
);
COMMENT ON TABLE verification_session_settings IS 'owner: verification-sessions. A row is the settings of an organization. Written by the API. Locked by its own row.';
ALTER TABLE verification_session_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON verification_session_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON verification_session_settings TO CURRENT_USER USING (true);
