-- The chain over the audit log, approvals by a second person, and exports.

CREATE FUNCTION is_checked_link(org text, link bigint)
  RETURNS boolean LANGUAGE plpgsql STABLE SET search_path TO {schema} AS $$
BEGIN
  RETURN EXISTS (SELECT FROM audit_checkpoints c WHERE c.org_id = org AND c.seq >= link) OR is_leaving(org);
END $$;

-- The hash chain of an organization: each link covers new rows and the previous link. The worker links rows later and
-- in batches, so that requests do not wait for one another.
CREATE TABLE audit_links (
  org_id text COLLATE "C" NOT NULL,
  -- From 1, without gaps.
  seq bigint NOT NULL,
  -- The hash of the previous link; 32 zero bytes in the first link.
  prev_hash bytea NOT NULL,
  row_ids text[] COLLATE "C" CONSTRAINT audit_links_verification_ids_not_null NOT NULL,
  row_hashes bytea[] NOT NULL,
  linked_at timestamptz NOT NULL,
  -- SHA-256 of the columns above (docs/audit-log.md).
  hash bytea NOT NULL,
  PRIMARY KEY (org_id, seq),
  CONSTRAINT audit_links_check CHECK (cardinality(row_hashes) = cardinality(row_ids)),
  CONSTRAINT audit_links_verification_ids_check CHECK (cardinality(row_ids) >= 1 AND cardinality(row_ids) <= 1000)
);
COMMENT ON TABLE audit_links IS
  'owner: audit. A row is one link of an organization''s hash chain over its verifications and actions. Written by the worker. Locked by the advisory lock of the organization''s audit chain, which is only tried; a trigger refuses changes.';
