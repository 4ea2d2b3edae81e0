-- What others do in a federation costs an organization nothing, and nobody can be invited without end.

-- How often an organization has invited another, since when: one row for both, so that nobody else's invitations count.
CREATE TABLE federation_invitations (
  -- Who invites.
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  target_org_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  invitations integer NOT NULL,
  PRIMARY KEY (org_id, target_org_id)
);
ALTER TABLE federation_invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON federation_invitations USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON federation_invitations TO CURRENT_USER USING (true);

-- False for a delivery that another organization has caused: it is not usage.
ALTER TABLE deliveries ADD COLUMN charged boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(created_at), 'webhooks', 'deliveries', count(*) FROM inserted WHERE charged GROUP BY 1, 2;
  RETURN NULL;
END $$;
