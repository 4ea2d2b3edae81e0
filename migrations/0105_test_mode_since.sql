-- shared
-- Sessions of a twin end with the last test key of its organization, and stay ended when another test key is made: those from
-- before this time are over. Null in a twin that has had test keys ever since it was made, and in other organizations.
ALTER TABLE organizations ADD COLUMN test_since timestamptz;
