-- shared
-- OFAC's csv files have addresses, and remarks that are longer than a column, in files of their own.
ALTER TABLE global_list_origins ADD COLUMN addresses text, ADD COLUMN comments text;
ALTER TABLE global_list_versions ADD COLUMN addresses_sha256 bytea, ADD COLUMN comments_sha256 bytea;
