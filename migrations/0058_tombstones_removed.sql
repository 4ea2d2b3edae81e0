-- The tombstones that the version before has made get their source_id back. They are few, and changing them holds up
-- nobody but an import into the same organization.
UPDATE permission_roles SET removed = true, source_id = retired_source WHERE retired_source IS NOT NULL AND NOT removed;
