-- Counts deliveries by a trigger for each row, which costs a statement with one row less than one with a transition
-- table, and is done where the row is: databases that divide tables have no transition tables.
DROP TRIGGER deliveries_counted ON deliveries;
CREATE OR REPLACE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending (org_id, day, service, metric, quantity, id)
    VALUES (NEW.org_id, utc_day(NEW.created_at), 'webhooks', 'deliveries', 1, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries FOR EACH ROW
  WHEN (NEW.charged) EXECUTE FUNCTION count_deliveries();
