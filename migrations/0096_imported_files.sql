-- shared
-- Checksums of the files of the last import, by which the same ones are known again: they are not imported anew. Null until
-- the next import.
ALTER TABLE global_lists ADD COLUMN imported_files jsonb;
