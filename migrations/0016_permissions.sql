-- Permissions: modules with their actions, roles that hold capabilities, who has which role, policies that allow or deny,
-- and relationships between subjects and objects.

-- One row an organization that has any of these. Every change locks it first and raises the revision, so changes of one
-- organization happen one after the other: limits and the absence of cycles are exact. The counts are what it has now;
-- modules counts its own only.
CREATE TABLE permission_heads (
  org_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id),
  revision bigint NOT NULL DEFAULT 0,
  -- The revision of the last change of its own, imports aside: what it shares is as of this.
  own_revision bigint NOT NULL DEFAULT 0,
  modules integer NOT NULL DEFAULT 0 CHECK (modules >= 0),
  roles integer NOT NULL DEFAULT 0 CHECK (roles >= 0),
  policies integer NOT NULL DEFAULT 0 CHECK (policies >= 0),
  assignments integer NOT NULL DEFAULT 0 CHECK (assignments >= 0),
  relationships integer NOT NULL DEFAULT 0 CHECK (relationships >= 0)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- What the latest revisions changed, so that a copy in memory reads only that. Kind "all": too much to list.
CREATE TABLE permission_changes (
  org_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('module', 'role', 'policy', 'assignment', 'relationship', 'all')),
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, revision, kind, id)
);

-- In this and the tables below, prefix is null for what is the organization's own, and names the member of a federation
-- that something was imported from. source_id is what it is called there.
CREATE TABLE permission_modules (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
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

CREATE TABLE permission_roles (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C",
  source_id text COLLATE "C",
  name text NOT NULL,
  -- As they are written, with prefix where the module was imported.
  capabilities text[] COLLATE "C" NOT NULL,
  -- Ids of roles whose capabilities it has too.
  inherits text[] COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CHECK ((prefix IS NULL) = (source_id IS NULL)),
  CONSTRAINT permission_roles_source_unique UNIQUE (org_id, prefix, source_id)
);
CREATE UNIQUE INDEX permission_roles_name_unique ON permission_roles (org_id, name) WHERE prefix IS NULL;

CREATE TABLE permission_assignments (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  role_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_assignments_unique UNIQUE (org_id, subject, role_id),
  FOREIGN KEY (org_id, role_id) REFERENCES permission_roles (org_id, id)
);
CREATE INDEX permission_assignments_by_role ON permission_assignments (org_id, role_id, id);

CREATE TABLE permission_policies (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C",
  source_id text COLLATE "C",
  effect text NOT NULL CHECK (effect IN ('allow', 'deny')),
  -- Null: every subject.
  role_id text COLLATE "C",
  capability text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  -- Null: whatever the subject has to do with the resource.
  relation text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CHECK ((prefix IS NULL) = (source_id IS NULL)),
  FOREIGN KEY (org_id, role_id) REFERENCES permission_roles (org_id, id),
  CONSTRAINT permission_policies_source_unique UNIQUE (org_id, prefix, source_id)
);
CREATE UNIQUE INDEX permission_policies_unique
  ON permission_policies (org_id, role_id, capability, resource, relation) NULLS NOT DISTINCT
  WHERE prefix IS NULL;
CREATE INDEX permission_policies_by_capability ON permission_policies (org_id, capability, id);

-- A graph without cycles, over all relations together.
CREATE TABLE permission_relationships (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  relation text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  CONSTRAINT permission_relationships_unique UNIQUE (org_id, subject, relation, object)
);
CREATE INDEX permission_relationships_by_object ON permission_relationships (org_id, object, id);

-- What of each member's state was imported last.
CREATE TABLE permission_imports (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  prefix text COLLATE "C" NOT NULL,
  -- Whose state it is: the id of a membership. Another one cannot use the prefix meanwhile.
  source text COLLATE "C" NOT NULL,
  -- The other organization's revision.
  revision bigint NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, prefix)
);
