-- Roles, policies and relationships.

-- One row for each organization with permissions. Every change locks this row first and raises the revision, so that
-- changes of one organization run one after another. Limits and the check for cycles are therefore exact. The counts
-- are current; modules excludes imported modules.
CREATE TABLE permission_heads (
  org_id text COLLATE "C" PRIMARY KEY,
  revision bigint NOT NULL DEFAULT 0,
  -- The revision of the last change that was not an import. The organization shares its permissions as of this
  -- revision.
  own_revision bigint NOT NULL DEFAULT 0,
  modules integer NOT NULL DEFAULT 0 CHECK (modules >= 0),
  roles integer NOT NULL DEFAULT 0 CHECK (roles >= 0),
  policies integer NOT NULL DEFAULT 0 CHECK (policies >= 0),
  assignments integer NOT NULL DEFAULT 0 CHECK (assignments >= 0),
  relationships integer NOT NULL DEFAULT 0 CHECK (relationships >= 0),
  -- A random text that each change stores with its revision (compare screening_lists.stamps). Empty if no change has
  -- stored one.
  stamp text NOT NULL DEFAULT '',
  own_stamp text NOT NULL DEFAULT ''
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE permission_heads IS
  'owner: permissions. A row is the revision of one organization''s permissions, with counts of what it has. Written by every change of its permissions. Locked by its own row, before any other permission; several organizations in the order of their ids.';
ALTER TABLE permission_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_heads USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_heads TO CURRENT_USER USING (true);

-- What the latest revisions changed, so that a copy in memory reads only the changes. Kind 'all' means too many to
-- list.
CREATE TABLE permission_changes (
  org_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('module', 'role', 'policy', 'assignment', 'relationship', 'all')),
  id text COLLATE "C" NOT NULL,
  stamp text NOT NULL DEFAULT '',
  PRIMARY KEY (org_id, revision, kind, id)
);
COMMENT ON TABLE permission_changes IS
  'owner: permissions. A row is one thing that a revision of an organization''s permissions changed. Written by every change, which also deletes the oldest. Locked by the organization''s row of permission_heads.';
ALTER TABLE permission_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_changes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_changes TO CURRENT_USER USING (true);

-- In this table and those below, prefix is null for the organization's own rows. In imported rows it names the member
-- of the federation that they come from, and source_id is their id there.
CREATE TABLE permission_modules (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C",
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  actions text[] COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_modules_code_unique UNIQUE NULLS NOT DISTINCT (org_id, prefix, code)
);
COMMENT ON TABLE permission_modules IS
  'owner: permissions. A row is one module with its actions, of the organization or imported. Written by requests, and by syncs of a federation. Locked by the organization''s row of permission_heads.';
ALTER TABLE permission_modules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_modules USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_modules TO CURRENT_USER USING (true);

CREATE TABLE permission_roles (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C",
  source_id text COLLATE "C",
  name text NOT NULL,
  -- As written, with the prefix of an imported module.
  capabilities text[] COLLATE "C" NOT NULL,
  -- Ids of roles whose capabilities this role also has.
  inherits text[] COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- True for a tombstone: an imported role that its source no longer has. It gives nothing, but the organization's
  -- policies still deny subjects that have it, and its source_id does not change.
  removed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_roles_check CHECK ((prefix IS NULL) = (source_id IS NULL))
);
COMMENT ON TABLE permission_roles IS
  'owner: permissions. A row is one role with its capabilities, of the organization or imported. Written by requests, and by syncs of a federation. Locked by the organization''s row of permission_heads.';
CREATE UNIQUE INDEX permission_roles_name_unique ON permission_roles (org_id, name) WHERE prefix IS NULL;
-- A source's role is imported once. Tombstones can have the same source_id.
CREATE UNIQUE INDEX permission_roles_active_source ON permission_roles (org_id, prefix, source_id) WHERE NOT removed;
ALTER TABLE permission_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_roles USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_roles TO CURRENT_USER USING (true);

CREATE TABLE permission_assignments (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  role_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the assignment ends; null for never. An ended assignment has no effect, and the worker deletes it.
  expires_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_assignments_unique UNIQUE (org_id, subject, role_id),
  FOREIGN KEY (org_id, role_id) REFERENCES permission_roles(org_id, id)
);
COMMENT ON TABLE permission_assignments IS
  'owner: permissions. A row is one role that one subject has. Written by requests, and by removals of imported roles. Locked by the organization''s row of permission_heads.';
CREATE INDEX permission_assignments_by_role ON permission_assignments (org_id, role_id, id);
-- The worker looks for ended assignments of all organizations.
CREATE INDEX permission_assignments_ends ON permission_assignments (expires_at) WHERE expires_at IS NOT NULL;
ALTER TABLE permission_assignments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_assignments USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_assignments TO CURRENT_USER USING (true);

CREATE TABLE permission_policies (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C",
  source_id text COLLATE "C",
  effect text NOT NULL CHECK (effect IN ('allow', 'deny')),
  -- Null: every subject.
  role_id text COLLATE "C",
  capability text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  -- Null: any relation of the subject to the resource, or none.
  relation text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_policies_source_unique UNIQUE (org_id, prefix, source_id),
  FOREIGN KEY (org_id, role_id) REFERENCES permission_roles(org_id, id),
  CONSTRAINT permission_policies_check CHECK ((prefix IS NULL) = (source_id IS NULL))
);
COMMENT ON TABLE permission_policies IS
  'owner: permissions. A row is one rule that allows or denies a capability on resources. Written by requests, and by syncs of a federation. Locked by the organization''s row of permission_heads.';
CREATE UNIQUE INDEX permission_policies_unique ON permission_policies
  (org_id, role_id, capability, resource, relation) NULLS NOT DISTINCT
  WHERE prefix IS NULL;
CREATE INDEX permission_policies_by_capability ON permission_policies (org_id, capability, id);
-- The removal of a role checks whether a policy is about it.
CREATE INDEX permission_policies_by_role ON permission_policies (org_id, role_id);
ALTER TABLE permission_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_policies USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_policies TO CURRENT_USER USING (true);

-- The relationships are a graph without cycles, over all relations together.
CREATE TABLE permission_relationships (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  relation text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_relationships_unique UNIQUE (org_id, subject, relation, object)
);
COMMENT ON TABLE permission_relationships IS
  'owner: permissions. A row is one relation of a subject to an object. Written by requests. Locked by the organization''s row of permission_heads.';
CREATE INDEX permission_relationships_by_object ON permission_relationships (org_id, object, id);
CREATE INDEX permission_relationships_ends ON permission_relationships (expires_at) WHERE expires_at IS NOT NULL;
ALTER TABLE permission_relationships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_relationships USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_relationships TO CURRENT_USER USING (true);

CREATE TABLE permission_imports (
  org_id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  -- The id of the membership from which the state comes. While this row exists, no other membership can use the prefix.
  source text COLLATE "C" NOT NULL,
  -- The revision of the other organization.
  revision bigint NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- The stamp of the other organization's revision.
  stamp text NOT NULL DEFAULT '',
  PRIMARY KEY (org_id, prefix)
);
COMMENT ON TABLE permission_imports IS
  'owner: permissions. A row is which state of another member''s permissions an organization has imported last. Written by syncs of a federation. Locked by the organization''s row of permission_heads.';
-- Finds the imports from a member of a federation, by its membership.
CREATE INDEX permission_imports_by_source ON permission_imports (source);
ALTER TABLE permission_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON permission_imports USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON permission_imports TO CURRENT_USER USING (true);
