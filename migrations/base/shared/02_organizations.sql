-- Organizations, their keys and people, federations, and choices of the operator for all of them.

-- Requests read organizations and api_keys before they know the organization, so both are control-plane tables. They
-- are reference tables where other tables are sharded by org_id.
CREATE TABLE organizations (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
  addons text[] NOT NULL DEFAULT '{}'::text[] CHECK (addons <@ ARRAY['detection_pack']),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether audit rows of verifications keep and show the last four characters of identifiers.
  identifier_last4 boolean NOT NULL DEFAULT true,
  bucket text COLLATE "C" NOT NULL DEFAULT 'bucket_000' REFERENCES buckets(name),
  -- Sessions of a twin that began before this time have ended. They end with the last test key of the organization, and
  -- a new test key does not restart them. Null in a twin that has had test keys since it was made, and in other
  -- organizations.
  test_since timestamptz,
  -- The time zones of the organization's months, in the order of the months from which they apply; null for UTC in all
  -- months.
  billing_zones jsonb,
  -- The kinds of verification for which the organization requires a consent. Each key and session reads them.
  consent_kinds text[] NOT NULL DEFAULT '{}'::text[],
  -- True once a consent of the organization was withdrawn. Only then does a verification look for withdrawals.
  consents_withdrawn boolean NOT NULL DEFAULT false,
  -- The server on which the organization must stay; null for any. Oriki rejects moves to other servers.
  region text COLLATE "C",
  CONSTRAINT addons_need_a_paid_plan CHECK (cardinality(addons) = 0 OR plan <> 'free')
);
COMMENT ON TABLE organizations IS
  'owner: tenants. A row is one organization with its plan and add-ons. Written by operators over HTTP or the command line, and by the first start for the demo. Locked by its own row while it is changed.';
