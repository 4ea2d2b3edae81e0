-- Statements that insert many deliveries at once count them at once, too, and say so in each row: a row to sum up for each
-- costs more than all else about them. A trigger counts the rows that no statement says it has counted.
ALTER TABLE deliveries ADD COLUMN counted boolean;
DROP TRIGGER deliveries_counted ON deliveries;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries FOR EACH ROW
  WHEN (NEW.counted IS NOT TRUE AND NEW.charged) EXECUTE FUNCTION count_deliveries();
