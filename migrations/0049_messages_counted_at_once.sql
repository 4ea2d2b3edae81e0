-- Statements that insert many messages at once count them at once, too, and say so in each row: a row to sum up for each
-- costs more than all else about them. A trigger counts the rows that no statement says it has counted.
ALTER TABLE messages ADD COLUMN counted boolean;
DROP TRIGGER messages_counted ON messages;
CREATE TRIGGER messages_counted AFTER INSERT ON messages FOR EACH ROW
  WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_messages();
