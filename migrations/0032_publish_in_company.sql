-- For publishers who write the events of several organizations in one transaction: as `webhooks_to_notify`, but where
-- somebody changes subscriptions of the organization, or waits to, it does not wait, and its only row is null.
CREATE FUNCTION webhooks_to_notify_now(for_org text, patterns text[]) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(webhooks_lock(for_org)) THEN
    RETURN NEXT NULL;
    RETURN;
  END IF;
  RETURN QUERY SELECT id FROM webhooks WHERE org_id = for_org AND active AND events && patterns;
END $$;
