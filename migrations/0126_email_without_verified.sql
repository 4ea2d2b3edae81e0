-- shared
-- True believes an e-mail address of a provider that does not say if it has verified it. Providers from before do; new ones
-- are believed only what they vouch for.
ALTER TABLE sign_in_issuers ADD COLUMN email_without_verified boolean NOT NULL DEFAULT true;
ALTER TABLE sign_in_issuers ALTER COLUMN email_without_verified SET DEFAULT false;
