-- concurrently

-- Which keys stored envelopes are under is asked at each start: with these, a few steps whatever the number of envelopes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_payloads_by_key
  ON identity_payloads ((split_part(envelope, '|', 1)));

CREATE INDEX CONCURRENTLY IF NOT EXISTS dead_letters_by_key ON dead_letters ((split_part(envelope, '|', 1)))
  WHERE envelope IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_secrets_by_key ON webhook_secrets ((split_part(envelope, '|', 1)));
