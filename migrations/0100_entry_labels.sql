-- shared
-- The programmes, topics and publishers' ids of an entry, as an import has read them: those of hits come from here. Null
-- where there are none, and for entries that no import has read since.
ALTER TABLE global_entries ADD COLUMN labels json;
ALTER TABLE import_staging ADD COLUMN labels json;
