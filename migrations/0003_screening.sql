-- Tenant block- and allowlists, global lists, and the record of every screening.

CREATE TABLE screening_lists (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tenant_blocklist', 'tenant_allowlist')),
  entry_count integer NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
  -- Grows with each change of the entries, in the same transaction: a process that holds the entries in
  -- memory sees from it alone whether they are current.
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT screening_lists_source_unique UNIQUE (org_id, source)
);

CREATE TABLE screening_entries (
  org_id text COLLATE "C" NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  canonical_name text NOT NULL,
  canon_version smallint NOT NULL,
  dob date,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  identifiers json,
  -- Kept as it was sent, for audit.
  raw json NOT NULL,
  -- The list's revision that added this entry.
  revision bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, list_id, id),
  FOREIGN KEY (org_id, list_id) REFERENCES screening_lists (org_id, id) ON DELETE CASCADE
);

CREATE TABLE screenings (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  subject_id text,
  -- What was asked and under which rules.
  query json NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('clear', 'review', 'block')),
  list_version text NOT NULL,
  -- A copy of what was found: it must outlive the entries and lists it came from.
  hits json NOT NULL,
  screened_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CREATE INDEX screenings_by_subject ON screenings (org_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;

-- Global lists belong to the operator and are the same for every organization.
CREATE TABLE global_lists (
  id text COLLATE "C" PRIMARY KEY,
  source text NOT NULL CONSTRAINT global_lists_source_unique UNIQUE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sanctions', 'pep', 'adverse_media')),
  format text NOT NULL,
  entry_count integer NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  imported_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE global_entries (
  list_id text COLLATE "C" NOT NULL REFERENCES global_lists (id) ON DELETE CASCADE,
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
  PRIMARY KEY (list_id, external_id)
);
