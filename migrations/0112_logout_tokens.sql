-- shared
-- Logout tokens that have ended sessions, so that nobody uses one again on any process. A row is needed until the token
-- has expired. Sign-in knows no bucket yet, and operators belong to no organization, so the table crosses organizations.

CREATE TABLE logout_tokens (
  org_id text COLLATE "C" NOT NULL,
  -- HMAC of the issuer and the token's jti.
  token bytea NOT NULL CHECK (octet_length(token) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, token)
);
CREATE INDEX logout_tokens_by_expiry ON logout_tokens (expires_at);
ALTER TABLE logout_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON logout_tokens USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON logout_tokens TO CURRENT_USER USING (true);

COMMENT ON TABLE logout_tokens IS 'owner: people. A row is a logout token of an identity provider that was used, by the HMAC of its id. Written when a provider ends sessions; the worker deletes rows of expired tokens. Locked by nobody.';
