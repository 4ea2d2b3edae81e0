-- The lists behind a `list_version`, once for each organization and version, so that every screening can say what it was
-- checked against.
CREATE TABLE screening_list_versions (
  org_id text COLLATE "C" NOT NULL,
  list_version text COLLATE "C" NOT NULL,
  lists json NOT NULL,
  PRIMARY KEY (org_id, list_version)
);
COMMENT ON TABLE screening_list_versions IS 'owner: screening/screen. A row is what an organization was screened against under one listVersion. Written with the first screenings that have it. Locked by nobody.';
ALTER TABLE screening_list_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON screening_list_versions USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON screening_list_versions TO CURRENT_USER USING (true);
