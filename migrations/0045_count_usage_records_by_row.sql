-- Counts reported usage by a trigger for each row, which costs a statement with one row less than one with a transition
-- table, and is done where the row is: databases that divide tables have no transition tables.
DROP TRIGGER usage_records_counted ON usage_records;
CREATE OR REPLACE FUNCTION count_usage_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending (org_id, day, service, metric, quantity, id)
    VALUES (NEW.org_id, utc_day(NEW.used_at), NEW.service, NEW.metric, NEW.quantity, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER usage_records_counted AFTER INSERT ON usage_records FOR EACH ROW EXECUTE FUNCTION count_usage_records();
