-- needs 0166
-- What the columns in the clear then lack: the question and the hits of a screening, and the content of a message.
ALTER TABLE screenings ADD COLUMN content_envelope text;
ALTER TABLE messages ADD COLUMN content_envelope text;
-- An earlier version knows no envelope: what it edits, deletes or erases loses the envelope, too.
CREATE FUNCTION drop_content_envelope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content_envelope := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER messages_content_replaced BEFORE UPDATE OF content ON messages
  FOR EACH ROW WHEN (NEW.content IS DISTINCT FROM OLD.content
    AND NEW.content_envelope IS NOT DISTINCT FROM OLD.content_envelope AND OLD.content_envelope IS NOT NULL)
  EXECUTE FUNCTION drop_content_envelope();
