-- Usage and invoices.

CREATE FUNCTION count_usage_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {schema}.usage_pending (org_id, day, service, metric, quantity, id, used_at)
    VALUES (NEW.org_id, {schema}.utc_day(NEW.used_at), NEW.service, NEW.metric, NEW.quantity, NEW.id, NEW.used_at);
  RETURN NULL;
END $$;

-- Reports of usage by other services. There is no foreign key to the organization, which always exists because it is
-- that of the authenticated key. A check would make all concurrent reports of an organization share a lock of its row.
CREATE TABLE usage_records (
  org_id text COLLATE "C" NOT NULL,
  -- Chosen by the reporting service.
  id text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  -- A negative quantity corrects earlier reports that were too high.
  quantity numeric(21,6) NOT NULL,
  used_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- True if the statement that inserted the row has counted it. Statements that insert many reports count them
  -- together, because a separate usage row for each report costs more than the rest of the insert. A trigger counts the
  -- other rows.
  counted boolean,
  PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE usage_records IS
  'owner: usage. A row is one report of usage by another service. Written by requests. Locked by the primary key; a trigger refuses changes.';
CREATE TRIGGER usage_records_append_only BEFORE UPDATE OR TRUNCATE ON usage_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE usage_records ENABLE ALWAYS TRIGGER usage_records_append_only;
CREATE TRIGGER usage_records_counted AFTER INSERT ON usage_records
  FOR EACH ROW WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_usage_records();
CREATE TRIGGER usage_records_kept AFTER DELETE ON usage_records
  FOR EACH ROW WHEN (NOT is_leaving(OLD.org_id)) EXECUTE FUNCTION refuse_change();
ALTER TABLE usage_records ENABLE ALWAYS TRIGGER usage_records_kept;
ALTER TABLE usage_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_records USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_records TO CURRENT_USER USING (true);

CREATE TABLE usage_pending_unkeyed (
  org_id text COLLATE "C" CONSTRAINT usage_pending_org_id_not_null NOT NULL,
  day date CONSTRAINT usage_pending_day_not_null NOT NULL,
  service text COLLATE "C" CONSTRAINT usage_pending_service_not_null NOT NULL,
  metric text COLLATE "C" CONSTRAINT usage_pending_metric_not_null NOT NULL,
  quantity numeric CONSTRAINT usage_pending_quantity_not_null NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE usage_pending_unkeyed REPLICA IDENTITY FULL;
COMMENT ON TABLE usage_pending_unkeyed IS
  'owner: usage. A row is usage that was counted by a version before migration 40 and is not in the daily sums yet. Written by nobody any more; the worker moves it. Locked by the advisory lock of the roll-up while it is moved.';
CREATE INDEX usage_pending_by_org ON usage_pending_unkeyed (org_id, day);
ALTER TABLE usage_pending_unkeyed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_pending_unkeyed USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_pending_unkeyed TO CURRENT_USER USING (true);

CREATE TABLE usage_daily (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL,
  PRIMARY KEY (org_id, day, service, metric)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE usage_daily IS
  'owner: usage. A row is what an organization used of one metric on one day, in its time zone of billing. Written by the worker. Locked by the advisory lock of the roll-up.';
ALTER TABLE usage_daily ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_daily USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_daily TO CURRENT_USER USING (true);

CREATE TABLE usage_months (
  org_id text COLLATE "C" NOT NULL,
  -- The first day of the month.
  month date NOT NULL CHECK (EXTRACT(day FROM month) = 1::numeric),
  -- Set by new usage. Invoicing clears it while it locks the row, so that later usage sets it again.
  uncharged boolean NOT NULL DEFAULT true,
  PRIMARY KEY (org_id, month)
);
COMMENT ON TABLE usage_months IS
  'owner: usage. A row is one month in which an organization has used anything, and whether some of it is not charged yet. Written by the roll-up, which marks it, and by invoicing, which takes the mark. Locked by its own row, after the advisory lock of the roll-up or of the organization''s invoices.';
CREATE INDEX usage_months_uncharged ON usage_months (month, org_id) WHERE uncharged;
ALTER TABLE usage_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_months USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_months TO CURRENT_USER USING (true);

-- Usage that was counted and is not yet in usage_daily. The transaction of the usage adds rows, and the worker moves
-- them. Direct additions to the sums would make all requests of an organization wait for one row.
CREATE TABLE usage_pending (
  org_id text COLLATE "C" CONSTRAINT usage_pending_org_id_not_null1 NOT NULL,
  day date CONSTRAINT usage_pending_day_not_null1 NOT NULL,
  service text COLLATE "C" CONSTRAINT usage_pending_service_not_null1 NOT NULL,
  metric text COLLATE "C" CONSTRAINT usage_pending_metric_not_null1 NOT NULL,
  quantity numeric CONSTRAINT usage_pending_quantity_not_null1 NOT NULL,
  -- The id of the counted row. A sequence would have to move with the rows.
  id text COLLATE "C" NOT NULL DEFAULT (gen_random_uuid())::text,
  -- When the usage happened. From this time the roll-up derives the day in the organization's time zone, so that
  -- requests need not. Null: the day in UTC applies.
  used_at timestamptz,
  PRIMARY KEY (org_id, day, service, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE usage_pending IS
  'owner: usage. A row is usage that was counted and is not in the daily sums yet, with its day in UTC and its time. Written by triggers in the transaction of what was used; the worker moves it. Locked by the advisory lock of the roll-up while it is moved.';
ALTER TABLE usage_pending ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON usage_pending USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON usage_pending TO CURRENT_USER USING (true);

CREATE FUNCTION invoices_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.total IS DISTINCT FROM (
    SELECT sum(amount) FROM {schema}.invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'the lines do not add up to the total' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE invoices (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- From 1, without gaps, over all types of documents.
  number bigint NOT NULL CHECK (number > 0),
  type text NOT NULL CHECK (type IN ('invoice', 'credit_note', 'debit_note')),
  -- The first day of the charged month.
  month date NOT NULL CHECK (EXTRACT(day FROM month) = 1::numeric),
  -- For a note, the invoice of the month.
  corrects text COLLATE "C",
  -- For a note, why it was issued.
  reason text CHECK (reason IN ('late_usage', 'repriced')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The sum of the lines, in minor units.
  total bigint NOT NULL,
  price_sheet bytea NOT NULL,
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT invoices_number_unique UNIQUE (org_id, number),
  FOREIGN KEY (org_id, corrects) REFERENCES invoices(org_id, id),
  CONSTRAINT invoices_check CHECK ((type = 'invoice') = (corrects IS NULL) AND (type = 'invoice') = (reason IS NULL)),
  CONSTRAINT invoices_check1 CHECK ((type = 'credit_note') = (total < 0))
);
COMMENT ON TABLE invoices IS
  'owner: invoices. A row is one invoice, credit note or debit note. Written by the monthly run and by operators. Locked by the advisory lock of the organization''s invoices; a trigger refuses changes.';
CREATE UNIQUE INDEX invoices_one_a_month ON invoices (org_id, month) WHERE type = 'invoice';
CREATE INDEX invoices_by_month ON invoices (org_id, month, number);
CREATE TRIGGER invoices_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE invoices ENABLE ALWAYS TRIGGER invoices_append_only;
CREATE TRIGGER invoices_total AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_add_up();
ALTER TABLE invoices ENABLE ALWAYS TRIGGER invoices_total;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoices USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoices TO CURRENT_USER USING (true);

-- Rejects lines for an issued invoice. A transaction inserts lines before their invoice.
CREATE FUNCTION invoice_lines_before_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM {schema}.invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id) THEN
    RAISE EXCEPTION 'the invoice was issued' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE invoice_lines (
  org_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  -- What this document adds.
  quantity numeric NOT NULL,
  -- What this document and all earlier ones of the month add up to.
  total_quantity numeric NOT NULL,
  -- What this document adds, in minor units.
  amount bigint NOT NULL,
  -- What this document and all earlier ones of the month add up to, in minor units.
  total_amount bigint NOT NULL CHECK (total_amount >= 0),
  PRIMARY KEY (org_id, invoice_id, service, metric),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices(org_id, id) DEFERRABLE INITIALLY DEFERRED
);
COMMENT ON TABLE invoice_lines IS
  'owner: invoices. A row is what one document charges for one metric. Written with its document. Locked by the advisory lock of the organization''s invoices; a trigger refuses changes.';
CREATE TRIGGER invoice_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE invoice_lines ENABLE ALWAYS TRIGGER invoice_lines_append_only;
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION invoice_lines_before_invoice();
ALTER TABLE invoice_lines ENABLE ALWAYS TRIGGER invoice_lines_closed;
ALTER TABLE invoice_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_lines USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_lines TO CURRENT_USER USING (true);

-- One row for each run of the worker, so that only one process does a run, and a run issues notes at most once a month.
CREATE TABLE invoice_runs (
  org_id text COLLATE "C" NOT NULL,
  -- The last month that had ended.
  month date NOT NULL CHECK (EXTRACT(day FROM month) = 1::numeric),
  run_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, month)
);
COMMENT ON TABLE invoice_runs IS
  'owner: invoices. A row is one month that the run of invoices is done with for one organization. Written by the worker. Locked by the primary key.';
ALTER TABLE invoice_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_runs USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_runs TO CURRENT_USER USING (true);

-- The prices at which the operator last charged a month. They are recorded here because a charge that changes no amount
-- issues no document.
CREATE TABLE invoice_repricings (
  org_id text COLLATE "C" NOT NULL,
  -- The first day of the month.
  month date NOT NULL CHECK (EXTRACT(day FROM month) = 1::numeric),
  price_sheet bytea NOT NULL,
  repriced_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, month)
);
COMMENT ON TABLE invoice_repricings IS
  'owner: invoices. A row is the price sheet that an operator charged one month at last. Written by oriki invoices correct. Locked by the advisory lock of the organization''s invoices.';
ALTER TABLE invoice_repricings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON invoice_repricings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON invoice_repricings TO CURRENT_USER USING (true);

-- The current sums, including usage that the roll-up has not moved yet.
CREATE VIEW usage_by_day WITH (security_invoker = true) AS
 SELECT org_id,
    day,
    service,
    metric,
    sum(quantity) AS quantity
   FROM ( SELECT usage_daily.org_id,
            usage_daily.day,
            usage_daily.service,
            usage_daily.metric,
            usage_daily.quantity
           FROM usage_daily
        UNION ALL
         SELECT usage_pending.org_id,
            usage_pending.day,
            usage_pending.service,
            usage_pending.metric,
            usage_pending.quantity
           FROM usage_pending
        UNION ALL
         SELECT usage_pending_unkeyed.org_id,
            usage_pending_unkeyed.day,
            usage_pending_unkeyed.service,
            usage_pending_unkeyed.metric,
            usage_pending_unkeyed.quantity
           FROM usage_pending_unkeyed) counted
  GROUP BY org_id, day, service, metric;
