-- Usage: what each organization has used on each day, in UTC, as sums that outlive the rows they were counted from.

-- What other services report. No foreign key to the organization, which is the one of the authenticated key and is
-- never deleted: checking it would have all reports of an organization at once share a lock of its row.
CREATE TABLE usage_records (
  org_id text COLLATE "C" NOT NULL,
  -- Of the reporting service's own choice.
  id text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  -- Negative: takes back what was reported too much.
  quantity numeric(18, 6) NOT NULL,
  used_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, id)
);
CREATE TRIGGER usage_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON usage_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE usage_records ENABLE ALWAYS TRIGGER usage_records_append_only;

-- What was counted and is not in usage_daily yet: rows are added by whoever causes them, in the same transaction, and
-- moved by the worker. Adding to the sums at once would have all calls of an organization wait for one row.
CREATE TABLE usage_pending (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX usage_pending_by_org ON usage_pending (org_id, day);

CREATE TABLE usage_daily (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL,
  PRIMARY KEY (org_id, day, service, metric)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Months in which an organization has used anything.
CREATE TABLE usage_months (
  org_id text COLLATE "C" NOT NULL,
  -- Its first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- Set by usage that arrives, taken away by invoicing while it holds the row: what arrives later sets it again.
  uncharged boolean NOT NULL DEFAULT true,
  PRIMARY KEY (org_id, month)
);
CREATE INDEX usage_months_uncharged ON usage_months (month, org_id) WHERE uncharged;

-- The sums as they are now, whether they were moved or not.
CREATE VIEW usage_by_day AS
  SELECT org_id, day, service, metric, sum(quantity) AS quantity FROM (
    SELECT org_id, day, service, metric, quantity FROM usage_daily
    UNION ALL
    SELECT org_id, day, service, metric, quantity FROM usage_pending
  ) AS counted
  GROUP BY org_id, day, service, metric;

-- One function for each table of which rows are counted: its text is planned once in a session, and it costs a
-- statement that inserts many rows as much as one that inserts one.

CREATE FUNCTION utc_day(at timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE AS $$ SELECT (at AT TIME ZONE 'UTC')::date $$;

CREATE FUNCTION count_usage_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(used_at), service, metric, sum(quantity) FROM inserted GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_records_counted AFTER INSERT ON usage_records
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_usage_records();

-- A call that found no provider has cost nothing.
CREATE FUNCTION count_identity_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(verified_at), 'identity', kind, count(*) FROM inserted
    WHERE status <> 'provider_down' GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER identity_verifications_counted AFTER INSERT ON identity_verifications
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_identity_verifications();

CREATE FUNCTION count_screenings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(screened_at), 'screening', 'screenings', count(*) FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER screenings_counted AFTER INSERT ON screenings
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_screenings();

CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(created_at), 'threads', 'messages', count(*) FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_counted AFTER INSERT ON messages
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_messages();

CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending
    SELECT org_id, utc_day(created_at), 'webhooks', 'deliveries', count(*) FROM inserted GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();

-- An export counts when its file is complete.
CREATE FUNCTION count_exports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending VALUES (NEW.org_id, utc_day(NEW.completed_at), 'exports', 'exports', 1);
  RETURN NULL;
END $$;
CREATE TRIGGER exports_counted AFTER UPDATE ON exports FOR EACH ROW
  WHEN (NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED') EXECUTE FUNCTION count_exports();

-- What was there before. The triggers' locks keep writers away until this commits, so nothing is missed or counted
-- twice.
INSERT INTO usage_daily
  SELECT org_id, utc_day(verified_at), 'identity', kind, count(*) FROM identity_verifications
  WHERE status <> 'provider_down' GROUP BY 1, 2, 4
  UNION ALL
  SELECT org_id, utc_day(screened_at), 'screening', 'screenings', count(*) FROM screenings GROUP BY 1, 2
  UNION ALL
  SELECT org_id, utc_day(created_at), 'threads', 'messages', count(*) FROM messages GROUP BY 1, 2
  UNION ALL
  SELECT org_id, utc_day(created_at), 'webhooks', 'deliveries', count(*) FROM deliveries GROUP BY 1, 2;
INSERT INTO usage_months (org_id, month)
  SELECT DISTINCT org_id, date_trunc('month', day::timestamp)::date FROM usage_daily;
