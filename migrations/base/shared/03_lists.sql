-- The lists of the operator, which all organizations are screened against.

-- Global lists belong to the operator and are the same for every organization.
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
  -- Checksums of the files of the last import, by which the same ones are known again: they are not imported anew.
  -- Null until the next import.
  imported_files jsonb,
  -- Like the stamps of lists of organizations: the random text that each change of a global list stores with its
  -- revision, and the one of the change before it. Empty: from before there were any.
  stamp text NOT NULL DEFAULT '',
  stamp_before text NOT NULL DEFAULT '',
  -- The day or moment of publication that a list's file names, or its server; null where neither does.
  published_at timestamptz,
  CONSTRAINT global_lists_source_unique UNIQUE (source)
);
COMMENT ON TABLE global_lists IS
  'owner: lists/global. A row is one list of the operator, for all organizations, with the revision of its entries. Written by imports. Locked by its own row: imports of one list take turns.';

CREATE TABLE global_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  -- The publisher's own id of the entry.
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
  -- SHA-256 of all the above: tells an import what changed.
  content_hash bytea NOT NULL,
  -- Versions of global lists, what changed between them, and where lists are fetched from. The list's revision at
  -- which the entry was added or changed last; 0: before revisions of entries were kept.
  revision bigint NOT NULL DEFAULT 0,
  -- What a list says of an entry beside its names, dates, countries and numbers: gender, places of birth, addresses.
  -- Null where it says nothing, and for entries that no import has read since.
  facts json,
  -- The programmes, topics and publishers' ids of an entry, as an import has read them: those of hits come from here.
  -- Null where there are none, and for entries that no import has read since.
  labels json,
  PRIMARY KEY (list_id, external_id)
);
COMMENT ON TABLE global_entries IS
  'owner: lists/global. A row is one entry of a global list, with its aliases. Written by imports; the worker writes canonical names again after a change of the rules. Locked by the row of its list; by its own row, where no other transaction has it, for a new canonical name.';
CREATE INDEX global_entries_by_revision ON global_entries (list_id, revision, external_id);
-- Entries of a hit are looked up by their own id.
CREATE UNIQUE INDEX global_entries_by_id ON global_entries (list_id, id);

-- One row for each import that changed the content of a list.
CREATE TABLE global_list_versions (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
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
  addresses_sha256 bytea,
  comments_sha256 bytea,
  -- The first rows of the file that were left out, as the report of the import names them; null in versions from
  -- before.
  rejections jsonb,
  stamp text NOT NULL DEFAULT '',
  PRIMARY KEY (list_id, revision)
);
COMMENT ON TABLE global_list_versions IS
  'owner: lists/global. A row is one import that changed the content of a global list. Written by imports; the worker deletes the oldest. Locked by the row of its list while it is inserted.';

-- How a version differs from the one before it; the first version of a list has no rows here. No foreign key ties
-- them to their version: it is deleted first, and they follow in batches.
CREATE TABLE global_list_changes (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  -- Of the entry as it is then, or was last.
  name text NOT NULL,
  -- Content hash before and after; null where there was no such entry.
  hash_before bytea,
  hash_after bytea,
  -- What a change of an entry changed: {field: [before, after]} of the fields that differ, null on the side where
  -- there was no entry; null: from before this was kept.
  fields json,
  -- Of an entry that is gone: the id under which the publisher goes on with it, where the list has that. Null: none,
  -- or from before this was kept.
  merged_into text COLLATE "C",
  PRIMARY KEY (list_id, revision, external_id),
  CONSTRAINT global_list_changes_check CHECK (hash_before IS DISTINCT FROM hash_after)
);
COMMENT ON TABLE global_list_changes IS
  'owner: lists/global. A row is one entry that differs between a version of a global list and the version before. Written by imports; the worker deletes those of deleted versions. Locked by the row of its list while it is inserted; by its own row, where no other transaction has it, while it is deleted.';

-- Where a list is fetched from, how often, and how that went. A table of its own: an import holds the row of its list
-- for as long as it takes.
CREATE TABLE global_list_origins (
  list_id text COLLATE "C" PRIMARY KEY REFERENCES global_lists(id) ON DELETE CASCADE,
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
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- The queries of an origin's URLs, which may hold secrets, as an envelope; main and aliases are without them. Null:
  -- they have none. Origins from before keep theirs in main and aliases until they are set again.
  queries text,
  -- OFAC's csv files have addresses, and remarks that are longer than a column, in files of their own.
  addresses text,
  comments text,
  -- The mapping by which the files of an origin are read, where they are of no known format. As it was written: the
  -- order of its fields is that of numbers in entries.
  mapping json,
  -- What the last file of a list would have done to it that was refused for that; null where none was, or the list
  -- has changed since. With allow_shrink two operators have agreed to take that file, and no other.
  refused jsonb
);
COMMENT ON TABLE global_list_origins IS
  'owner: lists/global. A row is where a global list is fetched from, how often, and how the last refresh went. Written by operators and by the process that refreshes the list. Locked by a lease in the row while the list is refreshed.';
CREATE INDEX global_list_origins_due ON global_list_origins (due_at) WHERE due_at IS NOT NULL;

-- What imports of global lists have read, in place of a temporary table of each: databases that divide tables have
-- none that may be joined with others. The import's transaction takes its rows away again, so nobody else ever sees
-- any, whatever it dies of, and it may be emptied by a crash of the server.
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

-- Entries of global lists as they were before an import changed or removed them: whoever reviews a hit sees what the
-- list said when it hit.
CREATE TABLE global_previous_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists(id) ON DELETE CASCADE,
  entry_id text COLLATE "C" NOT NULL,
  -- The list's revision since which the entry is not so any more.
  revision bigint NOT NULL,
  -- The row of global_entries, with the revision since which it was so.
  entry json NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, entry_id, revision)
);
COMMENT ON TABLE global_previous_entries IS
  'owner: lists/global. A row is one entry of a global list as it was until a version changed or removed it. Written by imports; the worker deletes those of deleted versions. Locked by the row of its list while it is inserted; by its own row, where no other transaction has it, while it is deleted.';
CREATE INDEX global_previous_entries_by_revision ON global_previous_entries (list_id, revision);
