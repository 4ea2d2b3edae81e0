-- Exports know where their files are, where a file ends for want of room, and how often they were begun in vain; invoices
-- know at which prices a month was charged last.

ALTER TABLE exports
  -- Of the file of the current attempt, as in export_stores; null for those of before, which are where the
  -- configuration says.
  ADD COLUMN store text,
  -- Only rows after these values of the columns that rows are ordered by.
  ADD COLUMN after_row jsonb,
  -- The same values of the last row in a file that was cut off.
  ADD COLUMN last_row jsonb,
  -- Attempts of which nobody has told the end, and those that could not read the data.
  ADD COLUMN lost_attempts integer NOT NULL DEFAULT 0,
  -- How often the store or the database could not be used.
  ADD COLUMN waits integer NOT NULL DEFAULT 0;

-- Every store that files were written to; one goes when it is no longer configured and nothing of it is left. No key
-- starts with org_id: it is about the installation.
CREATE TABLE export_stores (
  -- Canonical JSON: {kind, folder} or {kind, bucket, prefix, endpoint}.
  location text COLLATE "C" PRIMARY KEY,
  first_used_at timestamptz NOT NULL DEFAULT now()
);

-- The prices that the operator has charged a month at last, where that has made no document: it need not have changed
-- any amount.
CREATE TABLE invoice_repricings (
  org_id text COLLATE "C" NOT NULL REFERENCES organizations (id),
  -- First day of the month.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  price_sheet bytea NOT NULL REFERENCES price_sheets (hash),
  repriced_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, month)
);
