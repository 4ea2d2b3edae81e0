-- shared
-- needs 0166
-- Sums of outbound requests, so that operators can prove where data went.
CREATE TABLE egress_uses (
  -- The organization for which the requests were made, or platform.
  org_id text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  -- With the port, unless it is the usual one. * for addresses that callers choose freely.
  host text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  -- Requests that were not sent, because the operator does not list the host.
  refused bigint NOT NULL,
  bytes_sent bigint NOT NULL,
  bytes_received bigint NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, purpose, host)
);
CREATE INDEX egress_uses_by_time ON egress_uses (last_used_at);
COMMENT ON TABLE egress_uses IS 'owner: egress. A row is the sum of the outbound requests of one purpose to one host for one organization. Written by every process in batches, some seconds after the requests. Locked by its own row.';
ALTER TABLE egress_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON egress_uses USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON egress_uses TO CURRENT_USER USING (true);
