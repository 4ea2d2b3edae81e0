-- The lists of the operator, which all organizations are screened against.

CREATE TABLE global_lists (
  id text COLLATE "C" PRIMARY KEY,
  source text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sanctions', 'pep', 'adverse_media', 'embargo')),
  format text NOT NULL,
  entry_count integer NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- Checksums of the files of the last import. Oriki does not import the same files again. Null if unknown, until the
  -- next import.
  imported_files jsonb,
  -- A random text that each change stores with its revision (compare screening_lists.stamps). Empty if no change has
  -- stored one.
  stamp text NOT NULL DEFAULT '',
  -- The stamp of the change before.
  stamp_before text NOT NULL DEFAULT '',
  -- The day or time of publication, from the list's file or its server; null if neither names one.
  published_at timestamptz,
  CONSTRAINT global_lists_source_unique UNIQUE (source)
);
COMMENT ON TABLE global_lists IS
  'owner: lists/global. A row is one list of the operator, for all organizations, with the revision of its entries. Written by imports. Locked by its own row: imports of one list take turns.';

CREATE TABLE global_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  -- The publisher's id of the entry.
  external_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entity_type text NOT NULL,
  name text NOT NULL,
  canonical_name text NOT NULL,
  canon_version smallint NOT NULL,
  -- [{name, quality, kind}]
  aliases json NOT NULL,
  -- Dates in an EDTF subset: 1951-06-19, 1951, 1951~, 1950/1952.
  dobs text[] NOT NULL,
  countries text[] NOT NULL,
  identifiers json NOT NULL,
  raw json NOT NULL,
  -- SHA-256 of the entry's content, by which an import finds changes.
  content_hash bytea NOT NULL,
  -- The list's revision that last added or changed the entry; 0 if unknown.
  revision bigint NOT NULL DEFAULT 0,
  -- What the list has about the entry in addition to names, dates, countries and numbers: gender, places of birth,
  -- addresses. Null if it has nothing, and until an import has read the entry.
  facts json,
  -- The programs, topics and publishers' ids of the entry, as an import has read them. Hits take theirs from here. Null
  -- if there are none, and until an import has read the entry.
  labels json,
  PRIMARY KEY (list_id, external_id)
);
COMMENT ON TABLE global_entries IS
  'owner: lists/global. A row is one entry of a global list, with its aliases. Written by imports; the worker writes canonical names again after a change of the rules. Locked by the row of its list; by its own row, where no other transaction has it, for a new canonical name.';
CREATE INDEX global_entries_by_revision ON global_entries (list_id, revision, external_id);
-- Finds the entries of hits by their id.
CREATE UNIQUE INDEX global_entries_by_id ON global_entries (list_id, id);

-- Each import that changed the content of a list.
CREATE TABLE global_list_versions (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  format text NOT NULL,
  -- The name of the file, or the URL without its query; null if a request contained the file.
  origin text,
  -- SHA-256 of the file's bytes; null if there is no such file, or if unknown. The other files have their own columns.
  sha256 bytea,
  aliases_sha256 bytea,
  added integer NOT NULL,
  changed integer NOT NULL,
  removed integer NOT NULL,
  -- Rows of the file that could not be used.
  rejected integer NOT NULL,
  entry_count integer NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  addresses_sha256 bytea,
  comments_sha256 bytea,
  -- The first rows of the file that the import omitted, as its report names them; null if unknown.
  rejections jsonb,
  stamp text NOT NULL DEFAULT '',
  PRIMARY KEY (list_id, revision)
);
COMMENT ON TABLE global_list_versions IS
  'owner: lists/global. A row is one import that changed the content of a global list. Written by imports; the worker deletes the oldest. Locked by the row of its list while it is inserted.';

-- How a version differs from the one before it; the first version of a list has no rows here. There is no foreign key
-- to the version: the worker deletes the version first, and its changes later in batches.
CREATE TABLE global_list_changes (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  -- The name in this version, or the last name of a removed entry.
  name text NOT NULL,
  -- Content hash before and after; null if there was no such entry.
  hash_before bytea,
  hash_after bytea,
  -- The fields that differ: {field: [before, after]}, with null on the side without an entry; null if unknown.
  fields json,
  -- For a removed entry, the id of the entry with which the publisher continues it; null if there is none, or if
  -- unknown.
  merged_into text COLLATE "C",
  PRIMARY KEY (list_id, revision, external_id),
  CONSTRAINT global_list_changes_check CHECK (hash_before IS DISTINCT FROM hash_after)
);
COMMENT ON TABLE global_list_changes IS
  'owner: lists/global. A row is one entry that differs between a version of a global list and the version before. Written by imports; the worker deletes those of deleted versions. Locked by the row of its list while it is inserted; by its own row, where no other transaction has it, while it is deleted.';

