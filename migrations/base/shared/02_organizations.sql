-- Organizations, their keys and people, federations, and what operators choose for all of them.

-- Organizations, their plans, and API keys. Both tables are looked up before an organization is known, so they are
-- control-plane tables: reference tables once the tenant tables are sharded by org_id.
CREATE TABLE organizations (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
  addons text[] NOT NULL DEFAULT '{}'::text[] CHECK (addons <@ ARRAY['detection_pack']),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether audit rows of identity verifications keep, and show, the last four characters of identifiers.
  identifier_last4 boolean NOT NULL DEFAULT true,
  bucket text COLLATE "C" NOT NULL DEFAULT 'bucket_000' REFERENCES buckets(name),
  -- Sessions of a twin end with the last test key of its organization, and stay ended when another test key is made:
  -- those from before this time are over. Null in a twin that has had test keys ever since it was made, and in other
  -- organizations.
  test_since timestamptz,
  -- The time zones of an organization's months, in the order of the months from which they apply; null for UTC since
  -- ever.
  billing_zones jsonb,
  -- The kinds of verification for which an organization requires a consent, read with each key and session.
  consent_kinds text[] NOT NULL DEFAULT '{}'::text[],
  -- True once a consent was withdrawn in the organization: only then does a verification look for withdrawals.
  consents_withdrawn boolean NOT NULL DEFAULT false,
  -- The server on which an organization must stay; null for any. Moves elsewhere are refused.
  region text COLLATE "C",
  CONSTRAINT addons_need_a_paid_plan CHECK (cardinality(addons) = 0 OR plan <> 'free')
);
COMMENT ON TABLE organizations IS
  'owner: tenants. A row is one organization with its plan and add-ons. Written by operators over HTTP or the command line, and by the first start for the demo. Locked by its own row while it is changed.';