-- The roll-up of usage reads all organizations with zones.
CREATE INDEX organizations_with_zones ON organizations (id) WHERE billing_zones IS NOT NULL;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON organizations USING (id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON organizations TO CURRENT_USER USING (true);

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  -- Null for a platform key, which belongs to the operator.
  org_id text COLLATE "C" REFERENCES organizations(id),
  name text NOT NULL,
  -- SHA-256 of the whole key. A key has 190 random bits, so it needs no salt and no slow hash.
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  -- The first and last characters, so that people can distinguish keys.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  rotated_from text COLLATE "C" REFERENCES api_keys(id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  mode text NOT NULL DEFAULT 'live',
  -- Addresses and CIDRs from which the key may be used; empty for any.
  allowed_cidrs text[] NOT NULL DEFAULT '{}'::text[],
  -- Points by group of rate limits, below the points of the group.
  rate_limits json NOT NULL DEFAULT '{}'::json,
  last_used_at timestamptz,
  -- The fewest days before expiry at which Oriki has notified the owner.
  told_days smallint,
  -- The member who made or rotated the key. Where an action needs two people, the member and the key count as one. Null
  -- if an operator made the key, or if unknown.
  made_by text COLLATE "C",
  made_by_person text COLLATE "C",
  -- Keys and people through which the key came about. None of them can be the second person for another. Null if
  -- unknown.
  through text[],
  -- When the key was paused; null if it is active. Oriki rejects a paused key like an unknown one until it is resumed.
  paused_at timestamptz,
  CONSTRAINT platform_scope_only_without_org CHECK ((org_id IS NULL) = ('platform:admin' = ANY (scopes)))
);
COMMENT ON COLUMN api_keys.made_by_person IS
  'memberships.person_id of whoever made or rotated the key; null where made_by is it.';
COMMENT ON TABLE api_keys IS
  'owner: tenants. A row is one API key of an organization, or a platform key of the operator, with the hash of its text and the person who made or rotated it, if one did. Written by whoever creates, rotates or revokes a key, and by the removal of its maker. Locked by its own row while it is rotated or revoked.';
CREATE INDEX api_keys_by_org ON api_keys (org_id, id);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON api_keys USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON api_keys TO CURRENT_USER USING (true);

-- People, their memberships and sessions. These tables cross organizations, because a sign-in does not know the bucket
-- yet and operators belong to no organization. The org_id of operators is 'platform'. Only sealed columns contain
-- personal data: e-mail address, name, and the subject at the identity provider.
CREATE TABLE memberships (
  org_id text COLLATE "C" NOT NULL,
  -- Derived from organization, issuer and subject, so that two organizations cannot find common people by their ids.
  user_id text COLLATE "C" NOT NULL,
  issuer text NOT NULL,
  -- Given by people, keys and the command line.
  roles text[] NOT NULL,
  -- Given by the groups of the last sign-in.
  group_roles text[] NOT NULL DEFAULT '{}'::text[],
  profile bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- The id of the person in every organization, which Oriki never shows. If null, user_id is that id.
  person_id text COLLATE "C",
  PRIMARY KEY (org_id, user_id)
);
COMMENT ON COLUMN memberships.person_id IS
  'HMAC of issuer and subject, the same in every organization; null where user_id is it.';
COMMENT ON TABLE memberships IS
  'owner: people. A row is one person in one organization, or among the operators, with the roles there. Written by whoever adds, invites, changes or removes members, and by sign-ins. Locked by its own row, under the lock of the rights in the organization.';
CREATE INDEX memberships_by_user ON memberships (user_id, org_id);
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON memberships USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON memberships TO CURRENT_USER USING (true);

CREATE TABLE sessions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  -- SHA-256 of the token. A token has 256 random bits, so it needs no salt and no slow hash.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- How the person signed in.
  method text NOT NULL CHECK (method IN ('oidc', 'link', 'portal')),
  -- HMAC of the session's name at the identity provider, for logout by the provider.
  provider_session bytea,
  return_url text,
  -- When the person last authenticated.
  authenticated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute.
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  viewed_org_id text COLLATE "C",
  viewed_until timestamptz,
  through text[],
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE sessions IS
  'owner: people. A row is one session of a person in one organization, or of an operator, with the hash of its token. Written by sign-ins, sign-outs and, once a minute at most, by use; the worker deletes rows that ended a month ago. Locked by its own row while it is ended.';
CREATE INDEX sessions_by_user ON sessions (org_id, user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sessions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sessions TO CURRENT_USER USING (true);

CREATE TABLE sign_in_codes (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  method text NOT NULL CHECK (method IN ('link', 'portal')),
  -- The page that the person came from and may return to.
  return_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  through text[],
  -- The person or key that made the code; null for the command line. The use of the code checks their rights again.
  made_by text COLLATE "C",
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE sign_in_codes IS
  'owner: people. A row is one code that stands for a sign-in once: of a link that the command line has printed, or of a portal session. Written by the command line and by portal sessions, and deleted by its use. Locked by its own row while it is used.';
CREATE INDEX sign_in_codes_by_expiry ON sign_in_codes (expires_at);
ALTER TABLE sign_in_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sign_in_codes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sign_in_codes TO CURRENT_USER USING (true);

CREATE TABLE member_invitations (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  roles text[] NOT NULL,
  -- The sealed e-mail address of an invitation for one person only.
  email bytea,
  -- HMAC of that address.
  email_hash bytea,
  -- The id of the key or user that invites, or 'cli'.
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text COLLATE "C",
  revoked_at timestamptz,
  -- The request for a second person that the invitation answered; null if one person was enough.
  approval_id text COLLATE "C",
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE member_invitations IS
  'owner: people. A row is one invitation to an organization, with the hash of its token. Written by whoever invites, revokes or accepts, and revoked when the inviter leaves or loses the right to make it. Locked by its own row while it is accepted or revoked.';
ALTER TABLE member_invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON member_invitations USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON member_invitations TO CURRENT_USER USING (true);

CREATE TABLE sign_in_issuers (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- The envelope of the client secret.
  envelope text,
  groups_claim text,
  -- The roles that each group gives: {"group": ["analyst"]}.
  group_roles jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The authentication context that a step-up requires, if any.
  acr text,
  -- False accepts a provider that does not report when the person signed in there.
  auth_time boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- True accepts e-mail addresses of a provider that does not report whether it has verified them.
  email_without_verified boolean NOT NULL DEFAULT false,
  -- The scopes that Oriki requests from the provider; null for the default scopes.
  scopes text[],
  -- The sealed key by which Oriki authenticates to the provider, instead of a secret.
  client_key text,
  public_key jsonb,
  -- The claim that permanently identifies a person at the provider.
  subject_claim text NOT NULL DEFAULT 'sub',
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE sign_in_issuers IS
  'owner: people. A row is one OpenID Connect provider of an organization. Written by whoever sets up sign-in. Locked by its own row.';
ALTER TABLE sign_in_issuers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sign_in_issuers USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sign_in_issuers TO CURRENT_USER USING (true);

-- Logout tokens that have ended sessions, so that no process accepts one again. A row is needed until its token has
-- expired. The table crosses organizations, because sign-in does not know the bucket yet and operators belong to no
-- organization.
CREATE TABLE logout_tokens (
  org_id text COLLATE "C" NOT NULL,
  -- HMAC of the issuer and the token's jti.
  token bytea NOT NULL CHECK (octet_length(token) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, token)
);
COMMENT ON TABLE logout_tokens IS
  'owner: people. A row is a logout token of an identity provider that was used, by the HMAC of its id. Written when a provider ends sessions; the worker deletes rows of expired tokens. Locked by nobody.';
CREATE INDEX logout_tokens_by_expiry ON logout_tokens (expires_at);
ALTER TABLE logout_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON logout_tokens USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON logout_tokens TO CURRENT_USER USING (true);

-- People and groups that an identity provider manages by SCIM. Like memberships, they cross organizations.
CREATE TABLE scim_users (
  org_id text COLLATE "C" NOT NULL,
  -- The id of the membership.
  user_id text COLLATE "C" NOT NULL,
  issuer_id text COLLATE "C" NOT NULL,
  -- HMAC of the user name, which is unique at the issuer.
  user_name_hash bytea NOT NULL,
  -- The attributes of the person, sealed.
  attributes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, user_id),
  UNIQUE (org_id, issuer_id, user_name_hash),
  FOREIGN KEY (org_id, issuer_id) REFERENCES sign_in_issuers(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE scim_users IS
  'owner: people. A row is one person whom an identity provider keeps here by SCIM, beside the membership with the same id. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_users USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_users TO CURRENT_USER USING (true);

CREATE TABLE scim_groups (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  issuer_id text COLLATE "C" NOT NULL,
  -- The name of the group in the issuer's group_roles.
  display_name text NOT NULL,
  external_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, issuer_id, display_name),
  FOREIGN KEY (org_id, issuer_id) REFERENCES sign_in_issuers(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE scim_groups IS
  'owner: people. A row is one group that an identity provider keeps here by SCIM. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_groups USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_groups TO CURRENT_USER USING (true);

CREATE TABLE scim_group_members (
  org_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, group_id, user_id),
  FOREIGN KEY (org_id, group_id) REFERENCES scim_groups(org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES scim_users(org_id, user_id) ON DELETE CASCADE
);
COMMENT ON TABLE scim_group_members IS
  'owner: people. A row is one person in one group of SCIM. Written by SCIM. Locked by its own row, under the lock of the rights of the organization.';
CREATE INDEX scim_group_members_by_user ON scim_group_members (org_id, user_id);
ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON scim_group_members USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON scim_group_members TO CURRENT_USER USING (true);

-- Groups of organizations, each in the organization that owns it. A change of the group, its members or what members
-- have of one another first locks this row (FOR NO KEY UPDATE).
CREATE TABLE federation_groups (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations(id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- Rows of federation_members.
  member_count integer NOT NULL CHECK (member_count >= 0),
  -- Each sync increments it by one.
  revision bigint NOT NULL DEFAULT 0,
  -- What the last push of the fraud configuration gave; null for no default.
  fraud_kinds text[],
  fraud_threshold float8,
  fraud_decisions boolean NOT NULL DEFAULT false,
  -- The revision of that push; null before the first.
  fraud_revision bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The profile of weights that the group gives to screenings of its members; null for none.
  fraud_profile text,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE federation_groups IS
  'owner: federation. A row is one group of organizations, of the organization that owns it. Written by requests of its members. Locked by its own row, before anything else of the group.';
ALTER TABLE federation_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_groups USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_groups TO CURRENT_USER USING (true);

-- Memberships, including the owner's. An organization finds a group only by its own row here, so that it cannot
-- distinguish another organization's group from one that does not exist.
CREATE TABLE federation_members (
  -- The member.
  org_id text COLLATE "C" NOT NULL REFERENCES organizations(id),
  group_id text COLLATE "C" NOT NULL,
  owner_org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^[A-Z]{2,4}$'),
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  status text NOT NULL CHECK (status IN ('INVITED', 'ACTIVE')),
  -- When the member was invited or, after it has accepted, when it accepted.
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- The group's revision of the last sync in which the member took part.
  revision bigint NOT NULL DEFAULT 0,
  last_pulled_at timestamptz,
  last_pushed_at timestamptz,
  -- The fraud configuration that the member was given; none if fraud_revision is null.
  fraud_kinds text[],
  fraud_threshold float8,
  fraud_decisions boolean NOT NULL DEFAULT false,
  fraud_revision bigint,
  -- The group's revision of the last push that the member could not take. Other members see the member as having taken
  -- part in it, because they must not learn what prevented it.
  refused_revision bigint,
  refused_at timestamptz,
  fraud_profile text,
  PRIMARY KEY (org_id, group_id),
  FOREIGN KEY (owner_org_id, group_id) REFERENCES federation_groups(org_id, id),
  CONSTRAINT federation_members_check CHECK ((role = 'owner') = (org_id = owner_org_id)),
  CONSTRAINT federation_members_check1 CHECK (role = 'member' OR status = 'ACTIVE'),
  CONSTRAINT federation_members_check2 CHECK (fraud_revision IS NULL OR role = 'member' AND status = 'ACTIVE')
);
COMMENT ON TABLE federation_members IS
  'owner: federation. A row is one membership of an organization in a group, or an invitation. Written by requests of the owner and of the member. Locked by the row of its group; whoever counts memberships of an organization takes the advisory lock of its federations as well.';
-- A prefix belongs to one member.
CREATE UNIQUE INDEX federation_members_prefix ON federation_members (owner_org_id, group_id, prefix);
ALTER TABLE federation_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_members USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_members TO CURRENT_USER USING (true);

-- How often an organization has invited another since a time, which limits its invitations. Each pair has one row, so
-- that invitations by other organizations do not count.
CREATE TABLE federation_invitations (
  -- The organization that invites.
  org_id text COLLATE "C" NOT NULL REFERENCES organizations(id),
  target_org_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  invitations integer NOT NULL,
  PRIMARY KEY (org_id, target_org_id)
);
COMMENT ON TABLE federation_invitations IS
  'owner: federation. A row is how often one organization has invited another in a window of time. Written by invitations. Locked by the advisory lock of the inviting organization''s federations.';
ALTER TABLE federation_invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_invitations USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_invitations TO CURRENT_USER USING (true);

-- The classes of records that the operator has switched on, and the periods that organizations may choose. A class
-- without a row is off.
CREATE TABLE retention_classes (
  class text COLLATE "C" PRIMARY KEY,
  is_on boolean NOT NULL,
  -- The period of organizations that have not chosen one; min_days and max_days are the bounds of a choice.
  days integer NOT NULL,
  min_days integer NOT NULL CHECK (min_days >= 1),
  max_days integer NOT NULL CHECK (max_days <= 36500),
  CONSTRAINT retention_classes_check CHECK (days >= min_days AND days <= max_days)
);
COMMENT ON TABLE retention_classes IS
  'owner: retention. A row is one class of records that an operator has switched on or off, with its period and bounds. Written by operators. Locked by its own row.';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Each state of the operator's price sheet at which Oriki charged something.
CREATE TABLE price_sheets (
  -- SHA-256 of the canonical JSON of `prices`.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  -- One version: {currency, items: [{service, metric, tiers: [{upTo, unitPrice}]}]}.
  prices json NOT NULL
);
COMMENT ON TABLE price_sheets IS
  'owner: invoices. A row is one state of the price sheet that something was charged at. Written by the first invoice at these prices. Locked by the primary key; a trigger refuses changes.';
CREATE TRIGGER price_sheets_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON price_sheets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE price_sheets ENABLE ALWAYS TRIGGER price_sheets_append_only;
