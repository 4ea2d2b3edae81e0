-- shared
-- Buckets of organizations. All tables of an organization are in the schema of its bucket.

CREATE TABLE buckets (
  -- Also of its schema.
  name text COLLATE "C" PRIMARY KEY CHECK (name ~ '^bucket_[0-9]{3}$'),
  -- The server that holds it, by its name in the configuration; null: the one that holds this table.
  server text COLLATE "C",
  -- Grows with each move. Sessions state it, and a server that no longer holds the bucket refuses them.
  epoch bigint NOT NULL DEFAULT 1
);
COMMENT ON TABLE buckets IS 'owner: platform/db. A row is one bucket, with the server that holds it. Written by oriki migrate, which makes the first one, and by oriki buckets. Locked by its own row while it is moved.';
INSERT INTO buckets (name) VALUES ('bucket_000');

ALTER TABLE organizations ADD COLUMN bucket text COLLATE "C" NOT NULL DEFAULT 'bucket_000';
COMMENT ON TABLE schema_migrations IS 'owner: platform/db. A row is one migration of this schema that was applied, with its checksum. Written by oriki migrate, and by the start of a process with the embedded database. Locked by the advisory lock of migrations.';
COMMENT ON TABLE idempotency_records IS 'owner: platform/idempotency. A row is the sealed answer to one request of the operator with an idempotency key. Written by the transaction of the request, as its last statement; the worker deletes expired rows. Locked by the advisory lock of the operator and the request''s hash, which is only tried, and by the primary key.';
COMMENT ON TABLE idempotency_claims IS 'owner: platform/idempotency. A row is one request of the operator that is asking somebody outside and has nothing to record yet. Written by the request before it asks; its transaction deletes the row. Locked by a lease in the row: holder and end.';
