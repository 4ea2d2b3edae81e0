-- The queue of early versions, which nothing uses since exports are taken from their own rows. It is one schema of the
-- database, so it could not be made once for each bucket.
DROP SCHEMA IF EXISTS pgboss CASCADE;
