-- Statements that insert many screenings at once count them at once, too, and say so in each row: a row to sum up for each
-- costs more than all else about them. A trigger counts the rows that no statement says it has counted.
ALTER TABLE screenings ADD COLUMN counted boolean;
DROP TRIGGER screenings_counted ON screenings;
CREATE TRIGGER screenings_counted AFTER INSERT ON screenings FOR EACH ROW
  WHEN (NEW.counted IS NOT TRUE) EXECUTE FUNCTION count_screenings();
