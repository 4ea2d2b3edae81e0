-- Like the stamps of lists: the random text that each change of permissions stores with its revision. Empty: from before there
-- were any.
ALTER TABLE permission_heads ADD COLUMN stamp text NOT NULL DEFAULT '';
ALTER TABLE permission_heads ADD COLUMN own_stamp text NOT NULL DEFAULT '';
ALTER TABLE permission_changes ADD COLUMN stamp text NOT NULL DEFAULT '';
-- The stamp of the other organization's revision.
ALTER TABLE permission_imports ADD COLUMN stamp text NOT NULL DEFAULT '';
