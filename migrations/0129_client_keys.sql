-- shared
-- A provider may know Oriki by a key instead of a secret, and name people for good by another claim than `sub`.
ALTER TABLE sign_in_issuers ADD COLUMN client_key text;
ALTER TABLE sign_in_issuers ADD COLUMN public_key jsonb;
ALTER TABLE sign_in_issuers ADD COLUMN subject_claim text NOT NULL DEFAULT 'sub';
