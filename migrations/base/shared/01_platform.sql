-- Tables of the platform that cross organizations: buckets, jobs, rate limits, signing keys.

COMMENT ON TABLE schema_migrations IS
  'owner: platform/db. A row is one migration of this schema that was applied, with its checksum. Written by oriki migrate, and by the start of a process with the embedded database. Locked by the advisory lock of migrations.';

-- The buckets, and the server of each.
CREATE TABLE buckets (
  name text COLLATE "C" PRIMARY KEY CHECK (name ~ '^bucket_[0-9]{3}$'),
  -- The name in ORIKI_SERVERS; 'home' is the server of this table.
  server text COLLATE "C" NOT NULL DEFAULT 'home',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The same number as bucket_epoch in the bucket, for sessions that enter the bucket. It changes together with the
  -- bucket of an organization.
  epoch bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE buckets IS
  'owner: platform/db. A row is one bucket of organizations, with the server that has it and its epoch. Written by oriki buckets and oriki org move. Locked by its own row while it is written; moves hold an advisory lock.';
INSERT INTO buckets (name) VALUES ('bucket_000');

-- Transactions that begin in the shared schema and also write to buckets on other servers, such as sign-ins. The commit
-- of a row here decides for all of their prepared parts. In a bucket, the table of the same name decides for
-- transactions that begin there.
CREATE TABLE transaction_decisions (
  id text COLLATE "C" PRIMARY KEY,
  -- Recovery inserts 'aborted', so that a later commit of the same id fails.
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('committed', 'aborted')),
  decided_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE transaction_decisions IS
  'owner: platform/db. A row is the outcome of one transaction that reached into several servers. Written by its own commit, or by whoever ends what a crash has left prepared. Locked by the primary key: the first outcome stays.';

-- Facts on which all processes of this database must agree, such as the server secret in use.
CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);
COMMENT ON TABLE installation IS
  'owner: platform/crypto. A row is one fact that all processes of this database must agree on, such as the fingerprint of the server secret. Written by the first process that has something to record. Locked by the primary key: the first value stays; the first start locks the whole table while it makes the demo organization.';

-- The background work of all processes, one row for each job. No key starts with org_id, because a job covers all
-- organizations of its database.
CREATE TABLE jobs (
  name text COLLATE "C" PRIMARY KEY,
  -- The process that runs the job or ran it last. For a job that one process runs at a time, this process has the
  -- lease.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  last_run_at timestamptz,
  next_run_at timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- Failed runs since the last success.
  failures integer NOT NULL DEFAULT 0,
  -- The kind of error that ended the last run.
  error text
);
COMMENT ON TABLE jobs IS
  'owner: platform/background. A row is one job of the background work: who runs it or has run it last, when it is due, and how often it has failed. Written by the process that runs it. Locked by its own row for one statement, and leased while it runs.';

-- The layout that rate-limiter-flexible expects. UNLOGGED: counters may be lost in a crash, and cost no WAL.
CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
COMMENT ON TABLE rate_limits IS
  'owner: platform/rate-limit. A row is one counter of requests in one window. Written by every request that is counted in PostgreSQL. Locked by its own row for one statement.';

-- The Ed25519 keys with which the installation signs documents, such as case files. Public keys stay, so that old
-- signatures can be checked. A private key is erased when another key replaces it.
CREATE TABLE signing_keys (
  -- The thumbprint of the public key (RFC 7638).
  id text COLLATE "C" PRIMARY KEY,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  -- The private key; null once it is replaced.
  envelope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  CONSTRAINT signing_keys_check CHECK ((envelope IS NULL) = (retired_at IS NOT NULL))
);
COMMENT ON TABLE signing_keys IS
  'owner: signing. A row is one key with which the installation signs documents, or has signed. Written by the first process that needs a key and by "oriki signing-key rotate", and sealed again under new keys. Locked by a rotation, which changes the row of the current key.';
-- If several processes make the first key at the same time, only one can store it.
CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((retired_at IS NULL)) WHERE retired_at IS NULL;
CREATE INDEX signing_keys_by_key ON signing_keys (split_part(envelope, '|', 1)) WHERE envelope IS NOT NULL;

-- Sums of outbound requests, so that operators can prove where data went.
CREATE TABLE egress_uses (
  -- The organization for which Oriki made the requests, or 'platform'.
  org_id text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  -- With the port, unless it is the default port. '*' for addresses that callers choose freely.
  host text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  -- Requests that were not sent, because the operator does not list the host.
  refused bigint NOT NULL,
  bytes_sent bigint NOT NULL,
  bytes_received bigint NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, purpose, host)
);
COMMENT ON TABLE egress_uses IS
  'owner: egress. A row is the sum of the outbound requests of one purpose to one host for one organization. Written by every process in batches, some seconds after the requests. Locked by its own row.';
CREATE INDEX egress_uses_by_time ON egress_uses (last_used_at);
ALTER TABLE egress_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON egress_uses USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON egress_uses TO CURRENT_USER USING (true);
