-- shared

-- Keys and people through whom a key, a code or a session came about, so that one of them is no second person for another. Null
-- in rows from before, and in those of a process of the version before.
ALTER TABLE api_keys ADD COLUMN through text[];
ALTER TABLE sessions ADD COLUMN through text[];
ALTER TABLE sign_in_codes ADD COLUMN through text[];
-- The person or key that made the code, whose rights are read again when it is used; null for the command line.
ALTER TABLE sign_in_codes ADD COLUMN made_by text COLLATE "C";
-- The request for a second person that the invitation answered; null where one person was enough.
ALTER TABLE member_invitations ADD COLUMN approval_id text COLLATE "C";
