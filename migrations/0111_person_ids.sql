-- shared
-- A person has another id in each organization from now on, so that two organizations cannot find out by ids whom they
-- both know. Who a person is, whatever the organization, has columns that are shown to nobody. They are null in rows of
-- before, where the id that is shown is the one of the person.

ALTER TABLE memberships ADD COLUMN person_id text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN made_by_person text COLLATE "C";
COMMENT ON COLUMN memberships.person_id IS 'HMAC of issuer and subject, the same in every organization; null where user_id is it.';
COMMENT ON COLUMN api_keys.made_by_person IS 'memberships.person_id of whoever made or rotated the key; null where made_by is it.';

-- Both columns, so that a person in one organization is found by this index, too, and reads no row of another one.
DROP INDEX memberships_by_user;
CREATE INDEX memberships_by_user ON memberships (user_id, org_id);
