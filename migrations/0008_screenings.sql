-- Rows that come with every call have no foreign key to their organization, which is the one of the authenticated key
-- and is never deleted: checking it would have all calls of an organization at once share a lock of its row.
ALTER TABLE screenings DROP CONSTRAINT screenings_org_id_fkey;
