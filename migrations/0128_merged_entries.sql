-- shared
-- Of an entry that is gone: the id under which the publisher goes on with it, where the list has that. Null: none, or from
-- before this was kept.
ALTER TABLE global_list_changes ADD COLUMN merged_into text COLLATE "C";
