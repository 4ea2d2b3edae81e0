-- Organizations, their plans, and API keys. Both tables are looked up before an organization is known,
-- so they are control-plane tables: reference tables once the tenant tables are sharded by org_id.

CREATE TABLE organizations (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
  addons text[] NOT NULL DEFAULT '{}' CHECK (addons <@ ARRAY['detection_pack']),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT addons_need_a_paid_plan CHECK (cardinality(addons) = 0 OR plan <> 'free')
);

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  -- Null for a platform key, which belongs to the operator.
  org_id text COLLATE "C" REFERENCES organizations (id),
  name text NOT NULL,
  -- SHA-256 of the whole key: 190 random bits need no salt and no slow hash.
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  -- First and last characters, so that people can tell keys apart.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  rotated_from text COLLATE "C" REFERENCES api_keys (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT platform_scope_only_without_org CHECK ((org_id IS NULL) = ('platform:admin' = ANY (scopes)))
);

CREATE INDEX api_keys_by_org ON api_keys (org_id, id);

-- Every process drops its cached keys on this signal, whoever made the change (also SQL by hand).
CREATE FUNCTION notify_auth_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('auth_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER api_keys_changed AFTER UPDATE OR DELETE ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_changed();
CREATE TRIGGER organizations_changed AFTER UPDATE OR DELETE ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_changed();

-- Facts that every process on this database must agree on, such as which server secret is in use.
CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);
