-- Invoices: what an organization is charged for a month, and the notes that correct it. All of it is append-only.

-- Each state of the operator's price sheet of which something was charged.
CREATE TABLE price_sheets (
  -- SHA-256 of the canonical JSON of `prices`.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  -- One version: {currency, items: [{service, metric, tiers: [{upTo, unitPrice}]}]}.
  prices json NOT NULL
);

CREATE TABLE invoices (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  id text COLLATE "C" NOT NULL,
  -- From 1, without gaps, over all types of documents.
  number bigint NOT NULL CHECK (number > 0),
  type text NOT NULL CHECK (type IN ('invoice', 'credit_note', 'debit_note')),
  -- First day of the month that is charged.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- The invoice of the month, for a note.
  corrects text COLLATE "C",
  -- Why there is a note.
  reason text CHECK (reason IN ('late_usage', 'repriced')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Sum of the lines, in minor units.
  total bigint NOT NULL,
  price_sheet bytea NOT NULL REFERENCES price_sheets (hash),
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  CONSTRAINT invoices_number_unique UNIQUE (org_id, number),
  FOREIGN KEY (org_id, corrects) REFERENCES invoices (org_id, id),
  CHECK ((type = 'invoice') = (corrects IS NULL) AND (type = 'invoice') = (reason IS NULL)),
  CHECK ((type = 'credit_note') = (total < 0))
);
CREATE UNIQUE INDEX invoices_one_a_month ON invoices (org_id, month) WHERE type = 'invoice';
CREATE INDEX invoices_by_month ON invoices (org_id, month, number);

CREATE TABLE invoice_lines (
  org_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  metric text COLLATE "C" NOT NULL,
  -- What this document adds, and what it and all earlier ones of the month come to.
  quantity numeric NOT NULL,
  total_quantity numeric NOT NULL,
  -- The same in minor units.
  amount bigint NOT NULL,
  total_amount bigint NOT NULL CHECK (total_amount >= 0),
  PRIMARY KEY (org_id, invoice_id, service, metric),
  FOREIGN KEY (org_id, invoice_id) REFERENCES invoices (org_id, id) DEFERRABLE INITIALLY DEFERRED
);

-- Runs of the worker, so that processes do one once, and notes of theirs come at most once a month.
CREATE TABLE invoice_runs (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  -- The month that had ended last.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  run_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, month)
);

CREATE TRIGGER price_sheets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_sheets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines come before their invoice, in its transaction; once it is there, none can be added.
CREATE FUNCTION invoice_lines_before_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE org_id = NEW.org_id AND id = NEW.invoice_id) THEN
    RAISE EXCEPTION 'the invoice was issued' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION invoice_lines_before_invoice();

CREATE FUNCTION invoices_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.total IS DISTINCT FROM (
    SELECT sum(amount) FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'the lines do not add up to the total' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_total AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_add_up();

-- Also in a session that has switched ordinary triggers off, as replication does.
ALTER TABLE price_sheets ENABLE ALWAYS TRIGGER price_sheets_append_only;
ALTER TABLE invoices ENABLE ALWAYS TRIGGER invoices_append_only;
ALTER TABLE invoices ENABLE ALWAYS TRIGGER invoices_total;
ALTER TABLE invoice_lines ENABLE ALWAYS TRIGGER invoice_lines_append_only;
ALTER TABLE invoice_lines ENABLE ALWAYS TRIGGER invoice_lines_closed;
