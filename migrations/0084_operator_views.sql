-- shared
-- An operator's session looks at an organization for a while: it reads there what the organization's auditors read.
ALTER TABLE sessions
  ADD COLUMN viewed_org_id text COLLATE "C",
  ADD COLUMN viewed_until timestamptz;
