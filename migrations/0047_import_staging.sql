-- What imports of global lists have read, in place of a temporary table of each: databases that divide tables have none
-- that may be joined with others. The import's transaction takes its rows away again, so nobody else ever sees any, whatever
-- it dies of, and it may be emptied by a crash of the server.
CREATE UNLOGGED TABLE import_staging (
  LIKE global_entries INCLUDING DEFAULTS,
  PRIMARY KEY (list_id, external_id)
);
COMMENT ON TABLE import_staging IS 'owner: screening/global. A row is one entry that an import has read and not applied yet. Written by imports, which delete it in the same transaction. Locked by the row of its list.';
