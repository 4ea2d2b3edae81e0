-- shared
-- The same number as in the bucket, for those who enter it; changed with the bucket of an organization.
ALTER TABLE buckets ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
