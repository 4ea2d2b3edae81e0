-- Counts messages by a trigger for each row, which costs a statement with one row less than one with a transition
-- table, and is done where the row is: databases that divide tables have no transition tables.
DROP TRIGGER messages_counted ON messages;
CREATE OR REPLACE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_pending (org_id, day, service, metric, quantity, id)
    VALUES (NEW.org_id, utc_day(NEW.created_at), 'threads', 'messages', 1, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_counted AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION count_messages();
