-- Exports: files of an organization's data, made by a job in the worker role (0013), and what each organization may
-- export.

-- Absent: the defaults.
CREATE TABLE export_settings (
  org_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id),
  enabled boolean NOT NULL DEFAULT true,
  allowed_formats text[] NOT NULL DEFAULT '{csv,json}'
    CHECK (cardinality(allowed_formats) > 0 AND allowed_formats <@ ARRAY['csv', 'json']),
  max_rows_per_export integer NOT NULL DEFAULT 100000 CHECK (max_rows_per_export BETWEEN 1 AND 10000000),
  retention_days integer NOT NULL DEFAULT 30 CHECK (retention_days BETWEEN 1 AND 3650),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE exports (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  data_type text NOT NULL CHECK (data_type IN ('messages', 'usage', 'webhooks', 'invoices')),
  format text NOT NULL CHECK (format IN ('CSV', 'JSON')),
  -- Half-open: date_from <= time < date_to.
  date_from timestamptz,
  date_to timestamptz,
  service text,
  -- The organization's settings when it was asked for.
  max_rows integer NOT NULL,
  retention_days integer NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- Grows with each start. The name of the file has it, and what an earlier attempt still wants to record is refused.
  attempt integer NOT NULL DEFAULT 0,
  record_count bigint,
  file_size bigint,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  truncated boolean NOT NULL DEFAULT false,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was completed or failed.
  completed_at timestamptz,
  expires_at timestamptz,
  -- From here on nobody may download the file. It is removed after this has committed, never before.
  expired_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (org_id, id),
  CHECK ((status = 'COMPLETED') = (file_size IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL)),
  CHECK ((status = 'FAILED') = (error IS NOT NULL)),
  CHECK (removed_at IS NULL OR expired_at IS NOT NULL)
);
-- One at a time for an organization, whatever the queue does.
CREATE UNIQUE INDEX exports_one_processing ON exports (org_id) WHERE status = 'PROCESSING';
CREATE INDEX exports_with_file ON exports (expires_at) WHERE status = 'COMPLETED' AND removed_at IS NULL;
