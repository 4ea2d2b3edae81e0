-- The time of what was used, beside its day in UTC: the roll-up finds the day in the time zone of an organization from it, so that no
-- request has to. Null: the day is that of UTC.
ALTER TABLE usage_pending ADD COLUMN used_at timestamptz;
COMMENT ON TABLE usage_pending IS 'owner: usage. A row is usage that was counted and is not in the daily sums yet, with its day in UTC and its time. Written by triggers in the transaction of what was used; the worker moves it. Locked by the advisory lock of the roll-up while it is moved.';
COMMENT ON TABLE usage_daily IS 'owner: usage. A row is what an organization used of one metric on one day, in its time zone of billing. Written by the worker. Locked by the advisory lock of the roll-up.';

-- The triggers name the table with its schema, as before.
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('screenings', 'NEW.screened_at', $v$'screening', 'screenings', 1$v$),
    ('messages', 'NEW.created_at', $v$'threads', 'messages', 1$v$),
    ('deliveries', 'NEW.created_at', $v$'webhooks', 'deliveries', 1$v$),
    ('identity_verifications', 'NEW.verified_at', $v$'identity', NEW.kind, 1$v$),
    ('usage_records', 'NEW.used_at', $v$NEW.service, NEW.metric, NEW.quantity$v$),
    ('exports', 'NEW.completed_at', $v$'exports', 'exports', 1$v$)) AS t (name, at, used)
  LOOP
    EXECUTE format($f$
      CREATE OR REPLACE FUNCTION %1$I.count_%2$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO %1$I.usage_pending (org_id, day, service, metric, quantity, id, used_at)
          VALUES (NEW.org_id, %1$I.utc_day(%3$s), %4$s, NEW.id, %3$s);
        RETURN NULL;
      END $body$
    $f$, current_schema(), counted.name, counted.at, counted.used);
  END LOOP;
END $$;
