-- Verifications of identities, consents, reveals and verification sessions.

-- Counts a verification. A call that found every provider unavailable is not counted.
CREATE FUNCTION count_identity_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.verified_at), 'identity', NEW.kind, 1, NEW.id, NEW.verified_at);
  RETURN NULL;
END $$;

-- One call of a verification endpoint. The caller's own subject id is the only personal data.
CREATE TABLE identity_verifications (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bvn', 'nin', 'liveness', 'face_match', 'account')),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL CHECK (status IN ('verified', 'failed', 'provider_down')),
  -- Why the verification failed, in one word.
  reason text,
  -- Scores, thresholds, matching fields, and the providers that Oriki asked.
  metadata json NOT NULL,
  -- The label of the provider that answered.
  provider text,
  -- HMAC-SHA256 of country, kind and identifier under a key of the organization; null for images.
  identifier_hmac bytea,
  identifier_last4 text,
  -- SHA-256 of the ciphertext part of the envelope in identity_payloads; null if there is none.
  payload_sha256 bytea,
  -- The verification that this replay of a dead letter repeats.
  replay_of text COLLATE "C",
  verified_at timestamptz NOT NULL,
  -- SHA-256 of the columns above (docs/audit-log.md).
  row_hash bytea NOT NULL,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE identity_verifications IS
  'owner: identity/audit. A row is the audit record of one call of a verification endpoint. Written by the transaction of the call. Locked by nothing: rows are only inserted, and a trigger refuses changes.';
CREATE INDEX identity_verifications_by_time ON identity_verifications (org_id, verified_at DESC, id DESC);
-- Each filter of the list has its own index in the order of the list, so that a page reads only the rows that it shows.
CREATE INDEX identity_verifications_by_kind ON identity_verifications (org_id, kind, verified_at DESC, id DESC);
CREATE INDEX identity_verifications_by_status ON identity_verifications (org_id, status, verified_at DESC, id DESC);
-- Compares external ids as they are stored: under row-level security, requests cannot use an index on an expression.
CREATE INDEX identity_verifications_by_subject ON identity_verifications
  (org_id, subject_id, verified_at DESC, id DESC);
CREATE TRIGGER identity_verifications_append_only BEFORE UPDATE OR TRUNCATE ON identity_verifications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE identity_verifications ENABLE ALWAYS TRIGGER identity_verifications_append_only;
CREATE TRIGGER identity_verifications_counted AFTER INSERT ON identity_verifications
  FOR EACH ROW WHEN (NEW.status <> 'provider_down') EXECUTE FUNCTION count_identity_verifications();
CREATE TRIGGER identity_verifications_kept AFTER DELETE ON identity_verifications
  FOR EACH ROW WHEN (NOT is_checked_row(OLD.org_id, OLD.verified_at)) EXECUTE FUNCTION refuse_change();
ALTER TABLE identity_verifications ENABLE ALWAYS TRIGGER identity_verifications_kept;
ALTER TABLE identity_verifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_verifications USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_verifications TO CURRENT_USER USING (true);

-- The provider's answer in an encrypted envelope (docs/envelope-format.md). The table is separate, so that a re-wrap
-- under another key changes no audit row.
CREATE TABLE identity_payloads (
  org_id text COLLATE "C" NOT NULL,
  verification_id text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (org_id, verification_id)
);
COMMENT ON TABLE identity_payloads IS
  'owner: identity/payloads. A row is the encrypted answer of a provider to one verification. Written by the transaction of the call, and by oriki kek. Locked by nothing: a re-wrap compares the envelope that it replaces.';
-- Each start reads the keys of all stored envelopes. With this index, that takes a few steps for any number of
-- envelopes.
CREATE INDEX identity_payloads_by_key ON identity_payloads (split_part(envelope, '|', 1));
ALTER TABLE identity_payloads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_payloads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_payloads TO CURRENT_USER USING (true);

-- The consents that organizations record: what a person agreed to, when and how. Before Oriki asserts a consent to a
-- provider, it checks that the consent exists and was not withdrawn. The verification's row contains the consent's
-- hash.
CREATE TABLE identity_consents (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  text_version text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  given_at timestamptz NOT NULL,
  -- The id of the organization's own record.
  reference text COLLATE "C" NOT NULL,
  -- SHA-256 of the columns above except id.
  sha256 bytea NOT NULL,
  recorded_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, subject_id, reference)
);
COMMENT ON TABLE identity_consents IS
  'owner: identity/consent. A row is one consent of a person, without personal data. Written by requests that record it, and by verifications that carry it, before they ask a provider. Never changed but for the time of its withdrawal. Locked by its own row while it is withdrawn.';
CREATE INDEX identity_consents_by_hash ON identity_consents (org_id, sha256);
CREATE INDEX identity_consents_by_time ON identity_consents (org_id, recorded_at, id);
CREATE INDEX identity_consents_by_subject ON identity_consents (org_id, subject_id, recorded_at, id);
CREATE INDEX identity_consents_withdrawn ON identity_consents (org_id, subject_id, withdrawn_at)
  WHERE withdrawn_at IS NOT NULL;
ALTER TABLE identity_consents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_consents USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_consents TO CURRENT_USER USING (true);

