-- Webhooks, events and their deliveries.

CREATE TABLE webhooks (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  -- Event types, `prefix.*` or `*`.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  active boolean NOT NULL DEFAULT true,
  -- Why Oriki deactivated the subscription; null if Oriki did not.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- Each change of url, active or secrets increments it, so that a dispatcher knows whether its copy is current.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The condition on the data of events; null accepts all events of the types.
  filter jsonb,
  -- A random text that each change stores with its version (compare screening_lists.stamps). Empty if no change has
  -- stored one.
  stamp text NOT NULL DEFAULT '',
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE webhooks IS
  'owner: webhooks. A row is one subscription: an address and the types of events that it gets. Written by requests of its organization; the dispatcher deactivates it. Locked by the advisory lock of the organization''s subscriptions, alone, and then by its own row.';
-- Words of names, each with the organization's id before it, so that a search reads only words of its own organization.
CREATE INDEX webhooks_by_words ON webhooks USING gin (
  to_tsvector('simple'::regconfig, regexp_replace(lower(name), '\w+', replace(org_id, '_', '') || '\&', 'g'))
);
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhooks USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhooks TO CURRENT_USER USING (true);

-- Returns the key of the advisory lock of an organization's subscriptions.
CREATE FUNCTION webhooks_lock(for_org text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('webhooks ' || for_org, 0)
$$;

CREATE TABLE webhook_secrets (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The signing secret in an encrypted envelope (docs/envelope-format.md).
  envelope text NOT NULL,
  -- Null for the current secret. A replaced secret also signs deliveries until this time.
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, webhook_id, id),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_secrets IS
  'owner: webhooks. A row is one signing secret of a subscription, encrypted. Written by requests that create a subscription or rotate its secret, and by oriki kek. Locked by the row of its subscription; a re-wrap compares the envelope that it replaces.';
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (org_id, webhook_id) WHERE expires_at IS NULL;
CREATE INDEX webhook_secrets_by_key ON webhook_secrets (split_part(envelope, '|', 1));
ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_secrets USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_secrets TO CURRENT_USER USING (true);

-- The changing state of a subscription queue. One dispatcher at a time sends the queue, while its lease runs.
CREATE TABLE webhook_lanes (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  -- Each lease increments it. Oriki rejects writes of a holder with an earlier fence.
  fence bigint NOT NULL DEFAULT 0,
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  -- How long after a read the holder may start a request. Before a holder uses a longer time, it stores that time here.
  send_within_ms integer NOT NULL DEFAULT 100,
  last_triggered_at timestamptz,
  -- When the first failure since the last success happened.
  failing_since timestamptz,
  warned_of timestamptz,
  warned_percent smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, webhook_id),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE webhook_lanes IS
  'owner: webhooks. A row is the state of serving one subscription: who has the lease, and how receiving goes. Written by dispatchers. Locked by its own row, after that of the subscription; batches pass over a row that somebody has. A lease with a fence says who may record.';
ALTER TABLE webhook_lanes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_lanes USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_lanes TO CURRENT_USER USING (true);

CREATE TABLE events (
  org_id text COLLATE "C" NOT NULL,
  -- Also the `webhook-id` of every delivery.
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  -- The exact text that Oriki sends and signs.
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The `traceparent` (W3C Trace Context) of the request that published the event, if its trace is recorded. Deliveries
  -- link to it (docs/tracing.md). It contains random ids and no personal data.
  traceparent text,
  -- The object of the event: the first field of its data that is an id. Null if the data has none, or if unknown.
  object_id text COLLATE "C",
  -- The subscription for which a test event was made. No other subscription receives the event, even later.
  only_webhook_id text COLLATE "C",
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE events IS
  'owner: webhooks. A row is one event, in the exact text that is sent. Written by the transaction of what happened; the worker deletes it when no delivery needs it. Locked by the advisory lock of the organization''s subscriptions, shared.';
CREATE INDEX events_by_age ON events USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX events_by_time ON events (org_id, created_at, id);
CREATE INDEX events_by_type ON events (org_id, type, created_at, id);
CREATE INDEX events_by_object ON events (org_id, object_id, created_at, id) WHERE object_id IS NOT NULL;
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON events USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON events TO CURRENT_USER USING (true);

-- Returns the active subscriptions that match any of the patterns. Publishers hold the lock shared until they commit; a
-- change of a subscription holds it exclusively. The later of the two therefore sees the changes of the earlier. The
-- lock is advisory because it queues: with row locks, new FOR SHAREs can keep a FOR UPDATE waiting forever. The
-- function has two statements because a single statement would read before it waits for the lock.
CREATE FUNCTION webhooks_to_notify(for_org text, patterns text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared({schema}.webhooks_lock(for_org));
  RETURN QUERY SELECT id FROM {schema}.webhooks WHERE org_id = for_org AND active AND events && patterns;
END $$;

-- Like `webhooks_to_notify`, for publishers that write events of several organizations in one transaction. While
-- another transaction changes the organization's subscriptions, or waits to do so, this function does not wait: it
-- returns one row with null.
CREATE FUNCTION webhooks_to_notify_now(for_org text, patterns text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared({schema}.webhooks_lock(for_org)) THEN
    RETURN NEXT NULL;
    RETURN;
  END IF;
  RETURN QUERY SELECT id FROM {schema}.webhooks WHERE org_id = for_org AND active AND events && patterns;
END $$;

-- Like `webhooks_to_notify`, with the conditions of the subscriptions.
CREATE FUNCTION webhook_recipients(for_org text, patterns text[])
  RETURNS TABLE(webhook_id text, condition jsonb) LANGUAGE plpgsql SET search_path TO {schema} AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(webhooks_lock(for_org));
  RETURN QUERY SELECT w.id, w.filter FROM webhooks w WHERE w.org_id = for_org AND w.active AND w.events && patterns;
END $$;

-- Like `webhooks_to_notify_now`, with the conditions of the subscriptions.
CREATE FUNCTION webhook_recipients_now(for_org text, patterns text[])
  RETURNS TABLE(webhook_id text, condition jsonb) LANGUAGE plpgsql SET search_path TO {schema} AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(webhooks_lock(for_org)) THEN
    webhook_id := NULL;
    condition := NULL;
    RETURN NEXT;
    RETURN;
  END IF;
  RETURN QUERY SELECT w.id, w.filter FROM webhooks w WHERE w.org_id = for_org AND w.active AND w.events && patterns;
END $$;

CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.created_at), 'webhooks', 'deliveries', 1, NEW.id, NEW.created_at);
  RETURN NULL;
END $$;

-- The record of one event for one subscription. A delivery is pending while it is in `delivery_queue`, and failed if it
-- has `failed_at`. Otherwise it has succeeded if its last attempt did, or was cancelled with its subscription. A
-- delivery without failures never updates this row.
CREATE TABLE deliveries (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  failed_at timestamptz,
  -- False if another organization caused the delivery, which is then not usage.
  charged boolean NOT NULL DEFAULT true,
  -- True if the statement that inserted the row has counted it. Statements that insert many deliveries count them
  -- together, because a separate usage row for each delivery costs more than the rest of the insert. A trigger counts
  -- the other rows.
  counted boolean,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE deliveries IS
  'owner: webhooks. A row is one event for one subscription: the record that people read. Written by the transaction of the event; dispatchers and requests write when it was given up. Locked by the advisory lock of the organization''s subscriptions, shared, while it is inserted; later by the row of the subscription queue and then its own.';
CREATE INDEX deliveries_by_webhook ON deliveries (org_id, webhook_id, id DESC);
CREATE INDEX deliveries_by_event ON deliveries (org_id, event_id);
CREATE INDEX deliveries_by_age ON deliveries USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX deliveries_failed ON deliveries (org_id, webhook_id, id DESC) WHERE failed_at IS NOT NULL;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries
  FOR EACH ROW WHEN (NEW.counted IS NOT TRUE AND NEW.charged) EXECUTE FUNCTION count_deliveries();
ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON deliveries USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON deliveries TO CURRENT_USER USING (true);

CREATE TABLE delivery_attempts (
  org_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  -- From 1, over all schedules of the delivery.
  number integer NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code smallint,
  -- Why there is no status code, in one word.
  error text,
  -- The beginning of the receiver's response.
  response text,
  webhook_id text COLLATE "C",
  event_type text COLLATE "C",
  -- The signature header of the request. The other headers follow from the event and the time of the attempt.
  signature text,
  -- Why TLS failed, in one word; null if it did not fail.
  tls_failure text COLLATE "C",
  PRIMARY KEY (org_id, delivery_id, number)
);
COMMENT ON TABLE delivery_attempts IS
  'owner: webhooks. A row is one request that was sent for a delivery, with its outcome. Written by dispatchers; the worker deletes it with its delivery. Locked by the row of the subscription queue, whose fence must be the dispatcher''s.';
-- Each filter of a list has its own index in the order of the list. Queries read it backwards: new rows are at its end,
-- where inserts cost least. Sums over attempts read a range of the first two indexes.
CREATE INDEX delivery_attempts_by_time ON delivery_attempts (org_id, attempted_at, delivery_id, number);
CREATE INDEX delivery_attempts_by_webhook ON delivery_attempts (org_id, webhook_id, attempted_at, delivery_id, number);
CREATE INDEX delivery_attempts_by_type ON delivery_attempts (org_id, event_type, attempted_at, delivery_id, number);
-- Indexes of failures only, so that successful attempts do not write to them.
CREATE INDEX delivery_attempts_failed ON delivery_attempts (org_id, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX delivery_attempts_failed_by_webhook ON delivery_attempts
  (org_id, webhook_id, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX delivery_attempts_failed_by_status ON delivery_attempts
  (org_id, status_code, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
CREATE INDEX delivery_attempts_failed_by_error ON delivery_attempts (org_id, error, attempted_at, delivery_id, number)
  WHERE (status_code >= 200 AND status_code < 300) IS NOT TRUE;
ALTER TABLE delivery_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON delivery_attempts USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON delivery_attempts TO CURRENT_USER USING (true);

-- Deliveries that Oriki has yet to send. Rows are narrow and are deleted when they are done, so that the table is as
-- small as the backlog. There are no foreign keys: publishers hold the lock of the subscriptions, and the deletion of a
-- subscription also deletes these rows.
CREATE TABLE delivery_queue (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- The place in the retry schedule. A delivery that is sent again starts at the beginning of the schedule.
  step smallint NOT NULL DEFAULT 0,
  -- Attempts so far.
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, delivery_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE delivery_queue IS
  'owner: webhooks. A row is one delivery that is still to be sent. Written by the transaction of the event; dispatchers delay or delete it, requests make it due. Locked by the row of the subscription queue, and then its own; whoever inserts it with its event holds the advisory lock of the organization''s subscriptions, shared.';
-- Each subscription queue is one range of this index, and its first row is due next. A dispatcher skips from queue to
-- queue.
CREATE INDEX delivery_queue_by_lane ON delivery_queue (org_id, webhook_id, due_at, delivery_id);
ALTER TABLE delivery_queue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON delivery_queue USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON delivery_queue TO CURRENT_USER USING (true);

-- Parts of requests that only the receiver may know, each sealed separately: custom headers, credentials of HTTP
-- authentication, and the client certificate for TLS with its key.
CREATE TABLE webhook_credentials (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL CHECK (part IN ('headers', 'auth', 'clientCertificate')),
  id text COLLATE "C" NOT NULL,
  envelope text NOT NULL,
  -- The part as answers show it: names of headers, type of authentication, fingerprint and expiry of a certificate.
  shown jsonb NOT NULL,
  PRIMARY KEY (org_id, webhook_id, part),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_credentials IS
  'owner: webhooks/credentials. A row is one sealed part of the requests to a webhook. Written by the API, and sealed again under new keys. Locked by the row of its webhook.';
CREATE INDEX webhook_credentials_by_key ON webhook_credentials (split_part(envelope, '|', 1));
ALTER TABLE webhook_credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON webhook_credentials USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON webhook_credentials TO CURRENT_USER USING (true);
