-- Like the stamps of lists: the random text that each change of a webhook stores with its version. Empty: not changed since
-- there are any.
ALTER TABLE webhooks ADD COLUMN stamp text NOT NULL DEFAULT '';
