-- Platform tables of each bucket: idempotency, the audit log, changes for open streams.

COMMENT ON TABLE schema_migrations IS
  'owner: platform/db. A row is one migration that was applied, with its checksum. Written by oriki migrate, and by the start of a process with the embedded database. Locked by the advisory lock of migrations.';

-- Transactions that begin in this bucket and also write to other servers. The commit of a row here decides for all of
-- their prepared parts. In the shared schema, the table of the same name decides for transactions that begin there.
CREATE TABLE transaction_decisions (
  id text COLLATE "C" PRIMARY KEY,
  -- Recovery inserts 'aborted', so that a later commit of the same id fails.
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('committed', 'aborted')),
  decided_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE transaction_decisions IS
  'owner: platform/db. A row is the outcome of one transaction that reached into several servers. Written by its own commit, or by whoever ends what a crash has left prepared. Locked by the primary key: the first outcome stays.';

-- The epoch rises whenever an organization leaves the bucket. A session that enters the bucket names the epoch that its
-- process knows. Oriki rejects an earlier epoch, so that the session does not find the organization empty.
CREATE TABLE bucket_epoch (
  the_only boolean DEFAULT true PRIMARY KEY CHECK (the_only),
  epoch bigint NOT NULL
);
COMMENT ON TABLE bucket_epoch IS
  'owner: platform/db. A row is a number that grows whenever the bucket moves to another server without Citus or an organization leaves it, with random low bits so that no two histories of the database have the same; there is one. Written by oriki buckets move and oriki org move. Locked by the whole table: whoever enters meanwhile waits.';
INSERT INTO bucket_epoch (epoch) VALUES (0);

CREATE FUNCTION enter(expected bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM {schema}.bucket_epoch WHERE epoch = expected) THEN
    RAISE EXCEPTION 'an organization has left the bucket' USING ERRCODE = '57P0M';
  END IF;
END $$;

-- Spellings of external ids that are not in NFC, in rows that keep the original text. New rows are in NFC, so this
-- table does not grow. Requests compare a column with these spellings, because row-level security does not use an index
-- on an expression whose functions are not leakproof.
CREATE TABLE external_id_spellings (
  org_id text COLLATE "C" NOT NULL,
  -- The id in NFC. It has no collation, so that a comparison uses the collation, and thus the index, of the other
  -- column.
  nfc text NOT NULL,
  spelling text NOT NULL,
  PRIMARY KEY (org_id, nfc, spelling)
);
COMMENT ON TABLE external_id_spellings IS
  'owner: platform/db. A row is one other spelling of an external id, which is not in NFC and is the text of rows that keep it. Written by the migration that creates the table. Locked by nothing: no row changes.';
ALTER TABLE external_id_spellings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON external_id_spellings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON external_id_spellings TO CURRENT_USER USING (true);

-- Answers to requests with an idempotency key.
CREATE TABLE idempotency_records (
  -- 'platform' for keys without an organization.
  org_id text COLLATE "C" NOT NULL,
  -- SHA-256 of method, path and the key's value.
  request_hash bytea NOT NULL,
  -- HMAC of query and body under a key that is not in the database. It shows whether a repeated request differs.
  payload_mac bytea NOT NULL,
  status smallint NOT NULL,
  -- AES-256-GCM under a key derived from the idempotency key's value and the server secret: iv|tag|body.
  sealed_response bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The key or person that received the answer.
  actor_id text COLLATE "C",
  -- The scopes of the actor at that time. A key that replaces the actor needs all of them.
  actor_scopes text[],
  -- Keyed hashes of the ids that the answer is about, so that the erasure of a subject finds the record. If null, an
  -- erasure treats the record as being about every subject.
  about text[],
  PRIMARY KEY (org_id, request_hash)
);
COMMENT ON TABLE idempotency_records IS
  'owner: platform/idempotency. A row is the sealed answer to one request with an idempotency key. Written by the transaction of the request, as its last statement; the worker deletes expired rows. Locked by the advisory lock of the organization and the request''s hash, which is only tried, and by the primary key.';
-- Requests insert records in order of age, and the worker deletes the oldest. BRIN finds the oldest at almost no cost
-- for requests.
CREATE INDEX idempotency_records_by_age ON idempotency_records USING brin (created_at)
  WITH (pages_per_range='32', autosummarize='on');
