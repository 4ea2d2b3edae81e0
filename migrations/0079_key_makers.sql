-- shared
-- Who made or rotated a key. Somebody's key and they themselves are one person where two are needed. Null for keys that
-- operators made, and for those from before.
ALTER TABLE api_keys ADD COLUMN made_by text COLLATE "C";
COMMENT ON TABLE api_keys IS 'owner: tenants. A row is one API key of an organization, or a platform key of the operator, with the hash of its text and the person who made or rotated it, if one did. Written by whoever creates, rotates or revokes a key. Locked by its own row while it is rotated or revoked.';
