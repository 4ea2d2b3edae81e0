-- shared
-- People and groups that an identity provider keeps here by SCIM. Memberships cross organizations, and so do these.
CREATE TABLE scim_users (
  org_id text COLLATE "C" NOT NULL,
  -- The id of the membership.
  user_id text COLLATE "C" NOT NULL,
  issuer_id text COLLATE "C" NOT NULL,
  -- HMAC of the user name, which nobody else has at the issuer.
  user_name_hash bytea NOT NULL,
  -- The attributes of the person, sealed.
  attributes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, user_id),
  UNIQUE (org_id, issuer_id, user_name_hash),
  FOREIGN KEY (org_id, issuer_id) REFERENCES sign_in_issuers (org_id, id) ON DELETE CASCADE
);

CREATE TABLE scim_groups (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  issuer_id text COLLATE "C" NOT NULL,
  -- The group as the roles of the issuer's groups name it.
  display_name text NOT NULL,
  external_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, issuer_id, display_name),
  FOREIGN KEY (org_id, issuer_id) REFERENCES sign_in_issuers (org_id, id) ON DELETE CASCADE
);

CREATE TABLE scim_group_members (
  org_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, group_id, user_id),
  FOREIGN KEY (org_id, group_id) REFERENCES scim_groups (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES scim_users (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (org_id, user_id);

ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_users USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_users TO CURRENT_USER USING (true);
ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_groups USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_groups TO CURRENT_USER USING (true);
ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_group_members USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_group_members TO CURRENT_USER USING (true);

COMMENT ON TABLE scim_users IS 'owner: people. A row is one person whom an identity provider keeps here by SCIM, beside the membership with the same id. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
COMMENT ON TABLE scim_groups IS 'owner: people. A row is one group that an identity provider keeps here by SCIM. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
COMMENT ON TABLE scim_group_members IS 'owner: people. A row is one person in one group of SCIM. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
