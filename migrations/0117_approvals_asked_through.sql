-- Keys and people through whom the asker came about (null in rows from before): none of them is the second person.
ALTER TABLE approvals ADD COLUMN asked_through text[];