ALTER TABLE idempotency_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON idempotency_records USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON idempotency_records TO CURRENT_USER USING (true);

-- Requests with an idempotency key that call an external service before they have an answer to record. A claim with an
-- expired lease belongs to a dead process; the next request takes it over.
CREATE TABLE idempotency_claims (
  org_id text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  holder text NOT NULL,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (org_id, request_hash)
);
COMMENT ON TABLE idempotency_claims IS
  'owner: platform/idempotency. A row is one request with an idempotency key that is asking an identity provider and has nothing to record yet. Written by the request before it asks; its transaction deletes the row. Locked by a lease in the row: holder and end.';
ALTER TABLE idempotency_claims ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON idempotency_claims USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON idempotency_claims TO CURRENT_USER USING (true);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Returns true while the organization is erased, which also deletes its append-only rows.
CREATE FUNCTION is_leaving(org text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path TO {schema} AS $$
BEGIN
  RETURN EXISTS (SELECT FROM organization_erasures e WHERE e.org_id = org AND e.completed_at IS NULL);
END $$;

-- Returns true if a checkpoint covers the row or the organization is erased. Only such a row can be deleted.
CREATE FUNCTION is_checked_row(org text, row_at timestamptz)
  RETURNS boolean LANGUAGE plpgsql STABLE SET search_path TO {schema} AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.rows_until >= row_at) OR is_leaving(org);
END $$;

-- Every change of state by a key, person or command adds a row. One audit chain links these rows and verifications:
-- audit_unlinked and audit_links contain ids of both tables, which never have the same id.
CREATE TABLE audit_actions (
  -- The organization of the action, or 'platform'.
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('key', 'person', 'command', 'link', 'service')),
  actor_id text COLLATE "C" NOT NULL,
  -- The key or session through which the actor acted.
  actor_via text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  object_id text COLLATE "C",
  -- Settings and states by name, without personal data.
  before json,
  after json,
  request_id text,
  address text,
  -- SHA-256 of the columns above (docs/audit-log.md).
  row_hash bytea NOT NULL,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE audit_actions IS
  'owner: platform/audit. A row is one thing that somebody did: a change of state, something revealed, a sign-in. Written in the transaction of its effect. Locked by nothing: it is only inserted, and a trigger refuses changes.';
CREATE INDEX audit_actions_by_actor ON audit_actions (org_id, actor_id, id);
CREATE INDEX audit_actions_by_action ON audit_actions (org_id, action, id);
CREATE INDEX audit_actions_by_object ON audit_actions (org_id, object_id, id);
CREATE TRIGGER audit_actions_append_only BEFORE UPDATE OR TRUNCATE ON audit_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_append_only;
CREATE TRIGGER audit_actions_kept AFTER DELETE ON audit_actions
  FOR EACH ROW WHEN (NOT is_checked_row(OLD.org_id, OLD.at)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_kept;
ALTER TABLE audit_actions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_actions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_actions TO CURRENT_USER USING (true);

CREATE TABLE audit_tombstones (
  org_id text COLLATE "C" NOT NULL,
  -- The id of a verification whose sealed answer was removed, or the hash of a consent in hex.
  row_id text COLLATE "C" NOT NULL,
  -- The action that records the removal. It contains the hash of the ids of its tombstones.
  action_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, row_id, action_id)
);
COMMENT ON TABLE audit_tombstones IS
  'owner: platform/audit. A row is what is left of a record that an audit row names and that retention has removed. Written in the transaction of the removal; deleted with its action. Locked by nothing.';
CREATE INDEX audit_tombstones_by_action ON audit_tombstones (org_id, action_id, row_id);
ALTER TABLE audit_tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_tombstones USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_tombstones TO CURRENT_USER USING (true);

-- The log that streams of changes follow. It contains the ids of changed objects. A position in it is a snapshot of
-- transactions, as in inbox_changes.
CREATE TABLE live_changes (
  org_id text COLLATE "C" NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- Null if too many objects changed to list them.
  object_id text COLLATE "C",
  PRIMARY KEY (org_id, xid, id)
);
COMMENT ON TABLE live_changes IS
  'owner: live. A row is one thing that has changed, for open streams. Written by the transaction of the change; the worker deletes old ones. Locked by nothing: rows are inserted and deleted, never changed.';
ALTER TABLE live_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON live_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON live_changes TO CURRENT_USER USING (true);
