-- Of an imported role: its source has it no more. The role stays as a tombstone, which gives nothing, so that own policies
-- still deny whoever has it, and its source_id stays what it was. False for every other role.
--
-- This replaces retired_source. Processes of the version before go on using that until they are restarted (see 0057); the
-- release after this one drops it.
ALTER TABLE permission_roles ADD COLUMN removed boolean NOT NULL DEFAULT false;
