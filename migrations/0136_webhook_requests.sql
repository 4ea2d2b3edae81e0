-- The parts of a request that only its receiver may know, each sealed by itself: headers of the owner's, the credentials of HTTP
-- authentication, and the certificate with its key that TLS shows.
CREATE TABLE webhook_credentials (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL CHECK (part IN ('headers', 'auth', 'clientCertificate')),
  id text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  -- As answers show it: names of headers, the type of authentication, the print and the end of a certificate.
  shown jsonb NOT NULL,
  PRIMARY KEY (org_id, webhook_id, part),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks (org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_credentials IS 'owner: webhooks/credentials. A row is one sealed part of the requests to a webhook. Written by the API, and sealed again under new keys. Locked by the row of its webhook.';
CREATE INDEX webhook_credentials_by_key ON webhook_credentials ((split_part(envelope, '|', 1)));
ALTER TABLE webhook_credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_credentials USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_credentials TO CURRENT_USER USING (true);

-- The condition on the data of events; null takes all that the types cover.
ALTER TABLE webhooks ADD COLUMN filter jsonb;
-- Why TLS failed, in one word; null where it did not.
ALTER TABLE delivery_attempts ADD COLUMN tls_failure text COLLATE "C";
-- The one subscription that a test event was made for; no other gets it later.
ALTER TABLE events ADD COLUMN only_webhook_id text COLLATE "C";

-- As `webhooks_to_notify` and `webhooks_to_notify_now`, with the conditions.
CREATE FUNCTION webhook_recipients(for_org text, patterns text[])
RETURNS TABLE (webhook_id text, condition jsonb)
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(webhooks_lock(for_org));
  RETURN QUERY SELECT w.id, w.filter FROM webhooks w WHERE w.org_id = for_org AND w.active AND w.events && patterns;
END $$;

CREATE FUNCTION webhook_recipients_now(for_org text, patterns text[])
RETURNS TABLE (webhook_id text, condition jsonb)
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(webhooks_lock(for_org)) THEN
    webhook_id := NULL;
    condition := NULL;
    RETURN NEXT;
    RETURN;
  END IF;
  RETURN QUERY SELECT w.id, w.filter FROM webhooks w WHERE w.org_id = for_org AND w.active AND w.events && patterns;
END $$;
