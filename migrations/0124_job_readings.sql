-- The way in which the file of a job is written: encoding, separator, order of days and months, and columns by their meaning. Null
-- for JSON lines, and for jobs from before other ways than commas and UTF-8 were read.
ALTER TABLE screening_jobs ADD COLUMN reading json;
