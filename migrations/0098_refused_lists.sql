-- shared
-- What the last file of a list would have done to it that was refused for that; null where none was, or the list has
-- changed since. With allow_shrink two operators have agreed to take that file, and no other.
ALTER TABLE global_list_origins ADD COLUMN refused jsonb;
