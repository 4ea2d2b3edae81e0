-- Facts of a subject that are compared with those of entries: type, gender, birthDate, birthPlace, nationality,
-- addresses. Null where it has none.
ALTER TABLE screening_subjects ADD COLUMN facts json;
