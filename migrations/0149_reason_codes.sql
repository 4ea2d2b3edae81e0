-- The codes from which people choose the reason of a decision, and the code of each decision and request.
CREATE TABLE reason_settings (
  org_id text COLLATE "C" PRIMARY KEY,
  -- [{reasonCode, text}], in the order in which people see them.
  codes jsonb NOT NULL,
  -- A false positive needs a code, and from `text_from` (a score) on also a sentence.
  is_required boolean NOT NULL,
  text_from double precision NOT NULL CHECK (text_from BETWEEN 0 AND 100)
);
COMMENT ON TABLE reason_settings IS 'owner: approvals. A row is what an organization has chosen about the codes of reasons. Written by the API. Locked by its own row.';
ALTER TABLE reason_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON reason_settings USING (org_id = current_setting('oriki.org_id', true));
CREATE POLICY operator ON reason_settings TO CURRENT_USER USING (true);

ALTER TABLE screening_decisions ADD COLUMN reason_code text COLLATE "C";
-- The code of the first person's reason.
ALTER TABLE approvals ADD COLUMN reason_code text COLLATE "C";