-- Where a list is fetched from, how often, and the result of the last refresh. The table is separate, because an import
-- locks the row of its list until it ends.
CREATE TABLE global_list_origins (
  list_id text COLLATE "C" PRIMARY KEY REFERENCES global_lists(id) ON DELETE CASCADE,
  format text NOT NULL,
  -- An http(s) URL, or the absolute path of a file.
  main text NOT NULL,
  aliases text,
  -- Null: only on request.
  every_seconds integer CHECK (every_seconds >= 3600),
  due_at timestamptz,
  -- Whether the next refresh may remove more entries than a refresh usually may.
  allow_shrink boolean NOT NULL DEFAULT false,
  -- ETag and Last-Modified of the files from which the list was made; null: fetch the files in any case.
  validators json,
  -- When a refresh last found that the list equals its origin.
  checked_at timestamptz,
  -- Failures since checked_at.
  failures integer NOT NULL DEFAULT 0,
  error text,
  failed_at timestamptz,
  -- The process that refreshes the list, until leased_until at most.
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- An envelope of the queries of the URLs, which may contain secrets; main and aliases then have no queries. Null if
  -- there are no queries, or if main and aliases contain them until the origin is set again.
  queries text,
  -- OFAC publishes CSV with separate files for addresses, and for remarks that are longer than a column.
  addresses text,
  comments text,
  -- The mapping by which to read files of no known format. It is json and not jsonb, because the order of its fields is
  -- the order of numbers in entries.
  mapping json,
  -- What the last refused file would have done to the list; null if no file was refused, or the list has changed since.
  -- With allow_shrink, two operators have agreed to import that file and no other.
  refused jsonb
);
COMMENT ON TABLE global_list_origins IS
  'owner: lists/global. A row is where a global list is fetched from, how often, and how the last refresh went. Written by operators and by the process that refreshes the list. Locked by a lease in the row while the list is refreshed.';
CREATE INDEX global_list_origins_due ON global_list_origins (due_at) WHERE due_at IS NOT NULL;

-- What imports of global lists have read. It is not a temporary table, because sharded databases cannot join temporary
-- tables with others. The transaction of an import deletes its rows, so that no other transaction ever sees them,
-- however the import ends. A crash of the server may empty the table.
CREATE UNLOGGED TABLE import_staging (
  list_id text COLLATE "C" CONSTRAINT global_entries_list_id_not_null NOT NULL,
  external_id text COLLATE "C" CONSTRAINT global_entries_external_id_not_null NOT NULL,
  id text COLLATE "C" CONSTRAINT global_entries_id_not_null NOT NULL,
  entity_type text CONSTRAINT global_entries_entity_type_not_null NOT NULL,
  name text CONSTRAINT global_entries_name_not_null NOT NULL,
  canonical_name text CONSTRAINT global_entries_canonical_name_not_null NOT NULL,
  canon_version smallint CONSTRAINT global_entries_canon_version_not_null NOT NULL,
  aliases json CONSTRAINT global_entries_aliases_not_null NOT NULL,
  dobs text[] CONSTRAINT global_entries_dobs_not_null NOT NULL,
  countries text[] CONSTRAINT global_entries_countries_not_null NOT NULL,
  identifiers json CONSTRAINT global_entries_identifiers_not_null NOT NULL,
  raw json CONSTRAINT global_entries_raw_not_null NOT NULL,
  content_hash bytea CONSTRAINT global_entries_content_hash_not_null NOT NULL,
  revision bigint CONSTRAINT global_entries_revision_not_null NOT NULL DEFAULT 0,
  facts json,
  labels json,
  PRIMARY KEY (list_id, external_id)
);
COMMENT ON TABLE import_staging IS
  'owner: lists/global. A row is one entry that an import has read and not applied yet. Written by imports, which delete it in the same transaction. Locked by the row of its list.';

-- Entries of global lists before an import changed or removed them, so that the reviewer of a hit sees the entry at the
-- time of the hit.
CREATE TABLE global_previous_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  entry_id text COLLATE "C" NOT NULL,
  -- The list's revision that ended this state of the entry.
  revision bigint NOT NULL,
  -- The row of global_entries; its revision is the first with this state.
  entry json NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, entry_id, revision)
);
COMMENT ON TABLE global_previous_entries IS
  'owner: lists/global. A row is one entry of a global list as it was until a version changed or removed it. Written by imports; the worker deletes those of deleted versions. Locked by the row of its list while it is inserted; by its own row, where no other transaction has it, while it is deleted.';
CREATE INDEX global_previous_entries_by_revision ON global_previous_entries (list_id, revision);