-- Each time that a person saw the decrypted answer of a provider. The row contains the sealed reason; the audit row
-- contains the reason's hash.
CREATE TABLE identity_reveals (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  verification_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- The request for a second person; null if one person is enough.
  approval_id text COLLATE "C",
  reason_code text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  revealed_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, verification_id) REFERENCES identity_verifications(org_id, id)
);
COMMENT ON TABLE identity_reveals IS
  'owner: identity/reveal. A row is one time that a person saw the decrypted answer of a provider, with the sealed reason. Written by the request that reveals. Never changed but for a reason that a new key wraps. Locked by the rights of the organization, which let its reveals be counted in turn.';
CREATE INDEX identity_reveals_by_verification ON identity_reveals (org_id, verification_id, revealed_at, id);
CREATE INDEX identity_reveals_by_key ON identity_reveals (split_part(envelope, '|', 1));
ALTER TABLE identity_reveals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON identity_reveals USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON identity_reveals TO CURRENT_USER USING (true);

CREATE TABLE dead_letters (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The call that found every provider unavailable.
  verification_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  country text NOT NULL,
  -- Labels of the providers that could have answered.
  providers text[] NOT NULL,
  -- Whether the sandbox was among them. A replay never sends data about real people to the sandbox, or sandbox data to
  -- another provider.
  sandbox boolean NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  -- The encrypted request; null if it could not be encrypted or is no longer needed.
  envelope text,
  replays integer NOT NULL DEFAULT 0,
  -- The call that got an answer.
  replayed_as text COLLATE "C",
  -- When the automatic replay is due; null for a replay only on request.
  due_at timestamptz,
  -- The process that replays the dead letter, until leased_until at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT dead_letters_status_known CHECK (status IN ('waiting', 'replayed', 'superseded', 'discarded'))
);
COMMENT ON TABLE dead_letters IS
  'owner: identity/verify/dead-letters. A row is one verification that no provider could answer, with its encrypted request while it waits. Written by the transaction of the call, by replays, by operators, and by the worker. Locked by a lease in the row while it is replayed; the worker skips leased rows.';
CREATE UNIQUE INDEX dead_letters_by_id ON dead_letters (id);
CREATE INDEX dead_letters_due ON dead_letters (due_at) WHERE status = 'waiting' AND due_at IS NOT NULL;
CREATE INDEX dead_letters_waiting ON dead_letters (created_at) WHERE status = 'waiting';
CREATE INDEX dead_letters_by_time ON dead_letters (created_at DESC, id DESC);
CREATE INDEX dead_letters_by_key ON dead_letters (split_part(envelope, '|', 1)) WHERE envelope IS NOT NULL;
-- Finds the dead letter of a verification, for the export of a subject.
CREATE INDEX dead_letters_by_verification ON dead_letters (org_id, verification_id);
ALTER TABLE dead_letters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON dead_letters USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON dead_letters TO CURRENT_USER USING (true);

-- The steps of one person, in order. The personal data that steps need is sealed until the session ends.
CREATE TABLE verification_sessions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'completed', 'failed', 'expired', 'canceled')),
  -- Each step with its outcome and the ids of its records, without personal data.
  steps jsonb NOT NULL,
  -- The text to which the person consents; null without such a step.
  consent jsonb,
  return_url text,
  -- The current step, from 0.
  position integer NOT NULL DEFAULT 0,
  -- The attempt at the current step, from 1.
  attempt integer NOT NULL DEFAULT 1,
  phase text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (phase IN ('waiting', 'running')),
  -- Names of the fields that the envelope already contains.
  known text[] NOT NULL,
  -- What a register asks of the person before it answers the current step.
  prompt text COLLATE "C" CHECK (prompt IN ('otp', 'redirect')),
  -- The personal data that steps need; null once the session has ended.
  envelope text,
  -- The person or key whose rights apply to steps through a link.
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The process that runs the step.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- When the worker next checks the session; null once the session has ended.
  due_at timestamptz,
  -- SHA-256 of the link; null once it has been opened.
  link_hash bytea,
  -- SHA-256 of the secret of the browser that opened the link.
  browser_hash bytea,
  PRIMARY KEY (org_id, id),
  CONSTRAINT verification_sessions_check CHECK ((status = 'open') = (ended_at IS NULL)),
  CONSTRAINT verification_sessions_check1 CHECK (status = 'open' OR envelope IS NULL AND link_hash IS NULL)
);
COMMENT ON TABLE verification_sessions IS
  'owner: verification-sessions. A row is one verification session, with the personal data that it needs sealed. Written by requests, by the hosted page, and by the job verification-sessions. Locked by its own row; leased while a step runs.';
CREATE INDEX verification_sessions_by_subject ON verification_sessions (org_id, subject_id, id DESC);
CREATE INDEX verification_sessions_due ON verification_sessions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX verification_sessions_by_key ON verification_sessions (split_part(envelope, '|', 1));
ALTER TABLE verification_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON verification_sessions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON verification_sessions TO CURRENT_USER USING (true);

CREATE TABLE verification_session_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- Addresses to which the hosted page may send the person back.
  return_urls text[] NOT NULL
);
COMMENT ON TABLE verification_session_settings IS
  'owner: verification-sessions. A row is the settings of an organization. Written by the API. Locked by its own row.';
ALTER TABLE verification_session_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON verification_session_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON verification_session_settings TO CURRENT_USER USING (true);
