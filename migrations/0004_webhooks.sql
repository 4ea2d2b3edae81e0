-- Webhook subscriptions, the events they are about, and the deliveries of events to them.

CREATE TABLE webhooks (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  -- Event types, `prefix.*` or `*`.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  active boolean NOT NULL DEFAULT true,
  -- Why Oriki deactivated it; null when it did not.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- Grows with each change of url, active or secrets: tells a dispatcher whether its copy is current.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
);

CREATE TABLE webhook_secrets (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The signing secret in an encrypted envelope (docs/envelope-format.md).
  envelope text NOT NULL,
  -- Null for the current secret; a replaced one signs along until then.
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, webhook_id, id),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (org_id, webhook_id) WHERE expires_at IS NULL;

-- The advisory lock of an organization's subscriptions.
CREATE FUNCTION webhooks_lock(for_org text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended('webhooks ' || for_org, 0) $$;

-- Active subscriptions that any of the patterns covers, as publishers need them. Publishers hold this lock shared
-- until they commit, who changes a subscription holds it alone: whoever comes first is seen by the other. It is no
-- row lock because a waiting FOR UPDATE can be passed for ever by new FOR SHAREs; this one queues. As a function of
-- two statements, because a single one would look before it waits.
CREATE FUNCTION webhooks_to_notify(for_org text, patterns text[]) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(webhooks_lock(for_org));
  RETURN QUERY SELECT id FROM webhooks WHERE org_id = for_org AND active AND events && patterns;
END $$;

-- What changes while a subscription is served. One dispatcher at a time serves a lane, as long as its lease runs.
CREATE TABLE webhook_lanes (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  -- Grows with each lease; what an earlier holder still wants to record is refused by it.
  fence bigint NOT NULL DEFAULT 0,
  holder text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- How long after reading the holder may still start a request; it uses no longer time than stands here.
  send_within_ms integer NOT NULL DEFAULT 100,
  last_triggered_at timestamptz,
  -- Of the first failure since the last success.
  failing_since timestamptz,
  PRIMARY KEY (org_id, webhook_id),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks (org_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TABLE events (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  -- Also the `webhook-id` of every delivery.
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  -- The exact text that is sent and signed.
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
CREATE INDEX events_by_age ON events USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);

-- One event for one subscription: the record that people read. Its row is not touched while all goes well: it is
-- pending as long as it is in `delivery_queue`, failed with `failed_at`, else succeeded if its last attempt did, else
-- cancelled with its subscription.
CREATE TABLE deliveries (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  failed_at timestamptz,
  PRIMARY KEY (org_id, id)
);
CREATE INDEX deliveries_by_webhook ON deliveries (org_id, webhook_id, id DESC);
CREATE INDEX deliveries_by_event ON deliveries (org_id, event_id);
CREATE INDEX deliveries_by_age ON deliveries USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE delivery_attempts (
  org_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  -- From 1, over all schedules of the delivery.
  number integer NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code smallint,
  -- Why there is no status, in one word.
  error text,
  -- The beginning of what the receiver answered.
  response text,
  PRIMARY KEY (org_id, delivery_id, number)
);

-- What is still to be sent: narrow rows, deleted when they are done, so that the table stays as small as the
-- backlog. No foreign keys: publishers hold the lock of the subscriptions, and deleting one deletes these rows too.
CREATE TABLE delivery_queue (
  org_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Place in the retry schedule, and attempts made so far; a delivery that is sent again starts the schedule anew.
  step smallint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, delivery_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Each lane is one range of this index, its head is what is due next: a dispatcher skips from lane to lane.
CREATE INDEX delivery_queue_by_lane ON delivery_queue (org_id, webhook_id, due_at, delivery_id);
