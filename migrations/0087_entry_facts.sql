-- shared
-- What a list says of an entry beside its names, dates, countries and numbers: gender, places of birth, addresses. Null
-- where it says nothing, and for entries that no import has read since.
ALTER TABLE global_entries ADD COLUMN facts json;
ALTER TABLE import_staging ADD COLUMN facts json;
