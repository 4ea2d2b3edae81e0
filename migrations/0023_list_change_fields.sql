-- What a change of an entry changed: {field: [before, after]} of the fields that differ, null on the side where there was
-- no entry; null: from before this was kept.
ALTER TABLE global_list_changes ADD COLUMN fields json;
