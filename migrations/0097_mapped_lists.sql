-- shared
-- The mapping by which the files of an origin are read, where they are of no known format. As it was written: the order of its fields is that of numbers in entries.
ALTER TABLE global_list_origins ADD COLUMN mapping json;
