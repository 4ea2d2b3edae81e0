-- The filters and the order of the review queue that people have saved.
CREATE TABLE hit_views (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The person or key to whom it belongs; empty for a view of the organization.
  owner text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  filters jsonb NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, owner, name)
);
COMMENT ON TABLE hit_views IS 'owner: monitoring/views. A row is one saved view of the review queue. Written by the API. Locked by the views of its organization (advisory).';
ALTER TABLE hit_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON hit_views USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON hit_views TO CURRENT_USER USING (true);
