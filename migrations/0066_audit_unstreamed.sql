-- Links of the audit log that a SIEM has still to get.
CREATE TABLE audit_unstreamed (
  org_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE audit_unstreamed IS 'owner: audit. A row is one link whose actions have still to be sent to the stream. Written with the link where a stream is set, and deleted once its target has taken them. Locked by the lease of the job audit-stream.';
ALTER TABLE audit_unstreamed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON audit_unstreamed USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON audit_unstreamed TO CURRENT_USER USING (true);
