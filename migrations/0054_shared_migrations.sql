-- shared
-- The schema "shared" has migrations of its own, which begin with the line above.
COMMENT ON TABLE schema_migrations IS 'owner: platform/db. A row is one migration of this schema that was applied, with its checksum. Written by oriki migrate, and by the start of a process with the embedded database. Locked by the advisory lock of migrations.';