-- The roll-up of usage reads them all.
CREATE INDEX organizations_with_zones ON organizations (id) WHERE billing_zones IS NOT NULL;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON organizations USING (id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON organizations TO CURRENT_USER USING (true);

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  -- Null for a platform key, which belongs to the operator.
  org_id text COLLATE "C" REFERENCES organizations(id),
  name text NOT NULL,
  -- SHA-256 of the whole key: 190 random bits need no salt and no slow hash.
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  -- First and last characters, so that people can tell keys apart.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  rotated_from text COLLATE "C" REFERENCES api_keys(id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  mode text NOT NULL DEFAULT 'live',
  -- Addresses and CIDRs from which it may be used; empty: from anywhere.
  allowed_cidrs text[] NOT NULL DEFAULT '{}'::text[],
  -- Points by group of rate limits, below those of the group.
  rate_limits json NOT NULL DEFAULT '{}'::json,
  last_used_at timestamptz,
  -- The fewest days before its expiry at which its owner was told.
  told_days smallint,
  -- Who made or rotated a key. Somebody's key and they themselves are one person where two are needed. Null for keys
  -- that operators made, and for those from before.
  made_by text COLLATE "C",
  made_by_person text COLLATE "C",
  -- Keys and people through whom a key, a code or a session came about, so that one of them is no second person for
  -- another. Null in rows from before, and in those of a process of the version before.
  through text[],
  -- Since when a key is paused: it is refused like an unknown one until it is resumed.
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

-- People, their memberships and sessions. Whoever signs in is known before an organization's bucket is, and the
-- operator's people belong to no organization, so these tables cross organizations. Of the operator's people org_id
-- is 'platform'. Personal data is in sealed columns alone: e-mail, name, and the subject that an identity provider
-- knows them by.
CREATE TABLE memberships (
  org_id text COLLATE "C" NOT NULL,
  -- Follows from issuer and subject, so that the same person has the same id in every organization.
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
  -- A person has another id in each organization from now on, so that two organizations cannot find out by ids whom
  -- they both know. Who a person is, whatever the organization, has columns that are shown to nobody. They are null
  -- in rows of before, where the id that is shown is the one of the person.
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
  -- SHA-256 of the token: 256 random bits need no salt and no slow hash.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- How the person signed in.
  method text NOT NULL CHECK (method IN ('oidc', 'link', 'portal')),
  -- HMAC of the identity provider's own name of the session, for its log-out.
  provider_session bytea,
  return_url text,
  -- When the person last proved who they are.
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
  -- Where the person came from, and may go back to.
  return_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  through text[],
  -- The person or key that made the code, whose rights are read again when it is used; null for the command line.
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
  -- The sealed e-mail address for which it is, if it is for one alone, and its HMAC.
  email bytea,
  email_hash bytea,
  -- Who invites: id of a key or a user, or 'cli'.
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text COLLATE "C",
  revoked_at timestamptz,
  -- The request for a second person that the invitation answered; null where one person was enough.
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
  -- Envelope of the client's secret.
  envelope text,
  groups_claim text,
  -- Which group gives which roles: {"group": ["analyst"]}.
  group_roles jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The authentication context that a step-up demands, if any.
  acr text,
  -- False accepts a provider that does not say when the person signed in there.
  auth_time boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- True believes an e-mail address of a provider that does not say if it has verified it. Providers from before do;
  -- new ones are believed only what they vouch for.
  email_without_verified boolean NOT NULL DEFAULT false,
  -- The scopes that a provider is asked for; null asks for the usual ones.
  scopes text[],
  -- A provider may know Oriki by a key instead of a secret, and name people for good by another claim than `sub`.
  client_key text,
  public_key jsonb,
  subject_claim text NOT NULL DEFAULT 'sub',
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE sign_in_issuers IS
  'owner: people. A row is one OpenID Connect provider of an organization. Written by whoever sets up sign-in. Locked by its own row.';
ALTER TABLE sign_in_issuers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sign_in_issuers USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sign_in_issuers TO CURRENT_USER USING (true);

-- Logout tokens that have ended sessions, so that nobody uses one again on any process. A row is needed until the
-- token has expired. Sign-in knows no bucket yet, and operators belong to no organization, so the table crosses
-- organizations.
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
  -- The group as the roles of the issuer's groups name it.
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

-- Federation: groups of organizations, their members, and what members have been given of each other. Of the
-- organization that owns it. Whoever changes the group, its members or what they have of each other locks this row
-- first (FOR NO KEY UPDATE).
CREATE TABLE federation_groups (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations(id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- Rows of federation_members.
  member_count integer NOT NULL CHECK (member_count >= 0),
  -- Grows by one with each sync.
  revision bigint NOT NULL DEFAULT 0,
  -- What the last push of the fraud configuration gave; null: no default.
  fraud_kinds text[],
  fraud_threshold float8,
  fraud_decisions boolean NOT NULL DEFAULT false,
  -- Of that push; null before the first.
  fraud_revision bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The profile of weights that a group gives to screenings of its members; null: none.
  fraud_profile text,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE federation_groups IS
  'owner: federation. A row is one group of organizations, of the organization that owns it. Written by requests of its members. Locked by its own row, before anything else of the group.';
ALTER TABLE federation_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_groups USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_groups TO CURRENT_USER USING (true);

-- Memberships, the owner's own among them. An organization looks up a group by its own row here, so that a group of
-- others and one that does not exist are the same to it.
CREATE TABLE federation_members (
  -- The member.
  org_id text COLLATE "C" NOT NULL REFERENCES organizations(id),
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
  fraud_threshold float8,
  fraud_decisions boolean NOT NULL DEFAULT false,
  fraud_revision bigint,
  -- The last push that could not be taken, with the group's revision of it: others see it as one in which the member
  -- took part, because what stands in the way is the member's own business.
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
-- A prefix is one member's.
CREATE UNIQUE INDEX federation_members_prefix ON federation_members (owner_org_id, group_id, prefix);
ALTER TABLE federation_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_members USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_members TO CURRENT_USER USING (true);

-- What others do in a federation costs an organization nothing, and nobody can be invited without end. How often an
-- organization has invited another, since when: one row for both, so that nobody else's invitations count.
CREATE TABLE federation_invitations (
  -- Who invites.
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

-- Which classes of records the operator has switched on, and the periods that organizations may choose. A class
-- without a row is off.
CREATE TABLE retention_classes (
  class text COLLATE "C" PRIMARY KEY,
  is_on boolean NOT NULL,
  -- The period of organizations that have not chosen one, and the bounds of a choice.
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

-- Invoices: what an organization is charged for a month, and the notes that correct it. All of it is append-only.
-- Each state of the operator's price sheet of which something was charged.
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
