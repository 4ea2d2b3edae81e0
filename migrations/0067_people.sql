-- shared
-- People, their memberships and sessions. Whoever signs in is known before an organization's bucket is, and the operator's
-- people belong to no organization, so these tables cross organizations. Of the operator's people org_id is 'platform'.
-- Personal data is in sealed columns alone: e-mail, name, and the subject that an identity provider knows them by.

CREATE TABLE memberships (
  org_id text COLLATE "C" NOT NULL,
  -- Follows from issuer and subject, so that the same person has the same id in every organization.
  user_id text COLLATE "C" NOT NULL,
  issuer text NOT NULL,
  -- Given by people, keys and the command line.
  roles text[] NOT NULL,
  -- Given by the groups of the last sign-in.
  group_roles text[] NOT NULL DEFAULT '{}',
  profile bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

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
  PRIMARY KEY (org_id, id)
);
CREATE INDEX sessions_by_user ON sessions (org_id, user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

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
  PRIMARY KEY (org_id, id)
);
CREATE INDEX sign_in_codes_by_expiry ON sign_in_codes (expires_at);

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
  PRIMARY KEY (org_id, id)
);

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
  group_roles jsonb NOT NULL DEFAULT '{}',
  -- The authentication context that a step-up demands, if any.
  acr text,
  -- False accepts a provider that does not say when the person signed in there.
  auth_time boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
);

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON memberships USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON memberships TO CURRENT_USER USING (true);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sessions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sessions TO CURRENT_USER USING (true);
ALTER TABLE sign_in_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sign_in_codes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sign_in_codes TO CURRENT_USER USING (true);
ALTER TABLE member_invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON member_invitations USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON member_invitations TO CURRENT_USER USING (true);
ALTER TABLE sign_in_issuers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON sign_in_issuers USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON sign_in_issuers TO CURRENT_USER USING (true);

COMMENT ON TABLE memberships IS 'owner: people. A row is one person in one organization, or among the operators, with the roles there. Written by whoever adds, invites, changes or removes members, and by sign-ins. Locked by its own row; what could take away the last admin locks all admins of the organization.';
COMMENT ON TABLE sessions IS 'owner: people. A row is one session of a person in one organization, or of an operator, with the hash of its token. Written by sign-ins, sign-outs and, once a minute at most, by use; the worker deletes rows that ended a month ago. Locked by its own row while it is ended.';
COMMENT ON TABLE sign_in_codes IS 'owner: people. A row is one code that stands for a sign-in once: of a link that the command line has printed, or of a portal session. Written by the command line and by portal sessions, and deleted by its use. Locked by its own row while it is used.';
COMMENT ON TABLE member_invitations IS 'owner: people. A row is one invitation to an organization, with the hash of its token. Written by whoever invites, revokes or accepts. Locked by its own row while it is accepted or revoked.';
COMMENT ON TABLE sign_in_issuers IS 'owner: people. A row is one OpenID Connect provider of an organization. Written by whoever sets up sign-in. Locked by its own row.';
