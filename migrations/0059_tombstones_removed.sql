-- The tombstones of the version before get their source_id back, which that kept in another column. They are few. That
-- version does not run beside this one (see 0053).
ALTER TABLE permission_roles DROP CONSTRAINT permission_roles_source_unique;
UPDATE permission_roles SET removed = true, source_id = retired_source WHERE retired_source IS NOT NULL;
ALTER TABLE permission_roles DROP COLUMN retired_source;
