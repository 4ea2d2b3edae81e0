-- Versions of global lists, what changed between them, and where lists are fetched from.

-- The list's revision at which the entry was added or changed last; 0: before revisions of entries were kept.
ALTER TABLE global_entries ADD COLUMN revision bigint NOT NULL DEFAULT 0;
CREATE INDEX global_entries_by_revision ON global_entries (list_id, revision, external_id);

-- One row for each import that changed the content of a list.
CREATE TABLE global_list_versions (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists (id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  format text NOT NULL,
  -- Name of the file, or the URL without its query; null: sent with a request.
  origin text,
  -- SHA-256 of the files' bytes; null where there is no such file, or from before versions were kept.
  sha256 bytea,
  aliases_sha256 bytea,
  added integer NOT NULL,
  changed integer NOT NULL,
  removed integer NOT NULL,
  -- Rows of the file that could not be used.
  rejected integer NOT NULL,
  entry_count integer NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, revision)
);
INSERT INTO global_list_versions (list_id, revision, format, added, changed, removed, rejected, entry_count, imported_at)
  SELECT id, revision, format, entry_count, 0, 0, 0, entry_count, imported_at FROM global_lists;

-- How a version differs from the one before it; the first version of a list has no rows here. No foreign key ties them
-- to their version: it is deleted first, and they follow in batches.
CREATE TABLE global_list_changes (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists (id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  -- Of the entry as it is then, or was last.
  name text NOT NULL,
  -- Content hash before and after; null where there was no such entry.
  hash_before bytea,
  hash_after bytea,
  PRIMARY KEY (list_id, revision, external_id),
  CHECK (hash_before IS DISTINCT FROM hash_after)
);

-- Where a list is fetched from, how often, and how that went. A table of its own: an import holds the row of its list
-- for as long as it takes.
CREATE TABLE global_list_origins (
  list_id text COLLATE "C" PRIMARY KEY REFERENCES global_lists (id) ON DELETE CASCADE,
  format text NOT NULL,
  -- An http(s) URL, or the absolute path of a file.
  main text NOT NULL,
  aliases text,
  -- Null: only when told to.
  every_seconds integer CHECK (every_seconds >= 3600),
  due_at timestamptz,
  -- Whether the next refresh may remove more than a refresh otherwise may.
  allow_shrink boolean NOT NULL DEFAULT false,
  -- ETag and Last-Modified of the files that the list was made of; null: fetch them whatever they are.
  validators json,
  -- When the origin was last found to be what the list is made of.
  checked_at timestamptz,
  -- Since then.
  failures integer NOT NULL DEFAULT 0,
  error text,
  failed_at timestamptz,
  -- Who refreshes it now, until when at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX global_list_origins_due ON global_list_origins (due_at) WHERE due_at IS NOT NULL;
