-- shared
-- The first rows of the file that were left out, as the report of the import names them; null in versions from before.
ALTER TABLE global_list_versions ADD COLUMN rejections jsonb;
