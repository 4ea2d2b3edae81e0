-- shared
-- The scopes that a provider is asked for; null asks for the usual ones.
ALTER TABLE sign_in_issuers ADD COLUMN scopes text[];
