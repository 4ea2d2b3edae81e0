-- Weights of facts that an organization has chosen, each time: the last one counts.
CREATE TABLE screening_profiles (
  org_id text COLLATE "C" NOT NULL,
  -- Grows with each choice: the version of weights of its own.
  version integer NOT NULL,
  profile text NOT NULL CHECK (profile IN ('standard', 'lenient', 'strict')),
  -- Points in place of the profile's; null without.
  adjustments json,
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, version)
);
ALTER TABLE screening_profiles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_profiles USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_profiles TO CURRENT_USER USING (true);
COMMENT ON TABLE screening_profiles IS
  'owner: screening. A row is a choice of weights of facts by an organization. Written by requests, never changed. Locked by the primary key.';
