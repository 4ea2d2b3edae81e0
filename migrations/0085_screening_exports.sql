-- Screenings, hits and decisions on them can be exported, too.
ALTER TABLE exports DROP CONSTRAINT exports_data_type_check;
ALTER TABLE exports ADD CONSTRAINT exports_data_type_check
  CHECK (data_type IN ('messages', 'usage', 'webhooks', 'invoices', 'audit', 'cases', 'screenings', 'hits',
    'decisions')) NOT VALID;
