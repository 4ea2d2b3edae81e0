-- shared
-- Which buckets there are, on which server each is, and in which each organization is. Until now there was one.
CREATE TABLE buckets (
  name text COLLATE "C" PRIMARY KEY CHECK (name ~ '^bucket_[0-9]{3}$'),
  -- As ORIKI_SERVERS calls it; 'home' is the server of this table.
  server text COLLATE "C" NOT NULL DEFAULT 'home',
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE buckets IS 'owner: platform/db. A row is one bucket of organizations, with the server that has it. Written by oriki buckets. Locked by its own row while the bucket is moved.';
INSERT INTO buckets (name) VALUES ('bucket_000');

ALTER TABLE organizations ADD COLUMN bucket text COLLATE "C" NOT NULL DEFAULT 'bucket_000'
  CONSTRAINT organizations_bucket_fkey REFERENCES buckets;