-- Finds the link that covers a row: it is among the first links after the time of the row.
CREATE INDEX audit_links_by_time ON audit_links (org_id, linked_at);
CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_links ENABLE ALWAYS TRIGGER audit_links_append_only;
CREATE TRIGGER audit_links_kept AFTER DELETE ON audit_links
  FOR EACH ROW WHEN (NOT is_checked_link(OLD.org_id, OLD.seq)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_links ENABLE ALWAYS TRIGGER audit_links_kept;
ALTER TABLE audit_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_links USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_links TO CURRENT_USER USING (true);

CREATE TABLE audit_unlinked (
  org_id text COLLATE "C" NOT NULL,
  row_id text COLLATE "C" CONSTRAINT audit_unlinked_verification_id_not_null NOT NULL,
  PRIMARY KEY (org_id, row_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE audit_unlinked IS
  'owner: audit. A row is one verification or action that no link covers yet. Written by the transaction of the call; the worker deletes it with the link. Locked by the advisory lock of the organization''s audit chain while it is deleted.';
ALTER TABLE audit_unlinked ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_unlinked USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_unlinked TO CURRENT_USER USING (true);

CREATE TABLE audit_unstreamed (
  org_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE audit_unstreamed IS
  'owner: audit. A row is one link whose actions have still to be sent to the stream. Written with the link where a stream is set, and deleted once its target has taken them. Locked by the lease of the job audit-stream.';
ALTER TABLE audit_unstreamed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_unstreamed USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_unstreamed TO CURRENT_USER USING (true);

CREATE TABLE audit_checkpoints (
  org_id text COLLATE "C" NOT NULL,
  -- The last link that the checkpoint replaces.
  seq bigint NOT NULL,
  -- Canonical JSON, signed by the installation (docs/audit-log.md).
  document text NOT NULL,
  signature text NOT NULL,
  -- The checkpoint does not cover rows with a later time.
  rows_until timestamptz NOT NULL,
  PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE audit_checkpoints IS
  'owner: audit. A row is one signed checkpoint, which replaces the links of the chain up to it. Written by the worker, and never changed. Locked by the advisory lock of the organization''s audit chain while it is inserted.';
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_append_only;
CREATE TRIGGER audit_checkpoints_kept AFTER DELETE ON audit_checkpoints
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_kept;
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_checkpoints USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_checkpoints TO CURRENT_USER USING (true);

CREATE TABLE approval_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- Actions that need two people.
  actions text[] NOT NULL,
  -- A request without an answer is void after this many hours.
  expires_hours integer NOT NULL DEFAULT 24 CHECK (expires_hours >= 1 AND expires_hours <= 720)
);
COMMENT ON TABLE approval_settings IS
  'owner: approvals. A row is what an organization lets only two people do together. Written by the API. Locked by its own row.';
ALTER TABLE approval_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON approval_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON approval_settings TO CURRENT_USER USING (true);

CREATE TABLE approvals (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  -- The variant of an action that has several: canonical JSON.
  detail text NOT NULL,
  asked_kind text NOT NULL,
  asked_by text COLLATE "C" NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set in the transaction of the requested action, or when the request is withdrawn.
  outcome text,
  answered_kind text,
  answered_by text COLLATE "C",
  answered_at timestamptz,
  -- The person who asked, or who made the key that asked.
  asked_person text COLLATE "C",
  -- The revision of the object when the request was made; empty if the object has no revisions. A request with null is
  -- bound to no revision and therefore void.
  revision text COLLATE "C",
  -- The reason of the person who asks, sealed with its salt.
  envelope text,
  -- The reason of the person who rejects the request, sealed with its salt.
  answer_envelope text,
  -- Keys and people through which the first person or key came about. None of them can be the second person. Null if
  -- unknown.
  asked_through text[],
  -- The code of the first person's reason.
  reason_code text COLLATE "C",
  PRIMARY KEY (org_id, id),
  CONSTRAINT approvals_outcome_known CHECK (outcome IN ('approved', 'rejected', 'void'))
);
COMMENT ON TABLE approvals IS
  'owner: approvals. A row is one request for a second person, with the first: who asked, or who made the key that asked. Written by the first; answered in the transaction of what was asked for, or by whoever rejects it. Locked by its own row while it is answered.';
CREATE INDEX approvals_open ON approvals (org_id, action, object_id) WHERE outcome IS NULL;
-- Allows one open request for the same action, object and detail. md5, because a detail can exceed the size of an index
-- entry.
CREATE UNIQUE INDEX approvals_one_open ON approvals (org_id, action, object_id, md5(detail))
  WHERE outcome IS NULL AND revision IS NOT NULL;
-- Open requests about an object, or about a person or key that leaves.
CREATE INDEX approvals_open_by_object ON approvals (org_id, object_id) WHERE outcome IS NULL;
CREATE INDEX approvals_by_key ON approvals (split_part(envelope, '|', 1)) WHERE envelope IS NOT NULL;
CREATE INDEX approvals_by_answer_key ON approvals (split_part(answer_envelope, '|', 1))
  WHERE answer_envelope IS NOT NULL;
-- Reasons that are erased with the object.
CREATE INDEX approvals_with_reason ON approvals (org_id, object_id)
  WHERE envelope IS NOT NULL OR answer_envelope IS NOT NULL;
-- Requests about an object, with or without an answer.
CREATE INDEX approvals_object ON approvals (org_id, object_id, id);
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON approvals USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON approvals TO CURRENT_USER USING (true);

CREATE TABLE reason_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- [{reasonCode, text}], in display order.
  codes jsonb NOT NULL,
  -- If true, a false positive needs a code, and at a score from text_from also a sentence.
  is_required boolean NOT NULL,
  text_from float8 NOT NULL CHECK (text_from >= 0::double precision AND text_from <= 100::double precision)
);
COMMENT ON TABLE reason_settings IS
  'owner: approvals. A row is what an organization has chosen about the codes of reasons. Written by the API. Locked by its own row.';
ALTER TABLE reason_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON reason_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON reason_settings TO CURRENT_USER USING (true);

CREATE TABLE export_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  enabled boolean NOT NULL DEFAULT true,
  allowed_formats text[] NOT NULL DEFAULT '{csv,json}'::text[]
    CHECK (cardinality(allowed_formats) > 0 AND allowed_formats <@ ARRAY['csv', 'json', 'xlsx']),
  max_rows_per_export integer NOT NULL DEFAULT 100000
    CHECK (max_rows_per_export >= 1 AND max_rows_per_export <= 10000000),
  retention_days integer NOT NULL DEFAULT 30 CHECK (retention_days >= 1 AND retention_days <= 3650),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE export_settings IS
  'owner: exports. A row is what one organization may export; without a row the defaults hold. Written by operators. Locked by its own row for one statement.';
ALTER TABLE export_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON export_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON export_settings TO CURRENT_USER USING (true);

CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (at AT TIME ZONE 'UTC')::date
$$;

-- Counts a completed export. Each counted table has its own function: PostgreSQL plans its statement once per session,
-- and a row costs the same whether a statement inserts one row or many.
CREATE FUNCTION count_exports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.completed_at), 'exports', 'exports', 1, NEW.id, NEW.completed_at);
  RETURN NULL;
END $$;

CREATE TABLE exports (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  data_type text NOT NULL
    CHECK (data_type IN ('messages', 'usage', 'webhooks', 'invoices', 'audit', 'cases', 'screenings', 'hits',
      'decisions', 'screening_jobs', 'verifications')),
  format text NOT NULL CHECK (format IN ('CSV', 'JSON', 'XLSX')),
  -- Half-open: date_from <= time < date_to.
  date_from timestamptz,
  date_to timestamptz,
  service text,
  -- The organization's settings when the export was requested.
  max_rows integer NOT NULL,
  retention_days integer NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- Each start increments it. The file's name contains it, and Oriki rejects writes of an earlier attempt.
  attempt integer NOT NULL DEFAULT 0,
  record_count bigint,
  file_size bigint,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  truncated boolean NOT NULL DEFAULT false,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the export was completed or failed.
  completed_at timestamptz,
  expires_at timestamptz,
  -- From this time the file cannot be downloaded. The worker removes the file only after this time has been committed.
  expired_at timestamptz,
  removed_at timestamptz,
  -- The store of the current attempt's file, as in export_stores; null for the store in the configuration.
  store text,
  -- The file has only rows after these values of the columns that order its rows.
  after_row jsonb,
  -- The values of the same columns in the last row of a truncated file.
  last_row jsonb,
  -- Attempts that ended without a report, and attempts that could not read the data.
  lost_attempts integer NOT NULL DEFAULT 0,
  -- How often the store or the database was unavailable.
  waits integer NOT NULL DEFAULT 0,
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- When the next attempt may begin.
  due_at timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- The traceparent of the request for the export.
  traceparent text,
  -- The format of a CSV file; null for the defaults.
  csv jsonb,
  -- Texts that were shortened because a cell of a workbook cannot contain them.
  cut_texts integer,
  PRIMARY KEY (org_id, id),
  CONSTRAINT exports_check
    CHECK ((status = 'COMPLETED') = (file_size IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT exports_check1 CHECK ((status = 'FAILED') = (error IS NOT NULL)),
  CONSTRAINT exports_check2 CHECK (removed_at IS NULL OR expired_at IS NOT NULL)
);
COMMENT ON TABLE exports IS
  'owner: exports. A row is one export: what was asked for, how far it is, and its file. Written by the request, by the worker that makes the file, and by the worker that removes it. Locked by its own row for one statement, which names the attempt, and leased while it is worked on; a unique index allows one export in work for each organization.';
-- Allows one running export for each organization, whatever the queue does.
CREATE UNIQUE INDEX exports_one_processing ON exports (org_id) WHERE status = 'PROCESSING';
CREATE INDEX exports_with_file ON exports (expires_at) WHERE status = 'COMPLETED' AND removed_at IS NULL;
-- Finds unfinished exports without reading finished ones.
CREATE INDEX exports_unfinished ON exports (created_at) WHERE status IN ('PENDING', 'PROCESSING');
CREATE TRIGGER exports_counted AFTER UPDATE ON exports
  FOR EACH ROW WHEN (NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED') EXECUTE FUNCTION count_exports();
ALTER TABLE exports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON exports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON exports TO CURRENT_USER USING (true);

-- Every store to which files were written. A row is deleted when its store is no longer configured and contains no
-- files. No key starts with org_id, because stores belong to the installation.
CREATE TABLE export_stores (
  -- Canonical JSON: {kind, folder} or {kind, bucket, prefix, endpoint}.
  location text COLLATE "C" PRIMARY KEY,
  first_used_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE export_stores IS
  'owner: exports. A row is one folder or bucket that files of exports were written to. Written by the worker when an attempt begins. Locked by the primary key.';
