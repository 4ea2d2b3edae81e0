-- What the HTTP layer keeps: answers to requests with an idempotency key, and shared rate-limit counters.

CREATE TABLE idempotency_records (
  -- 'platform' for keys without organization.
  org_id text COLLATE "C" NOT NULL,
  -- SHA-256 over method, path and the key's value.
  request_hash bytea NOT NULL,
  -- HMAC of query and body under a key that the database does not hold: tells whether a repeat differs.
  payload_mac bytea NOT NULL,
  status smallint NOT NULL,
  -- AES-256-GCM under a key derived from the idempotency key's value and the server secret: iv|tag|body.
  sealed_response bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, request_hash)
);

-- Records are inserted in order of age and removed from the old end: BRIN finds that end for almost no cost
-- on the request path.
CREATE INDEX idempotency_records_by_age ON idempotency_records USING brin (created_at)
  WITH (pages_per_range = 32, autosummarize = on);

-- The layout that rate-limiter-flexible expects. UNLOGGED: counters may be lost in a crash, and cost no WAL.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
