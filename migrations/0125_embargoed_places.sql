-- shared
-- Places under an embargo are a kind of list. The constraint is checked for new rows; those before it have the kinds of before.
ALTER TABLE global_lists DROP CONSTRAINT global_lists_kind_check;
ALTER TABLE global_lists ADD CONSTRAINT global_lists_kind_check
  CHECK (kind IN ('sanctions', 'pep', 'adverse_media', 'embargo')) NOT VALID;
