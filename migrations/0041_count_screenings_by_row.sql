-- Counts screenings by a trigger for each row, which costs a statement with one row less than one with a transition
-- table, and is done where the row is: databases that divide tables have no transition tables.
DROP TRIGGER screenings_counted ON screenings;
CREATE OR REPLACE FUNCTION count_screenings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending (org_id, day, service, metric, quantity, id)
    VALUES (NEW.org_id, utc_day(NEW.screened_at), 'screening', 'screenings', 1, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER screenings_counted AFTER INSERT ON screenings FOR EACH ROW EXECUTE FUNCTION count_screenings();
