-- How a CSV file is written; null for the defaults. Texts that were cut because a cell of a workbook holds no more.
ALTER TABLE exports ADD COLUMN csv jsonb;
ALTER TABLE exports ADD COLUMN cut_texts integer;
-- Workbooks of Excel, for organizations whose settings allow them; verifications can be exported, too.
ALTER TABLE exports DROP CONSTRAINT exports_format_check;
ALTER TABLE exports ADD CONSTRAINT exports_format_check CHECK (format IN ('CSV', 'JSON', 'XLSX')) NOT VALID;
ALTER TABLE exports DROP CONSTRAINT exports_data_type_check;
ALTER TABLE exports ADD CONSTRAINT exports_data_type_check
  CHECK (data_type IN ('messages', 'usage', 'webhooks', 'invoices', 'audit', 'cases', 'screenings', 'hits',
    'decisions', 'screening_jobs', 'verifications')) NOT VALID;
ALTER TABLE export_settings DROP CONSTRAINT export_settings_allowed_formats_check;
ALTER TABLE export_settings ADD CONSTRAINT export_settings_allowed_formats_check
  CHECK (cardinality(allowed_formats) > 0 AND allowed_formats <@ ARRAY['csv', 'json', 'xlsx']) NOT VALID;
ALTER TABLE screening_jobs DROP CONSTRAINT screening_jobs_result_format_check;
ALTER TABLE screening_jobs ADD CONSTRAINT screening_jobs_result_format_check
  CHECK (result_format IN ('CSV', 'JSON', 'XLSX')) NOT VALID;
