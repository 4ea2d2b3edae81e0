-- Federation: groups of organizations, their members, and what members have been given of each other.

-- Of the organization that owns it. Whoever changes the group, its members or what they have of each other locks this
-- row first (FOR NO KEY UPDATE).
CREATE TABLE federation_groups (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- Rows of federation_members.
  member_count integer NOT NULL CHECK (member_count >= 0),
  -- Grows by one with each sync.
  revision bigint NOT NULL DEFAULT 0,
  -- What the last push of the fraud configuration gave; null: no default.
  fraud_kinds text[],
  fraud_threshold double precision,
  fraud_decisions boolean NOT NULL DEFAULT false,
  -- Of that push; null before the first.
  fraud_revision bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
);

-- Memberships, the owner's own among them. An organization looks up a group by its own row here, so that a group of
-- others and one that does not exist are the same to it.
CREATE TABLE federation_members (
  -- The member.
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  group_id text COLLATE "C" NOT NULL,
  owner_org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^[A-Z]{2,4}$'),
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  status text NOT NULL CHECK (status IN ('INVITED', 'ACTIVE')),
  -- When it was invited; once it has accepted, when it did.
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- The group's revision of the last sync that it took part in.
  revision bigint NOT NULL DEFAULT 0,
  last_pulled_at timestamptz,
  last_pushed_at timestamptz,
  -- The fraud configuration that it has been given, with its revision; null revision: none.
  fraud_kinds text[],
  fraud_threshold double precision,
  fraud_decisions boolean NOT NULL DEFAULT false,
  fraud_revision bigint,
  PRIMARY KEY (org_id, group_id),
  FOREIGN KEY (owner_org_id, group_id) REFERENCES federation_groups (org_id, id),
  CHECK ((role = 'owner') = (org_id = owner_org_id)),
  CHECK (role = 'member' OR status = 'ACTIVE'),
  CHECK (fraud_revision IS NULL OR (role = 'member' AND status = 'ACTIVE'))
);
-- A prefix is one member's.
CREATE UNIQUE INDEX federation_members_prefix ON federation_members (owner_org_id, group_id, prefix);
