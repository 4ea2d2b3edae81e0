-- shared
-- Like the stamps of lists of organizations: the random text that each change of a global list stores with its revision, and the
-- one of the change before it. Empty: from before there were any.
ALTER TABLE global_lists ADD COLUMN stamp text NOT NULL DEFAULT '';
ALTER TABLE global_lists ADD COLUMN stamp_before text NOT NULL DEFAULT '';
ALTER TABLE global_list_versions ADD COLUMN stamp text NOT NULL DEFAULT '';
