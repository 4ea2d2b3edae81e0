-- Of an imported role: its source has it no more. The role stays as a tombstone, which gives nothing, so that own policies
-- still deny whoever has it, and its source_id stays what it was. False for every other role.
ALTER TABLE permission_roles ADD COLUMN removed boolean NOT NULL DEFAULT false;
