-- concurrently
-- needs 0166

-- Limits of a day are counted in the audit log.
DROP INDEX CONCURRENTLY IF EXISTS identity_reveals_by_person;
DROP INDEX CONCURRENTLY IF EXISTS subject_exports_by_person;
