-- concurrently

-- One open request for the same thing. The detail may be longer than an index takes.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS approvals_one_open ON approvals (org_id, action, object_id, md5(detail))
  WHERE outcome IS NULL AND revision IS NOT NULL;
-- Requests about an object, and those of a person or key that leaves.
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_open_by_object ON approvals (org_id, object_id) WHERE outcome IS NULL;
-- Keys of the reasons, and the reasons that are erased with the object.
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_by_key ON approvals ((split_part(envelope, '|', 1))) WHERE envelope IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_by_answer_key ON approvals ((split_part(answer_envelope, '|', 1)))
  WHERE answer_envelope IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_with_reason ON approvals (org_id, object_id)
  WHERE envelope IS NOT NULL OR answer_envelope IS NOT NULL;
