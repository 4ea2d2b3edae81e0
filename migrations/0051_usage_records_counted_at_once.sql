-- Statements that insert many reports of usage at once count them at once, too, and say so in each row: a row to sum up for each
-- costs more than all else about them. A trigger counts the rows that no statement says it has counted.
ALTER TABLE usage_records ADD COLUMN counted boolean;
DROP TRIGGER usage_records_counted ON usage_records;
CREATE TRIGGER usage_records_counted AFTER INSERT ON usage_records FOR EACH ROW
  WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_usage_records();
