-- Whoever changes a key or an organization announces it after the commit. A trigger does so inside the transaction, and
-- one that has executed NOTIFY cannot be prepared for two-phase commit.
DROP TRIGGER api_keys_changed ON api_keys;
DROP TRIGGER organizations_changed ON organizations;
DROP FUNCTION notify_auth_changed();
