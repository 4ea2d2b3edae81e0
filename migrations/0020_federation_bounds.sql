-- What was imported and has gone, as far as something of the organization's own depends on it.

-- Of a role that has gone from where it was imported, while policies of the organization's own deny something to those
-- who have it: what it was called there. It gives nothing any more, and its source_id is its own id. Null: not retired.
ALTER TABLE permission_roles ADD COLUMN retired_source text COLLATE "C";

-- The last push that could not be taken, with the group's revision of it: others see it as one in which the member took
-- part, because what stands in the way is the member's own business.
ALTER TABLE federation_members ADD COLUMN refused_revision bigint, ADD COLUMN refused_at timestamptz;
