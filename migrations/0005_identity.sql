-- Identity verifications: an append-only audit row for each call, its sealed answer, the chain that shows whether
-- rows were changed, and what could not be answered.

-- Rows that come with every call have no foreign key to their organization, which is the one of the authenticated key
-- and is never deleted: checking it would have all calls of an organization at once share a lock of its row.
ALTER TABLE events DROP CONSTRAINT events_org_id_fkey;

-- One call of a verification endpoint. Nothing in it is personal but the caller's own subject id.
CREATE TABLE identity_verifications (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bvn', 'nin', 'liveness', 'face_match', 'account')),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL CHECK (status IN ('verified', 'failed', 'provider_down')),
  -- Why it failed, in one word.
  reason text,
  -- Scores, thresholds, what agreed, which providers were asked.
  metadata json NOT NULL,
  -- Label of the provider that answered.
  provider text,
  -- HMAC-SHA256 of country, kind and identifier under a key of the organization's; null for images.
  identifier_hmac bytea,
  identifier_last4 text,
  -- SHA-256 of the ciphertext part of the envelope in identity_payloads; null when there is none.
  payload_sha256 bytea,
  -- The verification that this one repeats from the dead letters.
  replay_of text COLLATE "C",
  verified_at timestamptz NOT NULL,
  -- SHA-256 of all of the above (docs/audit-log.md).
  row_hash bytea NOT NULL,
  PRIMARY KEY (org_id, id)
);
CREATE INDEX identity_verifications_by_time ON identity_verifications (org_id, verified_at DESC, id DESC);
CREATE INDEX identity_verifications_by_subject
  ON identity_verifications (org_id, subject_id, verified_at DESC, id DESC);

-- What the provider answered, in an encrypted envelope (docs/envelope-format.md). A table of its own, so that a
-- re-wrap under another key changes no audit row.
CREATE TABLE identity_payloads (
  org_id text COLLATE "C" NOT NULL,
  verification_id text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (org_id, verification_id)
);

-- The hash chain of an organization: each link covers the rows that were new, and the link before it. Linking happens
-- after the fact and in batches, so that calls do not wait for one another.
CREATE TABLE audit_links (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  -- From 1, without gaps.
  seq bigint NOT NULL,
  -- Of the link before; 32 zero bytes for the first.
  prev_hash bytea NOT NULL,
  -- The rows and their row_hash, in the same order.
  verification_ids text[] COLLATE "C" NOT NULL CHECK (cardinality(verification_ids) BETWEEN 1 AND 1000),
  row_hashes bytea[] NOT NULL CHECK (cardinality(row_hashes) = cardinality(verification_ids)),
  linked_at timestamptz NOT NULL,
  -- SHA-256 of all of the above (docs/audit-log.md).
  hash bytea NOT NULL,
  PRIMARY KEY (org_id, seq)
);

-- Rows that no link covers yet. Written with the row, deleted with the link.
CREATE TABLE audit_unlinked (
  org_id text COLLATE "C" NOT NULL,
  verification_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, verification_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER identity_verifications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_verifications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Also in a session that has switched ordinary triggers off, as replication does.
ALTER TABLE identity_verifications ENABLE ALWAYS TRIGGER identity_verifications_append_only;
ALTER TABLE audit_links ENABLE ALWAYS TRIGGER audit_links_append_only;

-- Requests that no provider could answer.
CREATE TABLE dead_letters (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  -- The call that found every provider unavailable.
  verification_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  country text NOT NULL,
  -- Labels of the providers that could have answered.
  providers text[] NOT NULL,
  -- Whether the sandbox was among them: what is about real people is never asked of the sandbox, nor the reverse.
  sandbox boolean NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'replayed', 'discarded')),
  -- The request, encrypted; null when it could not be, and when it is needed no more.
  envelope text,
  replays integer NOT NULL DEFAULT 0,
  -- The call that got an answer.
  replayed_as text COLLATE "C",
  -- When it is replayed by itself; null: only when told to.
  due_at timestamptz,
  -- Who replays it now, until when at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX dead_letters_by_id ON dead_letters (id);
CREATE INDEX dead_letters_due ON dead_letters (due_at) WHERE status = 'waiting' AND due_at IS NOT NULL;
CREATE INDEX dead_letters_waiting ON dead_letters (created_at) WHERE status = 'waiting';
CREATE INDEX dead_letters_by_time ON dead_letters (created_at DESC, id DESC);

-- Requests with an idempotency key that are asking somebody outside, before there is anything to record. Whoever
-- finds a claim whose time has run out takes it over: its process has died.
CREATE TABLE idempotency_claims (
  org_id text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  holder text NOT NULL,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (org_id, request_hash)
);
